/** Passkeys, and the challenges that browsers have not answered yet. */
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

/** Stores a use of a passkey. @param signCount the counter of its device */
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

/** Removes a passkey of a person. @returns its label; `undefined` if there was no such passkey */
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

/** Stores a challenge; deletes the expired ones, and the oldest if there are more than `keep`. */
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
 * Deletes a challenge that a browser has answered, so that it works only once.
 *
 * @param userId the person who was given it; `null` if it was given to nobody in particular
 * @returns whether the challenge was valid: given to this person, not expired, and not used before
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
