/**
 * One service per database file: a second one would count limits of its own and hear of changes
 * late. The lock is an exclusive transaction on an empty database beside the file. It needs no
 * module for any system, and ends with the process, however that ends; the empty file stays.
 */
import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseRefused } from '../dialect.ts';
import { isBusy } from './connection.ts';

/**
 * Takes the lock of the service.
 *
 * @param path of a database file that exists
 * @returns how to give it back
 * @throws DatabaseRefused when another service has it
 */
export function takeServeLock(path: string): () => void {
  // The same file may be reached by several names.
  const lockPath = `${realpathSync(path)}-serve`;
  if (!existsSync(lockPath)) closeSync(openSync(lockPath, 'a', OWNER_ONLY));
  const lock = new DatabaseSync(lockPath, { timeout: 0 });
  try {
    // Nothing is written, and nothing would be left behind.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw new DatabaseRefused(`Cannot lock ${lockPath}: ${reasonOf(error)}.`);
    throw new DatabaseRefused(
      `Another serve is running on the database file ${path}, which takes one: stop that one first, or use PostgreSQL for several processes (docs/operations.md).`,
    );
  }
  return () => lock.close();
}

const OWNER_ONLY = 0o600;

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
