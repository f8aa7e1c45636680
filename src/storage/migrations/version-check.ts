/**
 * Which version the database is at right now, for readiness checks. It is single-flight: a database
 * that hangs is not asked again and again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { singleFlight } from '../../concurrency/single-flight.ts';
import { storedVersion } from './migrations.ts';
import type { Tables } from './tables.ts';

/** A readiness check is answered within two seconds; this leaves the rest of it to the answer. */
const MAX_WAIT_MILLIS = 1000;

/**
 * Makes a function that asks for the version of the database.
 *
 * @param db the read side
 * @returns rejects when the database fails, or does not answer in time
 */
export function versionCheck(db: Kysely<Tables>): () => Promise<number> {
  const ask = singleFlight(() => storedVersion(db));
  return () => Promise.race([ask(), tooLate()]);
}

async function tooLate(): Promise<never> {
  await delay(MAX_WAIT_MILLIS, undefined, { ref: false });
  throw new Error(`the database did not answer in ${MAX_WAIT_MILLIS} ms`);
}
