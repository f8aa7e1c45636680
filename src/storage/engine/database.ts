/** An open, migrated database: where reads and writes begin. */
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

/** How a write differs from those that clients wait for. */
interface WriteOptions {
  /** It finishes what was accepted earlier, or frees space: the reserve of the disk is kept for it. */
  usesReserve?: boolean;
  /** It takes as long as it takes. */
  isLong?: boolean;
  /** It need not survive a power cut in the second after it: `Connections.relaxedWrites`. */
  isRelaxed?: boolean;
  /** It will be rolled back, as a preview is: it shares no transaction with others. */
  isAlone?: boolean;
  /** Its place among the writes that wait; left out by what the service does by itself. */
  turn?: Turn | undefined;
}

/** What has become of the files of a database after something was erased. */
export interface Rewriting {
  rewritten: boolean;
  /** Statements for an operator. */
  toRun: string[];
}

interface OpenOptions {
  /** It is the service, of which some databases take only one. */
  isService?: boolean;
  /** Where a database is copied to before it is migrated; without a copy it stays as it is. */
  backups?: BackupFolder | undefined;
}

export class Database {
  /** The read side: each statement sees what has been committed by then. */
  readonly reads: Kysely<Tables>;
  readonly connections: Connections;
  /** Which events have changed. */
  readonly changes: ChangeFeed;
  /** Whether it takes writes. */
  readonly health: WriteHealth;
  private readonly writes: Kysely<Tables>;
  private readonly relaxedWrites: Kysely<Tables>;
  private readonly commits: GroupCommit;
  /**
   * Asks the database for its version, on the read side.
   *
   * @throws within two seconds when it cannot be reached
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
   * Opens the database that an address names and brings it to this program's version.
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
   * Runs a write: all of it or nothing, durable once this resolves unless it is relaxed. A refusal or a preview is
   * returned after everything has been rolled back; an error is thrown on after everything has been rolled back.
   *
   * @param work may be run again from its beginning, so all it does to the outside is its result
   * @throws Unavailable when the disk is short of space, when its turn did not come, or when it took too long
   */
  write<Result>(work: (tx: Write) => Promise<Result>, options: WriteOptions = {}): Promise<Result> {
    return this.commit(undefined, work, options);
  }

  /** The same, alone on an event: another write on it, here or in another process, waits. */
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

  /** Reads that must agree with each other, as one moment of the database. */
  async snapshot<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result> {
    return this.reads.transaction().execute(work);
  }

  /**
   * Leaves nothing in the files of what was deleted or replaced, as far as the service can.
   *
   * @returns whether that is done, and what an operator has to run where it is not
   */
  async rewrite(): Promise<Rewriting> {
    const { rewrite, rewriteByHand } = this.connections;
    const rewritten = (await rewrite?.()) ?? false;
    return { rewritten, toRun: rewritten ? [] : [...rewriteByHand] };
  }

  /** How large the database is, on the read side. */
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

/** Nobody can go back from a migration without a copy, so there is none where the copy fails. */
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
