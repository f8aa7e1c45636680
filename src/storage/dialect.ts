/**
 * What the service asks of a database beyond SQL, as named capabilities. Each kind of database
 * implements them in a file of its own; nothing else knows which one it is talking to.
 */
import type { CompiledQuery, Dialect } from 'kysely';

/** A compiled statement to run once for each list of parameters, in order. */
export interface BatchQuery extends CompiledQuery {
  readonly batch: readonly (readonly unknown[])[];
}

/** The ways into a database, and what differs between databases. */
export interface Connections {
  /** For reads outside a transaction and for read-only snapshots; never waits for a writer. */
  reads: Dialect;
  /** For transactions that write; they are durable once they have committed. */
  writes: Dialect;
  /** Prepares the one query that every request makes, on the shortest way to the database. */
  prepareLookUp<Row>(query: CompiledQuery<Row>): LookUp<Row>;
  /** Whether an error means that the database cannot be reached or written right now. */
  isUnavailable(error: unknown): boolean;
  /** How busy the connections are right now. */
  poolStates(): PoolState[];
  /** Writes a consistent copy to a file that does not exist yet, and checks the copy. */
  copyTo(file: string, progress: (message: string) => void): Promise<void>;
  close(): void;
}

/** The connections of one kind: those in use, those that are free, and who waits for one. */
export interface PoolState {
  pool: string;
  used: number;
  idle: number;
  waiting: number;
}

/** Runs a prepared query; the row, if any, comes at once where the database allows it. */
export type LookUp<Row> = (
  parameters: readonly unknown[],
) => Row | undefined | Promise<Row | undefined>;

/** A setting or database that the service cannot work with; the message says what to do. */
export class DatabaseRefused extends Error {}
