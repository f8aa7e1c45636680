/** `serve` as a real process: it starts, stops on a signal, and keeps keys to itself. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { networkHosts } from '../../src/hosts.ts';
import {
  endWithin,
  failedLine,
  json,
  PROGRAM,
  type Running,
  run,
  serve,
  start,
} from '../support/program.ts';
import { freePort } from '../support/server.ts';
import { startTestService } from '../support/service.ts';
import { newFolder } from '../support/started.ts';
import { until } from '../support/until.ts';

const folder = newFolder();

/** The settings of a service on a database file in the folder. */
function on(database: string, environment = {}) {
  return { DATABASE_URL: `sqlite:${join(folder, database)}`, ...environment };
}

test('serve: through pushes and refusals, keys in no log and in no file, SIGTERM ends with 0', async () => {
  const database = 'walk.db';
  const setup = await startTestService({ DATABASE_URL: `sqlite:${join(folder, database)}` });
  const { key, eventId } = await setup.provision();
  await setup.stop();
  const running = await serve(on(database, { LOG_LEVEL: 'trace' }));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const at = `${running.url}/v1/events/${eventId}`;
  const put = (path: string, body: unknown) =>
    fetch(at + path, { method: 'PUT', headers, body: JSON.stringify(body) });
  assert.equal((await fetch(`${at}/schedule`, { method: 'POST', headers })).status, 201);
  assert.equal((await put('/teams', [{ externalId: 'a', name: 'A' }])).status, 200);
  assert.equal((await put('/races', [{ externalId: 'r' }])).status, 422);
  const forged = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  const wrong = await fetch(`${running.url}/v1/me`, {
    headers: { authorization: `Bearer ${forged}` },
  });
  assert.equal(wrong.status, 401);
  await wrong.text();

  // While the service runs, its write-ahead log is searched, too.
  assertNowhere(key.slice(9), database, running.output);
  running.child.kill('SIGTERM');
  assert.equal(await endWithin(60, running), 0, running.output.stderr);
  assertNowhere(key.slice(9), database, running.output);
  assertNowhere(forged.slice(9), database, running.output);
  const stored = new DatabaseSync(join(folder, database));
  const used = stored.prepare('select last_used_at from api_keys').get();
  stored.close();
  assert.notEqual(used?.last_used_at, null, 'what was still to be written was written');
  await assert.rejects(fetch(`${running.url}/v1/me`));
});

/** Asserts that the secret part of a key is in no output and in no byte of the database. */
function assertNowhere(secret: string, database: string, output: Running['output']): void {
  assert.ok(!output.stdout.includes(secret), 'standard output');
  assert.ok(!output.stderr.includes(secret), 'standard error');
  const files = readdirSync(folder).filter((name) => name.startsWith(database));
  assert.ok(files.length > 0);
  for (const name of files) assert.ok(!readFileSync(join(folder, name)).includes(secret), name);
}

test("serve: the log names paths and no query, which may hold what is nobody else's business", async () => {
  const database = 'log.db';
  const setup = await startTestService({ DATABASE_URL: `sqlite:${join(folder, database)}` });
  const { key, eventId } = await setup.provision();
  await setup.stop();
  const running = await serve(on(database, { LOG_LEVEL: 'trace' }));
  const headers = { authorization: `Bearer ${key}` };
  const at = `/v1/events/${eventId}/schedule`;
  const asked: [method: string, path: string, status: number][] = [
    ['POST', at, 201],
    ['GET', at, 200],
    ['POST', `${at}/publish`, 200],
    ['DELETE', at, 405],
    ['GET', '/nowhere', 404],
    ['GET', `/events/${eventId}`, 200],
  ];
  for (const [method, path, status] of asked) {
    const answer = await fetch(`${running.url}${path}?to=sesame`, { method, headers });
    assert.equal(answer.status, status, `${method} ${path}`);
    await answer.text();
  }
  running.child.kill('SIGTERM');
  await endWithin(60, running);
  assert.ok(running.output.stdout.includes(`"url":"${at}/publish"`), running.output.stdout);
  assert.ok(!running.output.stdout.includes('sesame'), running.output.stdout);
});

