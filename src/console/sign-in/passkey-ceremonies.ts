/**
 * What passkeys need besides a table: challenges that are used once, a limit of attempts, and the checks of WebAuthn by
 * `@simplewebauthn/server`. That is loaded on first use, because loading it takes longer than the rest of the service.
 */
import type { Turn } from '../../concurrency/turn-queue.ts';
import type { NewPasskey, PasskeyAnswer } from '../../contract/console/sign-in.ts';
import {
  CHALLENGE_MILLIS,
  type RelyingParty,
  userHandle,
} from '../../domain/accounts/passkey-rules.ts';
import { newToken } from '../../domain/accounts/sessions.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { Exchange } from '../../http/exchange.ts';
import {
  findPasskey,
  insertChallenge,
  listPasskeys,
  takeChallenge,
} from '../../storage/accounts/passkeys.ts';
import type { Database } from '../../storage/engine/database.ts';
import type { Row } from '../../storage/migrations/tables.ts';
import type { Console } from '../console.ts';

const library = () => import('@simplewebauthn/server');

/** Challenges that wait for their answer, of all browsers; the oldest are forgotten. */
const MAX_CHALLENGES = 10_000;

/** EdDSA, ES256 and RS256: what devices have. */
const ALGORITHMS = [-8, -7, -257];

/** The options for the browser of a person who adds a passkey. */
export async function creationOptions(
  database: Database,
  party: RelyingParty,
  person: { id: number; name: string; email: string | null },
  turn: Turn,
) {
  const { generateRegistrationOptions } = await library();
  const known = await listPasskeys(database.reads, person.id);
  return generateRegistrationOptions({
    rpName: 'Running Order',
    rpID: party.id,
    userID: userHandle(party, person.id),
    userName: person.email ?? person.name,
    userDisplayName: person.name,
    challenge: await newChallenge(database, person.id, turn),
    timeout: CHALLENGE_MILLIS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The options for the browser of somebody who signs in; it is not known yet who that is. */
export async function requestOptions(database: Database, party: RelyingParty, turn: Turn) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await newChallenge(database, null, turn),
    timeout: CHALLENGE_MILLIS,
    userVerification: 'required',
  });
}

/** Checks a passkey that a browser has made for a person. @returns the columns of its row that this gives; or 422 */
export async function verifyNew(
  database: Database,
  party: RelyingParty,
  { userId, response, turn }: { userId: number; response: NewPasskey; turn: Turn },
) {
  const expectedChallenge = await challengeIn(database, { response, userId, turn });
  if (expectedChallenge === undefined) return notAskedFor();
  const { verifyRegistrationResponse } = await library();
  const verified = await orNothing(() =>
    verifyRegistrationResponse({
      response: asSent(response),
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified?.verified) return notAskedFor();
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    sign_count: counter,
    transports: JSON.stringify(response.response.transports ?? []),
  };
}

/** Checks the answer of a passkey. @returns the passkey with the new counter of its device; or 401 */
export async function verifyAnswer(
  database: Database,
  party: RelyingParty,
  { response, turn }: { response: PasskeyAnswer; turn: Turn },
): Promise<{ passkey: Row<'passkeys'>; signCount: number } | Refusal> {
  const expectedChallenge = await challengeIn(database, { response, userId: null, turn });
  const passkey = await findPasskey(database.reads, response.id);
  if (expectedChallenge === undefined || !passkey) return noSuchPasskey();
  const { userHandle: handle } = response.response;
  if (handle !== undefined && !userHandle(party, passkey.user_id).equals(bytes(handle))) {
    return noSuchPasskey();
  }
  const { verifyAuthenticationResponse } = await library();
  const verified = await orNothing(() =>
    verifyAuthenticationResponse({
      response: asSent(response),
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: bytes(passkey.public_key),
        counter: passkey.sign_count,
      },
    }),
  );
  if (!verified?.verified) return noSuchPasskey();
  return { passkey, signCount: verified.authenticationInfo.newCounter };
}

async function newChallenge(
  database: Database,
  userId: number | null,
  turn: Turn,
): Promise<Buffer<ArrayBuffer>> {
  const challenge = newToken();
  const now = Date.now();
  const row = { challenge, user_id: userId, expires_at: now + CHALLENGE_MILLIS };
  await database.write((tx) => insertChallenge(tx, row, { now, keep: MAX_CHALLENGES }), { turn });
  return bytes(challenge);
}

interface Answered {
  response: NewPasskey | PasskeyAnswer;
  /** To whom the challenge was issued; `null`: to somebody who signs in. */
  userId: number | null;
  turn: Turn;
}

/** The challenge that an answer names, if it was issued to this person; it is marked as used. */
async function challengeIn(
  database: Database,
  { response, userId, turn }: Answered,
): Promise<string | undefined> {
  const { clientDataJSON } = response.response;
  const data = await orNothing(() => JSON.parse(bytes(clientDataJSON).toString()));
  const challenge: unknown = data?.challenge;
  if (typeof challenge !== 'string' || !/^[\w-]{43}$/.test(challenge)) return undefined;
  const now = Date.now();
  const isTaken = await database.write((tx) => takeChallenge(tx, { challenge, userId, now }), {
    turn,
  });
  return isTaken ? challenge : undefined;
}

/** `undefined` where the check throws, as the library does for an answer that is not valid. */
async function orNothing<Result>(
  check: () => Result | Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}

/** Adds what the types of the library require, although its checks do not need it. */
function asSent<Response extends NewPasskey | PasskeyAnswer>(response: Response) {
  return { ...response, clientExtensionResults: {} } as Response & {
    type: 'public-key';
    clientExtensionResults: object;
    response: Response['response'] & { transports?: never[] };
  };
}

function descriptorOf({ credential_id: id, transports }: Row<'passkeys'>) {
  return { id, transports: JSON.parse(transports) as string[] };
}

function bytes(base64url: string): Buffer<ArrayBuffer> {
  return Buffer.from(base64url, 'base64url');
}

/** The same whatever is wrong with an answer, so that nobody learns which passkeys there are. */
export function noSuchPasskey(): Refusal {
  return new Refusal('invalid_credentials', 'The passkey does not open this account: try again.');
}

/** 422 for a new passkey that is refused; not 401, because the session is still valid. */
function notAskedFor(): Refusal {
  const detail = 'is no passkey that this service asked for just now: try again';
  return invalid([{ field: 'response', detail }]);
}

/** Counts one use for the address of a request. @returns 429 where that is over the limit */
export function passkeyLimit(
  { passkeyUses, settings }: Console,
  exchange: Exchange,
): Refusal | undefined {
  return passkeyUses.objection(
    exchange,
    settings.trustedProxies,
    (limit) => `Passkeys may be used ${limit} times in 60 seconds from one address.`,
  );
}
