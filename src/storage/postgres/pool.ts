/** Connections to whichever of the servers of an installation is the primary at the moment. */
import { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseRefused, type PoolState } from '../engine/dialect.ts';

/**
 * A socket that sends everything that is written in one turn of the event loop together. Each packet wakes the server,
 * and in a transaction that costs more than most of its statements. `pg` corks and uncorks its stream for each
 * statement; here it stays corked until the turn ends.
 */
class BatchingSocket extends Socket {
  private isHeld = false;

  override cork(): void {
    if (this.isHeld) return;
    this.isHeld = true;
    super.cork();
    process.nextTick(() => {
      this.isHeld = false;
      super.uncork();
    });
  }

  override uncork(): void {}
}

/** How long a request waits for a connection before it fails. */
const CONNECT_MILLIS = 3000;
/** The next two limits keep a process that hangs in the middle of a write from blocking the others. */
const LOCK_MILLIS = 4500;
const IDLE_IN_TRANSACTION_MILLIS = 5000;

/** The addresses of the servers, and which of them is taken for the primary. */
export class Servers {
  /** Counts lost connections, and how often a new connection reached another or restarted server. */
  losses = 0;
  private readonly urls: readonly string[];
  private current = 0;
  /** When the server of the newest connection was started, as text of PostgreSQL. */
  private startedAt: string | undefined;

  /**
   * @param url `postgres://…`, with one host or several separated by commas
   * @throws DatabaseRefused when it is not such an address
   */
  constructor(url: string) {
    const parts = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url);
    const urls = parts ? (parts[2] as string).split(',').map((h) => parts[1] + h + parts[3]) : [];
    if (urls.length === 0 || !urls.every(isAddress)) {
      throw new DatabaseRefused(
        'DATABASE_URL must be postgres://USER:PASSWORD@HOST:PORT/DATABASE; percent-encode special characters of the password.',
      );
    }
    this.urls = urls.map(withPlainSslMode);
  }

  get count(): number {
    return this.urls.length;
  }

  get url(): string {
    return this.urls[this.current] as string;
  }

  /** Selects the next server, unless another connection has already moved on from this one. */
  moveOnFrom(url: string): void {
    if (this.url === url) this.current = (this.current + 1) % this.urls.length;
  }

  /**
   * Checks the server of a new connection before its first use, and sets isolation level and access explicitly, so that
   * defaults of the server, the database or the user cannot change them.
   *
   * @param access what the connection may do; the server refuses the rest
   * @throws IsStandby when the server is a standby, which accepts no writes
   */
  async prepareSession(client: pg.ClientBase, access: Access): Promise<void> {
    const [{ rows }] = await Promise.all([
      client.query(IDENTITY),
      client.query(
        `set session characteristics as transaction isolation level read committed, ${access}`,
      ),
    ]);
    const { isStandby, startedAt } = rows[0];
    if (isStandby) throw new IsStandby('the server is a standby');
    if (this.startedAt !== undefined && this.startedAt !== startedAt) this.losses++;
    this.startedAt = startedAt;
  }
}

type Access = 'read only' | 'read write';

function isAddress(url: string): boolean {
  return URL.canParse(url) && new URL(url).pathname.length > 1;
}

/** `pg` treats all of these modes like `verify-full`, but prints a long warning unless that one is named. */
function withPlainSslMode(url: string): string {
  if (/[?&]uselibpqcompat=true/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

interface PoolOptions {
  /** The maximum number of connections. */
  connections: number;
  /** What the connections may do; the server refuses the rest. */
  access: Access;
  /** A server that has not answered for so long counts as lost. */
  answerMillis: number;
  /** The maximum time that a statement waits for a lock. */
  lockMillis?: number;
  /** After this time without a statement the server ends a transaction. */
  idleMillis?: number;
  /** Whether writes may be lost in a crash; then no commit waits for the disk or for a standby. */
  isAsyncCommit?: boolean;
}

/** A connection pool that survives the loss of its server. */
export class ServerPool {
  readonly name: string;
  private readonly servers: Servers;
  private readonly pool: pg.Pool;
  /** The value of `Servers.losses` when each connection was made. */
  private readonly madeAfter = new WeakMap<pg.ClientBase, number>();

  constructor(name: string, servers: Servers, options: PoolOptions) {
    const { connections, access, answerMillis, isAsyncCommit = false } = options;
    const { lockMillis = LOCK_MILLIS, idleMillis = IDLE_IN_TRANSACTION_MILLIS } = options;
    this.name = name;
    this.servers = servers;
    this.pool = new pg.Pool({
      connectionString: servers.url,
      max: connections,
      application_name: `running-order ${name}`,
      pipeline: true,
      stream: () => new BatchingSocket(),
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MILLIS,
      query_timeout: answerMillis,
      lock_timeout: lockMillis,
      idle_in_transaction_session_timeout: idleMillis,
      types: { getTypeParser },
      onConnect: async (client) => {
        await servers.prepareSession(client, access);
        if (isAsyncCommit) await client.query('set synchronous_commit = off');
      },
    });
    // Without this listener, an idle connection that breaks would end the process.
    this.pool.on('error', () => {
      servers.losses++;
    });
    this.pool.on('connect', (client) => {
      this.madeAfter.set(client, servers.losses);
      client.on('error', () => {
        servers.losses++;
      });
    });
  }

  /**
   * A connection to the primary. After the loss of one connection, older ones are probably dead as well, so they
   * are not used again. @throws the last error, once each server has failed
   */
  async connect(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; ) {
      const { url } = this.servers;
      this.pool.options.connectionString = url;
      try {
        const client = await this.pool.connect();
        if (this.madeAfter.get(client) === this.servers.losses) return client;
        client.release(true);
      } catch (error) {
        this.servers.moveOnFrom(url);
        if (attempt++ >= this.servers.count) throw error;
      }
    }
  }

  state(): PoolState {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return {
      pool: this.name,
      used: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
    };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** Thrown when the server is a standby: its data may be out of date, and it accepts no writes. */
export class IsStandby extends Error {}

const IDENTITY = `
  select pg_is_in_recovery() as "isStandby", pg_postmaster_start_time()::text as "startedAt"`;

const INT8 = 20;

/** Reads `bigint` as a number, which is large enough for ids and instants; `pg` returns text by default. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');
