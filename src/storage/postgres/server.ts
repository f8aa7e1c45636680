/** Checks a server and its settings before the service uses it. */
import { DatabaseRefused, reasonOf } from '../engine/dialect.ts';
import type { ServerPool } from './pool.ts';

const OLDEST_VERSION = 14;

export interface Facts {
  /** The major version. */
  version: number;
  versionText: string;
  encoding: string;
  schema: string | null;
  mayCreate: boolean | null;
  hasTables: boolean;
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
}

const FACTS = `
  select current_setting('server_version_num')::int / 10000 as version,
    current_setting('server_version') as "versionText",
    current_setting('server_encoding') as encoding,
    current_schema() as schema,
    has_schema_privilege(current_schema(), 'create') as "mayCreate",
    exists (select from pg_tables where schemaname = current_schema()) as "hasTables",
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as "fullPageWrites",
    current_setting('synchronous_commit') as "synchronousCommit"`;

/**
 * Connects to the server and checks its settings.
 *
 * @returns warnings for the operator
 * @throws DatabaseRefused when the server cannot be reached or used
 */
export async function inspectServer(pool: ServerPool): Promise<string[]> {
  const facts = await readFacts(pool);
  const refusal = refusalOf(facts);
  if (refusal !== undefined) throw new DatabaseRefused(refusal);
  return warningsOf(facts);
}

/** Why the service cannot work with a server, and what to do. */
export function refusalOf(facts: Facts): string | undefined {
  if (facts.version < OLDEST_VERSION) {
    return `The server is PostgreSQL ${facts.versionText}; Running Order needs ${OLDEST_VERSION} or newer.`;
  }
  if (facts.encoding !== 'UTF8') {
    return `The database's encoding is ${facts.encoding}: make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`;
  }
  if (facts.schema === null || (!facts.mayCreate && !facts.hasTables)) {
    return 'The user may not create tables in the database: make it the owner with ALTER DATABASE … OWNER TO ….';
  }
  return undefined;
}

/** Settings that work but that an operator should change. */
export function warningsOf(facts: Facts): string[] {
  const settings = {
    fsync: facts.fsync,
    full_page_writes: facts.fullPageWrites,
    synchronous_commit: facts.synchronousCommit,
  };
  return Object.entries(settings)
    .filter(([, value]) => value === 'off')
    .map(
      ([name]) =>
        `The server runs with ${name}=off: writes that were acknowledged can be lost when the power fails.`,
    );
}

async function readFacts(pool: ServerPool): Promise<Facts> {
  try {
    const client = await pool.connect();
    try {
      return (await client.query<Facts>(FACTS)).rows[0] as Facts;
    } finally {
      client.release();
    }
  } catch (error) {
    throw new DatabaseRefused(
      `Cannot work with the database that DATABASE_URL names: ${firstReasonOf(error)}.`,
    );
  }
}

/** A host with several addresses fails once for each of them. */
function firstReasonOf(error: unknown): string {
  return reasonOf(error instanceof AggregateError ? error.errors[0] : error);
}
