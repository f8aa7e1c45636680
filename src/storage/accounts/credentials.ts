/** What is stored of the passwords of people; no other query reads it. */
import type { Queries, Write } from '../engine/database.ts';

export interface Credentials {
  userId: number;
  email: string | null;
  /** As `hashPassword` wrote it; `null` where there is no password. */
  passwordHash: string | null;
}

/** The credentials of a person, unless the account is closed. */
export async function findCredentials(
  db: Queries,
  by: { email: string } | { userId: number },
): Promise<Credentials | undefined> {
  const open = db.selectFrom('users').where('closed_at', 'is', null);
  const one = 'email' in by ? open.where('email', '=', by.email) : open.where('id', '=', by.userId);
  return one.select(['id as userId', 'email', 'password_hash as passwordHash']).executeTakeFirst();
}

/** Stores the hash of a new password. */
export async function setPasswordHash(
  tx: Write,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute();
}
