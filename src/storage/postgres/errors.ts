/** What the errors of a server and of its connections mean (PostgreSQL manual, appendix A). */
import pg from 'pg';
import { type Trouble, Unavailable } from '../engine/dialect.ts';
import { IsStandby } from './pool.ts';

/** Classes and codes of a server that cannot work right now; the first that fits counts. */
const TROUBLES: [code: string, trouble: Trouble][] = [
  ['08', 'unreachable'], // connection
  ['25006', 'unwritable'], // the transaction is read-only: the server has become a standby
  ['25P03', 'busy'], // idle in a transaction for too long
  ['28', 'unreachable'], // the service's own user is refused
  ['3D000', 'unreachable'], // the database is gone
  ['40', 'busy'], // conflicts that did not end after several attempts
  ['53100', 'full'],
  ['53', 'unreachable'], // connections or memory used up
  ['55P03', 'busy'], // a lock was not available in time
  ['57', 'unreachable'], // shut down, crashed, starting up, cancelled
  ['58', 'unwritable'], // input or output failed
];

/** Why the database cannot be reached or written right now, if that is what an error means. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof Unavailable) return error.trouble;
  if (error instanceof pg.DatabaseError) {
    return TROUBLES.find(([code]) => error.code?.startsWith(code))?.[1];
  }
  return isConnectionLost(error) ? 'unreachable' : undefined;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
/** A row was deleted while another transaction made a reference to it. */
const FOREIGN_KEY_VIOLATION = '23503';

/** A transaction failed because of another one, and would succeed after it. */
export function isConflict(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    [SERIALIZATION_FAILURE, DEADLOCK, FOREIGN_KEY_VIOLATION].includes(error.code ?? '')
  );
}

/** The connection is broken, or none could be made. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P|25P03)/.test(error.code ?? '');
  if (error instanceof IsStandby) return true;
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  return isSystemError(error) || WORDS_OF_PG.test(error.message);
}

/** The server has closed the connection because of its transaction, which is certainly rolled back. */
export function isUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === IDLE_IN_TRANSACTION;
}

const IDLE_IN_TRANSACTION = '25P03';

/** From the operating system: refused, reset, unreachable, unknown host, and the like. */
function isSystemError(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && /^E[A-Z_]+$/.test(error.code);
}

/** `pg` gives its own errors no code. */
const WORDS_OF_PG =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired|The server does not support SSL|Cannot use a pool after calling end)/;
