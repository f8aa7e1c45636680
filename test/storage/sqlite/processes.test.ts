/** Several processes on one database, and a process that is killed in the middle of its work. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { startTestService } from '../../support/service.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/running-order.js', import.meta.url));

let folder: string;
const children = new Set<ChildProcess>();

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'running-order-processes-'));
});
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function start(words: string[], DATABASE_URL: string) {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    cwd: folder,
    env: {
      ...process.env,
      DATABASE_URL,
      LOG_LEVEL: 'silent',
      READS_PER_MINUTE: '1000000',
      WRITES_PER_MINUTE: '1000000',
    },
  });
  children.add(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const ended = once(child, 'close').then(([code]) => {
    children.delete(child);
    return code as number | null;
  });
  return { child, output, ended };
}

async function serve(databaseUrl: string) {
  const running = start(['serve', '--port', '0'], databaseUrl);
  for (;;) {
    const url = /listens on (http:\/\/\S+)/.exec(running.output.stderr)?.[1];
    if (url) return { ...running, url };
    assert.equal(running.child.exitCode, null, running.output.stderr);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('storage: commands of several processes at once do not fail, on a new database either', async () => {
  const databaseUrl = `sqlite:${join(folder, 'several.db')}`;
  const runs = Array.from({ length: 5 }, (_, n) =>
    start(['club', 'add', '--name', `Club ${n}`, '--json'], databaseUrl),
  );
  const statuses = await Promise.all(runs.map((run) => run.ended));
  assert.deepEqual(
    statuses,
    runs.map(() => 0),
    runs.map((run) => run.output.stderr).join(''),
  );
  const ids = runs.map((run) => JSON.parse(run.output.stdout).clubId);
  assert.deepEqual(
    ids.map(Number).sort((a, b) => a - b),
    [1, 2, 3, 4, 5],
  );
});

/** Opens one new database after the other, each at the same moment as the other threads do. */
const OPENER = `
  import { parentPort, workerData } from 'node:worker_threads';
  import { Database } from ${JSON.stringify(source('storage/database.ts'))};
  import { insertClub } from ${JSON.stringify(source('storage/accounts.ts'))};
  const failures = [];
  for (let round = 0; round < workerData.rounds; round++) {
    while (Date.now() < workerData.start + round * workerData.pause);
    try {
      const { database } = await Database.open('sqlite:' + workerData.path + round + '.db');
      await database.write((tx) => insertClub(tx, 'Club', 1));
      await database.close();
    } catch (error) {
      failures.push(error.message);
    }
  }
  parentPort.postMessage(failures);
`;

function source(path: string): string {
  return new URL(`../../../src/${path}`, import.meta.url).href;
}

test('storage: a new database may be opened by several at the same moment', async () => {
  const path = join(folder, 'moment-');
  const workerData = { path, rounds: 40, start: Date.now() + 800, pause: 50 };
  const code = new URL(`data:text/javascript,${encodeURIComponent(OPENER)}`);
  const failures = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const [failed] = await once(new Worker(code, { workerData }), 'message');
      return failed as string[];
    }),
  );
  assert.deepEqual(failures.flat(), []);
});

test('storage: commands and a busy service do not get in each other’s way', async () => {
  const service = await startTestService();
  let stopped = false;
  try {
    const event = await service.provision();
    await event.send('POST', '/schedule');
    let pushes = 0;
    const pushing = (async () => {
      while (!stopped) {
        const crews = Array.from({ length: 500 }, (_, n) => ({
          externalId: `c${n}`,
          name: `Crew ${n} of push ${pushes}`,
        }));
        const reply = await event.send('PUT', '/teams', crews);
        assert.equal(reply.status, 200, reply.text);
        pushes++;
      }
    })();
    const words = ['team', 'add', '--event', String(event.eventId), '--json', '--name'];
    const runs = ['One', 'Two'].map((name) => start([...words, name], service.databaseUrl));
    const statuses = await Promise.all(runs.map((run) => run.ended));
    stopped = true;
    await pushing;
    assert.deepEqual(statuses, [0, 0], runs.map((run) => run.output.stderr).join(''));
    const { teams } = (await event.send('GET', '/teams')).json;
    assert.equal(teams.length, 502);
  } finally {
    stopped = true;
    await service.stop();
  }
});

const RACES = 150;
const ROUNDS = 10;

