/**
 * Writes the embedded database's file anew, while it is in use. What SQLite deletes or replaces stays in free parts of
 * its pages, in pages that are free, and in the log beside the file, until something else happens to be written there.
 */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { runInThread } from '../../concurrency/run-in-thread.ts';
import { isBusy } from './connection.ts';

const THIS = new URL(import.meta.url);

/**
 * Rewrites the file in a thread, because a large one takes seconds; meanwhile writes wait, and reads do not.
 *
 * @param path of the database's file
 * @returns whether the file is rewritten and its log empty; false where others kept it busy for a minute, and where it
 *   could not be, as on a disk without space for a second copy: what was erased is erased all the same
 */
export function rewriteFile(path: string): Promise<boolean> {
  return runInThread<typeof rewriteAndEmptyLog>(THIS, 'rewriteAndEmptyLog', path).catch(
    () => false,
  );
}

/** Writers and readers give way within milliseconds, a back-up of a large file after seconds. */
const TRIED_MILLIS = 60_000;
const RETRY_MILLIS = 50;

/**
 * What the thread does.
 *
 * @returns whether the file is rewritten and its log empty; false where others keep the file busy for a minute
 * @throws any other error of SQLite, such as that of a full disk
 */
export async function rewriteAndEmptyLog(path: string): Promise<boolean> {
  const deadline = performance.now() + TRIED_MILLIS;
  const database = new DatabaseSync(path);
  try {
    // A wait within SQLite would be as long, and could not be told from work.
    database.exec('pragma busy_timeout = 0; pragma synchronous = full');
    const isRewritten = await tried(deadline, () => {
      database.exec('vacuum');
      return true;
    });
    return isRewritten && (await tried(deadline, () => emptyLog(database)));
  } finally {
    database.close();
  }
}

/** Moves the log into the file. @returns false while somebody reads from the log */
function emptyLog(database: DatabaseSync): boolean {
  return database.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0;
}

/**
 * @param deadline of the monotonic clock, in milliseconds
 * @param attempt throws, or returns false, while others keep the file busy
 */
async function tried(deadline: number, attempt: () => boolean): Promise<boolean> {
  for (;;) {
    try {
      if (attempt()) return true;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    if (performance.now() > deadline) return false;
    await delay(RETRY_MILLIS);
  }
}
