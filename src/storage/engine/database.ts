/** An open, migrated database: the entry point of all reads and writes. */
import { Kysely, type Transaction } from 'kysely';
import type { Turn } from '../../concurrency/turn-queue.ts';
import { errorMessage } from '../../domain/refusal.ts';
import { ChangeFeed } from '../history/change-feed.ts';
import { migrate, versionCheck } from '../migrations/migrations.ts';
import type { Tables } from '../migrations/tables.ts';
import { type BackupFolder, makeBackup } from './backups.ts';
import { connect } from './connect.ts';
import { type Connections, DatabaseRefused, type Sizes } from './dialect.ts';
import { GroupCommit } from './group-commit.ts';
import { WriteHealth } from './write-health.ts';

export type Write = Transaction<Tables>;
/** What a query runs on: the read side, a snapshot, or a write transaction. */
export type Queries = Kysely<Tables>;

/** How a write differs from an ordinary write, whose client waits for the answer. */
interface WriteOptions {
  /** The write finishes work that was accepted earlier, or frees space, so it may use the reserve of the disk. */
  usesReserve?: boolean;
  /** The write has no time limit. */
  isLong?: boolean;
  /** The write may be lost in a power cut within a second after it (`Connections.relaxedWrites`). */
  isRelaxed?: boolean;
  /** The write will be rolled back, as a preview is, so it shares no transaction with other writes. */
  isAlone?: boolean;
  /** Its place in the queue of writes; left out for writes that the service makes by itself. */
  turn?: Turn | undefined;
}

/** Whether the files of the database were rewritten after an erasure. */
export interface Rewriting {
  rewritten: boolean;
  /** The statements that an operator has to run otherwise, in their order. */
  toRun: string[];
}

interface OpenOptions {
  /** Whether the caller is the service. SQLite allows only one service per file. */
  isService?: boolean;
  /** Where to copy the database before a migration; if the copy fails, it is not migrated. `undefined`: no copy. */
  backups?: BackupFolder | undefined;
}

export class Database {
  /** The read side: each statement sees everything that was committed before it began. */
  readonly reads: Kysely<Tables>;
  readonly connections: Connections;
  /** Hints about which events have changed. */
  readonly changes: ChangeFeed;
  /** Whether the database accepts writes. */
  readonly health: WriteHealth;
  private readonly writes: Kysely<Tables>;
  private readonly relaxedWrites: Kysely<Tables>;
  private readonly commits: GroupCommit;
  /**
   * Asks the database for its version, on the read side.
   *
   * @throws when the database fails, or after a second without an answer
   */
  readonly version: () => Promise<number>;

  private constructor(connections: Connections) {
    this.connections = connections;
    this.reads = new Kysely({ dialect: connections.reads });
    this.writes = new Kysely({ dialect: connections.writes });
    this.relaxedWrites = new Kysely({ dialect: connections.relaxedWrites });
    this.changes = new ChangeFeed(connections);
    const { writes, relaxedWrites } = this;
    const announce = (eventId: number) => this.changes.announce(eventId);
    this.commits = new GroupCommit({ writes, relaxedWrites }, connections, announce);
    this.version = versionCheck(this.reads);
    this.health = new WriteHealth(connections);
  }

  /**
   * Opens the database at an address and migrates it to this program's version.
   *
   * @throws DatabaseRefused with a message for the operator
   */
  static async open(
    url: string,
    { isService = false, backups }: OpenOptions = {},
  ): Promise<{ database: Database; from: number; to: number }> {
    const connections = await connect(url);
    const database = new Database(connections);
    try {
      if (isService) connections.serveAlone?.();
      const backUp = (from: number) => backUpFirst(backups, connections, from);
      return { database, ...(await migrate(database.writes, connections, backUp)) };
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /**
   * Runs a write in one transaction. It is durable once the promise resolves, unless it is relaxed. If `work` returns
   * a refusal or a preview, or throws, everything is rolled back first; then the result is returned or the error thrown.
   *
   * @param work may be run again from its beginning, so it must have no side effects outside the transaction
   * @throws Unavailable when the disk is short of space, when its turn did not come, or when it took too long
   */
  write<Result>(work: (tx: Write) => Promise<Result>, options: WriteOptions = {}): Promise<Result> {
    return this.commit(undefined, work, options);
  }

  /** `write` with the lock of an event: other writes of that event wait, also those of other processes. */
  writeEvent<Result>(
    eventId: number,
    work: (tx: Write) => Promise<Result>,
    options: WriteOptions = {},
  ): Promise<Result> {
    return this.commit(eventId, work, options);
  }

  private async commit<Result>(
    eventId: number | undefined,
    work: (tx: Write) => Promise<Result>,
    { usesReserve = false, isLong = false, isRelaxed = false, isAlone = false, turn }: WriteOptions,
  ): Promise<Result> {
    if (!usesReserve) this.health.requireSpace();
    const millis = isLong ? undefined : this.connections.writeMillis;
    try {
      const result = await this.commits.write({ eventId, millis, isRelaxed, isAlone, turn }, work);
      this.health.note();
      return result;
    } catch (error) {
      this.health.note(error);
      throw error;
    }
  }

  /** Runs reads that must be consistent with each other: all of them see the same state of the database. */
  async snapshot<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result> {
    return this.reads.transaction().execute(work);
  }

  /**
   * Rewrites the files, so that nothing deleted or replaced remains in them, as far as the service itself can.
   *
   * @returns whether that was done, and the statements that an operator has to run if it was not
   */
  async rewrite(): Promise<Rewriting> {
    const { rewrite, rewriteByHand } = this.connections;
    const rewritten = (await rewrite?.()) ?? false;
    return { rewritten, toRun: rewritten ? [] : [...rewriteByHand] };
  }

  /** How large the database is, in bytes; measured on the read side. */
  measure(): Promise<Sizes> {
    return this.connections.measure(this.reads);
  }

  async close(): Promise<void> {
    await this.changes.close();
    await this.reads.destroy();
    await this.writes.destroy();
    await this.relaxedWrites.destroy();
    await this.connections.close();
  }
}

/** A migration can only be undone with a back-up, so the database is not migrated when the back-up fails. */
async function backUpFirst(
  backups: BackupFolder | undefined,
  connections: Connections,
  from: number,
): Promise<void> {
  if (!backups) return;
  try {
    await makeBackup(backups, connections, Date.now(), from);
  } catch (error) {
    throw new DatabaseRefused(
      `The database has not been migrated, because no back-up could be made first: ${errorMessage(error)} Mend that, or leave BACKUP_FOLDER empty to go without.`,
    );
  }
}
