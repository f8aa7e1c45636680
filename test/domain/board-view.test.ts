/** What the public board shows of a race, and that it does not reveal hidden results. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { BoardRace } from '../../src/contract/board.ts';
import type { EntryStatus, ResultMode, ResultVisibility } from '../../src/contract/fields.ts';
import { ON_TIME } from '../../src/domain/day/delay.ts';
import type { Lane } from '../../src/domain/draw/lane.ts';
import { boardDays, boardRace } from '../../src/domain/event/board-view.ts';
import { isOver, withoutEarlyPlaces } from '../../src/domain/results/standings.ts';
import { PLAIN_BOARD_LANE, PLAIN_BOARD_RACE } from '../support/racing.ts';
import { crew, lane, late, race, START } from './builders.ts';
import { always, among, record } from './properties.ts';

const SCHEDULE = {
  laneScheme: ['A', 'B'],
  defaultResultVisibility: 'full',
  provisionalResults: false,
} as const;
const AT_25 = { startsAt: '2026-06-13T07:25:00.500Z' };
const NOTHING = {
  ...PLAIN_BOARD_LANE,
  withdrawn: false,
  from: null,
  status: 'assigned',
  finishTimeMillis: null,
  finishPlace: null,
  penaltyMillis: null,
};

test('contract: a race shows these properties, and no external id', () => {
  const stored = race({
    id: 77,
    externalId: 'r/1',
    raceNumber: 16,
    title: 'Final',
    scheduledAt: START + 500,
    distanceMeters: 500,
    boatClass: '4+',
    round: 'Final A',
    divisionLabel: 'Novice',
    notes: 'Buoys moved',
  });
  const lanes = [lane(1, { team: crew(5, 'c5') }), lane(3)];
  assert.deepEqual(boardRace(stored, lanes, SCHEDULE, late(25)), {
    id: 77,
    raceNumber: 16,
    number: '16',
    title: 'Final',
    scheduledAt: '2026-06-13T07:00:00.500Z',
    estimatedAt: '2026-06-13T07:25:00.500Z',
    ...PLAIN_BOARD_RACE,
    distanceMeters: 500,
    boatClass: '4+',
    round: 'Final A',
    divisionLabel: 'Novice',
    notes: 'Buoys moved',
    resultMode: 'timed',
    results: 'full',
    state: 'planned',
    reason: null,
    official: null,
    entered: 1,
    scored: 0,
    resultsAt: null,
    lanes: [
      { position: 1, positionLabel: 'A', crewId: 5, crewName: 'Crew 5', ...NOTHING, ...AT_25 },
      { position: 3, positionLabel: '3', crewId: null, crewName: null, ...NOTHING },
    ],
  });
});

/** What the board shows of a lane: status, time, place, penalty. */
type Shown = [EntryStatus, number | null, number | null, number | null];

const TIMED = [
  lane(1, { status: 'finished', finishTimeMillis: 5000, penaltyMillis: 2000 }),
  lane(2, { status: 'finished', finishTimeMillis: 6000 }),
  lane(3, { status: 'dnf', finishTimeMillis: 100, penaltyMillis: 7 }),
  lane(4),
];
const NUMBERED = [
  lane(1, { status: 'finished', finishTimeMillis: 5000, finishPlace: 2, penaltyMillis: 9 }),
  lane(2, { status: 'finished', finishPlace: 1 }),
];

describe('contract: what is shown of results', () => {
  const assigned: Shown = ['assigned', null, null, null];
  const full: Shown[] = [
    ['finished', 5000, 2, 2000],
    ['finished', 6000, 1, null],
    ['dnf', 100, null, 7],
    assigned,
  ];
  const places: Shown[] = [
    ['finished', null, 2, null],
    ['finished', null, 1, null],
    ['dnf', null, null, null],
    assigned,
  ];
  for (const [mode, lanes, ofRace, ofSchedule, results, expected] of [
    ['timed', TIMED, null, 'full', 'full', full],
    ['timed', TIMED, null, 'placesOnly', 'placesOnly', places],
    ['timed', TIMED, null, 'hidden', 'hidden', TIMED.map(() => assigned)],
    ['timed', TIMED, 'full', 'hidden', 'full', full],
    ['timed', TIMED, 'placesOnly', 'full', 'placesOnly', places],
    ['timed', TIMED, 'hidden', 'full', 'hidden', TIMED.map(() => assigned)],
    [
      'placesOnly',
      NUMBERED,
      null,
      'full',
      'full',
      [
        ['finished', null, 2, 9],
        ['finished', null, 1, null],
      ],
    ],
    [
      'placesOnly',
      NUMBERED,
      'placesOnly',
      'full',
      'placesOnly',
      [
        ['finished', null, 2, null],
        ['finished', null, 1, null],
      ],
    ],
    ['placesOnly', NUMBERED, 'hidden', 'full', 'hidden', NUMBERED.map(() => assigned)],
  ] as [
    ResultMode,
    Lane[],
    ResultVisibility | null,
    ResultVisibility,
    ResultVisibility,
    Shown[],
  ][]) {
    test(`${mode}, race ${ofRace}, schedule ${ofSchedule}`, () => {
      const stored = race({ id: 1, raceNumber: 1, resultMode: mode, resultVisibility: ofRace });
      const defaults = { ...SCHEDULE, defaultResultVisibility: ofSchedule };
      const shown = boardRace(stored, lanes, defaults, ON_TIME);
      assert.equal(shown.results, results);
      assert.deepEqual(
        shown.lanes.map((each) => [
          each.status,
          each.finishTimeMillis,
          each.finishPlace,
          each.penaltyMillis,
        ]),
        expected,
      );
    });
  }
});

