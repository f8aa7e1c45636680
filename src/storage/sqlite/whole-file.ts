/** Copies or rewrites the whole file of the embedded database, in a thread, while the database is in use. */
import { existsSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { runInThread } from '../../concurrency/run-in-thread.ts';
import { errorMessage } from '../../domain/refusal.ts';
import { DatabaseRefused } from '../engine/dialect.ts';
import { isBusy } from './connection.ts';
import { fileSize, providePrivateFile } from './database-file.ts';

/** A database file, and the new file that its copy is written to. */
interface CopyJob {
  path: string;
  file: string;
}

const THIS = new URL(import.meta.url);

/**
 * Writes a consistent copy to a new file and checks that it can be opened, is undamaged, and has all rows.
 *
 * @param reserveBytes space that must stay free if the copy is on the disk of the database
 * @throws DatabaseRefused with the reason why there is no copy
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
    await runInThread<typeof copyAndCheck>(THIS, 'copyAndCheck', { path, file: unfinished });
    renameSync(unfinished, file);
  } catch (error) {
    removeIfPossible(unfinished);
    throw new DatabaseRefused(`Cannot copy the database to ${file}: ${errorMessage(error)}.`);
  }
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The error that made the copy fail says more, such as that its folder is not a folder.
  }
}

/** Checks the free space. A copy on the disk of the database must leave the space that the next writes need. */
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

/** The copy is made in one step: a commit between two steps would restart it, so on a busy day it would never end. */
const ALL_PAGES = 0x7fffffff;

/** Runs in a thread, because it would block the service for a second. @throws when the copy differs from its source */
export async function copyAndCheck({ path, file }: CopyJob): Promise<void> {
  const rows = await copy(path, file);
  check(file, rows);
}

/** @returns the number of rows of each table at the moment of the copy, as JSON */
async function copy(from: string, to: string): Promise<string> {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    // The copy is made in this transaction, so it holds exactly the rows counted here, also if others write meanwhile.
    source.exec('begin');
    const counted = countRows(source);
    await backup(source, to, { rate: ALL_PAGES });
    return counted;
  } finally {
    source.close();
  }
}

/** Opens the copy in the same way as a restored database. @throws when it is damaged or rows are missing */
function check(copied: string, expectedRows: string): void {
  // Opened for writing, because closing a read-only connection would leave log files beside the copy.
  const database = new DatabaseSync(copied);
  try {
    const found = database.prepare('pragma integrity_check').get();
    if (found?.integrity_check !== 'ok') throw new Error('the copy is damaged; check the disk');
    if (countRows(database) !== expectedRows) throw new Error('rows are missing in the copy');
  } finally {
    database.close();
  }
}

function countRows(database: DatabaseSync): string {
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .all();
  if (tables.length === 0) throw new Error('there is nothing in the database yet');
  const count = (name: unknown) =>
    database.prepare(`select count(*) as n from "${name}"`).get()?.n ?? 0;
  return JSON.stringify(tables.map(({ name }) => [name, count(name)]));
}

/**
 * Rewrites the file, because what SQLite deletes or replaces stays in free parts of pages, in free pages, and in the log
 * beside the file, until other data happens to be written there. Runs in a thread, because a large file takes seconds;
 * meanwhile writes wait, and reads do not.
 *
 * @param path of the database file
 * @returns whether the file is rewritten and its log empty; false if other connections kept it busy for a minute, or on an
 *   error such as a disk without space for a second copy. The erased rows are deleted in any case.
 */
export function rewriteFile(path: string): Promise<boolean> {
  return runInThread<typeof rewriteAndEmptyLog>(THIS, 'rewriteAndEmptyLog', path).catch(
    () => false,
  );
}

/** How long to retry. Writers and readers release the file within milliseconds, a back-up of a large file after seconds. */
const TRIED_MILLIS = 60_000;
const RETRY_MILLIS = 50;

/**
 * Rewrites the file; called in the thread.
 *
 * @returns whether the file is rewritten and its log empty; false if others keep the file busy for a minute
 * @throws any other error of SQLite, such as that of a full disk
 */
export async function rewriteAndEmptyLog(path: string): Promise<boolean> {
  const deadline = performance.now() + TRIED_MILLIS;
  const database = new DatabaseSync(path);
  try {
    // `tried` does the waiting, because a wait within SQLite could not be told from the work itself.
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

/** Moves the log into the file. @returns false while a connection still reads from the log */
function emptyLog(database: DatabaseSync): boolean {
  return database.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0;
}

/**
 * Repeats an attempt until it succeeds or the deadline (monotonic milliseconds) has passed. @returns whether it succeeded
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
