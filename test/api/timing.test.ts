/** `/timing/v1`: kinds, starts, times of day, categories and allowances, as timing software writes them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { raw } from '../support/raw.ts';
import { startTestService } from '../support/service.ts';
import { entryOf, START, type TimedRace, timedRace } from '../support/timed-race.ts';

const service = await startTestService();

const provisionRace = (size: number) => timedRace(service, size);

/** How many entries the history of the event has. */
const entries = ({ event: { eventId } }: TimedRace) =>
  raw(service.databaseUrl, `select count(*) as count from history where event_id = ${eventId}`);

test('contract: a race shows these properties, and every lane of it', async () => {
  const race = await provisionRace(1);
  assert.deepEqual(await race.get(), {
    externalId: 'r',
    kind: null,
    effectiveKind: 'lanes',
    startIntervalSeconds: null,
    startedAt: null,
    closed: false,
    clockOffsetMillis: 0,
    entered: 1,
    scored: 0,
    entries: [
      {
        position: 1,
        positionLabel: '1',
        teamExternalId: 'c1',
        category: null,
        categoryPlace: null,
        outOfCompetition: false,
        withdrawn: false,
        allowanceMillis: null,
        plannedStartAt: null,
        startsAt: START,
        startedAt: null,
        finishedAt: null,
        status: 'assigned',
        finishTimeMillis: null,
        penaltyMillis: null,
        adjustedTimeMillis: null,
        finishPlace: null,
      },
    ],
  });
});

test('a head race: planned starts, the first boat starts the race, times follow', async () => {
  const race = await provisionRace(3);
  let timing = await race.patch({ startIntervalSeconds: 20 });
  assert.equal(timing.effectiveKind, 'head');
  assert.deepEqual(
    timing.entries.map(({ startsAt }: { startsAt: string }) => startsAt),
    [START, '2026-10-17T09:00:20Z', '2026-10-17T09:00:40Z'],
  );
  timing = await race.patch({
    entries: [{ positionLabel: '1', startedAt: '2026-10-17T09:01:00Z' }],
  });
  assert.equal(timing.startedAt, '2026-10-17T09:01:00Z');
  assert.equal(entryOf(timing, 3).startsAt, '2026-10-17T09:01:40Z', 'the others follow the race');
  await race.patch({ entries: [{ position: 1, startedAt: '2026-10-17T09:01:01Z' }] });
  assert.equal((await race.get()).startedAt, '2026-10-17T09:01:00Z', 'only the first one sets it');
  timing = await race.patch({ entries: [{ position: 1, finishedAt: '2026-10-17T09:19:23.4Z' }] });
  assert.deepEqual(
    [entryOf(timing, 1).status, entryOf(timing, 1).finishTimeMillis, timing.scored],
    ['finished', 1_102_400, 1],
  );
  const schedule = (await race.event.send('GET', '/schedule')).json;
  assert.equal(schedule.races[0].lanes[0].finishTimeMillis, 1_102_400);
  assert.equal(schedule.races[0].lanes[0].finishPlace, 1);
});

test('the start of the first boat with a race that has none: again it changes nothing', async () => {
  const race = await provisionRace(2);
  await race.patch({ startIntervalSeconds: 20 });
  const write = { startedAt: null, entries: [{ position: 1, startedAt: '2026-10-17T09:01:00Z' }] };
  const first = await race.patch(write);
  assert.equal(first.startedAt, '2026-10-17T09:01:00Z');
  assert.deepEqual(await race.patch(write), first);
  assert.equal((await race.patch({ startedAt: null })).startedAt, null, 'null alone clears it');
  assert.equal((await race.patch(write)).startedAt, null, 'a start that was known sets nothing');
});

test('what /v1 does not show moves neither its tag nor its moment', async () => {
  const race = await provisionRace(2);
  const read = async () => {
    const { headers, json } = await race.event.send('GET', '/schedule');
    return [headers.get('etag'), json.updatedAt, JSON.stringify(json)];
  };
  const before = await read();
  await race.patch({ kind: 'head', startIntervalSeconds: 30, startedAt: START, closed: true });
  await race.patch({ entries: [{ position: 2, category: 'Masters C', plannedStartAt: START }] });
  await race.patch({ entries: [{ position: 2, startedAt: START, allowanceMillis: 5000 }] });
  assert.deepEqual(await read(), before);
  await race.patch({ entries: [{ position: 2, finishedAt: '2026-10-17T09:10:00Z' }] });
  assert.notDeepEqual(await read(), before);
});

