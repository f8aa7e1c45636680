/** Passkeys of an account, and signing in with one. */
import { formatInstant, formatInstantOrNull } from '../../contract/instant.ts';
import { relyingPartyOf } from '../../domain/accounts/passkey-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import { performAccount, signedIn } from '../../operations/accounts/account-operation.ts';
import { addPasskey, removePasskey } from '../../operations/accounts/sign-in.ts';
import { findOpenPerson } from '../../storage/accounts/accounts.ts';
import { findPasskey, listPasskeys, notePasskeyUse } from '../../storage/accounts/passkeys.ts';
import { type ConsoleRoute, consoleTurn, route } from '../route.ts';
import {
  creationOptions,
  noSuchPasskey,
  passkeyLimit,
  requestOptions,
  verifyAnswer,
  verifyNew,
} from './passkey-ceremonies.ts';
import { startSession } from './start-session.ts';

export const PASSKEY_ROUTES: readonly ConsoleRoute[] = [
  route('GET /account/passkeys', async ({ console: { database }, session: { userId } }) => {
    const rows = await listPasskeys(database.reads, userId);
    return {
      passkeys: rows.map((row) => ({
        id: row.id,
        label: row.label,
        createdAt: formatInstant(row.created_at),
        lastUsedAt: formatInstantOrNull(row.last_used_at),
      })),
    };
  }),
  route('POST /account/passkeys/options', async ({ console, exchange, session: { userId } }) => {
    const { database, settings } = console;
    const party = relyingPartyOf(settings.publicUrl);
    if (party instanceof Refusal) return party;
    const limited = passkeyLimit(console, exchange);
    if (limited) return limited;
    const person = await findOpenPerson(database.reads, userId);
    if (!person) return new Refusal('invalid_credentials', 'The account is closed.');
    return creationOptions(database, party, person, consoleTurn());
  }),
  route(
    'POST /account/passkeys',
    async ({ console: { database, settings }, session: { userId }, read }) => {
      const sent = await read();
      if (sent instanceof Refusal) return sent;
      const { label, response } = sent.value;
      const party = relyingPartyOf(settings.publicUrl);
      if (party instanceof Refusal) return party;
      const made = await verifyNew(database, party, { userId, response, turn: sent.turn });
      if (made instanceof Refusal) return made;
      const added = await performAccount(database, addPasskey, {
        actor: signedIn(userId),
        input: { ...made, label },
        turn: sent.turn,
      });
      if (added instanceof Refusal) return added;
      const { id, createdAt } = added;
      return { id, label, createdAt: formatInstant(createdAt), lastUsedAt: null };
    },
  ),
  route(
    'DELETE /account/passkeys/{passkeyId}',
    async ({ console: { database }, session: { userId }, id }) => {
      return performAccount(database, removePasskey, {
        actor: signedIn(userId),
        input: { id: id('passkeyId') },
        turn: consoleTurn(),
      });
    },
  ),
  route('POST /session/passkey/options', async ({ console, exchange }) => {
    const { database, settings } = console;
    const party = relyingPartyOf(settings.publicUrl);
    if (party instanceof Refusal) return party;
    const limited = passkeyLimit(console, exchange);
    return limited ?? (await requestOptions(database, party, consoleTurn()));
  }),
  route('POST /session/passkey', async ({ console, exchange, read }) => {
    const { database, settings } = console;
    const sent = await read();
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
        // The passkey may have been removed since it was looked up.
        if (!(await findPasskey(tx, passkey.credential_id))) return noSuchPasskey();
        await notePasskeyUse(tx, passkey.id, signCount, Date.now());
        return passkey.user_id;
      },
    });
  }),
];
