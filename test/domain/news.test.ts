/** Which changes followers are notified of, and which not (decisions L19, L20). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RaceState } from '../../src/contract/board.ts';
import { ON_TIME } from '../../src/domain/day/delay.ts';
import { type Lane, type LaneResult, NO_RESULT } from '../../src/domain/draw/lane.ts';
import {
  dependsOnDelay,
  isDelayNews,
  isNear,
  isPublicationNews,
  resultNews,
} from '../../src/domain/following/news.ts';
import { publicResults } from '../../src/domain/results/public-results.ts';
import { shownResults } from '../../src/domain/results/standings.ts';
import { lane, late } from './builders.ts';
import { always, among, record } from './properties.ts';

const NOW = Date.UTC(2026, 5, 13, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

for (const [what, scheduledAt, delayMinutes, expected] of [
  ['now', NOW, 0, true],
  ['in 30 hours', NOW + 30 * HOUR, 0, true],
  ['a moment later than that', NOW + 30 * HOUR + 1, 0, false],
  ['30 hours ago', NOW - 30 * HOUR, 0, true],
  ['a moment earlier than that', NOW - 30 * HOUR - 1, 0, false],
  ['31 hours ago, but an hour late', NOW - 31 * HOUR, 60, true],
  ['in 30 hours, but late', NOW + 30 * HOUR, 1, false],
  ['in 31 hours, but an hour early', NOW + 31 * HOUR, -60, true],
  ['years ago', 0, 0, false],
] as const) {
  test(`near: ${what}: ${expected}`, () => {
    assert.equal(isNear(scheduledAt, late(delayMinutes), NOW), expected);
  });
}

always(
  'near: only where it says so does it depend on the delay',
  record<{ start: number; delayMinutes: number }>({
    start: fc.integer({ min: -4000, max: 4000 }),
    delayMinutes: fc.integer({ min: -1440, max: 1440 }),
  }),
  ({ start, delayMinutes }) => {
    const scheduledAt = NOW + start * MINUTE;
    if (dependsOnDelay(scheduledAt, NOW)) return;
    assert.equal(isNear(scheduledAt, late(delayMinutes), NOW), isNear(scheduledAt, ON_TIME, NOW));
  },
);

test('near: a race of now needs no delay to be known', () => {
  assert.equal(dependsOnDelay(NOW, NOW), false);
});

const PUBLISHED = { status: 'published', defaultResultVisibility: 'full' } as const;
const RACE = { resultMode: 'timed', resultVisibility: null } as const;
const EMPTY = [lane(1), lane(2)];
const ONE = [lane(1, { status: 'finished', finishTimeMillis: 400_000 }), lane(2)];
const TWO = [...ONE.slice(0, 1), lane(2, { status: 'finished', finishTimeMillis: 410_000 })];
const SLOWER = [...ONE.slice(0, 1), lane(2, { status: 'finished', finishTimeMillis: 411_000 })];

for (const [what, schedule, race, before, after, expected] of [
  ['a first result', PUBLISHED, RACE, EMPTY, ONE, true],
  ['one more', PUBLISHED, RACE, ONE, TWO, true],
  ['a corrected time', PUBLISHED, RACE, TWO, SLOWER, true],
  ['a draft', { ...PUBLISHED, status: 'draft' }, RACE, EMPTY, ONE, false],
  ['nothing new', PUBLISHED, RACE, ONE, ONE, false],
  ['the last result taken back', PUBLISHED, RACE, ONE, EMPTY, false],
  ['one of two taken back', PUBLISHED, RACE, TWO, ONE, true],
  ['a hidden race', PUBLISHED, { ...RACE, resultVisibility: 'hidden' }, EMPTY, ONE, false],
  [
    'hidden by default',
    { ...PUBLISHED, defaultResultVisibility: 'hidden' },
    RACE,
    EMPTY,
    ONE,
    false,
  ],
  ['places only', PUBLISHED, { ...RACE, resultVisibility: 'placesOnly' }, ONE, TWO, true],
  [
    'a time that the public does not see',
    PUBLISHED,
    { ...RACE, resultVisibility: 'placesOnly' },
    TWO,
    SLOWER,
    false,
  ],
] as const) {
  test(`results: ${what}: ${expected ? 'news' : 'no news'}`, () => {
    assert.equal(
      resultNews(schedule, race, before as Lane[], after as Lane[]) !== undefined,
      expected,
    );
  });
}

const results = fc.array(
  record<LaneResult>({
    status: among('assigned', 'finished', 'dns', 'dnf', 'dsq'),
    finishTimeMillis: among(null, 0, 400_000, 410_000),
    finishPlace: among(null, 1, 2),
    penaltyMillis: among(null, 5000),
  }),
);

always('results: the public sees nothing of a hidden race', results, (lanes) => {
  for (const result of publicResults('hidden', 'timed', lanes)) assert.deepEqual(result, NO_RESULT);
});

always('results: where places are shown, the public sees no time', results, (lanes) => {
  const shown = publicResults('placesOnly', 'timed', lanes);
  assert.deepEqual(
    shown.map(({ finishPlace, status }) => [finishPlace, status]),
    shownResults('timed', lanes).map(({ finishPlace, status }) => [finishPlace, status]),
  );
  for (const { finishTimeMillis, penaltyMillis } of shown) {
    assert.deepEqual([finishTimeMillis, penaltyMillis], [null, null]);
  }
});

for (const [what, status, starts, delayMinutes, expected] of [
  ['a day of today', 'published', [NOW + HOUR], 25, true],
  ['cleared', 'published', [NOW + HOUR], 0, true],
  ['one race of several', 'published', [NOW - 90 * HOUR, NOW], 25, true],
  ['a draft', 'draft', [NOW + HOUR], 25, false],
  ['nothing left to row', 'published', [], 25, false],
  ['next week', 'published', [NOW + 100 * HOUR], 25, false],
  ['late into the window', 'published', [NOW - 31 * HOUR], 60, true],
] as const) {
  test(`delay: ${what}: ${expected ? 'news' : 'no news'}`, () => {
    const races = (state: RaceState) => starts.map((scheduledAt) => ({ scheduledAt, state }));
    assert.equal(isDelayNews({ status }, races('planned'), late(delayMinutes), NOW), expected);
    for (const state of ['cancelled', 'postponed'] as const) {
      assert.equal(isDelayNews({ status }, races(state), late(delayMinutes), NOW), false, state);
    }
  });
}

const PUBLICATIONS: [
  what: string,
  races: { startsInHours: number; state?: RaceState }[],
  delayMinutes: number,
  isNews: boolean,
][] = [
  ['one race of two to come', [{ startsInHours: -1 }, { startsInHours: 1 }], 0, true],
  ['all past', [{ startsInHours: -2 }, { startsInHours: -1 }], 0, false],
  ['past by plan, and late', [{ startsInHours: -1 }], 90, true],
  ['postponed', [{ startsInHours: -1, state: 'postponed' }], 0, true],
  ['no race yet', [], 0, true],
];
for (const [what, given, delayMinutes, isNews] of PUBLICATIONS) {
  test(`a publication: ${what}: ${isNews}`, () => {
    const races = given.map(({ startsInHours, state = 'planned' }) => ({
      ...{ scheduledAt: NOW + startsInHours * HOUR, state },
    }));
    const rows = { races, delays: new Map([['2026-06-13', late(delayMinutes)]]) };
    assert.equal(isPublicationNews({ timezone: null }, rows, NOW), isNews);
    const told = { timezone: null, followersTold: true } as const;
    assert.equal(isPublicationNews(told, rows, NOW), false, 'told before');
  });
}
