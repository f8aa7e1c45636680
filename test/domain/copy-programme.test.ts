/** A programme copied to other days and zones: each race keeps its local time, also across a change of the clocks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EARLIEST, formatInstant, LATEST } from '../../src/contract/instant.ts';
import { VenueClock, wallTimeOf } from '../../src/domain/day/venue-clock.ts';
import { copyRaces, copyRules } from '../../src/domain/races/copy-programme.ts';
import { crew, lane, race } from './builders.ts';

interface Case {
  what: string;
  at: string;
  from: [start: string, timezone: string | null];
  to: [start: string, timezone: string | null];
  becomes: string;
}

const CASES: Case[] = [
  {
    what: 'the same zone, another summer',
    at: '2026-06-13T07:00:00Z',
    from: ['2026-06-13', 'Europe/Berlin'],
    to: ['2027-06-12', 'Europe/Berlin'],
    becomes: '2027-06-12T07:00:00Z',
  },
  {
    what: 'from summer time to winter time',
    at: '2026-06-14T07:00:00Z',
    from: ['2026-06-13', 'Europe/Berlin'],
    to: ['2026-12-05', 'Europe/Berlin'],
    becomes: '2026-12-06T08:00:00Z',
  },
  {
    what: 'a time that the clock leaves out: as long after the change',
    at: '2026-06-14T00:30:00Z',
    from: ['2026-06-14', 'Europe/Berlin'],
    to: ['2026-03-29', 'Europe/Berlin'],
    becomes: '2026-03-29T01:30:00Z',
  },
  {
    what: 'a time that comes twice: the first',
    at: '2026-06-14T00:30:00Z',
    from: ['2026-06-14', 'Europe/Berlin'],
    to: ['2026-10-25', 'Europe/Berlin'],
    becomes: '2026-10-25T00:30:00Z',
  },
  {
    what: 'an hour before the clock is changed',
    at: '2026-06-13T23:30:00Z',
    from: ['2026-06-14', 'Europe/Berlin'],
    to: ['2026-03-29', 'Europe/Berlin'],
    becomes: '2026-03-29T00:30:00Z',
  },
  {
    what: 'a change of half an hour (Lord Howe)',
    at: '2026-06-14T02:15:00Z',
    from: ['2026-06-14', null],
    to: ['2026-10-04', 'Australia/Lord_Howe'],
    becomes: '2026-10-03T15:45:00Z',
  },
  {
    what: 'a day that was left out (Apia, 30 December 2011)',
    at: '2026-06-14T10:00:00Z',
    from: ['2026-06-14', null],
    to: ['2011-12-30', 'Pacific/Apia'],
    becomes: '2011-12-30T20:00:00Z',
  },
  {
    what: 'a day whose midnight was left out (Beirut)',
    at: '2026-06-14T00:10:00Z',
    from: ['2026-06-14', null],
    to: ['2026-03-29', 'Asia/Beirut'],
    becomes: '2026-03-28T22:10:00Z',
  },
  {
    what: 'the evening before the first day',
    at: '2026-06-12T21:59:59.999Z',
    from: ['2026-06-13', 'Europe/Berlin'],
    to: ['2026-01-10', 'America/New_York'],
    becomes: '2026-01-10T04:59:59.999Z',
  },
];

for (const { what, at, from, to, becomes } of CASES) {
  test(what, () => {
    const original = race({ id: 1, raceNumber: 1, scheduledAt: Date.parse(at), externalId: 'r' });
    const [copied] = copyRaces(
      [original],
      { start: from[0], end: from[0], timezone: from[1] },
      { start: to[0], timezone: to[1] },
    );
    assert.equal(formatInstant(copied?.scheduledAt ?? 0), becomes);
    assert.equal(copied?.externalId, null);
    assert.equal(original.externalId, 'r', 'the original stays as it is');
  });
}

const FIRST_PLANS: [what: string, first: string | null, now: string, becomes: string][] = [
  ['never published', null, '13T12:00', '12T12:00'],
  ['re-timed on the day', '13T11:36', '13T12:00', '12T11:36'],
  ['moved to the second day', '13T11:36', '14T12:00', '12T11:36'],
  ['first published when the event was on other days', '06T11:36', '13T12:00', '12T12:00'],
  ['after the last day', '15T00:10', '14T12:00', '13T12:00'],
];
for (const [what, first, now, becomes] of FIRST_PLANS) {
  test(`a copy takes the plan as it was first published: ${what}`, () => {
    const at = (text: string) => Date.parse(`2026-06-${text}:00+02:00`);
    const original = race({
      ...{ id: 1, raceNumber: 1, scheduledAt: at(now) },
      firstPublishedAt: first === null ? null : at(first),
    });
    const [copied] = copyRaces(
      [original],
      { start: '2026-06-13', end: '2026-06-14', timezone: 'Europe/Berlin' },
      { start: '2027-06-12', timezone: 'Europe/Berlin' },
    );
    assert.equal(copied?.scheduledAt, Date.parse(`2027-06-${becomes}:00+02:00`));
    assert.equal(copied?.firstPublishedAt, null, 'nobody has seen the copy');
  });
}

test('what would be before the year 0001 or after 9999 stops there', () => {
  const at = (scheduledAt: number) => race({ id: 1, raceNumber: 1, scheduledAt });
  const years = { early: '0001-01-01', late: '9999-12-31' };
  const copied = copyRaces(
    [at(EARLIEST), at(LATEST)],
    { start: '2026-06-13', end: '2026-06-14', timezone: 'Europe/Berlin' },
    { start: years.late, timezone: 'Pacific/Auckland' },
  );
  for (const { scheduledAt } of copied) {
    assert.ok(scheduledAt >= EARLIEST && scheduledAt <= LATEST, `${scheduledAt}`);
  }
  const [earlier] = copyRaces(
    [at(EARLIEST)],
    { start: '2026-06-13', end: '2026-06-14', timezone: null },
    { start: years.early, timezone: 'Asia/Tokyo' },
  );
  assert.equal(earlier?.scheduledAt, EARLIEST);
});

test('a clock that knows a day says what the zone says', () => {
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', null]) {
    const clock = new VenueClock(zone);
    for (let hour = 0; hour < 24 * 366; hour += 7) {
      const instant = Date.parse('2026-01-01T00:20:00Z') + hour * 3_600_000;
      const wall = wallTimeOf(instant, zone);
      assert.equal(clock.wallTimeOf(instant), wall);
      assert.equal(clock.wallTimeOf(clock.momentOf(wall)), wall);
    }
  }
});

test('what became of a race is dropped, its printed number stays', () => {
  const facts = { id: 7, raceNumber: 3, title: 'Final', laneScheme: ['A'], notes: 'n' };
  const [copy] = copyRaces(
    [
      race({
        ...facts,
        externalId: 'r3',
        printedNumber: '3A',
        state: 'cancelled',
        reason: 'Wind',
        official: true,
      }),
    ],
    { start: '2026-06-13', end: '2026-06-14', timezone: null },
    { start: '2026-06-13', timezone: null },
  );
  assert.deepEqual(copy, race({ ...facts, printedNumber: '3A' }));
});

test('lanes with a rule are kept with their labels, and name the copies', () => {
  const first = { races: [1], place: 2, fastest: null };
  const fastest = { races: [1, 2], place: 3, fastest: 1 };
  const finished = { team: crew(4, 'c4'), status: 'finished', finishTimeMillis: 5 } as const;
  const lanes = new Map([
    [1, [lane(1, finished)]],
    [
      3,
      [
        lane(1, { ...finished, from: first, positionLabel: 'Far', penaltyMillis: 3 }),
        lane(2, { team: crew(5, null) }),
        lane(4, { from: fastest }),
      ],
    ],
    [9, [lane(1, { from: first })]],
  ]);
  const copies = new Map([
    [1, 11],
    [2, 12],
    [3, 13],
  ]);
  assert.deepEqual(
    copyRules(lanes, copies),
    new Map([
      [
        13,
        [
          lane(1, { from: { ...first, races: [11] }, positionLabel: 'Far' }),
          lane(4, { from: { ...fastest, races: [11, 12] } }),
        ],
      ],
    ]),
  );
});