interface Stored {
  races: { title: string; lanes: { finishTimeMillis: number }[] }[];
}

test('storage: killed in the middle of bulk pushes, nothing is partial and nothing acknowledged is lost', async () => {
  const file = join(folder, 'killed.db');
  const databaseUrl = `sqlite:${file}`;
  const setup = await startTestService({ DATABASE_URL: databaseUrl });
  const event = await setup.provision();
  await event.send('POST', '/schedule');
  await event.send('PUT', '/races', pushOf(0));
  await event.send(
    'PUT',
    '/races/r0/entries',
    [1, 2, 3].map((position) => ({ position })),
  );
  await event.send('PUT', '/races/r0/results', resultsOf(0));
  await setup.stop();

  /** The last generation sent and the last one acknowledged, of races and of results. */
  const races = { sent: 0, acknowledged: 0 };
  const results = { sent: 0, acknowledged: 0 };
  let killed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const running = await serve(databaseUrl);
    const at = `${running.url}/v1/events/${event.eventId}`;
    const headers = { authorization: `Bearer ${event.key}`, 'content-type': 'application/json' };
    const read = await fetch(`${at}/schedule`, { headers });
    assert.equal(read.status, 200);
    const stored = (await read.json()) as Stored;
    assert.equal(stored.races.length, RACES);
    const [title, ...otherTitles] = new Set(stored.races.map((race) => race.title));
    assert.deepEqual(otherTitles, [], 'a push is there whole or not at all');
    assertBetween(Number(title), races);
    const [time, ...otherTimes] = new Set(
      stored.races[0]?.lanes.map((lane) => lane.finishTimeMillis),
    );
    assert.deepEqual(otherTimes, []);
    assertBetween(Number(time), results);

    const push = async (path: string, progress: typeof races, bodyOf: (n: number) => object) => {
      for (;;) {
        const generation = ++progress.sent;
        const body = JSON.stringify(bodyOf(generation));
        const reply = await fetch(at + path, { method: 'PUT', headers, body });
        if (reply.status !== 200) return;
        progress.acknowledged = generation;
        await reply.arrayBuffer();
      }
    };
    const pushing = [
      push('/races', races, pushOf),
      push('/races/r0/results', results, resultsOf),
    ].map((each) => each.catch(() => killed++));
    await new Promise((resolve) => setTimeout(resolve, 30 + round * 9));
    running.child.kill('SIGKILL');
    await running.ended;
    await Promise.all(pushing);
  }
  assert.equal(killed, 2 * ROUNDS, 'every push ended with the process, none with a refusal');
  assert.ok(races.acknowledged > ROUNDS / 2, `${races.acknowledged} pushes were acknowledged`);
  assertHistory(file, event.eventId);
});

function pushOf(generation: number) {
  return Array.from({ length: RACES }, (_, n) => ({
    externalId: `r${n}`,
    raceNumber: n + 1,
    scheduledAt: '2026-06-13T09:00:00Z',
    title: String(generation),
  }));
}

function resultsOf(generation: number) {
  return [1, 2, 3].map((position) => ({ position, finishTimeMillis: generation }));
}

/** Everything that was acknowledged is there; what was sent and not acknowledged may be. */
function assertBetween(stored: number, progress: { sent: number; acknowledged: number }): void {
  assert.ok(
    stored >= progress.acknowledged && stored <= progress.sent,
    `${stored} stored, ${progress.acknowledged} acknowledged, ${progress.sent} sent`,
  );
}

/** The history tells every push whole, and the last of them is what is stored. */
function assertHistory(file: string, eventId: number): void {
  const database = new DatabaseSync(file);
  assert.equal(database.prepare('pragma integrity_check').get()?.integrity_check, 'ok');
  const entries = database
    .prepare('select changes from history where event_id = ? order by id')
    .all(eventId)
    .map((row) => JSON.parse(String(row.changes)));
  const titles = entries.filter((changes) => changes[0].after.title !== undefined);
  for (const [index, changes] of titles.entries()) {
    assert.equal(changes.length, RACES);
    const before = titles[index - 1]?.[0].after.title;
    assert.equal(changes[0].before?.title, before, 'each push begins where the last one ended');
  }
  const stored = database.prepare('select distinct title from races').all();
  assert.deepEqual(
    stored.map((row) => row.title),
    [titles.at(-1)[0].after.title],
  );
  database.close();
}
