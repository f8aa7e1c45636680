/** Which news a head race and a draw make, and which followers get it (racing, "Who hears what"). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lane } from '../../src/domain/draw/lane.ts';
import {
  crewState,
  crewsDrawn,
  crewsIn,
  endNews,
  isSameOwnResult,
} from '../../src/domain/following/head-news.ts';
import type { Race } from '../../src/domain/races/race.ts';
import { boardLane, boardRaceOf } from '../support/racing.ts';
import { crew, lane, race, START } from './builders.ts';

const PUBLISHED = { status: 'published', defaultResultVisibility: 'full' } as const;
const DRAFT = { ...PUBLISHED, status: 'draft' } as const;
const HIDDEN = { ...PUBLISHED, defaultResultVisibility: 'hidden' } as const;
const PLACES = { ...PUBLISHED, defaultResultVisibility: 'placesOnly' } as const;

const HEAD = race({ id: 7, raceNumber: 1, startIntervalSeconds: 20 });
const IN_TIME = 1_102_400;

/** Lanes of a race with the crews 1, 2, 3, …; a number is a finish time, a text a status. */
function field(...given: (number | null | Lane['status'] | Partial<Lane>)[]): Lane[] {
  return given.map((result, index) => {
    const position = index + 1;
    const team = crew(position, null);
    if (result === null) return lane(position, { team });
    if (typeof result === 'object') return lane(position, { team, ...result });
    if (typeof result === 'string') return lane(position, { team, status: result });
    return lane(position, { team, status: 'finished', finishTimeMillis: result });
  });
}

const NONE = field(null, null, null);
const ONE = field(IN_TIME, null, null);
const TWO = field(IN_TIME, IN_TIME - 5000, null);

for (const [what, schedule, before, after, crews] of [
  ['a boat comes in', PUBLISHED, NONE, ONE, [1]],
  ['the next boat, which moves the first back', PUBLISHED, ONE, TWO, [2]],
  ['the same again', PUBLISHED, ONE, field(IN_TIME, null, null), []],
  ['a corrected time', PUBLISHED, TWO, field(IN_TIME, IN_TIME - 4000, null), [2]],
  [
    'a penalty',
    PUBLISHED,
    ONE,
    field({ status: 'finished', finishTimeMillis: IN_TIME, penaltyMillis: 5000 }, null, null),
    [1],
  ],
  [
    'a penalty of nothing',
    PUBLISHED,
    ONE,
    field({ status: 'finished', finishTimeMillis: IN_TIME, penaltyMillis: 0 }, null, null),
    [],
  ],
  [
    'a handicap',
    PUBLISHED,
    ONE,
    field({ status: 'finished', finishTimeMillis: IN_TIME, allowanceMillis: 5000 }, null, null),
    [1],
  ],
  [
    'out of competition',
    PUBLISHED,
    ONE,
    field({ status: 'finished', finishTimeMillis: IN_TIME, outOfCompetition: true }, null, null),
    [1],
  ],
  [
    'another category alone',
    PUBLISHED,
    ONE,
    field({ status: 'finished', finishTimeMillis: IN_TIME, category: 'Masters C' }, null, null),
    [],
  ],
  ['did not start', PUBLISHED, ONE, field(IN_TIME, 'dns', null), [2]],
  ['taken back', PUBLISHED, TWO, ONE, []],
  ['all at once', PUBLISHED, NONE, field(1000, 2000, 'dnf'), [1, 2, 3]],
  [
    'another boat in the lane of a result',
    PUBLISHED,
    ONE,
    [lane(1, { ...ONE[0], team: crew(9, null) }), ...ONE.slice(1)],
    [],
  ],
  [
    'a result without a crew',
    PUBLISHED,
    NONE,
    [lane(1, { status: 'finished', finishTimeMillis: 5 }), ...NONE.slice(1)],
    [],
  ],
  ['of a draft', DRAFT, NONE, ONE, []],
  ['hidden', HIDDEN, NONE, ONE, []],
  ['only places are shown: a boat comes in', PLACES, NONE, ONE, [1]],
  ['only places are shown: the next, which moves the first', PLACES, ONE, TWO, [2]],
  [
    'only places are shown: a corrected time without another place',
    PLACES,
    TWO,
    field(IN_TIME, IN_TIME - 4000, null),
    [],
  ],
  [
    'only places are shown: a corrected time with another place',
    PLACES,
    TWO,
    field(IN_TIME, IN_TIME + 4000, null),
    [2],
  ],
] as const) {
  test(`a crew is in: ${what}: ${crews.length === 0 ? 'no news' : `of ${crews.join(', ')}`}`, () => {
    const news = crewsIn(
      schedule,
      { lanes: before as Lane[] },
      { race: HEAD, lanes: after as Lane[] },
    );
    assert.deepEqual(
      news.map(({ crewId }) => crewId),
      crews,
    );
  });
}

