/** Who did what to an account or a club. */
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type HistoryOf, listAccountEntries } from '../../storage/accounts/account-history.ts';
import { type ConsoleRoute, route } from '../route.ts';
import type { Call } from '../who.ts';

const PAGE_ENTRIES = 50;

export const ACCOUNT_HISTORY_ROUTES: readonly ConsoleRoute[] = [
  route('GET /account/history', (call) => historyPage(call, { userId: call.session.userId })),
  route('GET /clubs/{clubId}/history', (call) => historyPage(call, { clubId: call.found.id })),
];

async function historyPage({ console: { database }, exchange }: Call, of: HistoryOf) {
  // One more than is shown tells whether there is a next page.
  const before = beforeOf(exchange);
  if (before instanceof Refusal) return before;
  const page = { before, limit: PAGE_ENTRIES + 1 };
  const found = await listAccountEntries(database.reads, of, page);
  const entries = found.slice(0, PAGE_ENTRIES);
  const next = found.length > entries.length ? (entries.at(-1)?.id ?? null) : null;
  return { entries, next };
}

/** The entry before which the page begins; `undefined`: the newest. */
function beforeOf(exchange: Exchange): number | undefined | Refusal {
  const text = exchange.query.get('before');
  if (text === null) return undefined;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  return invalid([{ field: 'before', detail: 'must be the `next` of another page' }]);
}
