/** What the demo and the sandbox need before there can be an event: a person, a club, keys. */
import { MAX_LIVE_KEYS } from '../../contract/limits.ts';
import { hashPassword } from '../../domain/accounts/passwords.ts';
import { newToken } from '../../domain/accounts/sessions.ts';
import { Refusal } from '../../domain/refusal.ts';
import { performAccountIn } from '../../operations/accounts/account-operation.ts';
import { addClub, changeRole } from '../../operations/accounts/clubs.ts';
import { mintKey, revokeKey } from '../../operations/accounts/keys.ts';
import { addPerson, editPerson } from '../../operations/accounts/people.ts';
import { changePassword } from '../../operations/accounts/sign-in.ts';
import { listKeys } from '../../storage/accounts/accounts.ts';
import type { Database, Write } from '../../storage/engine/database.ts';
import { accountActorHere } from '../accounts/perform-account.ts';

/** 96 random bits in base64url. */
const PASSWORD_LENGTH = 16;

interface TrialOffice {
  person: string;
  email: string;
  club: string;
}

/** Adds an operator, who is the admin of a new club. */
export async function addTrialOffice(
  tx: Write,
  { person: name, email, club }: TrialOffice,
): Promise<{ userId: number; clubId: number }> {
  const actor = accountActorHere();
  const person = { name, email, isOperator: true };
  const userId = unwrapResult(await performAccountIn(tx, addPerson, actor, person));
  const clubId = unwrapResult(await performAccountIn(tx, addClub, actor, { name: club }));
  const member = { userId, clubId, role: 'admin' } as const;
  unwrapResult(await performAccountIn(tx, changeRole, actor, member));
  return { userId, clubId };
}

/** Makes a key. Only hashes are stored, so each start needs a new one: the oldest ones are revoked to make room. */
export async function mintTrialKey(tx: Write, userId: number, label: string): Promise<string> {
  const actor = accountActorHere();
  const live = (await listKeys(tx, userId)).filter(({ revoked_at }) => revoked_at === null);
  for (const { key_prefix: keyPrefix } of live.slice(MAX_LIVE_KEYS - 1)) {
    await performAccountIn(tx, revokeKey, actor, { keyPrefix });
  }
  return unwrapResult(await performAccountIn(tx, mintKey, actor, { userId, label })).key;
}

/** Makes sure that the person can sign in to the console, and run it. @returns a new password */
export async function giveTrialPassword(
  database: Database,
  userId: number,
  email: string,
): Promise<string> {
  const password = newToken().slice(0, PASSWORD_LENGTH);
  const passwordHash = hashPassword(password);
  const actor = accountActorHere();
  await database.write(async (tx) => {
    const facts = { userId, email, isOperator: true };
    unwrapResult(await performAccountIn(tx, editPerson, actor, facts));
    const change = { userId, passwordHash, sessionId: null };
    unwrapResult(await performAccountIn(tx, changePassword, actor, change));
  });
  return password;
}

/** Returns the result. A refusal is a bug, because a database that was empty refuses nothing of this. @throws Error */
export function unwrapResult<Result>(result: Result | Refusal): Result {
  if (result instanceof Refusal) throw new Error(`the regatta to try out: ${result.detail}`);
  return result;
}

/** A signal that is aborted when the process is told to stop. */
export function untilStopped(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  return ending.signal;
}