test('contract: a delay moves what has not been on the course, or may not be known to have been', () => {
  const at = (lanes: Lane[], resultVisibility: ResultVisibility | null = null) =>
    boardRace(race({ id: 1, raceNumber: 1, resultVisibility }), lanes, SCHEDULE, late(-90))
      .estimatedAt;
  assert.equal(at([]), '2026-06-13T05:30:00Z');
  assert.equal(at([lane(1)]), '2026-06-13T05:30:00Z');
  assert.equal(at([lane(1), lane(2, { status: 'dns' })]), '2026-06-13T05:30:00Z');
  assert.equal(at([lane(1), lane(2, { status: 'dnf' })]), '2026-06-13T07:00:00Z');
  assert.equal(at([lane(1, { status: 'finished' })], 'placesOnly'), '2026-06-13T07:00:00Z');
  assert.equal(at([lane(1, { status: 'finished' })], 'hidden'), '2026-06-13T05:30:00Z');
});

test('contract: a race planned at or after the end of a delay is estimated as planned', () => {
  const delay = late(12, START);
  const at = (scheduledAt: number) =>
    boardRace(race({ id: 1, raceNumber: 1, scheduledAt }), [lane(1)], SCHEDULE, delay).estimatedAt;
  assert.equal(at(START - 1000), '2026-06-13T07:11:59Z');
  assert.equal(at(START), '2026-06-13T07:00:00Z');
  assert.equal(at(START + 1), '2026-06-13T07:00:00.001Z');
});

test('contract: days are those of races and of delays, sorted, each once', () => {
  const delays = new Map([
    ['2026-06-15', late(5, Date.parse('2026-06-15T11:12:00Z'))],
    ['2026-06-13', late(-10)],
  ]);
  assert.deepEqual(boardDays(['2026-06-14', '2026-06-13', '2026-06-14'], delays), [
    { day: '2026-06-13', delayMinutes: -10, until: null },
    { day: '2026-06-14', delayMinutes: 0, until: null },
    { day: '2026-06-15', delayMinutes: 5, until: '2026-06-15T11:12:00Z' },
  ]);
  assert.deepEqual(boardDays([], new Map()), []);
});

const results = record({
  status: among<EntryStatus>('assigned', 'finished', 'dns', 'dnf', 'dsq'),
  finishTimeMillis: among(null, 123_457, 123_459, 777_771),
  finishPlace: among(null, 91, 92, 93),
  penaltyMillis: among(null, 5003, 7001),
});
const fields = fc.array(fc.tuple(results, results), { maxLength: 6 });
const modes = among<ResultMode>('timed', 'placesOnly');

/** The same draw with the first or the second of two sets of results. */
function drawn(pairs: [Partial<Lane>, Partial<Lane>][], which: 0 | 1): Lane[] {
  return pairs.map((pair, index) => lane(index + 1, { team: crew(index, null), ...pair[which] }));
}

always('hidden: other results make no other board', fc.tuple(fields, modes), ([pairs, mode]) => {
  const hidden = race({ id: 1, raceNumber: 1, resultMode: mode, resultVisibility: 'hidden' });
  const [one, other] = [0, 1].map((which) =>
    // Without a delay, because by the contract the estimated start of a race in a late day depends on its results.
    JSON.stringify(boardRace(hidden, drawn(pairs, which as 0 | 1), SCHEDULE, ON_TIME)),
  );
  assert.equal(one, other);
});

