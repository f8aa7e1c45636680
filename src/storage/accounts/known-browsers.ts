/** Browsers that have signed in to an account before. */
import type { Queries, Write } from '../engine/database.ts';

/** Whether a browser is known to an account. @param since when it signed in at the earliest */
export async function isKnownBrowser(
  db: Queries,
  { userId, tokenHash, since }: { userId: number; tokenHash: string; since: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('known_browsers')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .select('user_id')
    .executeTakeFirst();
  return row !== undefined;
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

/** An account forgets all browsers. */
export async function forgetBrowsers(tx: Write, userId: number): Promise<void> {
  await tx.deleteFrom('known_browsers').where('user_id', '=', userId).execute();
}
