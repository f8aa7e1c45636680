/**
 * What signing in with a password needs: the hashes of passwords; failed sign-ins in a row by subject (an account, a
 * network, or a browser); and the browsers that have signed in to an account before.
 */
import { knownSince } from '../../domain/accounts/sessions.ts';
import { FAILURE_MILLIS, type Failures } from '../../domain/accounts/throttle.ts';
import type { Queries, Write } from '../engine/database.ts';
import { findsAny } from '../engine/rows.ts';

export interface Credentials {
  userId: number;
  email: string | null;
  /** Written by `hashPassword`; `null`: there is no password. */
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

/** The failures of these subjects, by subject; subjects without any are left out. */
export async function findFailures(
  db: Queries,
  subjects: readonly string[],
): Promise<Map<string, Failures>> {
  const rows = await db
    .selectFrom('sign_in_failures')
    .where('subject', 'in', subjects)
    .selectAll()
    .execute();
  return new Map(
    rows.map((row) => [row.subject, { count: row.failures, lastAt: row.last_at }] as const),
  );
}

/** Stores the failures of subjects, and replaces those stored before. */
export async function saveFailures(
  tx: Write,
  subjects: readonly { name: string; failures: Failures }[],
): Promise<void> {
  await tx
    .insertInto('sign_in_failures')
    .values(
      subjects.map(({ name, failures: { count, lastAt } }) => ({
        subject: name,
        failures: count,
        last_at: lastAt,
      })),
    )
    .onConflict((is) =>
      is.column('subject').doUpdateSet((row) => ({
        failures: row.ref('excluded.failures'),
        last_at: row.ref('excluded.last_at'),
      })),
    )
    .execute();
}

/** Deletes the failures of these subjects. */
export async function clearFailures(tx: Write, subjects: readonly string[]): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('subject', 'in', subjects).execute();
}

/** The maximum number of accounts, networks and browsers together, which take some 10 MB. The oldest are deleted. */
const MAX_SUBJECTS = 50_000;

/** Deletes old failures, and the oldest if there are more than `MAX_SUBJECTS`. @param now epoch milliseconds */
export async function forgetOldFailures(tx: Write, now: number): Promise<void> {
  const before = now - FAILURE_MILLIS;
  const oldest = await tx
    .selectFrom('sign_in_failures')
    .orderBy('last_at', 'desc')
    .offset(MAX_SUBJECTS)
    .limit(1)
    .select('last_at')
    .executeTakeFirst();
  const limit = Math.max(before, oldest?.last_at ?? before);
  await tx.deleteFrom('sign_in_failures').where('last_at', '<=', limit).execute();
}

/** Whether a browser has signed in to an account. @param since epoch milliseconds; earlier sign-ins do not count */
export function isKnownBrowser(
  db: Queries,
  { userId, tokenHash, since }: { userId: number; tokenHash: string; since: number },
): Promise<boolean> {
  return findsAny(
    db
      .selectFrom('known_browsers')
      .where('token_hash', '=', tokenHash)
      .where('user_id', '=', userId)
      .where('created_at', '>', since)
      .select('user_id'),
  );
}

/** Gives a browser another token; it stays known to the same accounts. */
export async function renewBrowser(tx: Write, oldHash: string, newHash: string): Promise<void> {
  await tx
    .updateTable('known_browsers')
    .set({ token_hash: newHash })
    .where('token_hash', '=', oldHash)
    .execute();
}

/** Stores that a browser has signed in to an account. Only the last `keep` browsers of an account are stored. */
export async function noteBrowser(
  tx: Write,
  { userId, tokenHash, now }: { userId: number; tokenHash: string; now: number },
  keep: number,
): Promise<void> {
  const own = () => tx.deleteFrom('known_browsers').where('user_id', '=', userId);
  await own().where('token_hash', '=', tokenHash).execute();
  await tx
    .insertInto('known_browsers')
    .values({ token_hash: tokenHash, user_id: userId, created_at: now })
    .execute();
  await own()
    .where((is) =>
      is(
        'token_hash',
        'not in',
        is
          .selectFrom('known_browsers')
          .where('user_id', '=', userId)
          .orderBy('created_at', 'desc')
          .orderBy('token_hash')
          .limit(keep)
          .select('token_hash'),
      ),
    )
    .execute();
}

/** Deletes browsers whose last sign-in is so long ago that they are not known any more (`knownSince`). */
export async function forgetOldBrowsers(tx: Write, now: number): Promise<void> {
  await tx.deleteFrom('known_browsers').where('created_at', '<=', knownSince(now)).execute();
}

/** Deletes all known browsers of an account. */
export async function forgetBrowsers(tx: Write, userId: number): Promise<void> {
  await tx.deleteFrom('known_browsers').where('user_id', '=', userId).execute();
}

const PURGE_MILLIS = 60_000;

export class FailurePurge {
  /** In epoch milliseconds. */
  private purgedAt = 0;

  /** @param now epoch milliseconds */
  async purgeIfDue(tx: Write, now: number): Promise<void> {
    if (Math.abs(now - this.purgedAt) < PURGE_MILLIS) return;
    this.purgedAt = now;
    await forgetOldFailures(tx, now);
  }
}