always(
  'placesOnly: neither a time nor a penalty is anywhere',
  fc.tuple(fields, modes),
  ([pairs, mode]) => {
    const stored = race({ id: 1, raceNumber: 1, resultMode: mode, resultVisibility: 'placesOnly' });
    const text = JSON.stringify(boardRace(stored, drawn(pairs, 0), SCHEDULE, ON_TIME));
    assert.doesNotMatch(text, /123457|123459|777771|5003|7001/);
    if (mode === 'timed') assert.doesNotMatch(text, /"finishPlace":9/);
  },
);

/** Lanes as [has a crew, status]; those that finished did so in the order of the lanes. */
const FIELDS: [what: string, lanes: [boolean, EntryStatus][], places: (number | null)[]][] = [
  ['nobody drawn', [], []],
  ['nothing in', [[true, 'assigned']], [null]],
  [
    'all in',
    [
      [true, 'finished'],
      [true, 'finished'],
    ],
    [1, 2],
  ],
  [
    'all in, one without a time',
    [
      [true, 'finished'],
      [true, 'dns'],
    ],
    [1, null],
  ],
  [
    'one still out',
    [
      [true, 'finished'],
      [true, 'assigned'],
      [true, 'finished'],
    ],
    [null, null, null],
  ],
  [
    'only a lane without a crew out',
    [
      [true, 'finished'],
      [false, 'assigned'],
    ],
    [1, null],
  ],
  [
    'a lane without a crew in',
    [
      [false, 'finished'],
      [true, 'assigned'],
    ],
    [null, null],
  ],
  [
    'lanes without crews alone',
    [
      [false, 'finished'],
      [false, 'finished'],
    ],
    [1, 2],
  ],
];
for (const [what, lanes, places] of FIELDS) {
  test(`places are told once a race is over: ${what}`, () => {
    const drawnLanes = lanes.map(([hasCrew, status], index) =>
      lane(index + 1, {
        ...{ status, finishTimeMillis: status === 'finished' ? 1000 * (index + 1) : null },
        team: hasCrew ? crew(index + 1, null) : null,
      }),
    );
    const view = boardRace(race({ id: 1, raceNumber: 1 }), drawnLanes, SCHEDULE, ON_TIME);
    const told = withoutEarlyPlaces(view);
    assert.deepEqual(
      told.lanes.map(({ finishPlace }) => finishPlace),
      places,
    );
    const { lanes: _, ...others } = told;
    const { lanes: given, ...before } = view;
    assert.deepEqual(others, before);
    assert.equal(isOver(view), told.lanes === given);
  });
}

type Over = [what: string, given: Partial<BoardRace>, statuses: EntryStatus[], isOver: boolean];
const OVER: Over[] = [
  ['nobody in', {}, ['assigned', 'assigned'], false],
  ['one of two in', {}, ['finished', 'assigned'], false],
  ['one has not started, the other is out', {}, ['dns', 'assigned'], false],
  ['one has not started, the other is in', {}, ['dns', 'finished'], true],
  ['nobody has started', {}, ['dns', 'dns'], true],
  ['no crew', {}, [], false],
  ['the missing one has withdrawn', { entered: 1 }, ['finished', 'assigned'], true],
  ['provisional, and one missing', { official: false }, ['finished', 'assigned'], false],
  ['official, and one missing', { official: true }, ['finished', 'assigned'], true],
  ['closed, and one missing', { closed: true }, ['finished', 'assigned'], true],
  ['postponed, and one missing', { state: 'postponed' }, ['finished', 'assigned'], true],
  ['cancelled, and one missing', { state: 'cancelled' }, ['finished', 'assigned'], true],
  ['cancelled, and nobody in', { state: 'cancelled' }, ['assigned', 'assigned'], false],
];
for (const [what, given, statuses, over] of OVER) {
  test(`a race is ${over ? '' : 'not '}over: ${what}`, () => {
    const lanes = statuses.map((status, index) =>
      lane(index + 1, { status, team: crew(index + 1, null) }),
    );
    const view = boardRace(race({ id: 1, raceNumber: 1 }), lanes, SCHEDULE, ON_TIME);
    assert.equal(isOver({ ...view, ...given }), over);
  });
}

test('a race whose results are hidden is not over for the public', () => {
  const lanes = [lane(1, { status: 'finished', team: crew(1, null) })];
  const hidden = race({ id: 1, raceNumber: 1, resultVisibility: 'hidden' });
  assert.equal(isOver(boardRace(hidden, lanes, SCHEDULE, ON_TIME)), false);
});
