/**
 * What the service asks of a database beyond SQL, as named capabilities. Each kind of database
 * implements them in a place of its own; nothing else knows which one it is talking to.
 */
import type { CompiledQuery, Dialect, Kysely } from 'kysely';
import type { Tables, TableWithIds } from '../migrations/tables.ts';
import type { PreparedQuery } from './prepared.ts';

/** Many rows of one table in one go; a connection makes the best statement of it that it knows. */
export interface BulkQuery extends CompiledQuery {
  readonly verb: 'insert' | 'update' | 'delete';
  readonly table: keyof Tables;
  /** The columns that tell which row is meant; none for an insert. */
  readonly keys: readonly string[];
  /** All with the same columns. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** The ways into a database, and what differs between databases. */
export interface Connections {
  /** For reads outside a transaction and for read-only snapshots; never waits for a writer. */
  reads: Dialect;
  /** For transactions that write; they are durable once they have committed. */
  writes: Dialect;
  /**
   * The same without waiting for the disk: after a power cut, what was written in the last second may be gone, though
   * not without all that was written after it.
   */
  relaxedWrites: Dialect;
  /** What the tables are made of. */
  columnTypes: ColumnTypes;
  /** Statements that make what only this kind of database needs, where it is not there yet. */
  ownTables: readonly string[];
  /** Makes tables of earlier versions never give an id again whose row is gone. */
  keepIds(tx: Kysely<Tables>): Promise<void>;
  /**
   * Runs a migration on the write side, or on a connection on which statements may take long, with references between
   * tables unchecked until it ends where that is needed.
   */
  migrating<Result>(
    writes: Kysely<Tables>,
    migration: (db: Kysely<Tables>) => Promise<Result>,
  ): Promise<Result>;
  /** The names of the tables that the database holds, whoever made them. */
  listTables(db: Kysely<Tables>): Promise<string[]>;
  /** Which writes have to wait for each other: those of the same event at least. */
  queueOf(eventId: number): number;
  /** Holds a lock until the transaction ends. Other processes that want the same one wait. */
  lock(tx: Kysely<Tables>, lock: number): Promise<void>;
  /**
   * Keeps other services off until it is closed, where only one may serve.
   *
   * @throws DatabaseRefused when another one does
   */
  serveAlone?: () => void;
  /** Prepares the query that admits requests, on connections of its own. */
  prepareLookUp<Row extends object>(
    query: PreparedQuery<Row>,
    types: readonly SqlType[],
  ): LookUp<Row>;
  /** Counts requests in windows that all processes share; left out where there is one process. */
  takeSharedSlots?: TakeSharedSlots;
  /** Notifies the other processes of events that have changed; never rejects. Left out where there is one process. */
  broadcast?: (eventIds: readonly number[]) => Promise<void>;
  /** Calls the listener when other processes have written; the function that it returns stops that. */
  listen?: (listener: (eventIds: ReadonlySet<number> | 'all') => void) => () => void;
  /** Why the database cannot be reached or written right now, if that is what an error means. */
  troubleOf(error: unknown): Trouble | undefined;
  /**
   * A write is answered within this time, whatever it has to wait for; left out where a transaction
   * that has begun cannot hang.
   */
  writeMillis?: number;
  /** The disk that the database is on; left out where that is another machine's. */
  disk?: Disk;
  /** How large the database is. @param db the read side */
  measure(db: Kysely<Tables>): Promise<Sizes>;
  /** Whether a transaction failed for its neighbours' sake only, and may be run again. */
  isConflict(error: unknown): boolean;
  /**
   * Grows whenever a connection was lost. What was read before may then belong to a server that
   * another one has replaced since.
   */
  losses(): number;
  /** What an operator should know about the database's settings. */
  warnings: readonly string[];
  /** The last id that a table has given, whether its row is still there or not; 0 for none. */
  lastId(db: Kysely<Tables>, table: TableWithIds): Promise<number>;
  /** After rows were copied with their ids: the next ids come after the last one that was given. */
  continueIds(tx: Kysely<Tables>, table: TableWithIds, lastId: number): Promise<void>;
  /** What copies of it are named after; left out where it is not copied by the service. */
  copyName?: string;
  /**
   * Writes a consistent copy to a file that does not exist yet, and checks the copy.
   *
   * @throws DatabaseRefused saying why there is none
   */
  copyTo(file: string, progress: (message: string) => void): Promise<void>;
  /**
   * Writes the database's files anew, so that nothing is left in them of what was deleted or replaced. Left out where
   * only an operator can.
   *
   * @returns whether that was done within a minute
   */
  rewrite?: () => Promise<boolean>;
  /** The statements by which an operator does the same, in their order. */
  rewriteByHand: readonly string[];
  /** How busy its connections are. */
  poolStates(): PoolState[];
  close(): Promise<void>;
}

/** The connections of one use: how many work, how many are free, how many requests wait for one. */
export interface PoolState {
  pool: string;
  used: number;
  idle: number;
  waiting: number;
}

/** The words in which migrations name column types that databases write differently. */
export interface ColumnTypes {
  /** A row's number, given by the database. */
  id: string;
  /** A primary key that refers to another table's id. */
  key: string;
  /** Text that is compared and ordered by its bytes. */
  text: string;
}

export type SqlType = 'text' | 'bigint';

/** Runs a prepared query; the row, if any, comes at once where the database allows it. */
export type LookUp<Row> = (
  parameters: readonly unknown[],
) => Row | undefined | Promise<Row | undefined>;

/** Who asks for a slot of which window. */
export interface SlotRequest {
  keyHash: string;
  kind: string;
  limit: number;
}

/** A window's state with this request counted in. */
export interface SharedSlot {
  /** How many requests are in the window, this one and refused ones included. */
  count: number;
  /** Until the oldest of the newest `limit` requests leaves the window. */
  resetMillis: number;
}

/** @returns `undefined` when the key is not live; then nothing was counted */
export type TakeSharedSlots = (request: SlotRequest) => Promise<SharedSlot | undefined>;

/** The disk of a database that this process has to look after itself. */
export interface Disk {
  /** What may still be used of it; asked for at most every few seconds, `undefined` if it is not known. */
  freeBytes(): number | undefined;
  /** With less than this, only what finishes earlier writes is written. */
  reserveBytes: number;
}

/** What a database takes up. */
export interface Sizes {
  databaseBytes: number;
  /** Of these, the history; an estimate where it cannot be told without reading all of it. */
  historyBytes: number;
}

/** A setting or database that the service cannot work with; the message says what to do. */
export class DatabaseRefused extends Error {}

/** Why a database cannot do its work right now, as callers and operators have to tell it apart. */
export type Trouble =
  /** It does not answer, or nothing can be done with it. */
  | 'unreachable'
  /** It answers and has no space left. */
  | 'full'
  /** It answers and takes no writes: it is read-only, or its disk fails. */
  | 'unwritable'
  /** Other writes took too long; nothing was written. */
  | 'busy'
  /** A commit was sent and not confirmed in time: the write may or may not have been made. */
  | 'unconfirmed';

/** The service itself gives a write up. The message is for the log and for the command line. */
export class Unavailable extends DatabaseRefused {
  readonly trouble: Trouble;

  constructor(trouble: Trouble, message: string, cause?: unknown) {
    super(message, { cause });
    this.trouble = trouble;
  }
}