test('a crew is in: what was seen of it before does not depend on the others', () => {
  const [first] = crewsIn(PUBLISHED, { lanes: ONE }, { race: HEAD, lanes: field(1, null, null) });
  const [later] = crewsIn(PUBLISHED, { lanes: TWO }, { race: HEAD, lanes: field(1, 2, null) });
  assert.equal(first?.stateBefore, later?.stateBefore);
});

const CLOSED: Race = { ...HEAD, closed: true };

for (const [what, schedule, before, after, expected] of [
  ['a boat comes in', PUBLISHED, [HEAD, NONE], [HEAD, ONE], 'unseen'],
  ['nothing is in', PUBLISHED, [HEAD, NONE], [CLOSED, NONE], 'none'],
  ['no more results', PUBLISHED, [HEAD, ONE], [CLOSED, ONE], 'unseen'],
  ['official', PUBLISHED, [HEAD, ONE], [{ ...HEAD, official: true }, ONE], 'unseen'],
  ['called off', PUBLISHED, [HEAD, ONE], [{ ...HEAD, state: 'cancelled' }, ONE], 'unseen'],
  ['another title', PUBLISHED, [HEAD, ONE], [{ ...HEAD, title: 'x' }, ONE], 'none'],
  [
    'the one that is missing withdraws',
    PUBLISHED,
    [HEAD, TWO],
    [HEAD, [...TWO.slice(0, 2), lane(3, { team: crew(3, null), withdrawn: true })]],
    'unseen',
  ],
  ['corrected after the end', PUBLISHED, [CLOSED, ONE], [CLOSED, TWO], 'seen'],
  ['corrected once all are in', PUBLISHED, [HEAD, field(1, 2, 3)], [HEAD, field(1, 2, 4)], 'seen'],
  [
    'another category',
    PUBLISHED,
    [CLOSED, ONE],
    [CLOSED, field({ ...ONE[0], category: 'C' }, null, null)],
    'seen',
  ],
  [
    'a start of a boat',
    PUBLISHED,
    [HEAD, ONE],
    [HEAD, [...ONE.slice(0, 2), lane(3, { team: crew(3, null), startedAt: 5 })]],
    'none',
  ],
  ['of a draft', DRAFT, [HEAD, NONE], [HEAD, ONE], 'none'],
  ['hidden', HIDDEN, [HEAD, ONE], [CLOSED, ONE], 'none'],
] as const) {
  test(`the end: ${what}: ${expected}`, () => {
    const rows = ([of, lanes]: readonly [Race, readonly Lane[]]) => ({ race: of, lanes });
    const state = endNews(
      schedule,
      rows(before as unknown as [Race, Lane[]]),
      rows(after as unknown as [Race, Lane[]]),
    );
    const found = state === undefined ? 'none' : state === '' ? 'unseen' : 'seen';
    assert.equal(found, expected);
  });
}

const RULE = { races: [1], place: 1, fastest: null };
const EMPTY = [lane(1, { from: RULE }), lane(2, { from: RULE }), lane(3)];
const DRAWN = [
  lane(1, { from: RULE, team: crew(1, null) }),
  lane(2, { from: RULE, team: crew(2, null) }),
  lane(3, { team: crew(3, null) }),
];
const SWAPPED = [
  lane(1, { from: RULE, team: crew(2, null) }),
  lane(2, { from: RULE, team: crew(1, null) }),
  lane(3, { team: crew(3, null) }),
];
const FINAL = race({ id: 8, raceNumber: 2, title: 'Final A' });
const HOUR = 3_600_000;

