/**
 * What an operator can get wrong with DATABASE_URL or the server behind it: one line that says what
 * to do, status 1, no password, no stack trace. What can still work gets a warning.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { connect } from '../../../src/storage/engine/connect.ts';
import { DatabaseRefused } from '../../../src/storage/engine/dialect.ts';
import { type Facts, refusalOf, warningsOf } from '../../../src/storage/postgres/connect.ts';
import { newServerDatabase, onServer, serverUrl } from '../../support/databases.ts';
import { failedLine, run, serve } from '../../support/program.ts';
import { raw } from '../../support/raw.ts';
import { freePort, startServer, type TestServer } from '../../support/server.ts';

const SECRET = 'Top-5ecret';

/** The address of the tests' server with some parts changed. */
function address(parts: Partial<Pick<URL, 'port' | 'username' | 'password' | 'pathname'>>): string {
  return Object.assign(new URL(serverUrl()), parts).href;
}

/** Asserts that `migrate` and `serve` both fail with one line. */
async function assertBad(databaseUrl: string, line: RegExp): Promise<void> {
  const calls = [['migrate'], ['serve', '--port', '0']];
  const ends = await Promise.all(calls.map((words) => run(words, { DATABASE_URL: databaseUrl })));
  for (const ended of ends) {
    const said = failedLine(ended);
    assert.match(said, line);
    assert.ok(!said.includes(SECRET), `the password stands in: ${said}`);
  }
}

describe('bad settings: DATABASE_URL', () => {
  const good = `u:${SECRET}@127.0.0.1/db`;
  const bad: [url: string, line: RegExp][] = [
    [`postgres://u:${SECRET}@127.0.0.1:1`, /^DATABASE_URL must be postgres:/],
    [`postgres://u:${SECRET}@127.0.0.1:1/`, /^DATABASE_URL must be postgres:/],
    [`postgres://u:${SECRET}@127.0.0.1:99999/db`, /^DATABASE_URL must be postgres:/],
    [`postgres://u:${SECRET}@127.0.0.1:port/db`, /^DATABASE_URL must be postgres:/],
    [`postgres://u:${SECRET}/x@127.0.0.1/db`, /percent-encode special characters of the password/],
    [`postgres://u:${SECRET}#x@127.0.0.1/db`, /percent-encode special characters of the password/],
    [`postgres:/${good}`, /^DATABASE_URL must be postgres:/],
    [`postgres:${good}`, /^DATABASE_URL must be postgres:/],
    [`postgresql:// u:${SECRET}@a b/db`, /^DATABASE_URL must be postgres:/],
    [`postgres://u:${SECRET}@127.0.0.1:1,:x/db`, /^DATABASE_URL must be postgres:/],
    [`postgres://u:${SECRET}%ZZ@127.0.0.1:1/db`, /DATABASE_URL/],
    [`postgres://u:${SECRET}@127.0.0.1:1/db?sslmode=no`, /DATABASE_URL/],
    [`postgres://u:${SECRET}@127.0.0.1:1/db?sslrootcert=/nowhere/x.pem`, /DATABASE_URL.*nowhere/],
    [`mysql://${good}`, /^DATABASE_URL must be sqlite:PATH .* or postgres:.*mysql:/],
    [`mysql:${good}`, /^DATABASE_URL must be sqlite:PATH/],
    [good, /^DATABASE_URL must be sqlite:PATH/],
    [`jdbc:postgresql://127.0.0.1/db?user=u&password=${SECRET}`, /^DATABASE_URL must be sqlite:/],
    [`host=127.0.0.1 password=${SECRET}`, /^DATABASE_URL must be sqlite:PATH/],
  ];
  for (const [url, line] of bad) {
    test(url.replaceAll(SECRET, '…'), async () => {
      await assert.rejects(connect(url), (error) => {
        assert.ok(error instanceof DatabaseRefused, String(error));
        assert.match(error.message, line);
        assert.doesNotMatch(error.message, /\n/);
        assert.ok(!error.message.includes(SECRET), error.message);
        return true;
      });
    });
  }

  for (const [url, line] of [bad[0], bad[4], bad[10], bad.at(-1)] as typeof bad) {
    test(`on the command line: ${url.replaceAll(SECRET, '…')}`, () => assertBad(url, line));
  }
});

