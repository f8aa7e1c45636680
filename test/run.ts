/**
 * Runs the tests, those that need a database on SQLite and on PostgreSQL.
 *
 *     npm test                     everything
 *     npm test -- FILE...          some files, on both databases
 *
 * PostgreSQL is a server that a development dependency brings and that runs for the tests alone;
 * TEST_DATABASE_URL names another one to use instead, whose user may create databases.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import pg from 'pg';
import { makeTemplate } from './support/databases.ts';
import { startServer } from './support/server.ts';

/** Folders whose tests open databases. */
const ON_DATABASES = /^test\/(api|board|commands|faults|fuzz|notify|storage|regattas)\//;
/** What is about one kind of database only. */
const ON_ONE_KIND =
  /^test\/((storage\/(sqlite|postgres)|model)\/|faults\/(ledger|server-faults|fail-over)\.)/;

const named = process.argv.slice(2);
const files =
  named.length > 0 ? named : globSync(['test/**/*.test.ts', 'regattas/*.test.ts']).sort();

const own = process.env.TEST_DATABASE_URL ? undefined : await startServer();
const server = own?.url ?? (process.env.TEST_DATABASE_URL as string);
let status = 1;
try {
  await makeTemplate(server);
  const version = await versionOf(server);
  const onFile = await run(files, {});
  const both = files.filter((file) => ON_DATABASES.test(file) && !ON_ONE_KIND.test(file));
  const onServer = both.length > 0 ? await run(both, { TEST_ON: 'postgres' }) : 0;
  status = onFile || onServer;
  process.stdout.write(
    `\n${files.length} files: ${verdict(onFile)} on SQLite; ` +
      `${both.length} of them: ${verdict(onServer)} on PostgreSQL ${version}.\n`,
  );
} finally {
  await own?.stop();
}
// A dependency of the server would end the process with 0 by itself.
process.exit(status);

/** @returns the exit status */
async function run(paths: string[], environment: Record<string, string>): Promise<number> {
  const flags = ['--test', '--test-concurrency=3', '--test-timeout=180000'];
  const child = spawn(process.execPath, [...flags, ...paths], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: server, ...environment },
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('show server_version');
  await client.end();
  return rows[0].server_version;
}

function verdict(exitStatus: number): string {
  return exitStatus === 0 ? 'passed' : 'FAILED';
}
