/** Wrong clocks, bows and kinds while boats are on the course: each is answered in a sentence that people understand. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { officeOf } from '../support/office.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';
import { entryOf, START, type TimedRace, timedRace } from '../support/timed-race.ts';

const service = await startTestService();

const at = (seconds: number) => new Date(Date.parse(START) + seconds * 1000).toISOString();

/** A head race of four boats, 20 seconds apart: three have started, and the first of them has finished. */
async function headRace(): Promise<TimedRace> {
  const race = await timedRace(service, 4);
  const started = [0, 20, 40].map((seconds, index) => ({
    position: index + 1,
    startedAt: at(seconds),
  }));
  await race.patch({ kind: 'head', startIntervalSeconds: 20, entries: started });
  await race.patch({ entries: [{ position: 1, finishedAt: at(600) }] });
  return race;
}

/** A race of four boats that started together; the first of them has finished. */
async function lanesRace(): Promise<TimedRace> {
  const race = await timedRace(service, 4);
  await race.patch({ startedAt: START, entries: [{ position: 1, finishedAt: at(400) }] });
  return race;
}

interface Case {
  make(): Promise<TimedRace>;
  body: object;
  fields: string[];
  /** The complete detail of the refusal. */
  detail: string;
}

const CASES: Record<string, Case> = {
  'a finish before the start': {
    make: headRace,
    body: { entries: [{ positionLabel: '2', finishedAt: at(19) }] },
    fields: ['entries[0].finishedAt'],
    detail:
      'entries[0].finishedAt would let position 2 finish before it started, or more than 24 days later',
  },
  'a finish at the very start': {
    make: headRace,
    body: { entries: [{ positionLabel: '2', finishedAt: at(20) }] },
    fields: ['entries[0].finishedAt'],
    detail:
      'entries[0].finishedAt would let position 2 finish before it started, or more than 24 days later',
  },
  'a finish of another month': {
    make: headRace,
    body: { entries: [{ positionLabel: '2', finishedAt: at(30 * 86_400) }] },
    fields: ['entries[0].finishedAt'],
    detail:
      'entries[0].finishedAt would let position 2 finish before it started, or more than 24 days later',
  },
  'a start after the finish': {
    make: headRace,
    body: { entries: [{ positionLabel: '1', startedAt: at(700) }] },
    fields: ['entries[0].startedAt'],
    detail:
      'entries[0].startedAt would let position 1 finish before it started, or more than 24 days later',
  },
  'the same bow twice': {
    make: headRace,
    body: {
      entries: [
        { positionLabel: '2', finishedAt: at(700) },
        { positionLabel: '2', finishedAt: at(710) },
      ],
    },
    fields: ['entries[1].positionLabel'],
    detail: 'entries[1].positionLabel names "2" a second time',
  },
  'the same lane twice, by bow and by position': {
    make: headRace,
    body: { entries: [{ positionLabel: '2' }, { position: 2, finishedAt: at(710) }] },
    fields: ['entries[1].position'],
    detail: 'entries[1].position names position 2 a second time',
  },
  'an unknown bow': {
    make: headRace,
    body: { entries: [{ positionLabel: '212', finishedAt: at(700) }] },
    fields: ['entries[0].positionLabel'],
    detail: 'entries[0].positionLabel names no lane of this race: "212"',
  },
  'an unknown position': {
    make: headRace,
    body: { entries: [{ position: 212, finishedAt: at(700) }] },
    fields: ['entries[0].position'],
    detail: 'entries[0].position names no lane of this race: 212; draw the lane first',
  },
  'a bow that is not the one in the position': {
    make: headRace,
    body: { entries: [{ position: 2, positionLabel: '3', finishedAt: at(700) }] },
    fields: ['entries[0].positionLabel'],
    detail: 'entries[0].positionLabel is not that of position 2: "3"',
  },
  'no bow at all': {
    make: headRace,
    body: { entries: [{ finishedAt: at(700) }] },
    fields: ['entries[0].position'],
    detail: 'entries[0].position is required, or positionLabel',
  },
  'an offset of the clock that makes a time negative': {
    make: lanesRace,
    body: { clockOffsetMillis: -400_000 },
    fields: ['clockOffsetMillis'],
    detail:
      'clockOffsetMillis would let position 1 finish before it started, or more than 24 days later',
  },
  'a start of the race after a finish': {
    make: lanesRace,
    body: { startedAt: at(401) },
    fields: ['startedAt'],
    detail: 'startedAt would let position 1 finish before it started, or more than 24 days later',
  },
  'a start of its own that is cleared, so that the boat started with the race, after its finish': {
    make: async () => {
      const race = await lanesRace();
      await race.patch({
        entries: [{ position: 2, startedAt: at(-600), finishedAt: at(-200) }],
      });
      return race;
    },
    body: { entries: [{ position: 2, startedAt: null }] },
    fields: ['entries[0].startedAt'],
    detail:
      'entries[0].startedAt would let position 2 finish before it started, or more than 24 days later',
  },
  'a bow that two boats have': {
    make: async () => {
      const race = await headRace();
      const lanes = ['1', '7', '7', '4'].map((positionLabel, index) => ({
        ...{ position: index + 1, positionLabel, teamExternalId: `c${index + 1}` },
      }));
      await race.event.send('PUT', '/races/r/entries', lanes);
      return race;
    },
    body: { entries: [{ positionLabel: '7', finishedAt: at(700) }] },
    fields: ['entries[0].positionLabel'],
    detail: 'entries[0].positionLabel names several lanes: "7"; send position',
  },
  'a boat that did not start, with a time': {
    make: headRace,
    body: { entries: [{ positionLabel: '2', status: 'dns', finishedAt: at(700) }] },
    fields: ['entries[0].finishedAt'],
    detail: 'entries[0].finishedAt must be left out with status dns, which clears the times',
  },
  'a boat that finished, without a time': {
    make: headRace,
    body: { entries: [{ positionLabel: '2', status: 'finished' }] },
    fields: ['entries[0].status'],
    detail:
      'entries[0].status is only for an entry that has a start and a finish; send its finishedAt',
  },
};

