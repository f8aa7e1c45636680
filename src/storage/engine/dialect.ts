/**
 * What the service needs of a database beyond SQL, as named capabilities. Each kind of database implements them in a
 * folder of its own; no other code depends on the kind.
 */
import type { CompiledQuery, Dialect, Kysely } from 'kysely';
import type { Tables, TableWithIds } from '../migrations/tables.ts';
import type { PreparedQuery } from './prepared.ts';

/** A change of many rows of one table. Each kind of connection turns it into its fastest statement. */
export interface BulkQuery extends CompiledQuery {
  readonly verb: 'insert' | 'update' | 'delete';
  readonly table: keyof Tables;
  /** The columns that identify a row; empty for an insert. */
  readonly keys: readonly string[];
  /** All of them have the same columns. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** The connections to a database, and everything in which the kinds of databases differ. */
export interface Connections {
  /** For reads outside a transaction and for read-only snapshots; a read never waits for a writer. */
  reads: Dialect;
  /** For transactions that write; they are durable once they have committed. */
  writes: Dialect;
  /**
   * Like `writes`, but a commit does not wait for the disk. A power cut may undo the writes of the last second; it never
   * undoes a write and keeps a later one.
   */
  relaxedWrites: Dialect;
  /** The column types of migrations. */
  columnTypes: ColumnTypes;
  /** Statements that create the tables that only this kind of database needs, if they do not exist. */
  ownTables: readonly string[];
  /** Changes the tables of earlier versions so that the id of a deleted row is never used again. */
  keepIds(tx: Kysely<Tables>): Promise<void>;
  /**
   * Runs a migration on the write side, or on a connection of its own whose statements have no short time limit. Where
   * the database needs it, foreign keys are not checked until the migration ends.
   */
  migrating<Result>(
    writes: Kysely<Tables>,
    migration: (db: Kysely<Tables>) => Promise<Result>,
  ): Promise<Result>;
  /** The names of all tables in the database, also those of other programs. */
  listTables(db: Kysely<Tables>): Promise<string[]>;
  /** The number of the queue in which a write of an event waits. Writes of one event share a queue. */
  queueOf(eventId: number): number;
  /** Takes a lock and holds it until the transaction ends. Other processes wait for the same lock. */
  lock(tx: Kysely<Tables>, lock: number): Promise<void>;
  /**
   * Locks other services out until the connections are closed; left out if several services may share the database.
   *
   * @throws DatabaseRefused when another service is running
   */
  serveAlone?: () => void;
  /** Prepares a query that requests are admitted with; it runs on connections of its own. */
  prepareLookUp<Row extends object>(
    query: PreparedQuery<Row>,
    types: readonly SqlType[],
  ): LookUp<Row>;
  /** Counts requests in rate windows that all processes share; left out if there is only one process. */
  takeSharedSlots?: TakeSharedSlots;
  /** Tells the other processes which events have changed; never rejects. Left out if there is only one process. */
  broadcast?: (eventIds: readonly number[]) => Promise<void>;
  /** Calls the listener when other processes have written. @returns a function that stops listening */
  listen?: (listener: (eventIds: ReadonlySet<number> | 'all') => void) => () => void;
  /** Why the database cannot be reached or written at the moment; `undefined` if the error has another cause. */
  troubleOf(error: unknown): Trouble | undefined;
  /**
   * The time limit of a write with everything that it waits for, in milliseconds; left out if a transaction that has
   * begun cannot hang.
   */
  writeMillis?: number;
  /** The disk that the database is on; left out for a database server. */
  disk?: Disk;
  /** How large the database is, in bytes. @param db the read side */
  measure(db: Kysely<Tables>): Promise<Sizes>;
  /** Whether a transaction failed only because of a concurrent one, and may be run again. */
  isConflict(error: unknown): boolean;
  /**
   * A counter that grows whenever a connection is lost. What was read before a loss may come from a server that another
   * one has replaced since.
   */
  losses(): number;
  /** Sentences for the operator about risky settings of the database. */
  warnings: readonly string[];
  /** The last id that a table has assigned, also if its row was deleted; 0 if it has assigned none. */
  lastId(db: Kysely<Tables>, table: TableWithIds): Promise<number>;
  /** After rows were copied with their ids: makes the next ids of the table start after `lastId`. */
  continueIds(tx: Kysely<Tables>, table: TableWithIds, lastId: number): Promise<void>;
  /** How file names of back-ups begin; left out if the service cannot copy this kind of database. */
  copyName?: string;
  /**
   * Writes a consistent copy to a file that does not exist yet, and checks the copy.
   *
   * @throws DatabaseRefused with the reason why there is no copy
   */
  copyTo(file: string, progress: (message: string) => void): Promise<void>;
  /**
   * Rewrites the database's files, so that nothing deleted or replaced remains in them. Left out if only an operator
   * can do that.
   *
   * @returns whether the files were rewritten; false if they were in use for a minute, or on another failure
   */
  rewrite?: () => Promise<boolean>;
  /** The statements with which an operator does the same as `rewrite`, in their order. */
  rewriteByHand: readonly string[];
  /** How busy its connections are. */
  poolStates(): PoolState[];
  close(): Promise<void>;
}

/** The connections of one pool: how many are in use, how many are idle, how many requests wait for one. */
export interface PoolState {
  pool: string;
  used: number;
  idle: number;
  waiting: number;
}

/** The column types that differ between databases. Migrations name them in braces, such as `{id}`. */
export interface ColumnTypes {
  /** The primary key of a table whose ids the database assigns. */
  id: string;
  /** A primary key that refers to another table's id. */
  key: string;
  /** Text that is compared and ordered by its bytes. */
  text: string;
}

export type SqlType = 'text' | 'bigint';

/** Runs a prepared query and returns its row, if any: directly on SQLite, as a promise on PostgreSQL. */
export type LookUp<Row> = (
  parameters: readonly unknown[],
) => Row | undefined | Promise<Row | undefined>;

/** One request that is to be counted: its key, the kind of window, and the limit of the window. */
export interface SlotRequest {
  keyHash: string;
  kind: string;
  limit: number;
}

/** The state of a rate window, including this request. */
export interface SharedSlot {
  /** How many requests are in the window, this one and refused ones included. */
  count: number;
  /** The time until the oldest of the newest `limit` requests leaves the window. */
  resetMillis: number;
}

/** @returns `undefined` if the key is unknown or revoked; then nothing was counted */
export type TakeSharedSlots = (request: SlotRequest) => Promise<SharedSlot | undefined>;

/** The disk of an embedded database, whose free space this process has to watch. */
export interface Disk {
  /** Free space, measured at most every few seconds; `undefined` if it is not known. */
  freeBytes(): number | undefined;
  /** With less free space than this, only writes that may use the reserve are made. */
  reserveBytes: number;
}

/** How much space a database takes up. */
export interface Sizes {
  databaseBytes: number;
  /** The part of them that the history takes up; on SQLite an estimate. */
  historyBytes: number;
}

/** A setting or database that the service cannot work with; the message says what to do. */
export class DatabaseRefused extends Error {}

/** Why a database cannot do its work at the moment, as far as callers and operators must distinguish the causes. */
export type Trouble =
  /** The database does not answer, or cannot be used at all. */
  | 'unreachable'
  /** The database answers, but has no space left. */
  | 'full'
  /** The database answers, but accepts no writes: it is read-only, or its disk fails. */
  | 'unwritable'
  /** Other writes took too long; nothing was written. */
  | 'busy'
  /** A commit was sent and not confirmed in time: the write may or may not have been made. */
  | 'unconfirmed';

/** The service itself has given up a write. The message is for the log and for the command line. */
export class Unavailable extends DatabaseRefused {
  readonly trouble: Trouble;

  constructor(trouble: Trouble, message: string, cause?: unknown) {
    super(message, { cause });
    this.trouble = trouble;
  }
}
