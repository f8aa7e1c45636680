/** Passkeys of an account, and signing in with one. */
import type { PasskeyItem, PasskeyList } from '../contract/console/account.ts';
import { PasskeySignIn, PasskeyWrite } from '../contract/console/passkeys.ts';
import { formatInstant } from '../contract/instant.ts';
import { relyingPartyOf } from '../domain/passkey-rules.ts';
import { Refusal } from '../domain/refusal.ts';
import { performAccount, signedIn as asPerson } from '../operations/account-operation.ts';
import { addPasskey, removePasskey } from '../operations/passkeys.ts';
import { findOpenPerson } from '../storage/accounts.ts';
import { findPasskey, listPasskeys, notePasskeyUse } from '../storage/passkeys.ts';
import {
  creationOptions,
  requestOptions,
  noSuchPasskey,
  verifyAnswer,
  verifyNew,
} from './passkey-ceremonies.ts';
import { passkeyLimit } from './passkey-limit.ts';
import { consoleTurn, done, idOf, json, open, readForm, signedIn } from './route.ts';
import { startSession } from './start-session.ts';

/** GET /account/passkeys */
export const getPasskeys = signedIn({
  method: 'GET',
  path: '/account/passkeys',
  handle: async ({ console: { database }, session: { userId } }) => {
    const rows = await listPasskeys(database.reads, userId);
    const list: PasskeyList = {
      passkeys: rows.map((row) => ({
        id: row.id,
        label: row.label,
        createdAt: formatInstant(row.created_at),
        lastUsedAt: row.last_used_at === null ? null : formatInstant(row.last_used_at),
      })),
    };
    return json(list);
  },
});

/** POST /account/passkeys/options: what the browser is asked for a new one. */
export const postPasskeyOptions = signedIn({
  method: 'POST',
  path: '/account/passkeys/options',
  needsProof: true,
  handle: async ({ console, exchange, session: { userId } }) => {
    const { database, settings } = console;
    const party = relyingPartyOf(settings.publicUrl);
    if (party instanceof Refusal) return party;
    const limited = passkeyLimit(console, exchange);
    if (limited) return limited;
    const person = await findOpenPerson(database.reads, userId);
    if (!person) return new Refusal('invalid_credentials', 'The account is closed.');
    return json(await creationOptions(database, party, person, consoleTurn()));
  },
});

/** POST /account/passkeys */
export const postPasskey = signedIn({
  method: 'POST',
  path: '/account/passkeys',
  needsProof: true,
  handle: async ({ console: { database, settings }, exchange, session: { userId } }) => {
    const sent = await readForm(exchange, PasskeyWrite);
    if (sent instanceof Refusal) return sent;
    const { label, response } = sent.value;
    const party = relyingPartyOf(settings.publicUrl);
    if (party instanceof Refusal) return party;
    const made = await verifyNew(database, party, { userId, response, turn: sent.turn });
    if (made instanceof Refusal) return made;
    const added = await performAccount(database, addPasskey, {
      actor: asPerson(userId),
      input: { ...made, label },
      turn: sent.turn,
    });
    if (added instanceof Refusal) return added;
    const { id, createdAt } = added;
    const item = { id, label, createdAt: formatInstant(createdAt), lastUsedAt: null };
    return json(item satisfies PasskeyItem, 201);
  },
});

/** DELETE /account/passkeys/{id} */
export const deletePasskey = signedIn({
  method: 'DELETE',
  path: '/account/passkeys/:passkeyId',
  handle: async ({ console: { database }, exchange, session: { userId } }) => {
    const refusal = await performAccount(database, removePasskey, {
      actor: asPerson(userId),
      input: { id: idOf(exchange, 'passkeyId') },
      turn: consoleTurn(),
    });
    return refusal instanceof Refusal ? refusal : done();
  },
});

/** POST /session/passkey/options: what the browser of somebody is asked who signs in. */
export const postSessionPasskeyOptions = open(
  'POST',
  '/session/passkey/options',
  async (console, exchange) => {
    const { database, settings } = console;
    const party = relyingPartyOf(settings.publicUrl);
    if (party instanceof Refusal) return party;
    const limited = passkeyLimit(console, exchange);
    return limited ?? json(await requestOptions(database, party, consoleTurn()));
  },
);

/** POST /session/passkey: signs in. */
export const postSessionPasskey = open('POST', '/session/passkey', async (console, exchange) => {
  const { database, settings } = console;
  const sent = await readForm(exchange, PasskeySignIn);
  if (sent instanceof Refusal) return sent;
  const party = relyingPartyOf(settings.publicUrl);
  if (party instanceof Refusal) return party;
  const limited = passkeyLimit(console, exchange);
  if (limited) return limited;
  const { response } = sent.value;
  const answered = await verifyAnswer(database, party, { response, turn: sent.turn });
  if (answered instanceof Refusal) return answered;
  const { passkey, signCount } = answered;
  return startSession(console, exchange, {
    beganWith: 'passkey',
    admit: async (tx) => {
      // It may have been removed since it was looked up.
      if (!(await findPasskey(tx, passkey.credential_id))) return noSuchPasskey();
      await notePasskeyUse(tx, passkey.id, signCount, Date.now());
      return passkey.user_id;
    },
  });
});
