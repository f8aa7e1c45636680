/** What needs attention in the race office, and when. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Attention } from '../../src/contract/console/office.ts';
import type { EntryStatus } from '../../src/contract/fields.ts';
import { formatInstant } from '../../src/contract/instant.ts';
import { ON_TIME } from '../../src/domain/day/delay.ts';
import {
  attentionOf,
  missingTimes,
  type Watched,
  type WatchedRace,
} from '../../src/domain/event/attention.ts';
import { START } from './builders.ts';

const NOW = START;
const at = (minutes: number) => NOW + minutes * 60_000;
const written = (minutes: number) => formatInstant(at(minutes));

/** A race whose race number is its id. @param minutes from now to its start */
function race(id: number, minutes: number, more: Partial<WatchedRace> = {}): WatchedRace {
  return {
    ...{ id, raceNumber: id, scheduledAt: at(minutes), estimatedAt: at(minutes) },
    ...{ state: 'planned', hasRaced: false, isRowed: false, entered: 1, scored: 0 },
    ...{ isDrawn: true, crewIds: [id * 10], differsFromRules: false, toDraw: null },
    ...{
      startedAt: null,
      closed: false,
      dueAt: (more.estimatedAt ?? at(minutes)) + 5 * 60_000,
      delay: ON_TIME,
      venueDay: '2026-06-13',
      unstarted: [],
      unfinished: [],
    },
    ...more,
  };
}

const ROWED = { hasRaced: true, isRowed: true, scored: 1, crewIds: [] };
const CANCELLED = { state: 'cancelled' } as const;
const POSTPONED = { state: 'postponed' } as const;
const NOBODY = { crewIds: [], isDrawn: false, entered: 0 };
const key = { keyPrefix: 'ro_a', keyLabel: 'Timing', pushedAt: null, refused: null };
const named = { keyPrefix: 'ro_a', keyLabel: 'Timing' };

/** Properties of a race on the course: its result becomes overdue 30 minutes from now. */
const OUT = { dueAt: at(30) };
const LATE = { delay: { delayMinutes: 12, until: null } };
/** A started race. @param minutes from now to its planned start @param late minutes from there to its actual start */
function started(id: number, minutes: number, late: number, more: Partial<WatchedRace> = {}) {
  const startedAt = at(minutes + late);
  return race(id, minutes, { startedAt, estimatedAt: startedAt, ...more });
}

type Case = [name: string, watched: Partial<Watched>, found: Attention[]];

const overdue = (raceId: number, minutes: number): Attention => ({
  ...{ kind: 'overdue', raceId, at: written(minutes) },
});
const gap = (crewId: number, raceId: number, otherRaceId: number, gapMinutes: number) => ({
  ...({ kind: 'crew-gap', crewId, raceId, otherRaceId, gapMinutes } as const),
});