describe('bad settings: a server or a database that is not there for us', () => {
  test('nobody listens', async () => {
    const port = await freePort();
    await assertBad(
      address({ port: String(port), password: SECRET }),
      new RegExp(`DATABASE_URL.*ECONNREFUSED 127\\.0\\.0\\.1:${port}\\.$`),
    );
  });

  test('a name that no host has', async () => {
    await assertBad(`postgres://u:${SECRET}@nowhere.invalid/db`, /DATABASE_URL.*nowhere\.invalid/);
  });

  test('one of several servers is asked after the other', async () => {
    const ports = [await freePort(), await freePort()];
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
    await assertBad(`postgres://u:${SECRET}@${hosts}/db`, /DATABASE_URL.*ECONNREFUSED/);
  });

  test('what listens is no database', async () => {
    const { createServer } = await import('node:net');
    const other = createServer((socket) => {
      socket.on('error', () => {});
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const bound = other.address();
    const port = typeof bound === 'object' ? bound?.port : 0;
    await assertBad(address({ port: String(port), password: SECRET }), /DATABASE_URL/);
    other.close();
  });

  test('what listens never says a word', async () => {
    const { createServer } = await import('node:net');
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const bound = silent.address();
    const port = typeof bound === 'object' ? bound?.port : 0;
    await assertBad(address({ port: String(port), password: SECRET }), /DATABASE_URL.*time/);
    silent.close();
  });

  test('it does not encrypt as it is asked to', async () => {
    for (const mode of ['require', 'verify-full']) {
      const url = `${serverUrl()}?application_name=x&sslmode=${mode}`;
      await assertBad(url, /DATABASE_URL.*does not support SSL/);
    }
  });

  test('a wrong password', async () => {
    await assertBad(address({ password: SECRET }), /DATABASE_URL.*password authentication failed/);
  });

  test('no password, neither in the address nor in a file', async () => {
    const line = /names: the server asks for a password: put it into ~\/\.pgpass .*PGPASSFILE/;
    const PGPASSFILE = join(tmpdir(), 'running-order-no-such-file');
    for (const words of [['migrate'], ['serve', '--port', '0']]) {
      const startedAt = Date.now();
      const ended = await run(words, { DATABASE_URL: address({ password: '' }), PGPASSFILE });
      assert.match(failedLine(ended), line);
      // The server itself would close the connection after a minute.
      assert.ok(Date.now() - startedAt < 30_000);
    }
  });

  test('a user that there is not', async () => {
    const parts = { username: 'nobody', password: SECRET };
    await assertBad(address(parts), /DATABASE_URL.*authentication failed for user "nobody"/);
  });

  test('a database that there is not', async () => {
    await assertBad(address({ pathname: '/nowhere' }), /DATABASE_URL.*"nowhere" does not exist/);
  });
});

test('good settings: the password comes from the file that PGPASSFILE names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'running-order-pgpass-'));
  const database = await newServerDatabase('template0');
  const PGPASSFILE = join(folder, 'pgpass');
  const { port, username, password, pathname } = new URL(database.url);
  try {
    writeFileSync(PGPASSFILE, `127.0.0.1:${port}:*:${username}:${password}\n`, { mode: 0o600 });
    const DATABASE_URL = address({ password: '', pathname });
    const { status, stderr } = await run(['migrate'], { DATABASE_URL, PGPASSFILE });
    assert.deepEqual([status, stderr], [0, '']);
    assert.equal((await run(['migrate'], { DATABASE_URL, PGPASSFILE: '/dev/null' })).status, 1);
  } finally {
    await database.drop();
    rmSync(folder, { recursive: true });
  }
});

describe('bad settings: a database that cannot be ours', () => {
  const blank = () => newServerDatabase('template0');

  for (const encoding of ['SQL_ASCII', 'LATIN1']) {
    test(`its encoding is ${encoding}`, async () => {
      const name = `test_${encoding.toLowerCase()}`;
      await onServer(
        serverUrl(),
        `create database ${name} encoding '${encoding}' template template0
           locale_provider libc lc_collate 'C' lc_ctype 'C'`,
      );
      await assertBad(
        address({ pathname: `/${name}` }),
        new RegExp(`encoding is ${encoding}: make one with CREATE DATABASE .*UTF8`),
      );
      await onServer(serverUrl(), `drop database ${name}`);
    });
  }

  test('it holds tables of another program', async () => {
    const { url, drop } = await blank();
    await raw(url, 'create table invoices (id integer)');
    await assertBad(
      url,
      /another program \(invoices\): name a database of its own in DATABASE_URL/,
    );
    const tables = "select tablename from pg_tables where schemaname = 'public'";
    assert.deepEqual(await raw(url, tables), [{ tablename: 'invoices' }]);
    await drop();
  });

  test('it holds the table of another program’s migrations', async () => {
    const { url, drop } = await blank();
    await raw(url, 'create table schema_version (installed_rank integer, version text)');
    await assertBad(url, /another program \(schema_version\)/);
    await drop();
  });

  test('it belongs to a newer program', async () => {
    const { url, drop } = await newServerDatabase();
    await raw(url, 'update schema_version set version = 999');
    await assertBad(url, /at version 999, .*install the newer Running Order/);
    await drop();
  });

  test('its user may not make tables in it', async () => {
    const { url, drop } = await blank();
    await onServer(serverUrl(), `create role reader login password '${SECRET}'`);
    const asReader = Object.assign(new URL(url), { username: 'reader', password: SECRET }).href;
    await assertBad(asReader, /may not create tables .* ALTER DATABASE/);
    await raw(url, 'revoke usage on schema public from public');
    await assertBad(asReader, /may not create tables .* ALTER DATABASE/);
    await drop();
    await onServer(serverUrl(), 'drop role reader');
  });

  test('its tables belong to somebody else', async () => {
    const { url, drop } = await newServerDatabase();
    await onServer(serverUrl(), `create role stranger login password '${SECRET}'`);
    const asStranger = Object.assign(new URL(url), { username: 'stranger', password: SECRET }).href;
    await assertBad(asStranger, /permission denied/);
    await drop();
    await onServer(serverUrl(), 'drop role stranger');
  });
});

describe('settings of a server that can lose acknowledged writes', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer(['fsync=off', 'full_page_writes=off']);
  });
  after(() => server.stop());

  test('serve and migrate warn in one line each, and work', async () => {
    const off = ['fsync', 'full_page_writes'];
    const lines = (settings: string[]) =>
      settings.map((name) => `Warning: The server runs with ${name}=off: `);
    const assertWarned = (stderr: string, settings: string[]) => {
      const warnings = stderr.split('\n').filter((line) => line.startsWith('Warning: '));
      assert.equal(warnings.length, settings.length, stderr);
      for (const [index, start] of lines(settings).entries()) {
        assert.ok(warnings[index]?.startsWith(start), stderr);
      }
    };
    const migrated = await run(['migrate', '--json'], { DATABASE_URL: server.url });
    assert.deepEqual([migrated.status, JSON.parse(migrated.stdout).from], [0, 0]);
    assertWarned(migrated.stderr, off);
    assert.equal(migrated.stderr.split('\n').length, off.length + 1, 'nothing but the warnings');
    await onServer(server.url, 'alter database postgres set synchronous_commit = off');
    const running = await serve({ DATABASE_URL: server.url });
    assertWarned(running.output.stderr, [...off, 'synchronous_commit']);
    assert.equal((await fetch(`${running.url}/v1/me`)).status, 401);
    running.child.kill('SIGTERM');
    assert.equal(await running.ended, 0);
  });

  test('a server that keeps everything gets no warning', async () => {
    const { url, drop } = await newServerDatabase();
    const { status, stderr } = await run(['migrate'], { DATABASE_URL: url });
    assert.deepEqual([status, stderr], [0, '']);
    await drop();
  });
});

