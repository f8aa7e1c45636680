/** A person's own API keys. */
import {
  type KeyDetail,
  type KeyList,
  KeyWrite,
  type MintedKey,
} from '../contract/console/keys.ts';
import { formatInstant } from '../contract/instant.ts';
import { isWithinReach } from '../domain/key-rules.ts';
import { keyView } from '../domain/key-view.ts';
import { Refusal } from '../domain/refusal.ts';
import {
  performAccount,
  performAccountIn,
  signedIn as personSignedIn,
} from '../operations/account-operation.ts';
import { mintKey, revokeKey } from '../operations/keys.ts';
import { findKey, listKeys, mayMintKeys } from '../storage/accounts.ts';
import { listKeyRequests } from '../storage/key-requests.ts';
import type { Write } from '../storage/database.ts';
import type { Row } from '../storage/tables.ts';
import { makeOnce } from './repeats.ts';
import { type Call, consoleTurn, done, json, notFound, readForm, signedIn } from './route.ts';

/** GET /account/keys: newest first */
export const getKeys = signedIn({
  method: 'GET',
  path: '/account/keys',
  handle: async ({ console: { database }, session: { userId } }) => {
    const [rows, mayMint] = await Promise.all([
      listKeys(database.reads, userId),
      mayMintKeys(database.reads, userId),
    ]);
    const list: KeyList = { keys: rows.map(keyView), mayMint };
    return json(list);
  },
});

/** POST /account/keys: the key is in the answer, and nowhere else. */
export const postKey = signedIn({
  method: 'POST',
  path: '/account/keys',
  needsProof: true,
  find: async ({ console: { database }, session: { userId } }) => {
    if (await mayMintKeys(database.reads, userId)) return undefined;
    const detail = 'Keys are for those who manage the schedules of a club: ask an admin of it.';
    return new Refusal('forbidden', detail);
  },
  handle: async (call) => {
    const { console, exchange, session } = call;
    const { userId } = session;
    const form = await readForm(exchange, KeyWrite);
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
    const answer: MintedKey = { key, keyPrefix, label, createdAt: formatInstant(createdAt) };
    return json(answer, 201);
  },
});

const KEY_PATH = '/account/keys/:keyPrefix';

/** GET /account/keys/{keyPrefix}: with its last requests */
export const getKey = signedIn({
  method: 'GET',
  path: KEY_PATH,
  find: findOwnKey,
  handle: async ({ console: { database } }, key) => {
    const requests = await listKeyRequests(database.reads, key.id);
    const answer: KeyDetail = {
      ...keyView(key),
      requests: requests.map(({ at, operation, event_id: eventId, status, code }) => ({
        at: formatInstant(at),
        operation,
        eventId,
        status,
        code,
      })),
    };
    return json(answer);
  },
});

/** DELETE /account/keys/{keyPrefix}: at once, and without a proof, because it may be urgent */
export const deleteKey = signedIn({
  method: 'DELETE',
  path: KEY_PATH,
  find: findOwnKey,
  handle: async ({ console: { database }, session: { userId } }, { key_prefix: keyPrefix }) => {
    const actor = personSignedIn(userId);
    const turn = consoleTurn();
    const revoked = await performAccount(database, revokeKey, {
      actor,
      input: { keyPrefix },
      turn,
    });
    return revoked instanceof Refusal ? revoked : done();
  },
});

async function findOwnKey({
  console: { database },
  exchange: { params },
  session: { userId },
}: Call): Promise<Row<'api_keys'> | Refusal> {
  const { keyPrefix = '' } = params;
  const key = keyPrefix.includes('\0') ? undefined : await findKey(database.reads, keyPrefix);
  return key && isWithinReach(key, userId) ? key : notFound('key');
}
