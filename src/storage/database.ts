/** An open, migrated database: where reads and writes begin. */
import { Kysely, type Transaction } from 'kysely';
import { ChangeFeed } from './change-feed.ts';
import { connect } from './connect.ts';
import type { Connections } from './dialect.ts';
import { migrate } from './migrations.ts';
import { SharedCommits } from './shared-commits.ts';
import type { Tables } from './tables.ts';
import type { Turn } from './turn-queue.ts';
import { VersionCheck } from './version-check.ts';

export type Write = Transaction<Tables>;
/** What a query runs on: the read side, a snapshot, or a write transaction. */
export type Queries = Kysely<Tables>;

export class Database {
  /** The read side: each statement sees what has been committed by then. */
  readonly reads: Kysely<Tables>;
  readonly connections: Connections;
  /** Which events have changed. */
  readonly changes: ChangeFeed;
  private readonly writes: Kysely<Tables>;
  private readonly commits: SharedCommits;
  private readonly versionCheck: VersionCheck;

  private constructor(connections: Connections) {
    this.connections = connections;
    this.reads = new Kysely({ dialect: connections.reads });
    this.writes = new Kysely({ dialect: connections.writes });
    this.changes = new ChangeFeed(connections);
    this.commits = new SharedCommits(this.writes, connections, (id) => this.changes.announce(id));
    this.versionCheck = new VersionCheck(this.reads);
  }

  /**
   * Opens the database that an address names and brings it to this program's version.
   *
   * @param use `serve` for the service, of which some databases take only one
   * @throws DatabaseRefused with a message for the operator
   */
  static async open(
    url: string,
    use?: 'serve',
  ): Promise<{ database: Database; from: number; to: number }> {
    const database = new Database(await connect(url));
    try {
      if (use === 'serve') database.connections.serveAlone?.();
      return { database, ...(await migrate(database.writes, database.connections)) };
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /**
   * Runs a write: all of it or nothing, durable once this resolves. A refusal is returned after
   * everything has been taken back; an error is thrown on after everything has been taken back.
   *
   * @param work may be run again from its beginning, so all it does to the outside is its result
   * @param turn among the writes that wait; left out by what the service does by itself
   * @throws TurnMissed when it has waited for too long; nothing has been written then
   */
  write<Result>(work: (tx: Write) => Promise<Result>, turn?: Turn): Promise<Result> {
    return this.commits.run(undefined, work, turn);
  }

  /** The same, alone on an event: another write on it, here or in another process, waits. */
  writeEvent<Result>(
    eventId: number,
    work: (tx: Write) => Promise<Result>,
    turn?: Turn,
  ): Promise<Result> {
    return this.commits.run(eventId, work, turn);
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
    this.changes.close();
    await this.reads.destroy();
    await this.writes.destroy();
    await this.connections.close();
  }
}