test('places: allowances, out of competition, categories', async () => {
  const race = await provisionRace(4);
  await race.results(
    { position: 1, finishTimeMillis: 600_000 },
    { position: 2, finishTimeMillis: 610_000 },
    { position: 3, finishTimeMillis: 620_000, penaltyMillis: 1000 },
    { position: 4, finishTimeMillis: 500_000 },
  );
  const timing = await race.patch({
    entries: [
      { position: 1, category: ' Open ' },
      { position: 2, category: 'Masters', allowanceMillis: 11_000 },
      { position: 3, category: 'Masters', allowanceMillis: 30_000 },
      { position: 4, category: 'Masters', outOfCompetition: true },
    ],
  });
  assert.deepEqual(
    timing.entries.map((entry: Record<string, unknown>) => [
      ...[entry.category, entry.finishPlace, entry.categoryPlace],
      ...[entry.adjustedTimeMillis, entry.finishTimeMillis],
    ]),
    [
      ['Open', 3, 1, null, 600_000],
      ['Masters', 2, 2, 599_000, 610_000],
      ['Masters', 1, 1, 591_000, 620_000],
      ['Masters', null, null, null, 500_000],
    ],
  );
  const [first] = (await race.event.send('GET', '/schedule')).json.races;
  assert.deepEqual(
    first.lanes.map(({ finishPlace }: { finishPlace: number }) => finishPlace),
    [3, 2, 1, null],
  );
});

test('a draw takes category and allowance along, and leaves them with nobody', async () => {
  const race = await provisionRace(2);
  await race.patch({
    entries: [{ position: 1, category: 'A', allowanceMillis: 1, startedAt: START }],
  });
  const swapped = [
    { position: 1, teamExternalId: 'c2' },
    { position: 2, teamExternalId: 'c1' },
  ];
  await race.event.send('PUT', '/races/r/entries', swapped);
  let timing = await race.get();
  assert.deepEqual([entryOf(timing, 1).category, entryOf(timing, 2).category], [null, 'A']);
  assert.deepEqual([entryOf(timing, 1).startedAt, entryOf(timing, 2).startedAt], [START, null]);
  await race.event.send('PUT', '/races/r/entries', [
    { position: 1, teamExternalId: 'c1' },
    { position: 2 },
  ]);
  await race.event.send('PUT', '/races/r/entries', [{ position: 1 }, { position: 2 }]);
  timing = await race.get();
  assert.deepEqual(entryOf(timing, 1).category, null);
  await race.refuse(
    { entries: [{ position: 1, category: 'B', outOfCompetition: true, allowanceMillis: 0 }] },
    'entries[0].category',
    'entries[0].outOfCompetition',
    'entries[0].allowanceMillis',
  );
  await race.patch({
    entries: [{ position: 1, category: null, outOfCompetition: false, allowanceMillis: null }],
  });
});