describe('refused, with nothing written, and with a sentence', () => {
  for (const [name, { make, body, fields, detail }] of Object.entries(CASES)) {
    test(name, async () => {
      const race = await make();
      assert.equal(await race.refuse(body, ...fields), detail);
    });
  }
});

test('what a write says against itself is told before a race is looked for', async () => {
  const race = await timedRace(service, 1);
  const wrong: [entries: object[], field: string][] = [
    [[{ position: 1 }, { position: 1 }], 'entries[1].position'],
    [[{ positionLabel: '1' }, { positionLabel: '1' }], 'entries[1].positionLabel'],
    [[{ finishedAt: START }], 'entries[0].position'],
    [[{ position: 1, status: 'dns', startedAt: START }], 'entries[0].startedAt'],
  ];
  for (const [entries, field] of wrong)
    refused(
      await race.timing('PATCH', '/races/unknown', { entries }),
      422,
      'validation_failed',
      field,
    );
  refused(await race.timing('PATCH', '/races/unknown', {}), 404, 'race_not_found');
  const office = await officeOf(service, race.event);
  for (const [entries, field] of wrong) {
    const reply = await office.person.send('PATCH', `${office.path}/races/999999999/racing`, {
      ...{ entries, seen: 1 },
    });
    refused(reply, 422, 'validation_failed', field);
  }
});

const timesOf = (timing: { entries: { finishTimeMillis: number | null }[] }) =>
  timing.entries.map(({ finishTimeMillis }) => finishTimeMillis);

test('an offset of the clock that makes one time of a head race impossible is refused for all', async () => {
  const race = await headRace();
  await race.patch({ entries: [{ positionLabel: '2', finishedAt: at(20.5) }] });
  const detail = await race.refuse({ clockOffsetMillis: -500 }, 'clockOffsetMillis');
  assert.match(detail, /position 2/);
  assert.deepEqual(
    timesOf(await race.patch({ clockOffsetMillis: -499 })).slice(0, 2),
    [599_501, 1],
  );
});