for (const [what, schedule, of, before, after, now, expected] of [
  [
    'lanes that rules fill',
    PUBLISHED,
    FINAL,
    EMPTY,
    DRAWN,
    START,
    [
      [1, ''],
      [2, ''],
    ],
  ],
  [
    'days before',
    PUBLISHED,
    FINAL,
    EMPTY,
    DRAWN,
    START - 100 * HOUR,
    [
      [1, ''],
      [2, ''],
    ],
  ],
  ['the same again', PUBLISHED, FINAL, DRAWN, [...DRAWN], START, []],
  [
    'two that swap',
    PUBLISHED,
    FINAL,
    DRAWN,
    SWAPPED,
    START,
    [
      [2, '2'],
      [1, '1'],
    ],
  ],
  ['taken out', PUBLISHED, FINAL, DRAWN, EMPTY, START, []],
  [
    'the rule comes after the crew',
    PUBLISHED,
    FINAL,
    DRAWN,
    [DRAWN[0], DRAWN[1], lane(3, { from: RULE, team: crew(3, null) })],
    START,
    [],
  ],
  [
    'one that has withdrawn',
    PUBLISHED,
    FINAL,
    EMPTY,
    [lane(1, { from: RULE, team: crew(1, null), withdrawn: true })],
    START,
    [],
  ],
  ['a draft', DRAFT, FINAL, EMPTY, DRAWN, START, []],
  ['called off', PUBLISHED, { ...FINAL, state: 'cancelled' }, EMPTY, DRAWN, START, []],
  ['rowed long ago', PUBLISHED, FINAL, EMPTY, DRAWN, START + 31 * HOUR, []],
  [
    'hidden results',
    HIDDEN,
    FINAL,
    EMPTY,
    DRAWN,
    START,
    [
      [1, ''],
      [2, ''],
    ],
  ],
] as const) {
  test(`a draw: ${what}`, () => {
    const news = crewsDrawn(
      schedule,
      { lanes: before as Lane[] },
      { race: of as Race, lanes: after as Lane[] },
      now,
    );
    assert.deepEqual(
      news.map(({ crewId, stateBefore }) => [crewId, stateBefore]),
      expected,
    );
  });
}

const THIRD = {
  status: 'finished',
  finishTimeMillis: IN_TIME,
  finishPlace: 3,
  category: 'Masters C',
  categoryPlace: 2,
} as const;

for (const [what, was, is, isSameResult, isSameState] of [
  ['the same', THIRD, THIRD, true, true],
  ['moved back in its category', THIRD, { ...THIRD, categoryPlace: 3 }, true, false],
  ['moved back overall alone', THIRD, { ...THIRD, finishPlace: 4 }, true, true],
  ['another category', THIRD, { ...THIRD, category: 'Masters D' }, true, false],
  ['another time', THIRD, { ...THIRD, finishTimeMillis: 1 }, false, false],
  [
    'disqualified',
    THIRD,
    { ...THIRD, status: 'dsq', finishPlace: null, categoryPlace: null },
    false,
    false,
  ],
] as const) {
  test(`what was told of a crew: ${what}`, () => {
    const state = (given: object) =>
      crewState(
        boardRaceOf(1, '2026-06-13T09:00:00Z', { kind: 'head', lanes: [boardLane(1, given)] }),
        1,
      );
    assert.equal(isSameOwnResult(state(was), state(is)), isSameResult);
    assert.equal(state(was) === state(is), isSameState);
  });
}

test('what was told of a crew: where only places are shown, its place is its result', () => {
  const state = (finishPlace: number) =>
    crewState(
      boardRaceOf(1, '2026-06-13T09:00:00Z', {
        results: 'placesOnly',
        lanes: [boardLane(1, { status: 'finished', finishPlace })],
      }),
      1,
    );
  assert.equal(isSameOwnResult(state(1), state(2)), false);
});