describe('times of day', () => {
  test('1: the start of the race counts where all start together, and the offset of the clock', async () => {
    const race = await provisionRace(2);
    await race.patch({ startedAt: START });
    await race.patch({ entries: [{ position: 1, finishedAt: '2026-10-17T09:06:40Z' }] });
    let timing = await race.patch({ clockOffsetMillis: -400 });
    assert.equal(entryOf(timing, 1).finishTimeMillis, 399_600);
    timing = await race.patch({ startedAt: '2026-10-17T09:00:01Z' });
    assert.equal(entryOf(timing, 1).finishTimeMillis, 398_600);
    timing = await race.patch({ clockOffsetMillis: null });
    assert.equal(entryOf(timing, 1).finishTimeMillis, 399_000);
    await race.refuse({ startedAt: '2026-10-17T09:06:40Z' }, 'startedAt');
    await race.refuse({ clockOffsetMillis: -500_000 }, 'clockOffsetMillis');
    await race.refuse(
      { entries: [{ position: 1, startedAt: '2026-10-17T10:00:00Z' }] },
      'entries[0].startedAt',
    );
    const both = { position: 1, startedAt: START, finishedAt: '2026-10-17T08:00:00Z' };
    await race.refuse(
      { startedAt: START, entries: [{ position: 2 }, both] },
      'entries[1].finishedAt',
    );
  });

  test('1: a kind that makes a time impossible is refused on it', async () => {
    const race = await provisionRace(1);
    await race.patch({ kind: 'head', startedAt: '2026-10-17T10:00:00Z' });
    await race.patch({ entries: [{ position: 1, finishedAt: '2026-10-17T09:06:40Z' }] });
    await race.refuse({ kind: 'lanes' }, 'kind');
  });

  test('2: without one of them there is no time; a typed time stays until both are there', async () => {
    const race = await provisionRace(2);
    await race.results({ position: 1, finishTimeMillis: 300_000, penaltyMillis: 2000 });
    let timing = await race.patch({
      entries: [{ position: 1, finishedAt: '2026-10-17T09:06:00Z' }],
    });
    assert.equal(entryOf(timing, 1).finishTimeMillis, 300_000);
    timing = await race.patch({ startedAt: START });
    assert.equal(entryOf(timing, 1).finishTimeMillis, 360_000);
    timing = await race.patch({ startedAt: null });
    const { status, finishTimeMillis, penaltyMillis, finishedAt } = entryOf(timing, 1);
    assert.deepEqual(
      [status, finishTimeMillis, penaltyMillis, finishedAt],
      ['assigned', null, 2000, '2026-10-17T09:06:00Z'],
    );
  });

  test('2: a place from before the race was timed goes with the time', async () => {
    const race = await provisionRace(1);
    const kept = { externalId: 'r', raceNumber: 1, scheduledAt: START };
    await race.event.send('PUT', '/races', [{ ...kept, resultMode: 'placesOnly' }]);
    await race.results({ position: 1, finishPlace: 2 });
    const finishedAt = '2026-10-17T09:06:00Z';
    await race.patch({ startedAt: START, entries: [{ position: 1, finishedAt }] });
    await race.event.send('PUT', '/races', [{ ...kept, resultMode: 'timed' }]);
    const { entries } = await race.patch({ startedAt: null });
    assert.deepEqual([entries[0].status, entries[0].finishTimeMillis], ['assigned', null]);
    const { json } = await race.event.send('PUT', '/races', [
      { ...kept, resultMode: 'placesOnly' },
    ]);
    assert.equal(json.races[0].lanes[0].finishPlace, null);
    assert.equal(entryOf(await race.get(), 1).status, 'assigned');
  });

  test('2: a time goes with the finish that a verdict takes away', async () => {
    const race = await provisionRace(1);
    const finishedAt = '2026-10-17T09:06:00Z';
    await race.patch({ entries: [{ position: 1, startedAt: START, finishedAt }] });
    const { entries } = await race.patch({
      entries: [{ position: 1, finishedAt: null, status: 'dnf' }],
    });
    assert.deepEqual([entries[0].status, entries[0].finishTimeMillis], ['dnf', null]);
  });

  test('3: another time of /v1 clears the finish, a judgement keeps both', async () => {
    const race = await provisionRace(1);
    const times = { startedAt: START, finishedAt: '2026-10-17T09:06:00Z' };
    const facts = async () => {
      const { status, finishTimeMillis, startedAt, finishedAt } = entryOf(await race.get(), 1);
      return [status, finishTimeMillis, startedAt !== null, finishedAt !== null];
    };
    await race.patch({ entries: [{ position: 1, ...times }] });
    await race.results({ position: 1, status: 'dnf' });
    assert.deepEqual(await facts(), ['dnf', 360_000, true, true]);
    await race.results({ position: 1, finishTimeMillis: 360_000 });
    assert.deepEqual(await facts(), ['finished', 360_000, true, true]);
    await race.results({ position: 1, finishTimeMillis: 360_001 });
    assert.deepEqual(await facts(), ['finished', 360_001, true, false]);
    await race.patch({ entries: [{ position: 1, ...times }] });
    await race.results({ position: 1 });
    assert.deepEqual(await facts(), ['finished', null, true, false]);
    await race.patch({ entries: [{ position: 1, ...times }] });
    await race.results({ position: 1, status: 'dns' });
    assert.deepEqual(await facts(), ['dns', null, false, false]);
    await race.patch({ entries: [{ position: 1, ...times }] });
    assert.deepEqual(await facts(), ['finished', 360_000, true, true], 'it started after all');
    await race.results({ position: 1, status: 'assigned' });
    assert.deepEqual(await facts(), ['assigned', null, false, false]);
  });

  test('3: finished without a time clears a finish that had no start, too', async () => {
    const race = await provisionRace(2);
    const finish = '2026-10-17T09:06:00Z';
    await race.patch({ entries: [1, 2].map((position) => ({ position, finishedAt: finish })) });
    await race.results({ position: 1 }, { position: 2, status: 'dnf' });
    const timing = await race.get();
    assert.deepEqual(
      [entryOf(timing, 1).status, entryOf(timing, 1).finishedAt],
      ['finished', null],
    );
    assert.deepEqual([entryOf(timing, 2).status, entryOf(timing, 2).finishedAt], ['dnf', finish]);
  });

  test('4: a finish without a start is no time', async () => {
    const race = await provisionRace(1);
    const timing = await race.patch({
      kind: 'head',
      entries: [{ position: 1, finishedAt: '2026-10-17T09:06:00Z' }],
    });
    assert.deepEqual([entryOf(timing, 1).status, timing.startedAt], ['assigned', null]);
  });
});