test('1,000 boats in one write', async (t) => {
  const race = await timedRace(service, 1000);
  const entries = Array.from({ length: 1000 }, (_, index) => ({
    ...{ positionLabel: String(index + 1), category: `Category ${index % 20}` },
    ...{ startedAt: at(index), finishedAt: at(index + 900 + ((index * 7919) % 1000) / 10) },
  }));
  const begun = performance.now();
  const timing = await race.patch({ kind: 'head', startIntervalSeconds: 1, entries });
  const millis = Math.round(performance.now() - begun);
  t.diagnostic(`${millis} ms`);
  assert.ok(millis < 10_000, `${millis} ms`);
  assert.equal(timing.scored, 1000);
  const places = timing.entries.map(({ finishPlace }: { finishPlace: number }) => finishPlace);
  assert.deepEqual(
    places.sort((a: number, b: number) => a - b),
    entries.map((_, index) => index + 1),
  );
  const before = await race.timing('GET', '/races/r');
  await race.patch({ entries });
  const { status } = await service.send('GET', `/timing/v1/events/${race.event.eventId}/races/r`, {
    key: race.event.key,
    headers: { 'if-none-match': before.headers.get('etag') ?? '' },
  });
  assert.equal(status, 304, 'the same again changes nothing');
});

test('times of day across midnight', async () => {
  const race = await timedRace(service, 2);
  const timing = await race.patch({
    startedAt: '2026-10-17T23:58:00.5+02:00',
    entries: [
      { position: 1, finishedAt: '2026-10-18T00:04:10.9+02:00' },
      { position: 2, finishedAt: '2026-10-17T22:04:11Z' },
    ],
  });
  assert.deepEqual(timesOf(timing), [370_400, 370_500]);
  const midnight = { position: 1, finishedAt: '2026-10-17T00:04:10.9+02:00' };
  assert.match(await race.refuse({ entries: [midnight] }, 'entries[0].finishedAt'), /before/);
});

test('times of day across a change of the clock: half past two comes twice', async () => {
  const race = await timedRace(service, 2);
  const timing = await race.patch({
    startedAt: '2026-10-25T02:50:00+02:00',
    entries: [
      { position: 1, finishedAt: '2026-10-25T02:05:00+01:00' },
      { position: 2, finishedAt: '2026-10-25T01:06:00Z' },
    ],
  });
  assert.deepEqual(timesOf(timing), [900_000, 960_000]);
  const first = { position: 1, finishedAt: '2026-10-25T02:05:00+02:00' };
  assert.match(await race.refuse({ entries: [first] }, 'entries[0].finishedAt'), /before/);
});

test('a kind changed while boats are out: whoever has a start of its own keeps it', async () => {
  const race = await headRace();
  await race.patch({ entries: [{ position: 4, finishedAt: at(700) }] });
  const asLanes = await race.patch({ kind: 'lanes' });
  assert.deepEqual(timesOf(asLanes), [600_000, null, null, 700_000], 'bow 4 started with the race');
  assert.deepEqual(
    asLanes.entries.map(({ startsAt }: { startsAt: string }) => startsAt),
    [START, START, START, START],
  );
  const again = await race.patch({ kind: null });
  assert.equal(again.effectiveKind, 'head');
  assert.deepEqual(timesOf(again), [600_000, null, null, null]);
  assert.equal(entryOf(again, 4).status, 'assigned');
  await race.patch({ startedAt: at(800) });
  const detail = await race.refuse({ startIntervalSeconds: null }, 'startIntervalSeconds');
  assert.match(detail, /position 4/);
});

