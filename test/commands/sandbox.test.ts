/** `sandbox` as a real process: it starts, pushes a simulated regatta through the API, resumes it and starts it again. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Race, RunningOrder } from '../../sdk/src/index.ts';
import type { Board } from '../../src/contract/board.ts';
import { newDatabase } from '../support/databases.ts';
import { endWithin, failedLine, type Running, run, start } from '../support/program.ts';
import { newFolder } from '../support/started.ts';
import { until } from '../support/until.ts';

const EXAMPLE = fileURLToPath(new URL('../../sdk/examples/push.ts', import.meta.url));
/** Builds the client from its present source, as `npm ci` does. */
const buildClient = () => execFileSync(process.execPath, ['scripts/build-client.ts']);

/** Whether a whole simulated regatta is watched, which takes more than a minute. */
const IS_WHOLE = process.env.SANDBOX_WHOLE !== undefined && process.env.TEST_ON === undefined;

const folder = newFolder();
const database = await newDatabase();
const environment: Record<string, string> = {
  SANDBOX_DATABASE_URL: database.url,
  DATABASE_URL: `sqlite:${join(folder, 'x.db')}`,
  // The time zone of most containers.
  TZ: 'UTC',
};

async function startSandbox(...words: string[]) {
  const running = start(['sandbox', '--port', '0', '--json', ...words], environment, folder);
  while (!running.output.stdout.includes('\n')) {
    assert.equal(running.child.exitCode, null, running.output.stderr);
    await delay(20);
  }
  const { url, eventId, key } = JSON.parse(running.output.stdout);
  const api = new RunningOrder({ baseUrl: url, key, app: 'SandboxTest/1.0' });
  return { running, url, key, eventId: Number(eventId), event: api.event(eventId), api };
}

function scoredLanes(races: readonly Race[]): number {
  return races.flatMap(({ lanes }) => lanes).filter(({ status }) => status !== 'assigned').length;
}

async function stop(running: Running): Promise<void> {
  running.child.kill('SIGINT');
  assert.equal(await endWithin(60, running), 0, running.output.stderr);
  assert.match(running.output.stdout, /^[^\n]+\n$/, 'one document, and nothing else');
  assert.doesNotMatch(running.output.stderr, /simulated regatta/);
}

test('with --head it rows a head race, boat by boat', { timeout: 100_000 }, async () => {
  const { running, event, url, eventId } = await startSandbox('--head', '--event-minutes', '2');
  await until('boats have started', async () => {
    const { effectiveKind, startedAt, entries } = await event.race('division-1').timing();
    assert.equal(effectiveKind, 'head');
    return startedAt !== null && entries.filter((entry) => entry.startedAt).length > 2;
  });
  const board = await fetch(`${url}/board/api/events/${eventId}`);
  const { races } = (await board.json()) as Board;
  assert.deepEqual(
    races.map(({ kind, entered, categories }) => [kind, entered, categories.length]),
    [1, 2, 3].map(() => ['head', 50, 3]),
  );
  await stop(running);
});

