/**
 * Writes the embedded database's file anew, while it is in use. What SQLite deletes or replaces stays in free parts of
 * its pages, in pages that are free, and in the log beside the file, until something else happens to be written there.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What the thread is to do. */
export interface RewriteJob {
  path: string;
}

/**
 * Rewrites the file in a thread, because a large one takes seconds; meanwhile writes wait, and reads do not.
 *
 * @param path of the database's file
 * @returns whether the file is rewritten and its log empty; false where others kept it busy for a minute, and where it
 *   could not be, as on a disk without space for a second copy: what was erased is erased all the same
 */
export function rewriteFile(path: string): Promise<boolean> {
  // In the package the file is JavaScript, as this one is.
  const script = new URL(`rewrite-thread${extname(import.meta.url)}`, import.meta.url);
  const workerData: RewriteJob = { path };
  // What the process was started with may be meant for its first file alone.
  const worker = new Worker(script, { workerData, execArgv: [] });
  return new Promise((resolve) => {
    let isDone = false;
    worker.on('message', (message: boolean) => {
      isDone = message;
    });
    worker.on('error', () => {
      isDone = false;
    });
    worker.on('exit', () => resolve(isDone));
  });
}
