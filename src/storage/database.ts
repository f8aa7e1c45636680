/** An open, migrated database: where reads and writes begin. */
import { Kysely, type Transaction } from 'kysely';
import { connect } from './connect.ts';
import type { Connections } from './dialect.ts';
import { migrate } from './migrations.ts';
import { SharedCommits } from './shared-commits.ts';
import type { Tables } from './tables.ts';
import { VersionCheck } from './version-check.ts';

export type Write = Transaction<Tables>;
/** What a query runs on: the read side, a snapshot, or a write transaction. */
export type Queries = Kysely<Tables>;

export class Database {
  /** The read side: each statement sees what has been committed by then. */
  readonly reads: Kysely<Tables>;
  readonly connections: Connections;
  private readonly writes: Kysely<Tables>;
  private readonly commits: SharedCommits;
  private readonly versionCheck: VersionCheck;

  private constructor(connections: Connections) {
    this.connections = connections;
    this.reads = new Kysely({ dialect: connections.reads });
    this.writes = new Kysely({ dialect: connections.writes });
    this.commits = new SharedCommits(this.writes);
    this.versionCheck = new VersionCheck(this.reads);
  }

  /**
   * Opens the database that an address names and brings it to this program's version.
   *
   * @throws DatabaseRefused with a message for the operator
   */
  static async open(url: string): Promise<{ database: Database; from: number; to: number }> {
    const database = new Database(connect(url));
    try {
      return { database, ...(await migrate(database.writes)) };
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /**
   * Runs a write: all of it or nothing, durable once this resolves. A refusal is returned after
   * everything has been taken back; an error is thrown on after everything has been taken back.
   */
  write<Result>(work: (tx: Write) => Promise<Result>): Promise<Result> {
    return this.commits.run(work);
  }

  /** Reads that must agree with each other, as one moment of the database. */
  async snapshot<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result> {
    return this.reads.transaction().execute(work);
  }

  /**
   * Asks the database for its version, on the read side.
   *
   * @throws within two seconds when it cannot be reached
   */
  version(): Promise<number> {
    return this.versionCheck.run();
  }

  async close(): Promise<void> {
    await this.reads.destroy();
    await this.writes.destroy();
    this.connections.close();
  }
}