test('the sandbox rows a regatta now, goes on where it was, and begins a new one', {
  timeout: 170_000,
}, async () => {
  const first = await startSandbox('--event-minutes', '2');
  const [listed] = (await first.api.events()).events;
  assert.deepEqual([listed?.id, listed?.scheduleStatus], [first.eventId, 'published']);
  const board = await (await fetch(`${first.url}/board/api/events/${first.eventId}`)).text();
  assert.match(board, /"trial":true/);
  const list = await (await fetch(`${first.url}/board/api/events`)).json();
  const [shown] = (list as { events: { id: number; timezone: string }[] }).events;
  assert.deepEqual([shown?.id, shown?.timezone], [first.eventId, 'Europe/Berlin']);
  const seen: number[] = [];
  for await (const { races } of first.event.watch({ everyMs: 50 })) {
    const starts = races.map(({ scheduledAt }) => Date.parse(scheduledAt));
    assert.ok(Math.max(...starts) - Math.min(...starts) < 120_000);
    seen.push(scoredLanes(races));
    if (seen.length > 1) break;
  }
  const [before = 0, later = 0] = seen;
  assert.ok(later > before, 'results come in');
  await stop(first.running);

  // People who try the race office add events of their own to the database.
  const own = 'event add --club 1 --creator 1 --name Own --start 2026-06-13 --end 2026-06-13';
  const made = await run(own.split(' '), { ...environment, DATABASE_URL: database.url });
  assert.equal(made.status, 0, made.stderr);
  const second = await startSandbox();
  assert.equal(second.eventId, first.eventId, 'it goes on');
  assert.notEqual(second.key, first.key);
  const old = new RunningOrder({ baseUrl: second.url, key: first.key, app: 'SandboxTest/1.0' });
  assert.equal((await old.me()).keyLabel, 'sandbox', 'an earlier key stays');
  assert.ok(scoredLanes((await second.event.schedule()).races) >= later);
  await stop(second.running);

  const third = await startSandbox('--reset');
  assert.notEqual(third.eventId, first.eventId);
  assert.deepEqual(
    (await third.api.events()).events.map(({ id }) => id),
    [third.eventId],
  );
  await stop(third.running);
});

test('it prints where its event is, for people', async () => {
  const running = start(['sandbox', '--port', '0'], environment, folder);
  await until('the addresses', () => running.output.stdout.includes('Console:'));
  const { stdout } = running.output;
  const [board] = /http:\S+\/events\/\d+$/m.exec(stdout) ?? [];
  const [api] = /http:\S+\/v1\/events\/\d+\/schedule/.exec(stdout) ?? [];
  const [key] = /ro_\w+/.exec(stdout) ?? [];
  assert.ok(board && api && key, stdout);
  assert.equal((await fetch(board)).status, 200);
  const headers = { authorization: `Bearer ${key}` };
  assert.equal((await fetch(api, { headers })).status, 200);
  running.child.kill('SIGINT');
  assert.equal(await endWithin(60, running), 0, running.output.stderr);
});

test('the example of the client runs as it stands', async () => {
  const { running, url, key, eventId } = await startSandbox();
  buildClient();
  const settings = {
    RUNNING_ORDER_URL: url,
    RUNNING_ORDER_KEY: key,
    RUNNING_ORDER_EVENT: String(eventId),
  };
  const { stdout } = await promisify(execFile)(process.execPath, [EXAMPLE], {
    env: { ...process.env, ...settings },
  });
  assert.equal(stdout, "1 Quayside\n2 St. Mary's Ü\n");
  await stop(running);
});

test('it refuses a database that is not its own', async () => {
  const other = join(folder, 'other.db');
  const real = { DATABASE_URL: `sqlite:${other}`, SANDBOX_DATABASE_URL: `sqlite:${other}` };
  assert.match(failedLine(await run(['sandbox'], real)), /another database than DATABASE_URL/);
  const made = await run(['user', 'add', '--name', 'Ann'], real);
  assert.equal(made.status, 0, made.stderr);
  const elsewhere = { ...real, DATABASE_URL: environment.DATABASE_URL };
  assert.match(failedLine(await run(['sandbox'], elsewhere)), /not one of the sandbox/);
  for (const minutes of ['0', '1441', '1.5', 'two']) {
    const refused = failedLine(await run(['sandbox', '--event-minutes', minutes], environment));
    assert.match(refused, /whole number from 1 to 1440/);
  }
});

test('a whole regatta of two minutes ends with all its results', {
  skip: IS_WHOLE ? false : 'takes minutes: SANDBOX_WHOLE asks for it',
  timeout: 240_000,
}, async () => {
  const { running, event } = await startSandbox('--reset', '--event-minutes', '2');
  while (!running.output.stderr.includes('The regatta is over')) {
    assert.equal(running.child.exitCode, null, running.output.stderr);
    await delay(500);
  }
  const { races } = await event.schedule();
  const lanes = races.flatMap((race) => race.lanes);
  assert.deepEqual(lanes.filter(({ status }) => status === 'assigned').length, 0);
  assert.ok(lanes.some(({ finishPlace }) => finishPlace === 1));
  await stop(running);
});
