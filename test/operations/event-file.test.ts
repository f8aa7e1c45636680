/**
 * A whole event as a file: exported and imported into an empty event, it reads the same everywhere, whatever its
 * texts are. `EVENT_FILES` says how many random events (without it 20), `EVENT_FILE_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '../../src/domain/refusal.ts';
import { eventFileText, readEventFile } from '../../src/exchange/event-file.ts';
import { loadEvent } from '../../src/operations/export/load-event.ts';
import { importEventFile, type TakenOver } from '../../src/operations/import/import-files.ts';
import { undo } from '../../src/operations/undo.ts';
import { checkInTime } from '../support/check-in-time.ts';
import { performOn, TEST_TERMS } from '../support/perform.ts';
import { type Provisioned, startTestService } from '../support/service.ts';
import { START, timedRace } from '../support/timed-race.ts';
import { done, events, type Plan, startFilling } from './random-event.ts';

const { EVENT_FILES } = process.env;
const numRuns = Number(EVENT_FILES ?? 20);
const seed = Number(process.env.EVENT_FILE_SEED ?? Date.now() % 2 ** 31);
/** The random events take a fifth of this on an idle machine. */
const MAX_MILLIS = 3000;
const maxMillis = EVENT_FILES === undefined ? MAX_MILLIS : undefined;
const NOW = Date.now();

const service = await startTestService();
const filler = await startFilling(service);

const SMALL: Plan = {
  ...{ timezone: 'Europe/Berlin', laneScheme: null, visibility: 'full', crewGapMinutes: 40 },
  crews: [{ name: 'Ost', id: null, clubId: null, boatIndex: null, sortOrder: 0 }],
  races: [
    {
      ...{
        id: null,
        title: 'Final',
        boatClass: null,
        round: null,
        divisionLabel: null,
        notes: null,
      },
      ...{ distanceMeters: null, laneScheme: null, resultMode: 'timed', modeAfterwards: 'timed' },
      ...{ resultVisibility: null, printedNumber: null, millis: 0, state: 'planned', reason: null },
      ...{ official: false, racing: null },
      lanes: [
        {
          ...{ position: 1, label: null, crew: 0, from: null, entry: null },
          result: { status: 'finished', time: 402_690, place: 1, penalty: null },
        },
      ],
    },
  ],
  delays: { '2026-10-24': 5 },
  notices: ['Wind'],
};
test('an event is the same after it has been a file', async (t) => {
  const property = fc.asyncProperty(events, async (plan) => {
    const from = await service.provision({ timezone: plan.timezone });
    await filler.fill(from, plan);
    const to = await service.provision({ timezone: 'Asia/Kolkata' });
    const text = await fileOf(from);
    const before = JSON.parse(text);
    const done = await importInto(to, text);
    assert.ok(!(done instanceof Refusal), done instanceof Refusal ? done.detail : '');
    assert.equal(await scheduleOf(to), await scheduleOf(from));
    assert.equal((await to.send('GET', '/teams')).text, (await from.send('GET', '/teams')).text);
    assert.deepEqual(JSON.parse(await fileOf(to)), before, 'what is exported again');
    assert.deepEqual(
      [done.teams, done.races, done.notices, done.rules],
      [before.teams.length, before.races.length, before.notices.length, before.rules.length],
    );
  });
  const details = await checkInTime(property, { seed, numRuns, maxMillis });
  t.diagnostic(`seed ${seed}, ${details.numRuns} events`);
  if (!details.failed) return;
  const { errorInstance, counterexample } = details;
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`EVENT_FILE_SEED=${seed}: ${JSON.stringify(counterexample)}\n${reason}`);
});

test('a penalty of a boat that is not in yet stays', async () => {
  const race = await timedRace(service, 2);
  await race.patch({ entries: [{ position: 2, penaltyMillis: 10_000 }] });
  const file = JSON.parse(await fileOf(race.event));
  const { status, penaltyMillis } = file.races[0].lanes[1];
  assert.deepEqual([status, penaltyMillis], ['assigned', 10_000]);
  const to = await service.provision();
  assert.ok(!((await importInto(to, JSON.stringify(file))) instanceof Refusal));
  assert.deepEqual(JSON.parse(await fileOf(to)).races, file.races);
});

test('a start that was taken back stays so, though boats have theirs', async () => {
  const race = await timedRace(service, 2);
  await race.patch({ kind: 'head', entries: [{ position: 1, startedAt: START }] });
  await race.patch({ startedAt: null });
  const file = JSON.parse(await fileOf(race.event));
  const [{ startedAt, lanes }] = file.races;
  assert.deepEqual([startedAt, lanes[0].startedAt], [null, START]);
  const to = await service.provision();
  assert.ok(!((await importInto(to, JSON.stringify(file))) instanceof Refusal));
  assert.deepEqual(JSON.parse(await fileOf(to)).races, file.races);
});

