/** PostgreSQL servers that a test may kill: on loopback, in a folder of their own. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { giveToServer, initialise, startPostgres } from '../support/postgres-programs.ts';
import { freePort } from '../support/server.ts';
import { end, newFolder, removeFolder } from '../support/started.ts';

/** The name of the service's user and of its database. The user is no superuser: PostgreSQL reserves connections for those. */
const SERVICE = 'running_order';
const PASSWORD = 'test';
const OF_SERVICE = `usename = '${SERVICE}'`;

let databases = 0;

export class PostgresServer {
  readonly port: number;
  private readonly folder: string;
  private readonly settings: readonly string[];
  private child: ChildProcess | undefined;

  private constructor(port: number, folder: string, settings: readonly string[]) {
    this.port = port;
    this.folder = folder;
    this.settings = settings;
  }

  /** A running server with the service's database. @param settings such as `fsync=off` */
  static async create(settings: readonly string[] = []): Promise<PostgresServer> {
    const folder = newFolder();
    await initialise(join(folder, 'data'), PASSWORD, ['--no-sync']);
    const server = new PostgresServer(await freePort(), folder, settings);
    await server.start();
    await server.sql(`create role ${SERVICE} login password '${PASSWORD}'`);
    await server.newDatabase(SERVICE);
    return server;
  }

  /** A server that follows this one; this one is stopped, copied and started again. */
  async createStandby(name: string): Promise<PostgresServer> {
    await this.stop('fast');
    const folder = newFolder();
    const data = join(folder, 'data');
    cpSync(this.data, data, { recursive: true });
    writeFileSync(join(data, 'standby.signal'), '');
    await giveToServer(data);
    chmodSync(data, 0o700);
    const standby = new PostgresServer(await freePort(), folder, [
      `primary_conninfo=host=127.0.0.1 port=${this.port} user=postgres password=${PASSWORD} application_name=${name}`,
    ]);
    await this.start();
    await standby.start();
    return standby;
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  /** The address with which a service opens its database, as its owner. */
  get url(): string {
    return this.urlOf(SERVICE);
  }

  private urlOf(database: string): string {
    return `postgres://${SERVICE}:${PASSWORD}@127.0.0.1:${this.port}/${database}`;
  }

  /** @returns the address of an empty database of the service's user */
  async newDatabase(name = `test_${++databases}`): Promise<string> {
    await this.sql(`create database ${name} owner ${SERVICE} template template0`);
    return this.urlOf(name);
  }

  /** Resolves once the server accepts connections. @returns the milliseconds that the start took */
  async start(): Promise<number> {
    const begun = performance.now();
    this.child = await startPostgres(this.data, this.port, [...ALWAYS, ...this.settings]);
    return performance.now() - begun;
  }

  /** `fast` disconnects the clients and shuts down cleanly; `immediate` stops at once and leaves recovery to the next start. */
  async stop(mode: 'fast' | 'immediate'): Promise<void> {
    if (this.child) await end(this.child, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  }

  /** Kills the server and all its processes at one moment, as a power cut does. */
  async kill(): Promise<void> {
    const child = this.child as ChildProcess;
    // A stopped server cannot start another process after its processes have been listed.
    child.kill('SIGSTOP');
    const workers = this.workers();
    for (const { pid } of workers) process.kill(pid, 'SIGKILL');
    await end(child, 'SIGKILL');
  }

  /** Stops the processes that send to the standby; the standby still seems to be connected. */
  stallReplication(): void {
    for (const { pid, title } of this.workers()) {
      if (title.includes('walsender')) process.kill(pid, 'SIGSTOP');
    }
  }

  /** The child processes of the server, with their titles, which say what each is for. */
  private workers(): { pid: number; title: string }[] {
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
    return table.split('\n').flatMap((line) => {
      const [, pid, parent, title = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return Number(parent) === this.child?.pid ? [{ pid: Number(pid), title }] : [];
    });
  }

  /** Runs a statement as the superuser. */
  async sql<Row extends object>(statement: string, database = 'postgres'): Promise<Row[]> {
    const client = await this.connect(database);
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Connects as the superuser, or as `user`. */
  async connect(database = 'postgres', user = 'postgres'): Promise<pg.Client> {
    const where = { host: '127.0.0.1', port: this.port, database };
    const client = new pg.Client({ ...where, user, password: PASSWORD });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** Ends every connection of the service's user. */
  async terminateBackends(): Promise<void> {
    await this.sql(`select pg_terminate_backend(pid) from pg_stat_activity where ${OF_SERVICE}`);
  }

  /**
   * Ends the connections of the service, and opens all that its user may have.
   *
   * @returns a function that closes them, so that the service can connect again
   */
  async takeAllConnections(): Promise<() => Promise<void>> {
    const taken: pg.Client[] = [];
    const administrator = await this.connect();
    const settings = await administrator.query(
      "select current_setting('max_connections')::int as most",
    );
    const most = Number(settings.rows[0].most);
    // The service may connect again in between: each round ends its connections and takes what is free.
    for (let round = 0; round < 10; round++) {
      await administrator.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where ${OF_SERVICE} and application_name <> ''`,
      );
      const more = Array.from({ length: most }, () => this.connect(SERVICE, SERVICE));
      for (const outcome of await Promise.allSettled(more)) {
        if (outcome.status === 'fulfilled') taken.push(outcome.value);
      }
    }
    return async () => {
      await Promise.all([administrator, ...taken].map((client) => client.end()));
    };
  }

  async remove(): Promise<void> {
    await this.stop('immediate');
    removeFolder(this.folder);
  }
}

const ALWAYS = ['wal_level=replica', 'hot_standby=on'];
