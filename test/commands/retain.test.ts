/** Retention as operators see it: the command `retain`, and what the service does each day, says and counts. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { startCommands } from '../support/commands.ts';
import { newDatabase, type TestDatabase } from '../support/databases.ts';
import { readMetrics } from '../support/metrics.ts';
import { raw } from '../support/raw.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let made: TestDatabase;
let folder: string;
let eventId: string;
let base: Record<string, string>;

const commands = startCommands('', tmpdir());

const { run } = commands;
const json = async (words: readonly string[], environment: Record<string, string>) =>
  JSON.parse((await run([...words, '--json'], environment)).stdout);

const EVENT = ['--start', '2020-06-13', '--end', '2020-06-14', '--timezone', 'Europe/Berlin'];
const NAME = { name: 'Autumn sprint', lastDay: '2020-06-14' };

beforeEach(async () => {
  made = await newDatabase();
  folder = mkdtempSync(join(tmpdir(), 'running-order-archive-'));
  base = { DATABASE_URL: made.url };
  const { userId } = await json(['user', 'add', '--name', 'Maja'], base);
  const { clubId } = await json(['club', 'add', '--name', 'Club'], base);
  const by = ['--club', clubId, '--creator', userId];
  const added = await json(['event', 'add', ...by, '--name', NAME.name, ...EVENT], base);
  ({ eventId } = added);
  await json(['schedule', 'create', '--event', eventId], base);
  await json(['team', 'add', '--event', eventId, '--name', 'Saline'], base);
  await json(['event', 'archive', '--event', eventId], base);
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await made.drop();
});

const fileName = () => `event-${eventId}-2020-06-14.json`;
const areThere = async () => (await raw(made.url, 'select id from events')).length;
const about = () => ({ eventId: Number(eventId), ...NAME });

test('retain says what would go, and then does it', async () => {
  const nothing = { dryRun: false, events: [], histories: [], stayed: [] };
  assert.deepEqual(await json(['retain'], base), nothing);
  const { stdout } = await run(['retain'], base);
  assert.match(stdout, /^Everything is kept: neither RETAIN_EVENTS_DAYS nor/);
  const settings = { ...base, RETAIN_EVENTS_DAYS: '30', ARCHIVE_FOLDER: folder };
  const file = join(folder, fileName());
  assert.deepEqual(await json(['retain', '--dry-run'], settings), {
    ...nothing,
    dryRun: true,
    events: [{ ...about(), file }],
  });
  assert.deepEqual([readdirSync(folder), await areThere()], [[], 1]);
  const kept = { ...settings, RETAIN_EVENTS_DAYS: '36500' };
  assert.equal((await run(['retain'], kept)).stdout, 'Nothing is due.\n');
  assert.deepEqual(await json(['retain'], settings), {
    ...nothing,
    events: [{ ...about(), file }],
  });
  assert.deepEqual([readdirSync(folder), await areThere()], [[fileName()], 0]);
});

test('retain fails where events stay that should have gone, and removes histories all the same', async () => {
  const settings = { ...base, RETAIN_EVENTS_DAYS: '30', RETAIN_HISTORY_DAYS: '30' };
  const dry = await json(['retain', '--dry-run'], settings);
  assert.deepEqual(dry.stayed, [{ ...about(), reason: 'ARCHIVE_FOLDER is not set.' }]);
  const [{ entries }] = dry.histories;
  assert.ok(entries >= 4);
  const { status, stdout, stderr } = await run(['retain'], settings);
  assert.equal(status, 1);
  const head = `Event ${eventId}, "Autumn sprint", last day 2020-06-14`;
  assert.equal(
    stdout,
    `${head}: stays. ARCHIVE_FOLDER is not set.\n${head}: ${entries} entries of its history removed\n`,
  );
  assert.match(stderr, /^1 archived event stays although the time is over/);
  assert.equal(await areThere(), 1);
  const history = await json(['history', '--event', eventId], base);
  assert.deepEqual(history, { changes: [], olderRemoved: true });
  const shown = await run(['history', '--event', eventId], base);
  assert.equal(shown.stdout, `Older entries were removed: ${entries}.\n`);
  const undo = await run(['history', 'undo', '--entry', '1'], base);
  assert.equal(undo.status, 1);
  assert.match(undo.stderr, /No history has an entry 1\..* says where older ones were removed/);
});

test('the service warns where there is no folder, and events stay', async () => {
  const removed = 'running_order_retention_removed_total';
  for (const [setting, warning] of [
    [{}, /archived events stay all the same: ARCHIVE_FOLDER is not set\./],
    [{ ARCHIVE_FOLDER: join(folder, 'none') }, /There is no folder .*none, which ARCHIVE_FOLDER/],
  ] as const) {
    const service = await startTestService({ ...base, RETAIN_EVENTS_DAYS: '30', ...setting });
    try {
      await until('it warns', async () => (await service.send('GET', '/readyz')).json.warning);
      const { status, json: ready } = await service.send('GET', '/readyz');
      assert.deepEqual([status, ready.status], [200, 'ready']);
      assert.match(ready.warning, warning);
      assert.equal((await readMetrics(service.url)).get(removed, { kind: 'event' }), 0);
    } finally {
      await service.stop();
    }
  }
  assert.equal(await areThere(), 1);
});

test('services remove what is due when they start: one of them does it, logs it and counts it', async () => {
  const removed = 'running_order_retention_removed_total';
  const settings = { ...base, RETAIN_EVENTS_DAYS: '30', ARCHIVE_FOLDER: folder };
  const service = await startTestService(settings);
  try {
    await until('the event is gone', async () => (await areThere()) === 0);
    const counted = async () => (await readMetrics(service.url)).get(removed, { kind: 'event' });
    await until('it is counted', async () => (await counted()) === 1);
    assert.equal((await readMetrics(service.url)).get(removed, { kind: 'history' }), 0);
    assert.deepEqual((await service.send('GET', '/readyz')).json, { status: 'ready' });
    assert.deepEqual(readdirSync(folder), [fileName()]);
  } finally {
    await service.stop();
  }
  const last = await raw(made.url, 'select task, is_over from daily_runs');
  assert.deepEqual(last, [{ task: 'retention', is_over: 1 }]);
});

test('a service that keeps everything runs nothing', async () => {
  const service = await startTestService(base);
  assert.deepEqual((await service.send('GET', '/readyz')).json, { status: 'ready' });
  await service.stop();
  assert.deepEqual(await raw(made.url, 'select task from daily_runs'), []);
  assert.equal(await areThere(), 1);
});