test('the file of an event goes into an empty draft only', async () => {
  const from = await service.provision();
  await filler.fill(from, SMALL);
  const text = await fileOf(from);
  await refusedBy(from, text, /this one has 1 crew, 1 race, 1 delay, 1 notice/);
  const published = await service.provision();
  await done(published.send('POST', '/schedule'));
  await done(published.send('POST', '/schedule/publish'));
  await refusedBy(published, text, /is published/);
  await done(published.send('PUT', '/teams', [{ externalId: 'c1', name: 'Ost' }]));
  await refusedBy(published, text, /has 1 crew\./);
});

test('a preview of the file says what it would do, and does nothing; what was done is undone as one', async () => {
  const from = await service.provision();
  await filler.fill(from, SMALL);
  const to = await service.provision();
  const previewed = await importInto(to, await fileOf(from), true);
  const counts = { teams: 1, races: 1, lanes: 1, results: 1, delays: 1, notices: 1, rules: 0 };
  assert.deepEqual(previewed, { ...counts, entryId: null });
  assert.equal((await to.send('GET', '/schedule')).status, 404);
  const { entryId, ...taken } = (await importInto(to, await fileOf(from))) as TakenOver;
  assert.deepEqual(taken, counts);
  assert.ok(entryId !== null);
  await performOn(service, to.eventId, undo, { entryId });
  assert.deepEqual((await to.send('GET', '/teams')).json.teams, [], 'undone as one');
  assert.deepEqual((await to.send('GET', '/schedule')).json.races, []);
});

test('notices that are over are not taken over, and an event without a schedule stays one', async () => {
  const from = await service.provision();
  await done(from.send('PUT', '/teams', [{ externalId: 'c1', name: 'Ost' }]));
  const file = JSON.parse(await fileOf(from));
  assert.equal(file.schedule, null);
  const past = { text: 'Over', postedAt: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' };
  const to = await service.provision();
  const counts = await importInto(to, JSON.stringify({ ...file, notices: [past] }));
  assert.ok(!(counts instanceof Refusal));
  assert.deepEqual([counts.teams, counts.notices], [1, 0]);
  assert.equal((await to.send('GET', '/schedule')).status, 404);
  assert.equal((await to.send('GET', '/teams')).json.teams[0].name, 'Ost');
});

async function refusedBy(event: Provisioned, text: string, detail: RegExp): Promise<void> {
  const before = await fileOf(event);
  const refusal = await importInto(event, text);
  assert.ok(refusal instanceof Refusal);
  assert.equal(refusal.code, 'conflict');
  assert.match(refusal.detail ?? '', detail);
  assert.equal(await fileOf(event), before);
}

/** `GET schedule` without what an import does not take over. */
async function scheduleOf(event: Provisioned): Promise<string> {
  const { text, status } = await event.send('GET', '/schedule');
  assert.equal(status, 200);
  return text
    .replace(/"eventId":\d+/, '"eventId":0')
    .replace(/"eventName":"[^"]*"/, '"eventName":""')
    .replace(/"updatedAt":"[^"]*"/, '"updatedAt":""')
    .replace(/"status":"(draft|published)"/, '"status":""');
}

async function fileOf({ eventId }: Provisioned): Promise<string> {
  const event = await loadEvent(service.database, eventId, NOW);
  assert.ok(event);
  return eventFileText(event, NOW);
}

async function importInto(
  { eventId }: Provisioned,
  text: string,
  isPreview = false,
): Promise<TakenOver | Refusal> {
  const file = readEventFile({ name: 'event.json', bytes: Buffer.from(text) });
  assert.ok(!('unreadable' in file), 'unreadable' in file ? file.unreadable : '');
  const { database } = service;
  return importEventFile({ database, ...TEST_TERMS }, { ...TEST_TERMS, eventId, isPreview }, file);
}

test('a rule keeps its category', async () => {
  const from = await service.provision({ timezone: 'Europe/Berlin' });
  await filler.fill(from, { ...SMALL, races: [...SMALL.races, ...SMALL.races] });
  const file = JSON.parse(await fileOf(from));
  const [{ raceNumber: first }, { raceNumber: second }] = file.races;
  const rule = { raceNumber: second, position: 1, races: [first], place: 1, fastest: null };
  file.rules = [{ ...rule, category: 'Masters C' }];
  const to = await service.provision({ timezone: 'Europe/Berlin' });
  assert.ok(!((await importInto(to, JSON.stringify(file))) instanceof Refusal));
  assert.deepEqual(JSON.parse(await fileOf(to)).rules, file.rules);
});