test('serve: SIGINT ends with 0, --host and --port win over the environment', async () => {
  const running = await serve(on('flags.db', { PORT: '1', HOST: '203.0.113.1' }), [
    ...['--host', '127.0.0.1'],
    ...['--port', '0'],
  ]);
  assert.match(running.output.stderr, /key mint/, 'an empty database comes with first steps');
  assert.match(running.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  // An idle keep-alive connection does not delay the stop.
  const idle = connect(Number(new URL(running.url).port), '127.0.0.1');
  idle.on('error', () => {});
  idle.write('GET /v1/me HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(idle, 'data');
  running.child.kill('SIGINT');
  assert.equal(await endWithin(60, running), 0);
  idle.destroy();
});

test('serve: prints and logs a link for the first person, another one at each start, none afterwards', async () => {
  const environment = on('set-up.db', { LOG_LEVEL: 'info', PUBLIC_URL: 'http://192.168.1.7:8090' });
  const link = /http:\/\/192\.168\.1\.7:8090\/console\/set-up#([\w-]{43})/;
  const stop = async (running: Running) => {
    running.child.kill('SIGINT');
    assert.equal(await endWithin(60, running), 0);
  };
  const first = await serve(environment);
  await until('the link', () => link.test(first.output.stderr));
  const [printed, token] = link.exec(first.output.stderr) ?? [];
  await stop(first);
  assert.equal(link.exec(first.output.stdout)?.[0], printed, 'the log names the same');
  const second = await serve(environment);
  await until('the link', () => link.test(second.output.stderr));
  const [, another] = link.exec(second.output.stderr) ?? [];
  assert.ok(token && another && another !== token);
  const set = await fetch(`${second.url}/console/api/set-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://192.168.1.7:8090' },
    body: JSON.stringify({
      token,
      name: 'Ann',
      email: 'ann@example.org',
      password: 'turbulent oars at dawn',
      clubName: 'Rowing club',
    }),
  });
  assert.equal(set.status, 200, await set.text());
  await stop(second);
  const third = await serve(environment);
  await stop(third);
  assert.doesNotMatch(third.output.stderr + third.output.stdout, /set-up/);
});

test('serve: on a terminal the link for the first person stands among lines for people only', async () => {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...on('terminal.db', { LOG_LEVEL: undefined }) };
  // The program of util-linux, a part of every Debian, gives a command a terminal of its own.
  const words = [process.execPath, PROGRAM, 'serve', '--port', '0'].map((word) => `'${word}'`);
  const child = spawn('script', ['-qec', words.join(' '), '/dev/null'], { env });
  let shown = '';
  child.stdout.on('data', (chunk) => {
    shown += chunk;
  });
  await until('it listens', () => /listens on/.test(shown));
  const [, url] = /listens on (\S+)/.exec(shown) ?? [];
  await (await fetch(`${url}/events/1`)).text();
  child.stdin.write('\x03');
  await once(child, 'close');
  assert.match(shown, /console\/set-up#[\w-]{43}/);
  assert.deepEqual(
    shown.split(/\r?\n/).filter((line) => line.startsWith('{')),
    [],
  );
});

test('serve: listening everywhere, it names addresses that can be used', async () => {
  const running = await serve(on('everywhere.db'), ['--host', '0.0.0.0', '--port', '0']);
  const { port } = new URL(running.url);
  const hosts = networkHosts('0.0.0.0');
  const expected = hosts.map((host) => `On a phone in the same network: http://${host}:${port}`);
  const said = running.output.stderr
    .trimEnd()
    .split('\n')
    .slice(-1 - hosts.length);
  assert.deepEqual(said, [
    `Running Order listens on http://127.0.0.1:${port} (API description: /docs)`,
    ...expected,
  ]);
  const refused = (await (await fetch(`${running.url}/v1/me`)).json()) as { type: string };
  assert.equal(refused.type, `http://${hosts[0] ?? '127.0.0.1'}:0/problems/missing_credentials`);
  running.child.kill('SIGINT');
  await endWithin(60, running);
});

test('demo: takes --host and --port, and names the board as phones reach it', async () => {
  const port = await freePort();
  const words = ['demo', '--serve', '--host', '0.0.0.0', '--port', String(port)];
  const running = start(words, {}, folder);
  while (!/same network|Only this machine/.test(running.output.stdout)) {
    assert.equal(running.child.exitCode, null, running.output.stderr);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { stdout } = running.output;
  assert.doesNotMatch(stdout, /0\.0\.0\.0/);
  const boards = [...stdout.matchAll(/(http:\S+\/events\/1)$/gm)].map(([, url]) => String(url));
  const hosts = networkHosts('0.0.0.0');
  const [first = '127.0.0.1'] = hosts;
  assert.deepEqual(
    boards,
    [first, ...hosts].map((host) => `http://${host}:${port}/events/1`),
  );
  assert.equal((await fetch(`http://127.0.0.1:${port}/events/1`)).status, 200);
  running.child.kill('SIGINT');
  await endWithin(60, running);
});

test('serve: SIGTERM ends it although a client never finishes its request', async () => {
  const running = await serve(on('stalled.db'));
  const port = Number(new URL(running.url).port);
  const stalled = ['GET /v1/me HTTP/1.1\r\nHost: x\r\n', 'PUT /v1/events/1/teams HTTP/1.1\r\n'].map(
    (text) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(text);
      return socket;
    },
  );
  await Promise.all(stalled.map((socket) => once(socket, 'connect')));
  await new Promise((resolve) => setTimeout(resolve, 100));
  running.child.kill('SIGTERM');
  const end = await endWithin(60, running);
  for (const socket of stalled) socket.destroy();
  assert.equal(end, 0, 'it had to be killed');
});

test('serve: a port that is taken, or a wrong call, ends the process with its status and one line', async () => {
  const taken = await serve(on('taken.db'));
  const [portInUse, wrongCall] = await Promise.all(
    [
      start(['serve'], on('other.db', { PORT: new URL(taken.url).port })),
      start(['serve', '--prot', '1'], on('x.db')),
    ].map(async (running) => ({ end: await endWithin(60, running), ...running.output })),
  );
  for (const [outcome, status, message] of [
    [portInUse, 1, /PORT/],
    [wrongCall, 2, /--prot/],
  ] as const) {
    assert.equal(outcome?.end, status, outcome?.stderr);
    assert.match(outcome?.stderr ?? '', /^[^\n]+\n$/);
    assert.match(outcome?.stderr ?? '', message);
    assert.equal(outcome?.stdout, '');
  }
  assert.equal((await fetch(`${taken.url}/v1/me`)).status, 401, 'the one that was there goes on');
});

test('serve: a second one on the same file is refused in one line, and commands go on', async () => {
  const first = await serve(on('one.db'));
  symlinkSync(join(folder, 'one.db'), join(folder, 'alias.db'));
  for (const name of ['one.db', 'alias.db']) {
    const line = failedLine(await run(['serve', '--port', '0'], on(name)));
    assert.ok(line.includes(join(folder, name)), line);
    assert.match(line, /another serve is running.*stop that one.*PostgreSQL/i);
  }
  await json(['club', 'add', '--name', 'Beside'], on('one.db'));
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200, 'the first one goes on');
  const other = await serve(on('another.db'));
  assert.equal((await fetch(`${other.url}/readyz`)).status, 200, 'another file is free');
  other.child.kill('SIGINT');
  assert.equal(await endWithin(10, other), 0);

  // The lock of the database file ends with the process, even if that is killed.
  first.child.kill('SIGKILL');
  await first.ended;
  const next = await serve(on('alias.db'));
  next.child.kill('SIGINT');
  assert.equal(await endWithin(10, next), 0);
  const last = await serve(on('one.db'));
  assert.equal((await fetch(`${last.url}/readyz`)).status, 200);
});
