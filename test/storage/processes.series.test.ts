/** Several processes on one database, and a process that is killed in the middle of its work. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnServer, newBlankDatabase, newDatabase } from '../support/databases.ts';
import { failedLine, json, run, serve, start } from '../support/program.ts';
import { raw } from '../support/raw.ts';
import { startTestService } from '../support/service.ts';

test('storage: commands of several processes at once do not fail, on a new database either', async () => {
  const made = await newBlankDatabase();
  const runs = Array.from({ length: 5 }, (_, n) =>
    start(['club', 'add', '--name', `Club ${n}`, '--json'], { DATABASE_URL: made.url }),
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
  await made.drop();
});

test('storage: what may be there once is there once, however many ask at the same moment', async () => {
  const made = await newDatabase();
  const environment = { DATABASE_URL: made.url };
  const atOnce = (count: number, words: string[]) =>
    Promise.all(Array.from({ length: count }, () => run(words, environment)));
  const users = await atOnce(4, ['user', 'add', '--name', 'Maja', '--email', 'maja@example.org']);
  const [added, ...refused] = users.toSorted((a, b) => Number(a.status) - Number(b.status));
  assert.equal(added?.status, 0, added?.stderr);
  for (const user of refused) assert.match(failedLine(user), /belongs to somebody already/);
  assert.equal((await raw(made.url, 'select id from users')).length, 1);
  const [{ id: userId } = { id: 0 }] = await raw(made.url, 'select id from users');
  const { clubId } = await json(['club', 'add', '--name', 'Club'], environment);
  const member = ['member', 'set', '--club', clubId, '--user', String(userId)];
  for (const { status, stderr } of await atOnce(4, [...member, '--role', 'admin'])) {
    assert.equal(status, 0, stderr);
  }
  assert.deepEqual(await raw(made.url, 'select role from memberships'), [{ role: 'admin' }]);
  await made.drop();
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
    const runs = ['One', 'Two'].map((name) =>
      start([...words, name], { DATABASE_URL: service.databaseUrl }),
    );
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
  const made = await newDatabase();
  const setup = await startTestService({ DATABASE_URL: made.url });
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
  let round = 0;
  // On a busy machine the first rounds may end before a push has been acknowledged; later ones are longer.
  for (; round < ROUNDS || races.acknowledged <= ROUNDS / 2; round++) {
    assert.ok(round < 4 * ROUNDS, `${races.acknowledged} pushes were acknowledged`);
    const running = await serve({ DATABASE_URL: made.url });
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
  assert.equal(killed, 2 * round, 'every push ended with the process, none with a refusal');
  await assertHistory(made.url, event.eventId);
  await made.drop();
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

/** The history has every push completely, and the last of them is what is stored. */
async function assertHistory(url: string, eventId: number): Promise<void> {
  if (!isOnServer) {
    assert.deepEqual(await raw(url, 'pragma integrity_check'), [{ integrity_check: 'ok' }]);
  }
  const rows = await raw(
    url,
    `select changes from history where event_id = ${eventId} order by id`,
  );
  const entries = rows.map((row) => JSON.parse(String(row.changes)));
  const titles = entries.filter((changes) => changes[0].after.title !== undefined);
  for (const [index, changes] of titles.entries()) {
    assert.equal(changes.length, RACES);
    const before = titles[index - 1]?.[0].after.title;
    assert.equal(changes[0].before?.title, before, 'each push begins where the last one ended');
  }
  assert.deepEqual(await raw(url, 'select distinct title from races'), [
    { title: titles.at(-1)[0].after.title },
  ]);
}
