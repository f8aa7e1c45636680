/** The phase of a race at a moment (racing, "Started, on the course, over"), and how far its boats are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardLane, BoardRace } from '../../src/contract/board.ts';
import {
  atMoment,
  type CoursePhase,
  coursePhase,
  endsAt,
  isWaitedFor,
} from '../../src/domain/races/race-phase.ts';
import { courseCounts } from '../../src/domain/races/racing.ts';
import { isComplete, isOver, withoutEarlyPlaces } from '../../src/domain/results/standings.ts';
import { boardLane, boardRaceOf } from '../support/racing.ts';

const at = (time: string) => `2026-06-13T${time.length === 5 ? `${time}:00` : time}Z`;
const millis = (time: string) => Date.parse(at(time));

const finished = (position: number, seconds = 400) =>
  boardLane(position, {
    status: 'finished',
    finishTimeMillis: seconds * 1000,
    finishPlace: position,
  });
const missing = (position: number) => boardLane(position);
/** Lanes of a head race. @param starts the planned start of each boat, and other properties of its lane */
const heads = (...starts: [string, Partial<BoardLane>?][]) =>
  starts.map(([time, given], index) => boardLane(index + 1, { startsAt: at(time), ...given }));
const IN = { status: 'finished', finishTimeMillis: 1_000_000 } as const;

function raceAt(lanes: BoardLane[], given: Partial<BoardRace> = {}): BoardRace {
  return boardRaceOf(12, at('10:00'), { lanes, ...given });
}

interface Case {
  what: string;
  race: BoardRace;
  /** The phase from this time on, until the next one. */
  phases: [from: string, phase: CoursePhase][];
}

const HEAD = { kind: 'head', startIntervalSeconds: 60 } as const;
const TWO = heads(['10:00'], ['11:00']);
const ONE_IN = heads(['10:00', IN], ['11:00']);

