/** A fresh proof of who one is, by somebody who is signed in (console, "Fresh proof"). */
import type { Turn } from '../../concurrency/turn-queue.ts';
import type { PasskeyAnswer } from '../../contract/console/sign-in.ts';
import { relyingPartyOf } from '../../domain/accounts/passkey-rules.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { findPasskey, notePasskeyUse } from '../../storage/accounts/passkeys.ts';
import { noteProof } from '../../storage/accounts/sessions.ts';
import type { Write } from '../../storage/engine/database.ts';
import { type ConsoleRoute, consoleTurn, route } from '../route.ts';
import type { Call } from '../who.ts';
import { tryOwnPassword } from './attempts.ts';
import { noSuchPasskey, passkeyLimit, verifyAnswer } from './passkey-ceremonies.ts';

export const PROOF_ROUTES: readonly ConsoleRoute[] = [
  route('POST /session/proof', async (call) => {
    const sent = await call.read();
    if (sent instanceof Refusal) return sent;
    const { value, turn } = sent;
    const { password, passkey } = value;
    if ((password === undefined) === (passkey === undefined)) return oneIsNeeded();
    const proved =
      password !== undefined
        ? await byPassword(call, password, turn)
        : await byPasskey(call, passkey as PasskeyAnswer, turn);
    if (proved instanceof Refusal) return proved;
    const { console, session } = call;
    const refusal = await console.database.write(
      async (tx) => {
        const objection = await proved(tx);
        if (objection) return objection;
        return noteProof(tx, session.sessionId, Date.now());
      },
      { turn: consoleTurn() },
    );
    return refusal instanceof Refusal ? refusal : undefined;
  }),
];

/** What is to be done in the transaction that notes the proof. @returns why it does not hold any more */
type Proved = (tx: Write) => Promise<Refusal | undefined>;

async function byPassword(
  { console, exchange, session }: Call,
  password: string,
  turn: Turn,
): Promise<Proved | Refusal> {
  const attempt = await tryOwnPassword(console, exchange, session, { password, turn });
  if (attempt instanceof Refusal) return attempt;
  if (!attempt.isRight) return new Refusal('invalid_credentials', 'The password is not right.');
  return async (tx) => {
    await attempt.succeed(tx);
    return undefined;
  };
}

async function byPasskey(
  { console, exchange, session }: Call,
  answer: PasskeyAnswer,
  turn: Turn,
): Promise<Proved | Refusal> {
  const { database, settings } = console;
  const limited = passkeyLimit(console, exchange);
  if (limited) return limited;
  const party = relyingPartyOf(settings.publicUrl);
  if (party instanceof Refusal) return party;
  const verified = await verifyAnswer(database, party, { response: answer, turn });
  if (verified instanceof Refusal) return verified;
  const { passkey, signCount } = verified;
  if (passkey.user_id !== session.userId) return noSuchPasskey();
  return async (tx) => {
    if (!(await findPasskey(tx, passkey.credential_id))) return noSuchPasskey();
    await notePasskeyUse(tx, passkey.id, signCount, Date.now());
    return undefined;
  };
}

function oneIsNeeded(): Refusal {
  return invalid([{ field: 'password', detail: 'is required, or passkey, but not both' }]);
}
