/** A thread that writes a database file anew and empties its log, and says whether it could. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { isBusy } from './connection.ts';
import type { RewriteJob } from './rewrite.ts';

/** Writers and readers give way within milliseconds, a back-up of a large file after seconds. */
const TRIED_MILLIS = 60_000;
const RETRY_MILLIS = 50;

const deadline = performance.now() + TRIED_MILLIS;
const database = new DatabaseSync((workerData as RewriteJob).path);
try {
  // A wait within SQLite would be as long, and could not be told from work.
  database.exec('pragma busy_timeout = 0; pragma synchronous = full');
  const isRewritten = await tried(() => {
    database.exec('vacuum');
    return true;
  });
  parentPort?.postMessage(isRewritten && (await tried(emptyLog)));
} finally {
  database.close();
}

/** Moves the log into the file. @returns false while somebody reads from the log */
function emptyLog(): boolean {
  return database.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0;
}

/** @param attempt throws, or returns false, while others keep the file busy */
async function tried(attempt: () => boolean): Promise<boolean> {
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
