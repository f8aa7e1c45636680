/** Copies of the embedded database, made while it is in use. */
import { once } from 'node:events';
import { existsSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DatabaseRefused, reasonOf } from '../engine/dialect.ts';
import { fileSize, providePrivateFile } from './database-file.ts';

/** A database file, and the new file that its copy is written to. */
export interface CopyJob {
  path: string;
  file: string;
}

/**
 * Writes a consistent copy to a new file and checks it: it can be opened, is whole, and has the rows of the database.
 *
 * @param reserveBytes kept free on the disk of the database
 * @throws DatabaseRefused
 */
export async function copySqlite(
  { path, file }: CopyJob,
  reserveBytes: number,
  progress: (message: string) => void,
): Promise<void> {
  if (file === '') throw new DatabaseRefused('Name a new file with --to.');
  if (existsSync(file)) throw new DatabaseRefused(`${file} exists already; name a new file.`);
  // An interrupted copy must not have the name of a complete one.
  const unfinished = `${file}.unfinished`;
  try {
    requireSpace({ path, file }, reserveBytes);
    rmSync(unfinished, { force: true });
    providePrivateFile(unfinished);
    progress(`copying ${path}`);
    await copyInThread({ path, file: unfinished });
    renameSync(unfinished, file);
  } catch (error) {
    removeIfPossible(unfinished);
    throw new DatabaseRefused(`Cannot copy the database to ${file}: ${reasonOf(error)}.`);
  }
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // What failed before says more, such as that its folder is none.
  }
}

/** A copy beside the database must not take the space that its next writes need. */
function requireSpace({ path, file }: CopyJob, reserveBytes: number): void {
  const folder = dirname(resolve(file));
  const isSameDisk = statSync(path).dev === statSync(folder).dev;
  const neededBytes = fileSize(path) + fileSize(`${path}-wal`) + (isSameDisk ? reserveBytes : 0);
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= neededBytes) return;
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  throw new Error(
    `it takes ${megabytes(neededBytes)}, and the disk of ${folder} has ${megabytes(bavail * bsize)} left`,
  );
}

async function copyInThread(job: CopyJob): Promise<void> {
  // In the package the file is JavaScript, as this one is.
  const script = new URL(`backup-thread${extname(import.meta.url)}`, import.meta.url);
  const [status] = await once(new Worker(script, { workerData: job }), 'exit');
  if (status !== 0) throw new Error('the thread that copies has ended early');
}
