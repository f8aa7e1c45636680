/** The announcer's page: which race it shows, which ones follow, and how the crews came into the race. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BoardRace } from '../../src/contract/board.ts';
import {
  cameFrom,
  gapsSoFar,
  neighbour,
  otherDayText,
  raceOn,
  racesAhead,
} from '../../web/src/board/announcer/announced-race.ts';
import { laneResults } from '../../web/src/shared/race/results.ts';
import { words } from '../../web/src/shared/words/board.ts';
import { boardLane, boardRaceOf } from '../support/racing.ts';

const AT = '2026-06-13T09:00:00Z';
const NOW = Date.parse(AT);
const race = (number: number, given: Partial<BoardRace> = {}) => boardRaceOf(number, AT, given);
const [one, two, three] = [race(1), race(2), race(3)];

describe('contract: the race that is on', () => {
  const ended = (millisAgo: number) =>
    race(1, { resultsAt: new Date(NOW - millisAgo).toISOString() });
  const CASES: [
    what: string,
    moment: Omit<Parameters<typeof raceOn>[0], 'now'>,
    number?: number,
  ][] = [
    ['the last started', { onCourse: [three, two], next: one, lastResult: one }, 3],
    [
      'none is on: the one that has just ended',
      { onCourse: [], next: two, lastResult: ended(60_000) },
      1,
    ],
    [
      'it ended a while ago: the next one',
      { onCourse: [], next: two, lastResult: ended(200_000) },
      2,
    ],
    ['none is to come: the last one', { onCourse: [], next: undefined, lastResult: ended(9e6) }, 1],
    ['before the first one', { onCourse: [], next: one, lastResult: undefined }, 1],
    ['nothing at all', { onCourse: [], next: undefined, lastResult: undefined }],
  ];
  for (const [what, moment, number] of CASES) {
    test(what, () => assert.equal(raceOn({ ...moment, now: NOW })?.raceNumber, number));
  }
});

test('the next ones are those behind it that are to come', () => {
  const phases = new Map<number, 'coming' | 'cancelled' | 'results'>([
    [2, 'cancelled'],
    [3, 'results'],
  ]);
  const races = [1, 2, 3, 4, 5, 6, 7].map((number) => race(number));
  const ahead = racesAhead(races, one, ({ raceNumber }) => phases.get(raceNumber) ?? 'coming');
  assert.deepEqual(
    ahead.map(({ raceNumber }) => raceNumber),
    [4, 5, 6],
  );
});

test('leafing ends at the first and the last', () => {
  const races = [one, two];
  assert.equal(neighbour(races, one, -1), undefined);
  assert.equal(neighbour(races, one, 1), two);
  assert.equal(neighbour(races, two, 1), undefined);
});

describe('contract: how a crew came here', () => {
  const final = race(9, { boatClass: '8+', round: 'Final' });
  const next = { raceId: final.id, position: 1, scheduledAt: AT };
  const heat = (number: number, given: Parameters<typeof boardLane>[1], boatClass = '8+') =>
    race(number, {
      boatClass,
      round: `Heat ${number}`,
      lanes: [boardLane(3, { crewId: 5, ...given })],
    });
  const CASES: [what: string, races: BoardRace[], number?: number][] = [
    ['from the race whose rule has drawn it', [heat(1, { next }), heat(2, {}), final], 1],
    ['drawn by hand: its last race of the class', [heat(1, {}), heat(2, {}), final], 2],
    ['not from another class', [heat(1, {}, '4-'), final]],
    ['not from where it had withdrawn', [heat(1, { withdrawn: true }), final]],
    ['not from a later race', [final, heat(10, {})]],
  ];
  for (const [what, races, number] of CASES) {
    test(what, () => assert.equal(cameFrom(races, final)(5)?.race.raceNumber, number));
  }
});

test('of a race of another day than today, by the clocks of the venue, the day is said', () => {
  const early = boardRaceOf(1, '2026-11-29T23:30:00Z', {});
  const on = (today: string, timezone: string | null) =>
    otherDayText(early, timezone, today, 'en-GB');
  assert.equal(on('2026-11-29', 'Europe/Berlin'), 'Monday 30 Nov');
  assert.equal(on('2026-11-30', 'Europe/Berlin'), '');
  assert.equal(on('2026-11-29', null), '');
});

test('gaps are told as boats come in; who is out of competition is no measure', () => {
  const shown = race(1, {
    entered: 4,
    scored: 3,
    lanes: [
      boardLane(1, { status: 'finished', finishTimeMillis: 402_000 }),
      boardLane(2, { status: 'finished', finishTimeMillis: 400_310 }),
      boardLane(3, { status: 'finished', finishTimeMillis: 390_000, outOfCompetition: true }),
      boardLane(4),
    ],
  });
  const gaps = gapsSoFar(laneResults(shown, '.'), words.value);
  assert.deepEqual([...gaps], [[1, '+1.69']]);
});
