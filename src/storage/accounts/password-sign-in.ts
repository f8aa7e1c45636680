/**
 * What signing in with a password needs: what is stored of passwords, which no other query reads; failed sign-ins in a
 * row, by whose they are (an account, a network, or a browser); and
 * browsers that have signed in to an account before.
 */
import { knownSince } from '../../domain/accounts/sessions.ts';
import { FAILURE_MILLIS, type Failures } from '../../domain/accounts/throttle.ts';
import type { Queries, Write } from '../engine/database.ts';
import { findsAny } from '../engine/rows.ts';

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

/** The failures of each subject; those that have none are left out. */
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

/** Stores the failures of subjects in place of those that they had. */
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

/** Forgets the failures of some subjects. */
export async function clearFailures(tx: Write, subjects: readonly string[]): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('subject', 'in', subjects).execute();
}

/** Of accounts, networks and browsers together; some 10 MB. The oldest are forgotten. */
const MAX_SUBJECTS = 50_000;

/** Forgets old failures, and the oldest of too many. */
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

/** Whether a browser is known to an account. @param since when it signed in at the earliest */
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

/** Gives a browser another token; the accounts that know it go on to know it. */
export async function renewBrowser(tx: Write, oldHash: string, newHash: string): Promise<void> {
  await tx
    .updateTable('known_browsers')
    .set({ token_hash: newHash })
    .where('token_hash', '=', oldHash)
    .execute();
}

/** Notes that a browser has signed in to an account, which knows only so many: the oldest are forgotten. */
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

/** Forgets browsers that have not signed in for so long that no account knows them any more. */
export async function forgetOldBrowsers(tx: Write, now: number): Promise<void> {
  await tx.deleteFrom('known_browsers').where('created_at', '<=', knownSince(now)).execute();
}

/** An account forgets all browsers. */
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
