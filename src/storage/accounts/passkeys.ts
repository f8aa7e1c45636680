/** Passkeys, and the challenges that browsers have yet to answer. */
import type { Queries, Write } from '../engine/database.ts';
import { findsAny, insertOne } from '../engine/rows.ts';
import type { NewRow, Row } from '../migrations/tables.ts';

/** The passkeys of a person, oldest first. */
export function listPasskeys(db: Queries, userId: number): Promise<Row<'passkeys'>[]> {
  return db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .orderBy('id')
    .selectAll()
    .execute();
}

/** A passkey of a person whose account is open. */
export async function findPasskey(
  db: Queries,
  credentialId: string,
): Promise<Row<'passkeys'> | undefined> {
  return db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('p.credential_id', '=', credentialId)
    .where('u.closed_at', 'is', null)
    .selectAll('p')
    .executeTakeFirst();
}

/** @returns the id of the passkey */
export function insertPasskey(tx: Write, passkey: NewRow<'passkeys'>): Promise<number> {
  return insertOne(tx, 'passkeys', passkey);
}

/** Notes that a passkey was used. @param signCount as its device counts */
export async function notePasskeyUse(
  tx: Write,
  id: number,
  signCount: number,
  now: number,
): Promise<void> {
  await tx
    .updateTable('passkeys')
    .set({ sign_count: signCount, last_used_at: now })
    .where('id', '=', id)
    .execute();
}

/** Removes a passkey of a person. @returns its label; nothing where there was no such passkey */
export async function deletePasskey(
  tx: Write,
  userId: number,
  id: number,
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('label')
    .executeTakeFirst();
  return row?.label;
}

/** Stores a challenge; forgets those that have ended, and the oldest of more than so many. */
export async function insertChallenge(
  tx: Write,
  challenge: NewRow<'passkey_challenges'>,
  { now, keep }: { now: number; keep: number },
): Promise<void> {
  const oldest = await tx
    .selectFrom('passkey_challenges')
    .orderBy('expires_at', 'desc')
    .offset(keep)
    .limit(1)
    .select('expires_at')
    .executeTakeFirst();
  await tx
    .deleteFrom('passkey_challenges')
    .where('expires_at', '<=', Math.max(now, oldest?.expires_at ?? now))
    .execute();
  await tx.insertInto('passkey_challenges').values(challenge).execute();
}

/**
 * Uses a challenge up.
 *
 * @param userId whose it is; `null` where it was given to nobody in particular
 * @returns whether it was given, lately, and never used
 */
export function takeChallenge(
  tx: Write,
  { challenge, userId, now }: { challenge: string; userId: number | null; now: number },
): Promise<boolean> {
  return findsAny(
    tx
      .deleteFrom('passkey_challenges')
      .where('challenge', '=', challenge)
      .where('user_id', userId === null ? 'is' : '=', userId)
      .where('expires_at', '>', now)
      .returning('challenge'),
  );
}
