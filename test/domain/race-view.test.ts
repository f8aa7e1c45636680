/** The properties of a race in an answer of the API, and the labels of its lanes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ResultMode } from '../../src/contract/fields.ts';
import { raceView } from '../../src/domain/races/race.ts';
import { crew, lane, race, START } from './builders.ts';
import { always, among, record } from './properties.ts';

test('spec: a race shows these properties, and no row number', () => {
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
    resultVisibility: 'hidden',
    laneScheme: ['A'],
    notes: 'Buoys moved',
  });
  const lanes = [lane(1, { team: crew(5, 'c5'), status: 'finished', finishTimeMillis: 7 })];
  assert.deepEqual(raceView(stored, lanes, null), {
    externalId: 'r/1',
    raceNumber: 16,
    title: 'Final',
    scheduledAt: '2026-06-13T07:00:00.500Z',
    distanceMeters: 500,
    boatClass: '4+',
    round: 'Final A',
    divisionLabel: 'Novice',
    resultMode: 'timed',
    resultVisibility: 'hidden',
    laneScheme: ['A'],
    notes: 'Buoys moved',
    lanes: [
      {
        position: 1,
        positionLabel: 'A',
        teamExternalId: 'c5',
        teamName: 'Crew 5',
        status: 'finished',
        finishTimeMillis: 7,
        finishPlace: 1,
        penaltyMillis: null,
      },
    ],
  });
});

test('spec: what is not set is null, and a race without lanes has an empty list', () => {
  const { lanes, ...shown } = raceView(race({ id: 1, raceNumber: 1 }), [], ['A']);
  assert.deepEqual(lanes, []);
  assert.deepEqual(shown, {
    externalId: null,
    raceNumber: 1,
    title: null,
    scheduledAt: '2026-06-13T07:00:00Z',
    distanceMeters: null,
    boatClass: null,
    round: null,
    divisionLabel: null,
    resultMode: 'timed',
    resultVisibility: null, // inherited from the schedule; the answer does not resolve it
    laneScheme: null, // inherited as well, and not resolved
    notes: null,
  });
});

test('spec: an empty lane has no crew; a crew entered by hand has a name and no id', () => {
  const { lanes } = raceView(
    race({ id: 1, raceNumber: 1 }),
    [lane(1), lane(2, { team: crew(2, null) })],
    null,
  );
  assert.deepEqual(
    lanes.map(({ teamExternalId, teamName }) => [teamExternalId, teamName]),
    [
      [null, null],
      [null, 'Crew 2'],
    ],
  );
});

interface LabelCase {
  rule: string;
  position: number;
  given: string | null;
  raceScheme: string[] | null;
  scheduleScheme: string[] | null;
  label: string;
}

const labels: LabelCase[] = [
  {
    rule: 'spec: the label given with the draw goes first',
    ...{ position: 1, given: 'Bank', raceScheme: ['R1'], scheduleScheme: ['S1'], label: 'Bank' },
  },
  {
    rule: "L23: then the race's scheme",
    ...{
      position: 2,
      given: null,
      raceScheme: ['R1', 'R2'],
      scheduleScheme: ['S1', 'S2'],
      label: 'R2',
    },
  },
  {
    rule: "L23: then the schedule's scheme, where the race has none",
    ...{ position: 2, given: null, raceScheme: null, scheduleScheme: ['S1', 'S2'], label: 'S2' },
  },
  {
    rule: "L23: also where the race's scheme is too short",
    ...{ position: 2, given: null, raceScheme: ['R1'], scheduleScheme: ['S1', 'S2'], label: 'S2' },
  },
  {
    rule: "L23: also where the race's scheme is a scheme without labels",
    ...{ position: 1, given: null, raceScheme: [], scheduleScheme: ['S1'], label: 'S1' },
  },
  {
    rule: 'L23: then the position number, where both are too short',
    ...{ position: 3, given: null, raceScheme: ['R1'], scheduleScheme: ['S1', 'S2'], label: '3' },
  },
  {
    rule: 'L23: then the position number, where there is no scheme at all',
    ...{ position: 1, given: null, raceScheme: null, scheduleScheme: null, label: '1' },
  },
  {
    rule: 'L23: the largest position has a label too',
    ...{
      position: 2_147_483_647,
      given: null,
      raceScheme: ['R1'],
      scheduleScheme: [],
      label: '2147483647',
    },
  },
];

for (const { rule, position, given, raceScheme, scheduleScheme, label } of labels) {
  test(rule, () => {
    const stored = race({ id: 1, raceNumber: 1, laneScheme: raceScheme });
    const view = raceView(stored, [lane(position, { positionLabel: given })], scheduleScheme);
    assert.equal(view.lanes[0]?.positionLabel, label);
  });
}

test('L23: labels follow the position, not the place in the list', () => {
  const stored = race({ id: 1, raceNumber: 1, laneScheme: ['A', 'B', 'C', 'D'] });
  const view = raceView(stored, [lane(2), lane(4), lane(5)], null);
  assert.deepEqual(
    view.lanes.map(({ positionLabel }) => positionLabel),
    ['B', 'D', '5'],
  );
});

test('L12: times and hand-given places come back when the mode does', () => {
  const lanes = [
    lane(1, { status: 'finished', finishTimeMillis: 200, finishPlace: 1, penaltyMillis: 5 }),
    lane(2, { status: 'finished', finishTimeMillis: 100, finishPlace: 4 }),
    lane(3, { status: 'dns', finishPlace: 5 }),
  ];
  const shown = (resultMode: ResultMode) =>
    raceView(race({ id: 1, raceNumber: 1, resultMode }), lanes, null).lanes.map((one) => [
      one.finishTimeMillis,
      one.finishPlace,
      one.penaltyMillis,
    ]);
  const timed = [
    [200, 2, 5],
    [100, 1, null],
    [null, null, null],
  ];
  assert.deepEqual(shown('timed'), timed);
  assert.deepEqual(shown('placesOnly'), [
    [null, 1, 5],
    [null, 4, null],
    [null, 5, null],
  ]);
  assert.deepEqual(shown('timed'), timed);
});

const schemes = fc.option(fc.array(among('X', 'Y', 'Z'), { maxLength: 5 }));

always(
  'L23: every lane has the first label that the chain offers',
  record({
    given: among(null, null, 'Bank'),
    position: fc.integer({ min: 1, max: 7 }),
    own: schemes,
    ofSchedule: schemes,
  }),
  ({ given, position, own, ofSchedule }) => {
    const offered: string[] = [];
    if (given !== null) offered.push(given);
    for (const scheme of [own, ofSchedule]) {
      if (scheme !== null && scheme.length >= position) offered.push(scheme[position - 1] ?? '');
    }
    offered.push(`${position}`);
    const stored = race({ id: 1, raceNumber: 1, laneScheme: own });
    const view = raceView(stored, [lane(position, { positionLabel: given })], ofSchedule);
    assert.equal(view.lanes[0]?.positionLabel, offered[0]);
  },
);