const CASES: Case[] = [
  {
    what: 'nothing is known of a race but its estimate',
    race: raceAt([missing(1), missing(2)]),
    phases: [
      ['09:59:59', 'planned'],
      ['10:00', 'onCourse'],
      ['10:20', 'planned'],
    ],
  },
  {
    what: 'a delay moves what has not started',
    race: raceAt([missing(1)], { estimatedAt: at('10:30') }),
    phases: [
      ['10:00', 'planned'],
      ['10:30', 'onCourse'],
      ['10:50', 'planned'],
    ],
  },
  {
    what: 'started',
    race: raceAt([missing(1)], { startedAt: at('10:07'), estimatedAt: at('10:07') }),
    phases: [
      ['10:06:59', 'planned'],
      ['10:07', 'onCourse'],
      ['16:06:59', 'onCourse'],
      ['16:07', 'planned'],
    ],
  },
  {
    what: 'a boat that did not start puts no race on the course',
    race: raceAt([boardLane(1, { status: 'dns' }), missing(2)]),
    phases: [
      ['08:00', 'planned'],
      ['10:19:59', 'onCourse'],
      ['10:20', 'planned'],
    ],
  },
  {
    what: 'a boat is in, and one is missing for half an hour',
    race: raceAt([finished(1), missing(2)], { lastInAt: at('10:08') }),
    phases: [
      ['10:08', 'onCourse'],
      ['10:37:59', 'onCourse'],
      ['10:38', 'over'],
    ],
  },
  {
    what: 'boats keep coming for longer than anything takes',
    race: raceAt([finished(1), missing(2)], { lastInAt: at('15:55') }),
    phases: [
      ['15:59:59', 'onCourse'],
      ['16:00', 'over'],
    ],
  },
  {
    what: 'nobody knows when the last boat came, as in what earlier versions stored',
    race: raceAt([finished(1), missing(2)]),
    phases: [
      ['10:29', 'onCourse'],
      ['10:30', 'over'],
    ],
  },
  ...(['dnf', 'dsq'] as const).map((status) => ({
    what: `${status} counts as in`,
    race: raceAt([boardLane(1, { status }), missing(2)], { lastInAt: at('10:08') }),
    phases: [
      ['10:20', 'onCourse'],
      ['10:38', 'over'],
    ] as Case['phases'],
  })),
  {
    what: 'all have a status',
    race: raceAt([finished(1), boardLane(2, { status: 'dns' })], { lastInAt: at('10:08') }),
    phases: [['10:08', 'over']],
  },
  {
    what: 'all have been scratched before the start',
    race: raceAt([boardLane(1, { status: 'dns' }), boardLane(2, { status: 'dns' })]),
    phases: [['08:00', 'over']],
  },
  {
    what: 'who has withdrawn is no entry',
    race: raceAt([finished(1), boardLane(2, { withdrawn: true })], { lastInAt: at('10:08') }),
    phases: [['10:08', 'over']],
  },
  {
    what: 'a race without entries is not in',
    race: raceAt([]),
    phases: [
      ['10:00', 'onCourse'],
      ['10:20', 'planned'],
    ],
  },
  {
    what: 'closed',
    race: raceAt([missing(1)], { closed: true }),
    phases: [['08:00', 'over']],
  },
  {
    what: 'official',
    race: raceAt([finished(1), missing(2)], { official: true, lastInAt: at('10:08') }),
    phases: [['10:08', 'over']],
  },
  {
    what: 'provisional',
    race: raceAt([finished(1), missing(2)], { official: false, lastInAt: at('10:08') }),
    phases: [['10:08', 'onCourse']],
  },
  {
    what: 'cancelled before the start, also where it is closed',
    race: raceAt([missing(1)], { state: 'cancelled', closed: true }),
    phases: [['10:05', 'planned']],
  },
  ...(['cancelled', 'postponed'] as const).map((state) => ({
    what: `${state} with a boat in`,
    race: raceAt([finished(1), missing(2)], { state, lastInAt: at('10:08') }),
    phases: [['10:09', 'over']] as Case['phases'],
  })),
  {
    what: 'postponed',
    race: raceAt([missing(1)], { state: 'postponed' }),
    phases: [['10:05', 'planned']],
  },
  {
    what: 'a head race of which nothing is known but its plan',
    race: raceAt(TWO, HEAD),
    phases: [
      ['09:59', 'planned'],
      ['10:00', 'onCourse'],
      ['11:59:59', 'onCourse'],
      ['12:00', 'planned'],
    ],
  },
  {
    what: 'a head race that was started',
    race: raceAt(TWO, { ...HEAD, startedAt: at('10:00') }),
    phases: [
      ['10:00', 'onCourse'],
      ['16:59:59', 'onCourse'],
      ['17:00', 'planned'],
    ],
  },
  {
    what: 'a head race whose first boat is in, before the last has started',
    race: raceAt(ONE_IN, { ...HEAD, lastInAt: at('10:17') }),
    phases: [
      ['10:17', 'onCourse'],
      ['11:59:59', 'onCourse'],
      ['12:00', 'over'],
    ],
  },
  {
    what: 'a head race whose last arrival is late',
    race: raceAt(ONE_IN, { ...HEAD, lastInAt: at('11:30') }),
    phases: [
      ['12:29:59', 'onCourse'],
      ['12:30', 'over'],
    ],
  },
  {
    what: 'a head race whose boats keep coming',
    race: raceAt(ONE_IN, { ...HEAD, lastInAt: at('16:50') }),
    phases: [
      ['16:59:59', 'onCourse'],
      ['17:00', 'over'],
    ],
  },
  {
    what: 'the slot of one that has withdrawn is no last start',
    race: raceAt(heads(['10:00', IN], ['10:30'], ['13:00', { withdrawn: true }]), {
      ...HEAD,
      lastInAt: at('10:17'),
    }),
    phases: [
      ['11:29:59', 'onCourse'],
      ['11:30', 'over'],
    ],
  },
];

for (const { what, race, phases } of CASES) {
  test(`the phase: ${what}`, () => {
    for (const [from, phase] of phases) assert.equal(coursePhase(race, millis(from)), phase, from);
  });
}

test('hidden results are none: nothing of them ends a race', () => {
  const hidden = raceAt([missing(1), missing(2)], { results: 'hidden', official: false });
  assert.equal(coursePhase(hidden, millis('10:10')), 'onCourse');
  assert.equal(coursePhase(hidden, millis('10:30')), 'planned');
});