test('statuses: what they clear, and what they bring back', async () => {
  const race = await provisionRace(1);
  const times = { startedAt: START, finishedAt: '2026-10-17T09:06:00Z' };
  const write = async (entry: object) => {
    const timing = await race.patch({ entries: [{ position: 1, ...entry }] });
    const { status, finishTimeMillis, penaltyMillis, startedAt } = entryOf(timing, 1);
    return [status, finishTimeMillis, penaltyMillis, startedAt !== null];
  };
  await race.refuse({ entries: [{ position: 1, status: 'finished' }] }, 'entries[0].status');
  assert.deepEqual(await write({ ...times, penaltyMillis: 5000 }), [
    'finished',
    360_000,
    5000,
    true,
  ]);
  assert.deepEqual(await write({ status: 'dsq' }), ['dsq', 360_000, 5000, true]);
  assert.deepEqual(await write({ status: 'assigned' }), ['finished', 360_000, 5000, true]);
  assert.deepEqual(await write({ status: 'finished' }), ['finished', 360_000, 5000, true]);
  await race.refuse(
    { entries: [{ position: 1, status: 'dns', startedAt: START }] },
    'entries[0].startedAt',
  );
  assert.deepEqual(await write({ status: 'dns' }), ['dns', null, null, false]);
  assert.deepEqual(await write({ status: 'assigned', penaltyMillis: 7 }), [
    'assigned',
    null,
    7,
    false,
  ]);
});

test('entries are named by position or label, each once', async () => {
  const race = await provisionRace(3);
  const labelled = [
    { position: 1, positionLabel: '101', teamExternalId: 'c1' },
    { position: 2, positionLabel: '102', teamExternalId: 'c2' },
    { position: 3, positionLabel: '102', teamExternalId: 'c3' },
  ];
  await race.event.send('PUT', '/races/r/entries', labelled);
  const closed = (entry: object) => ({ entries: [entry] });
  await race.patch(closed({ positionLabel: '101', category: 'A' }));
  await race.patch(closed({ position: 3, positionLabel: '102', category: 'B' }));
  await race.refuse(closed({ category: 'A' }), 'entries[0].position');
  await race.refuse(closed({ position: 9 }), 'entries[0].position');
  await race.refuse(closed({ positionLabel: '9' }), 'entries[0].positionLabel');
  await race.refuse(closed({ positionLabel: '102' }), 'entries[0].positionLabel');
  await race.refuse(closed({ position: 1, positionLabel: '102' }), 'entries[0].positionLabel');
  await race.refuse({ entries: [{ position: 1 }, { position: 1 }] }, 'entries[1].position');
  await race.refuse(
    { entries: [{ position: 1 }, { positionLabel: '101' }] },
    'entries[1].positionLabel',
  );
});

test('what was read can be sent back, and changes nothing', async () => {
  const race = await provisionRace(3);
  await race.patch({
    ...{ kind: 'head', startIntervalSeconds: 20, clockOffsetMillis: 7400 },
    entries: [
      { position: 1, startedAt: START, finishedAt: '2026-10-17T09:06:00Z', penaltyMillis: 10 },
      { position: 2, status: 'dns' },
      { position: 3, category: 'A', plannedStartAt: '2026-10-17T09:05:00Z' },
    ],
  });
  const before = await race.timing('GET', '/races/r');
  const history = await entries(race);
  await race.patch(before.json);
  const again = await race.timing('GET', '/races/r');
  assert.deepEqual(again.json, before.json);
  assert.equal(again.headers.get('etag'), before.headers.get('etag'));
  assert.deepEqual(await entries(race), history);
});

test('bodies: absent, null and wrong', async () => {
  const race = await provisionRace(1);
  await race.refuse(
    {
      ...{
        clockOffsetMillis: 600_001,
        closed: null,
        startedAt: '2026-10-17',
        startIntervalSeconds: 0,
      },
      kind: 'sprint',
      entries: [
        { position: 1, outOfCompetition: null, category: ' ', allowanceMillis: -3_600_001 },
      ],
    },
    'kind',
    'startIntervalSeconds',
    'startedAt',
    'closed',
    'clockOffsetMillis',
    'entries[0].category',
    'entries[0].outOfCompetition',
    'entries[0].allowanceMillis',
  );
  const many = Array.from({ length: 5001 }, () => ({ position: 1 }));
  await race.refuse({ entries: many }, 'entries');
  await race.refuse({ started_at: START }, 'started_at');
  await race.refuse({ entries: [{ position: 1, finisedAt: START }] }, 'entries[0].finisedAt');
});
