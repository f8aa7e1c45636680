/**
 * A person's own account: name, address and language, where they are signed in, and their API keys; and who did what to an
 * account or a club.
 */
import { formatInstant } from '../../contract/instant.ts';
import { HISTORY_PAGE_ENTRIES } from '../../contract/limits.ts';
import { isWithinReach, keyDetail, keyView } from '../../domain/accounts/api-key.ts';
import { emailAddress, judgeEmail } from '../../domain/accounts/email-address.ts';
import { isAlive, isFreshlyProved } from '../../domain/accounts/sessions.ts';
import { readRowId } from '../../domain/event/event-address.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { canonicalLanguage } from '../../domain/text/country-and-language.ts';
import { NO_STORE } from '../../http/answers/cache-control.ts';
import type { Exchange } from '../../http/exchange.ts';
import {
  performAccount,
  performAccountIn,
  signedIn,
} from '../../operations/accounts/account-operation.ts';
import { mintKey, revokeKey } from '../../operations/accounts/keys.ts';
import { editPerson, exportPerson } from '../../operations/accounts/people.ts';
import { endSession } from '../../operations/accounts/sign-in.ts';
import { type HistoryOf, listAccountEntries } from '../../storage/accounts/account-history.ts';
import {
  findKey,
  findOpenPerson,
  listKeys,
  mayMintKeys,
  type OpenPerson,
} from '../../storage/accounts/accounts.ts';
import { listKeyRequests } from '../../storage/accounts/key-uses.ts';
import { listSessions } from '../../storage/accounts/sessions.ts';
import type { Row } from '../../storage/migrations/tables.ts';
import type { Call } from '../permissions.ts';
import { writeOnce } from '../repeats.ts';
import { type ConsoleRoute, consoleTurn, notFound, route } from '../route.ts';
import { removeCookie } from '../sign-in/cookies.ts';
import { personOf } from '../sign-in/start-session.ts';