const WAITED: [what: string, race: BoardRace, from: string][] = [
  [
    'twenty minutes after the start',
    raceAt([missing(1)], { startedAt: at('10:00') }),
    '10:20:00.001',
  ],
  [
    'the same with a boat in',
    raceAt([finished(1), missing(2)], { lastInAt: at('10:10') }),
    '10:20:00.001',
  ],
  [
    'half an hour after the last start of a head race, while nobody is in',
    raceAt(TWO, { ...HEAD, startedAt: at('10:00') }),
    '11:30:00.001',
  ],
  [
    'the median time after it',
    raceAt(
      heads(
        ['10:00', { ...IN, finishTimeMillis: 600_000 }],
        ['10:01', { ...IN, finishTimeMillis: 900_000 }],
        ['10:02', { ...IN, finishTimeMillis: 1_000_000 }],
        ['10:03', { ...IN, finishTimeMillis: 3_000_000 }],
        ['10:04'],
      ),
      { ...HEAD, lastInAt: at('10:20') },
    ),
    // 15:50, the median time, after the last start at 10:04.
    '10:19:50.001',
  ],
];

for (const [what, race, from] of WAITED) {
  test(`a result is waited for ${what}`, () => {
    assert.equal(isWaitedFor(race, millis(from) - 1), false);
    assert.equal(isWaitedFor(race, millis(from)), true);
  });
}

test('a race that is over, or of which nobody has said that it started, is not waited for', () => {
  assert.equal(isWaitedFor(raceAt([missing(1)]), millis('10:30')), false);
  const ended = raceAt([finished(1), missing(2)], { lastInAt: at('10:08') });
  assert.equal(isWaitedFor(ended, millis('10:38')), false);
});

test('boats that are not in have started by their own starts, else by their planned ones', () => {
  const starts = ['10:00', '10:01', '10:02', '10:03'] as const;
  const planned = heads(
    [starts[0], IN],
    [starts[1], { status: 'dns' }],
    [starts[2]],
    [starts[3]],
    ['10:04', { withdrawn: true }],
  );
  assert.deepEqual(courseCounts(planned, millis('10:02')), { stillOn: 1, toStart: 1 });
  assert.deepEqual(courseCounts(planned, millis('10:09')), { stillOn: 2, toStart: 0 });
  const timed = planned.map((lane, index) =>
    index === 0 ? { ...lane, startedAt: at('10:00') } : lane,
  );
  assert.deepEqual(courseCounts(timed, millis('10:09')), { stillOn: 0, toStart: 2 });
});

test('a race that has ended by time is over, its results stay incomplete, and its places are told', () => {
  const race = raceAt([finished(1), missing(2)], { lastInAt: at('10:08') });
  const end = endsAt(race);
  assert.equal(atMoment(race, end - 1), race);
  const ended = atMoment(race, end);
  assert.deepEqual([isOver(race), isOver(ended), isComplete(ended)], [false, true, false]);
  const places = (of: typeof ended) => withoutEarlyPlaces(of).lanes.map((lane) => lane.finishPlace);
  assert.deepEqual(
    [places(race), places(ended)],
    [
      [null, null],
      [1, null],
    ],
  );
});

test('results are complete when all are in, or the race is closed or official', () => {
  const half = [finished(1), missing(2)];
  for (const [race, isIt] of [
    [raceAt(half), false],
    [raceAt(half, { closed: true }), true],
    [raceAt(half, { official: true }), true],
    [raceAt(half, { state: 'cancelled' }), false],
    [raceAt([finished(1), boardLane(2, { status: 'dns' })]), true],
    [raceAt([missing(1)]), false],
  ] as const)
    assert.equal(isComplete(race), isIt);
  assert.equal(isOver(raceAt(half, { state: 'cancelled' })), true);
});

test('places of a head race are told as they stand', () => {
  const race = raceAt(
    ONE_IN.map((lane, index) => ({ ...lane, finishPlace: index || 1 })),
    HEAD,
  );
  assert.equal(withoutEarlyPlaces(race), race);
});