test('a category renamed in the middle: two, until the last boat has the new name', async () => {
  const race = await timedRace(service, 3);
  const names = (...categories: string[]) =>
    race.patch({
      entries: categories.map((category, index) => ({ position: index + 1, category })),
    });
  await names('Masters C', 'Masters C', 'Masters C');
  await race.results(
    ...[300, 310, 320].map((seconds, index) => ({
      ...{ position: index + 1, finishTimeMillis: seconds * 1000 },
    })),
  );
  const places = (timing: { entries: { categoryPlace: number }[] }) =>
    timing.entries.map(({ categoryPlace }) => categoryPlace);
  assert.deepEqual(places(await names('Masters C', 'Masters C/D')), [1, 1, 2]);
  assert.deepEqual(places(await names('Masters C/D', 'Masters C/D', 'Masters C/D ')), [1, 2, 3]);
});

test('an allowance larger than the time: the sum is negative, and the place the first', async () => {
  const race = await headRace();
  const timing = await race.patch({
    entries: [
      { position: 1, allowanceMillis: 3_600_000, penaltyMillis: 5000 },
      { position: 2, finishedAt: at(120) },
    ],
  });
  const { adjustedTimeMillis, finishTimeMillis, finishPlace } = entryOf(timing, 1);
  assert.deepEqual([adjustedTimeMillis, finishTimeMillis, finishPlace], [-2_995_000, 600_000, 1]);
  assert.equal(entryOf(timing, 2).finishPlace, 2);
  const { json } = await race.event.send('GET', '/schedule');
  assert.equal(json.races[0].lanes[0].finishPlace, 1);
});

test('an entry redrawn into another lane after its start: the start stays with the lane', async () => {
  const race = await headRace();
  await race.patch({ entries: [{ position: 2, category: 'A', allowanceMillis: 1000 }] });
  const draw = ['c1', 'c4', 'c3', 'c2'].map((teamExternalId, index) => ({
    ...{ position: index + 1, teamExternalId },
  }));
  assert.equal((await race.event.send('PUT', '/races/r/entries', draw)).status, 200);
  const timing = await race.get();
  const facts = (position: number) => {
    const { teamExternalId, startedAt, category, allowanceMillis } = entryOf(timing, position);
    return [teamExternalId, startedAt, category, allowanceMillis];
  };
  assert.deepEqual(facts(2), ['c4', at(20).replace('.000', ''), null, null]);
  assert.deepEqual(facts(4), ['c2', null, 'A', 1000]);
});

test('a race postponed after three boats have started: it has not started, their clocks are kept', async () => {
  for (const make of [headRace, lanesRace]) {
    const race = await make();
    await race.patch({ closed: true });
    const before = await race.get();
    const office = await officeOf(service, race.event);
    const { races } = await office.ids();
    const { status, json } = await office.write(`/races/${races[1]}/state`, { state: 'postponed' });
    assert.equal(status, 200);
    const timing = await race.get();
    assert.deepEqual([timing.startedAt, timing.closed], [null, false]);
    const isHead = make === headRace;
    const { status: scored, finishedAt, finishTimeMillis } = entryOf(timing, 1);
    assert.deepEqual(
      [scored, finishedAt !== null, finishTimeMillis],
      isHead ? ['finished', true, 600_000] : ['assigned', true, null],
    );
    const undone = await office.person.send('POST', `${office.path}/history/${json.entryId}/undo`);
    assert.equal(undone.status, 200);
    assert.deepEqual(await race.get(), before, 'undo brings everything back');
  }
});

test('a false start of a head race: what an undo brings back starts it no second time', async () => {
  const race = await headRace();
  await race.patch({ startedAt: null });
  const before = await race.get();
  const office = await officeOf(service, race.event);
  const { races } = await office.ids();
  const { revision: seen } = await office.read();
  const entries = [{ position: 2, status: 'dns' }];
  const path = `${office.path}/races/${races[1]}/racing`;
  const { json } = await office.person.send('PATCH', path, { entries, seen });
  assert.equal(json.race.startedAt, null);
  const undone = await office.person.send('POST', `${office.path}/history/${json.entryId}/undo`);
  assert.equal(undone.status, 200);
  assert.deepEqual(await race.get(), before);
});