test('defaults of a database that would change what a transaction is are overruled', async () => {
  const { url, drop } = await newServerDatabase();
  const { pathname } = new URL(url);
  for (const setting of [
    'default_transaction_read_only = on',
    'default_transaction_isolation = serializable',
  ]) {
    await onServer(serverUrl(), `alter database ${pathname.slice(1)} set ${setting}`);
  }
  const { status, stderr } = await run(['club', 'add', '--name', 'Club'], { DATABASE_URL: url });
  assert.deepEqual([status, stderr], [0, '']);
  assert.deepEqual(await raw(url, 'select name from clubs'), [{ name: 'Club' }]);
  await drop();
});

/** A server as it should be. */
const GOOD: Facts = {
  version: 16,
  versionText: '16.4',
  encoding: 'UTF8',
  schema: 'public',
  mayCreate: true,
  hasTables: false,
  fsync: 'on',
  fullPageWrites: 'on',
  synchronousCommit: 'on',
};

describe('the judgement of a server', () => {
  const refused: [Partial<Facts>, RegExp][] = [
    [{ version: 13, versionText: '13.16' }, /PostgreSQL 13\.16; Running Order needs 14 or newer/],
    [{ version: 9, versionText: '9.6.24' }, /PostgreSQL 9\.6\.24; Running Order needs 14 or newer/],
    [{ version: 13, versionText: '13.16', encoding: 'LATIN1' }, /PostgreSQL 13\.16/],
    [{ encoding: 'LATIN1' }, /encoding is LATIN1.*UTF8/],
    [{ encoding: 'SQL_ASCII' }, /encoding is SQL_ASCII.*UTF8/],
    [{ schema: null, mayCreate: null }, /may not create tables/],
    [{ mayCreate: false }, /may not create tables/],
    [{ mayCreate: null }, /may not create tables/],
  ];
  for (const [facts, line] of refused) {
    test(`refused: ${JSON.stringify(facts)}`, () => {
      assert.match(refusalOf({ ...GOOD, ...facts }) ?? '', line);
    });
  }

  const taken: [Partial<Facts>, warnedOf: string[]][] = [
    [{}, []],
    [{ version: 14, versionText: '14.0' }, []],
    [{ version: 18, versionText: '18.4 (Debian 18.4-1)' }, []],
    [{ mayCreate: false, hasTables: true }, []],
    [{ synchronousCommit: 'local' }, []],
    [{ synchronousCommit: 'remote_apply' }, []],
    [{ fsync: 'off' }, ['fsync']],
    [{ fullPageWrites: 'off' }, ['full_page_writes']],
    [{ synchronousCommit: 'off' }, ['synchronous_commit']],
    [
      { fsync: 'off', fullPageWrites: 'off', synchronousCommit: 'off' },
      ['fsync', 'full_page_writes', 'synchronous_commit'],
    ],
  ];
  for (const [facts, warnedOf] of taken) {
    test(`taken: ${JSON.stringify(facts)}`, () => {
      assert.equal(refusalOf({ ...GOOD, ...facts }), undefined);
      const warnings = warningsOf({ ...GOOD, ...facts });
      assert.deepEqual(
        warnings.map((warning) => /with (\w+)=off/.exec(warning)?.[1]),
        warnedOf,
      );
    });
  }
});
