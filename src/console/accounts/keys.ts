/** A person's own API keys. */
import { formatInstant } from '../../contract/instant.ts';
import { isWithinReach } from '../../domain/accounts/key-rules.ts';
import { keyDetail, keyView } from '../../domain/accounts/key-view.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  performAccount,
  performAccountIn,
  signedIn as personSignedIn,
} from '../../operations/accounts/account-operation.ts';
import { mintKey, revokeKey } from '../../operations/accounts/keys.ts';
import { findKey, listKeys, mayMintKeys } from '../../storage/accounts/accounts.ts';
import { listKeyRequests } from '../../storage/accounts/key-requests.ts';
import type { Write } from '../../storage/engine/database.ts';
import type { Row } from '../../storage/migrations/tables.ts';
import { makeOnce } from '../repeats.ts';
import { type ConsoleRoute, consoleTurn, notFound, route } from '../route.ts';
import type { Call } from '../who.ts';

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
    const { console, session } = call;
    const { userId } = session;
    const form = await call.read();
    if (form instanceof Refusal) return form;
    const { value, turn } = form;
    const { label } = value;
    const mint = (tx: Write) =>
      makeOnce(tx, call, value, () =>
        performAccountIn(tx, mintKey, personSignedIn(userId), { userId, label }),
      );
    const minted = await console.database.write(mint, { turn });
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
  // Without a proof, because it may be urgent.
  route('DELETE /account/keys/{keyPrefix}', async (call) => {
    const key = await findOwnKey(call);
    if (key instanceof Refusal) return key;
    return performAccount(call.console.database, revokeKey, {
      actor: personSignedIn(call.session.userId),
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