const CASES: Case[] = [
  ['nothing to see', { races: [race(1, 30), race(2, 90)] }, []],

  ['a race that should just have started', { races: [race(1, -4)] }, []],
  ['one five minutes ago', { races: [race(1, -5)] }, [overdue(1, -5)]],
  ['one of yesterday', { races: [race(1, -1440)] }, [overdue(1, -1440)]],
  ['one of last year', { races: [race(1, -525_600)] }, []],
  ['one that has a result', { races: [race(1, -20, ROWED)] }, []],
  [
    'one of which some boats are in',
    { races: [race(1, -20, { hasRaced: true, entered: 5, scored: 3 })] },
    [{ ...overdue(1, -20), scored: 3, entered: 5 }],
  ],
  [
    'one of which one boat has not started',
    { races: [race(1, -20, { entered: 5, scored: 1 })] },
    [{ ...overdue(1, -20), scored: 1, entered: 5 }],
  ],
  [
    'one of which all have withdrawn',
    { races: [race(1, -20, { isRowed: true, entered: 0, crewIds: [] })] },
    [],
  ],
  [
    'one that is cancelled, one postponed',
    { races: [race(1, -20, CANCELLED), race(2, -20, POSTPONED)] },
    [],
  ],
  ['one that the delay has moved', { races: [race(1, -20, { estimatedAt: at(10) })] }, []],
  [
    'one that is on the course, and one that has been there for too long',
    {
      races: [
        started(1, -30, 0, { dueAt: at(1) }),
        started(2, -30, 0, { dueAt: at(0) }),
        started(3, -30, 0, { dueAt: at(0), closed: true }),
      ],
    },
    [overdue(2, -30)],
  ],
  [
    'without a draw it is overdue, too, and no more than that',
    { races: [race(1, -6, NOBODY)] },
    [overdue(1, -6)],
  ],

  [
    'a race in an hour without a draw',
    { races: [race(1, 60, NOBODY)] },
    [{ kind: 'not-drawn', raceId: 1 }],
  ],
  ['one later than that', { races: [race(1, 61, NOBODY)] }, []],
  ['one that starts now', { races: [race(1, -2, NOBODY)] }, [{ kind: 'not-drawn', raceId: 1 }]],
  ['one that is cancelled', { races: [race(1, 10, { ...NOBODY, ...CANCELLED })] }, []],

  [
    'a crew twice within the gap',
    { races: [race(1, 10, { crewIds: [7, 8] }), race(2, 49, { crewIds: [8, 7] })] },
    [gap(8, 1, 2, 39), gap(7, 1, 2, 39)],
  ],
  [
    'a crew with time enough',
    { races: [race(1, 10, { crewIds: [7] }), race(2, 50, { crewIds: [7] })] },
    [],
  ],
  [
    'a crew three times: each with the next',
    {
      races: [
        race(3, 50, { crewIds: [7] }),
        race(1, 10, { crewIds: [7] }),
        race(2, 30, { crewIds: [7] }),
      ],
    },
    [gap(7, 1, 2, 20), gap(7, 2, 3, 20)],
  ],
  [
    'a crew at the same time',
    { races: [race(1, 10, { crewIds: [7] }), race(2, 10, { crewIds: [7] })] },
    [gap(7, 1, 2, 0)],
  ],
  [
    'the estimates count',
    { races: [race(1, 10, { crewIds: [7], estimatedAt: at(40) }), race(2, 60, { crewIds: [7] })] },
    [gap(7, 1, 2, 20)],
  ],
  [
    'its race over, a crew only rests',
    { races: [race(1, -5, { ...ROWED, crewIds: [7] }), race(2, 20, { crewIds: [7] })] },
    [],
  ],
  [
    'a gap of none',
    { crewGapMinutes: 0, races: [race(1, 10, { crewIds: [7] }), race(2, 10, { crewIds: [7] })] },
    [],
  ],

  [
    'two crews that are probably one',
    {
      twins: [[7, 8]],
      races: [race(1, 30, { crewIds: [8] }), race(2, 10, { crewIds: [7], raceNumber: 1 })],
    },
    [{ kind: 'crew-twice', crewId: 7, otherCrewId: 8, raceId: 2, otherRaceId: 1, gapMinutes: 20 }],
  ],
  [
    'both in one race: they are two',
    { twins: [[7, 8]], races: [race(1, 30, { crewIds: [8, 7] })] },
    [],
  ],
  [
    'twins far apart',
    { twins: [[7, 8]], races: [race(1, 10, { crewIds: [8] }), race(2, 50, { crewIds: [7] })] },
    [],
  ],

  [
    'a lower number later',
    { races: [race(1, 70), race(3, 80), race(2, 90), race(4, 100)] },
    [{ kind: 'order', raceId: 3, otherRaceId: 2 }],
  ],
  [
    'the planned order counts, not the estimate',
    { races: [race(1, 70, { estimatedAt: at(100) }), race(2, 80)] },
    [],
  ],
  ['out of order, and cancelled', { races: [race(3, 80, CANCELLED), race(2, 90)] }, []],

  [
    'a draw that differs',
    { races: [race(1, 70, { differsFromRules: true })] },
    [{ kind: 'draw-differs', raceId: 1 }],
  ],
  [
    'one of a race that has been rowed',
    { races: [race(1, 70, { differsFromRules: true, ...ROWED })] },
    [{ kind: 'draw-differs', raceId: 1 }],
  ],
  [
    'one of a race that is postponed, which keeps its draw',
    { races: [race(1, 70, { differsFromRules: true, ...POSTPONED }), race(2, 80)] },
    [{ kind: 'draw-differs', raceId: 1 }],
  ],
  [
    'one of a race that is cancelled',
    { races: [race(1, 70, { differsFromRules: true, ...CANCELLED })] },
    [],
  ],

  [
    'a draw that is ready, and one of a race that is over',
    {
      races: [
        race(1, 400, { toDraw: 'ready', isDrawn: false, crewIds: [] }),
        race(2, -90, { ...ROWED, toDraw: 'ready' }),
      ],
    },
    [{ kind: 'draw-ready', raceId: 1 }],
  ],
  [
    'a draw that a tie leaves to a person, and one of a race that is over',
    {
      races: [
        race(1, 400, { toDraw: 'tie', isDrawn: false, crewIds: [] }),
        race(2, -90, { ...ROWED, toDraw: 'tie' }),
      ],
    },
    [{ kind: 'draw-tied', raceId: 1 }],
  ],

  [
    'finishes without a start, and starts without a finish',
    {
      races: [
        race(1, -4, { unstarted: [3, 7] }),
        race(2, -4, { unfinished: [2], ...ROWED }),
        race(3, -4, { unstarted: [1], unfinished: [2], ...CANCELLED }),
      ],
    },
    [
      { kind: 'finish-without-start', raceId: 1, positions: [3, 7] },
      { kind: 'start-without-finish', raceId: 2, positions: [2] },
    ],
  ],
  ['a race that was started two minutes late', { races: [started(1, 0, 2), race(2, 60)] }, []],
  [
    'one that was started three minutes late',
    { races: [started(1, 0, 3), race(2, 60)] },
    [{ kind: 'start-off-estimate', raceId: 1, delayMinutes: 3 }],
  ],
  [
    'one that was started four minutes early, to the nearest minute',
    { races: [started(1, 0, -3.6), race(2, 60)] },
    [{ kind: 'start-off-estimate', raceId: 1, delayMinutes: -4 }],
  ],
  [
    'one that was started late, as the day runs',
    { races: [started(1, 0, 12, LATE), race(2, 60, LATE)] },
    [],
  ],
  [
    'one that was started on its plan, while the day should be late',
    { races: [started(1, 0, 0, LATE), race(2, 60, LATE)] },
    [{ kind: 'start-off-estimate', raceId: 1, delayMinutes: 0 }],
  ],
  [
    'of those that were started, the last one says how late the day runs',
    { races: [started(1, -40, 20, OUT), started(2, -20, 1, OUT), race(3, 60)] },
    [],
  ],
  [
    'one that was started late, with nothing after it that day',
    { races: [started(1, 0, 9), race(2, 60, { venueDay: '2026-06-14' }), race(3, -60, ROWED)] },
    [],
  ],
  [
    'one that was started further off than a delay can be',
    { races: [started(1, -1500, 1441, OUT), race(2, 60)] },
    [],
  ],
  [
    'a race that has started needs no other order, and its crews are not to start again',
    {
      races: [{ ...started(3, -1, 0), crewIds: [7] }, race(2, 20, { crewIds: [7] })],
    },
    [],
  ],

  [
    'a key that is silent while races are rowed',
    { keys: [{ ...key, pushedAt: at(-10) }], races: [race(1, -3)] },
    [{ kind: 'silent-key', ...named, at: written(-10) }],
  ],
  ['one that has just pushed', { keys: [{ ...key, pushedAt: at(-9) }], races: [race(1, -3)] }, []],
  ['one that has not pushed today', { keys: [key], races: [race(1, -3)] }, []],
  [
    'silence at lunch',
    { keys: [{ ...key, pushedAt: at(-40) }], races: [race(1, -40, ROWED), race(2, 20)] },
    [],
  ],
  [
    'results entered by hand meanwhile',
    { keys: [{ ...key, pushedAt: at(-40) }], races: [race(1, -8, ROWED)] },
    [{ kind: 'silent-key', ...named, at: written(-40) }],
  ],
  [
    'silence while a race is due from which all have withdrawn',
    {
      keys: [{ ...key, pushedAt: at(-40) }],
      races: [race(1, -8, { isRowed: true, entered: 0, crewIds: [] })],
    },
    [],
  ],
  [
    'silence while the races are cancelled',
    { keys: [{ ...key, pushedAt: at(-40) }], races: [race(1, -3, CANCELLED)] },
    [],
  ],

  [
    'a key that was refused',
    { keys: [{ ...key, refused: { at: at(-2), code: 'rate_limited' } }] },
    [{ kind: 'refused-key', ...named, at: written(-2), code: 'rate_limited' }],
  ],
  [
    'one that was refused without a code',
    { keys: [{ ...key, refused: { at: at(-2), code: null } }] },
    [{ kind: 'refused-key', ...named, at: written(-2) }],
  ],
];