export const ACCOUNT_ROUTES: readonly ConsoleRoute[] = [
  route('GET /account', async (call) => {
    const person = await ownPerson(call);
    return person instanceof Refusal ? person : personOf(person);
  }),
  route('GET /account/export', async ({ console: { database }, session: { userId } }) => {
    const exported = await exportPerson(database, userId);
    if (exported instanceof Refusal) return exported;
    const headers = {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="running-order-account-${userId}.json"`,
      'cache-control': NO_STORE,
    };
    return { status: 200, headers, body: JSON.stringify(exported, null, 2) };
  }),
  route('PATCH /account', async (call) => {
    const { console, session } = call;
    const sent = await call.read(judge);
    if (sent instanceof Refusal) return sent;
    const { name, ...given } = sent.value;
    const email = given.email && emailAddress(given.email);
    const language = given.language && canonicalLanguage(given.language);
    const { userId } = session;
    const isProved = isFreshlyProved(session, Date.now());
    const edited = await performAccount(console.database, editPerson, {
      actor: signedIn(userId),
      input: { userId, name, email, language, isProved },
      turn: sent.turn,
    });
    if (edited instanceof Refusal) return edited;
    const after = await ownPerson(call);
    return after instanceof Refusal ? after : personOf(after);
  }),
  route(
    'GET /account/sessions',
    async ({ console: { database }, session: { userId, sessionId } }) => {
      const now = Date.now();
      const rows = await listSessions(database.reads, userId);
      const alive = rows.filter((row) =>
        isAlive({ createdAt: row.created_at, lastSeenAt: row.last_seen_at }, now),
      );
      return {
        sessions: alive.map(({ id, device, last_seen_at: lastSeenAt }) => ({
          id,
          device,
          lastSeenAt: formatInstant(lastSeenAt),
          current: id === sessionId,
        })),
      };
    },
  ),
  route(
    'DELETE /account/sessions/{sessionId}',
    async ({ console: { database, cookies }, exchange, session, id }) => {
      const sessionId = id('sessionId');
      const ended = await performAccount(database, endSession, {
        actor: signedIn(session.userId),
        input: { sessionId },
        turn: consoleTurn(),
      });
      if (ended instanceof Refusal) return ended;
      if (sessionId === session.sessionId) {
        exchange.headers['set-cookie'] = removeCookie(cookies.session);
      }
      return undefined;
    },
  ),
  route('GET /account/history', (call) => historyPage(call, { userId: call.session.userId })),
  route('GET /clubs/{clubId}/history', (call) => historyPage(call, { clubId: call.found.id })),
];

async function ownPerson({ console, session }: Call): Promise<OpenPerson | Refusal> {
  const person = await findOpenPerson(console.database.reads, session.userId);
  return person ?? new Refusal('invalid_credentials', 'The account is closed.');
}

function judge(field: string, text: string): string | undefined {
  const isNoLanguage = field === 'language' && canonicalLanguage(text) === undefined;
  return isNoLanguage ? 'must be a BCP 47 tag, such as de or en-GB' : judgeEmail(field, text);
}

async function historyPage({ console: { database }, exchange }: Call, of: HistoryOf) {
  // One more than is shown tells whether there is a next page.
  const before = beforeOf(exchange);
  if (before instanceof Refusal) return before;
  const page = { before, limit: HISTORY_PAGE_ENTRIES + 1 };
  const found = await listAccountEntries(database.reads, of, page);
  const entries = found.slice(0, HISTORY_PAGE_ENTRIES);
  const next = found.length > entries.length ? (entries.at(-1)?.id ?? null) : null;
  return { entries, next };
}

/** The id of the entry before which the page begins; `undefined` for the newest page. */
function beforeOf(exchange: Exchange): number | undefined | Refusal {
  const text = exchange.query.get('before');
  if (text === null) return undefined;
  return (
    readRowId(text) ?? invalid([{ field: 'before', detail: 'must be the `next` of another page' }])
  );
}

export const KEY_ROUTES: readonly ConsoleRoute[] = [
  route('GET /account/keys', async ({ console: { database }, session: { userId } }) => {
    const [rows, mayMint] = await Promise.all([
      listKeys(database.reads, userId),
      mayMintKeys(database.reads, userId),
    ]);
    return { keys: rows.map(keyView), mayMint };
  }),
  // The key is in the answer, and nowhere else.
  route('POST /account/keys', async (call) => {
    const { userId } = call.session;
    const form = await call.read();
    if (form instanceof Refusal) return form;
    const { label } = form.value;
    const minted = await writeOnce(call, form, (tx) =>
      performAccountIn(tx, mintKey, signedIn(userId), { userId, label }),
    );
    if (minted instanceof Refusal) return minted;
    const { key, keyPrefix, createdAt } = minted;
    return { key, keyPrefix, label, createdAt: formatInstant(createdAt) };
  }),
  route('GET /account/keys/{keyPrefix}', async (call) => {
    const key = await findOwnKey(call);
    if (key instanceof Refusal) return key;
    const requests = await listKeyRequests(call.console.database.reads, key.id);
    return keyDetail(key, requests);
  }),
  // Needs no fresh proof, because it may be urgent.
  route('DELETE /account/keys/{keyPrefix}', async (call) => {
    const key = await findOwnKey(call);
    if (key instanceof Refusal) return key;
    return performAccount(call.console.database, revokeKey, {
      actor: signedIn(call.session.userId),
      input: { keyPrefix: key.key_prefix },
      turn: consoleTurn(),
    });
  }),
];

async function findOwnKey({
  console: { database },
  exchange: { params },
  session: { userId },
}: Call): Promise<Row<'api_keys'> | Refusal> {
  const { keyPrefix = '' } = params;
  const key = keyPrefix.includes('\0') ? undefined : await findKey(database.reads, keyPrefix);
  return key && isWithinReach(key, userId) ? key : notFound('key');
}
