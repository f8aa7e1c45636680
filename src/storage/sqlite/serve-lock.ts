/**
 * One service per database file: a second one would count rate limits of its own and see changes late. The
 * lock is an exclusive transaction on an empty database beside the file, which works on every system and
 * ends with the process, however that ends; the empty file stays.
 */
import { realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseRefused, reasonOf } from '../engine/dialect.ts';
import { isBusy } from './connection.ts';
import { providePrivateFile } from './private-file.ts';

/**
 * Takes the lock of the service.
 *
 * @param path of a database file that exists
 * @returns a function that releases it
 * @throws DatabaseRefused when another service has it
 */
export function takeServeLock(path: string): () => void {
  // The same file may have several names.
  const lockPath = `${realpathSync(path)}-serve`;
  providePrivateFile(lockPath);
  const lock = new DatabaseSync(lockPath, { timeout: 0 });
  try {
    // With this journal mode the transaction makes no further file.
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
