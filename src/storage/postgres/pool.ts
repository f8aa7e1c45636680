/** Connections to whichever of the servers of an installation is the primary at the moment. */
import pg from 'pg';
import { DatabaseRefused, type PoolState } from '../dialect.ts';
import { BatchingSocket } from './batching-socket.ts';

/** A request waits this long for a connection before it is answered that there is none. */
const CONNECT_MILLIS = 3000;
/** A process that hangs in the middle of a write must not hold up the others. */
const LOCK_MILLIS = 4500;
const IDLE_IN_TRANSACTION_MILLIS = 5000;

/** The addresses of the servers, of which one is the primary, and which of them was it last. */
export class Servers {
  /** Grows whenever a connection was lost, and whenever the server turns out to be another one. */
  losses = 0;
  private readonly urls: readonly string[];
  private current = 0;
  /** When the server that was connected to last had been started. */
  private startedAt: string | undefined;

  /**
   * @param url `postgres://…`, with one host or several separated by commas
   * @throws DatabaseRefused when it is no such address
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

  /** Tries the next server, unless somebody else has moved on from this one already. */
  moveOnFrom(url: string): void {
    if (this.url === url) this.current = (this.current + 1) % this.urls.length;
  }

  /**
   * Looks at a server before a connection to it is used, and sets what the defaults of a server,
   * database or user may not change. Connections that nobody used are closed, so a server can be
   * replaced without any of them being lost.
   *
   * @param access what the connection may do; the database refuses the rest
   * @throws IsStandby when it takes no writes
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

/**
 * `pg` checks the certificate in all of these modes, as in verify-full, and says so in a warning of
 * many lines for each but that one.
 */
function withPlainSslMode(url: string): string {
  if (/[?&]uselibpqcompat=true/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

interface PoolOptions {
  /** At most so many. */
  connections: number;
  /** What they may do; the database refuses the rest. */
  access: Access;
  /** A server that has not answered for so long is taken for gone. */
  answerMillis: number;
  /** After which a transaction ends whose process says nothing more; of those that hold no locks, later. */
  idleMillis?: number;
  /** What it writes may be lost in a crash, so no commit waits for the disk or for a standby. */
  isForgetful?: boolean;
}

/** A pool that survives its server. */
export class ServerPool {
  readonly name: string;
  private readonly servers: Servers;
  private readonly pool: pg.Pool;
  /** How many losses each connection has come after. */
  private readonly madeAfter = new WeakMap<pg.ClientBase, number>();

  constructor(name: string, servers: Servers, options: PoolOptions) {
    const { connections, access, answerMillis, isForgetful = false } = options;
    const { idleMillis = IDLE_IN_TRANSACTION_MILLIS } = options;
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
      lock_timeout: LOCK_MILLIS,
      idle_in_transaction_session_timeout: idleMillis,
      types: { getTypeParser },
      onConnect: async (client) => {
        await servers.prepareSession(client, access);
        if (isForgetful) await client.query('set synchronous_commit = off');
      },
    });
    // A connection that breaks while nobody uses it is no reason to end the process.
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
   * A connection to the primary. Where one connection was lost, those of its time are likely to be as
   * dead without anybody having noticed, so they are not used again.
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

/** The server is a standby: it answers reads with what it knows and takes no writes. */
export class IsStandby extends Error {}

const IDENTITY = `
  select pg_is_in_recovery() as "isStandby", pg_postmaster_start_time()::text as "startedAt"`;

const INT8 = 20;

/** Ids and instants fit a number; `pg` would hand them over as text. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');