describe('what needs attention', () => {
  for (const [name, watched, found] of CASES) {
    test(name, () => {
      const all = { races: [], keys: [], crewGapMinutes: 40, twins: [], ...watched };
      assert.deepEqual(attentionOf(all, NOW), found);
    });
  }

  test('is told of each kind a hundred times at most', () => {
    const races = Array.from({ length: 300 }, (_, index) => race(index + 1, -60 + index / 100));
    const found = attentionOf({ races, keys: [], crewGapMinutes: 40, twins: [] }, NOW);
    assert.equal(found.length, 100);
  });
});

describe('boats that lack a time of day', () => {
  const lane = (position: number, startedAt: number | null, finishedAt: number | null) => ({
    ...{ position, crewId: position, withdrawn: false },
    status: (startedAt !== null && finishedAt !== null ? 'finished' : 'assigned') as EntryStatus,
    startedAt: startedAt === null ? null : written(startedAt),
    finishedAt: finishedAt === null ? null : written(finishedAt),
  });
  const head = { effectiveKind: 'head', startedAt: null } as const;
  const lanes = { effectiveKind: 'lanes', startedAt: written(0) } as const;
  for (const [name, found, isOver, expected] of [
    ['nobody out', { ...head, lanes: [lane(1, 0, 9), lane(2, null, null)] }, false, [[], []]],
    ['one still out', { ...head, lanes: [lane(1, 0, 9), lane(2, 1, null)] }, false, [[], []]],
    ['the next one in', { ...head, lanes: [lane(1, 0, null), lane(2, 1, 9)] }, false, [[], [1]]],
    ['the race over', { ...head, lanes: [lane(1, 0, 9), lane(2, 1, null)] }, true, [[], [2]]],
    ['no start', { ...head, lanes: [lane(1, null, 9), lane(2, 1, 9)] }, false, [[1], []]],
    [
      'that of the race is none in a head race',
      { ...head, startedAt: written(0), lanes: [lane(1, null, 9)] },
      false,
      [[1], []],
    ],
    ['that of the race is one else', { ...lanes, lanes: [lane(1, null, 9)] }, false, [[], []]],
    [
      'a race whose start nobody knows',
      { ...lanes, startedAt: null, lanes: [lane(1, null, 9)] },
      false,
      [[1], []],
    ],
    [
      'judged, or withdrawn',
      {
        ...head,
        lanes: [
          { ...lane(1, 0, null), status: 'dnf' },
          { ...lane(2, 0, null), withdrawn: true },
          lane(3, 1, 9),
        ],
      },
      true,
      [[], []],
    ],
  ] as const) {
    test(name, () => {
      const { unstarted, unfinished } = missingTimes(found, isOver);
      assert.deepEqual([unstarted, unfinished], expected);
    });
  }
});
