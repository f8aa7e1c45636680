/** What is done to the whole file of the embedded database while it is in use, in a thread: it is copied, or written anew. */
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

/** In one step: a commit between two steps starts the copy again, so on a busy day it would never end. */
const ALL_PAGES = 0x7fffffff;

/** In a thread, because it would hold up a service for a second. @throws when the copy is not what was copied */
export async function copyAndCheck({ path, file }: CopyJob): Promise<void> {
  const rows = await copy(path, file);
  check(file, rows);
}

/** @returns the numbers of rows by table, of the moment that was copied */
async function copy(from: string, to: string): Promise<string> {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    // The copy continues this transaction, so it holds the rows that are counted here, whoever writes meanwhile.
    source.exec('begin');
    const counted = countRows(source);
    await backup(source, to, { rate: ALL_PAGES });
    return counted;
  } finally {
    source.close();
  }
}

/** Opens the copy as a restored database is opened. @throws when it is not what was copied */
function check(copied: string, expectedRows: string): void {
  // Not read-only, so that closing it leaves no log files beside the copy.
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
 * Writes the file anew: what SQLite deletes or replaces stays in free parts of its pages, in pages that are free, and in the
 * log beside the file, until something else happens to be written there. In a thread, because a large one takes seconds;
 * meanwhile writes wait, and reads do not.
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
 * What the thread does to write it anew.
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
