/** "My races": how follows are stored and changed, which races follow from them, and which race is next. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carriedText, readCarried } from '../../web/src/board/following/carried-follows.ts';
import {
  type FollowSet,
  followsAnything,
  NOTHING,
  readFollowSet,
  withFollowed,
} from '../../web/src/board/following/follow-set.ts';
import { withoutRefused } from '../../web/src/board/following/push-api.ts';
import { followedCrews, myRaces, nextOf } from '../../web/src/shared/race/my-day.ts';
import { judgeRaces, minutesIfSoon, minutesUntil } from '../../web/src/shared/race/race-phase.ts';
import { boardOf, lane, ROWED, race } from './boards.ts';

const NINE = '2026-06-13T09:00:00Z';

for (const [what, stored, read] of [
  ['nothing', undefined, {}],
  ['a number', 5, {}],
  ['a text', 'crews', {}],
  ['null', null, {}],
  ['lists that are none', { crews: 'x', races: { 0: 1 }, clubs: 7, wholeEvent: 'yes' }, {}],
  [
    'what an older version stored',
    { wholeEvent: true, crews: [1], races: [2] },
    { wholeEvent: true, crews: [1], races: [2] },
  ],
  [
    'items that do not fit',
    { crews: [1, '2', -3, 1.5, null, 1], clubs: ['A', '', 3, 'x'.repeat(65)] },
    { crews: [1], clubs: ['A'] },
  ],
  ['a reminder', { remindMinutes: 20 }, { remindMinutes: 20 }],
  ['a reminder of half a minute', { remindMinutes: 0.5 }, {}],
  ['a reminder that is too late', { remindMinutes: 4 }, {}],
  ['a reminder that is too early', { remindMinutes: 1e9 }, {}],
] as [string, unknown, Partial<FollowSet>][]) {
  test(`of ${what} is read what fits`, () => {
    assert.deepEqual(readFollowSet(stored), { ...NOTHING, ...read });
  });
}

test('no more is read, or followed, than the service takes', () => {
  const many = Array.from({ length: 300 }, (_, index) => index + 1);
  assert.equal(readFollowSet({ crews: many }).crews.length, 200);
  assert.equal(readFollowSet({ clubs: many.map(String) }).clubs.length, 50);
  assert.equal(withFollowed(NOTHING, 'crews', many, true), undefined);
  assert.equal(withFollowed(NOTHING, 'crews', many.slice(0, 200), true)?.crews.length, 200);
  const clubs = many.slice(0, 50).map(String);
  const full = { ...NOTHING, clubs };
  assert.equal(withFollowed(full, 'clubs', ['51'], true), undefined);
  assert.deepEqual(withFollowed(full, 'clubs', ['50'], true), full);
});

test('what is followed is added once and given up together', () => {
  const one = { ...NOTHING, crews: [3], remindMinutes: 20 };
  const three = withFollowed(one, 'crews', [3, 4, 5], true);
  assert.deepEqual(three, { ...one, crews: [3, 4, 5] });
  assert.deepEqual(three && withFollowed(three, 'crews', [3, 5], false), { ...one, crews: [4] });
  assert.equal(followsAnything({ ...NOTHING, remindMinutes: 20 }), false);
  assert.equal(followsAnything({ ...NOTHING, clubs: ['A'] }), true);
});

test('what the service refuses is left out, and nothing else', () => {
  const follows = { eventId: 7, wholeEvent: false, crews: [3, 4, 5], races: [8, 9] };
  const cases: [fields: string[], crews: number[] | undefined, races?: number[]][] = [
    [['crews[1]'], [3, 5], [8, 9]],
    [['crews[0]', 'crews[2]', 'races[1]'], [4], [8]],
    [['crews[7]', 'language', 'eventId'], undefined],
    [[], undefined],
  ];
  for (const [fields, crews, races] of cases)
    assert.deepEqual(withoutRefused(follows, fields), crews && { ...follows, crews, races });
});

test('what is followed fits into an address and comes back', () => {
  const followed = { ...NOTHING, crews: [1, 22], races: [9], clubs: ['SAL', 'a,b~c.d &é'] };
  const text = carriedText(followed);
  assert.equal(text, 'clubs.U0FM,YSxifmMuZCAmw6k~crews.1,22~races.9');
  // The form in which the server accepts this text in an address.
  assert.match(text, /^[\w.~,-]{1,1000}$/);
  assert.deepEqual(readCarried(text), followed);
  assert.equal(carriedText({ ...followed, wholeEvent: true }, 20), 'event~clubs.U0FM');
  assert.equal(carriedText({ ...NOTHING, crews: [1, 22, 3] }, 10), 'crews.1,22');
  assert.deepEqual(readCarried('event'), { ...NOTHING, wholeEvent: true });
  for (const bad of ['', 'crews', 'crews.', 'crews.x,-1', 'clubs.%,_w', '~~.,', 'toString.1'])
    assert.deepEqual(readCarried(bad), NOTHING, bad);
});

const BOARD = boardOf(
  [
    race(1, NINE),
    race(2, '2026-06-13T08:00:00Z', { lanes: [lane(1, { crewId: 3 })] }),
    race(3, '2026-06-13T10:00:00Z', { lanes: [lane(1, { crewId: 4 })] }),
    race(4, '2026-06-13T11:00:00Z', { lanes: [lane(1, { crewId: null, crewName: null })] }),
  ],
  {
    crews: [
      { id: 1, name: 'One', club: null },
      { id: 2, name: 'Two', club: 'B' },
      { id: 3, name: 'Three', club: 'A' },
      { id: 4, name: 'Four', club: 'B' },
    ],
  },
);

for (const [followed, crews, numbers] of [
  [{}, [], []],
  [{ crews: [1] }, [1], [1]],
  [{ clubs: ['B'] }, [2, 4], [1, 3]],
  [{ crews: [3], clubs: ['B'] }, [2, 3, 4], [2, 1, 3]],
  [{ races: [104, 102] }, [], [2, 4]],
  // A race is listed once; follows of what the regatta no longer has are ignored.
  [{ crews: [1, 99], races: [101, 999], clubs: ['Z'] }, [1], [1]],
] as [Partial<FollowSet>, number[], number[]][]) {
  test(`who follows ${JSON.stringify(followed)} has the races ${numbers}`, () => {
    const all = { ...NOTHING, ...followed };
    const mine = followedCrews(BOARD, all);
    assert.deepEqual([...mine], crews);
    assert.deepEqual(
      myRaces(BOARD, mine, all.races).map(({ raceNumber }) => raceNumber),
      numbers,
    );
  });
}

test('a race from which a crew has withdrawn is not its race any more', () => {
  const gone = race(1, NINE, { lanes: [lane(1, { crewId: 1, withdrawn: true })] });
  assert.deepEqual(myRaces({ races: [gone] }, new Set([1]), []), []);
  assert.deepEqual(myRaces({ races: [gone] }, new Set([1]), [gone.id]), [gone], 'it is followed');
});

const AT_NINE = Date.parse(NINE);
const MINUTE = 60_000;
const TODAY = '2026-06-13';

for (const [why, races, expected] of [
  ['the first to come', [race(1, '2026-06-13T09:05:00Z'), race(2, '2026-06-13T09:10:00Z')], 1],
  ['one that is due waits', [race(1, '2026-06-13T08:45:00Z'), race(2, '2026-06-13T09:10:00Z')], 1],
  ['but not for ever', [race(1, '2026-06-13T08:39:00Z'), race(2, '2026-06-13T09:10:00Z')], 2],
  [
    'a result ends it',
    [race(1, '2026-06-13T09:05:00Z', { lanes: ROWED }), race(2, '2026-06-13T09:10:00Z')],
    2,
  ],
  [
    'a delay moves it',
    [race(1, '2026-06-13T08:00:00Z', { estimatedAt: '2026-06-13T09:02:00Z' })],
    1,
  ],
  [
    'a later result ends it, too',
    [
      race(1, '2026-06-13T08:50:00Z'),
      race(2, '2026-06-13T08:55:00Z', { lanes: ROWED }),
      race(3, '2026-06-13T09:10:00Z'),
    ],
    3,
  ],
  ['cancelled', [race(1, '2026-06-13T09:05:00Z', { state: 'cancelled' })], undefined],
  ['postponed', [race(1, '2026-06-13T09:05:00Z', { state: 'postponed' })], undefined],
  ['none', [], undefined],
] as const) {
  test(`the race to wait for: ${why}`, () => {
    const judged = judgeRaces([{ day: TODAY, races }], { now: AT_NINE, today: TODAY });
    assert.equal(nextOf(races, new Set(), judged, AT_NINE)?.raceNumber, expected);
  });
}

test('minutes until a start are rounded up, and end with it', () => {
  const minutes = (before: number) => minutesUntil({ estimatedAt: NINE }, AT_NINE - before);
  assert.deepEqual(
    [90 * MINUTE, MINUTE + 1, MINUTE, 1, 0, -MINUTE].map(minutes),
    [90, 2, 1, 1, 0, 0],
  );
});

test('minutes are told of a start within the hour', () => {
  const minutes = (before: number) => minutesIfSoon({ estimatedAt: NINE }, AT_NINE - before);
  assert.deepEqual([60 * MINUTE, 59 * MINUTE, 1, 0, -1].map(minutes), [
    undefined,
    59,
    1,
    undefined,
    undefined,
  ]);
});
