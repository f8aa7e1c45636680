/** PUT /races: which stored race an element means, what is stored, and when a race number is taken. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ResultMode } from '../../src/contract/fields.ts';
import type { RaceWrite } from '../../src/contract/race.ts';
import { changeOf } from '../../src/domain/history/changes.ts';
import {
  planRaces,
  type Race,
  type RaceFields,
  type RaceStep,
} from '../../src/domain/races/race.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { accepted, assertConflict, assertInvalid, race, START } from './builders.ts';
import { always, among, distinctPairs, maybe, merged, record, sent } from './properties.ts';

/** A race with every nullable property set, so that a test sees which a push keeps and which it clears. */
const full = race({
  id: 1,
  externalId: 'a',
  raceNumber: 1,
  title: 'Final',
  distanceMeters: 500,
  boatClass: '4+',
  round: 'Final A',
  divisionLabel: 'Novice',
  resultMode: 'placesOnly',
  resultVisibility: 'hidden',
  laneScheme: ['A', 'B'],
  notes: 'Buoys moved',
});
const byHand = race({ id: 2, raceNumber: 2, title: 'Heat 2', scheduledAt: START + 600_000 });
const third = race({ id: 3, externalId: 'c', raceNumber: 3 });

interface Accepted {
  rule: string;
  stored: Race[];
  payload: RaceWrite[];
  mode?: ResultMode;
  /** For each element: its outcome, the id of the row that it means, and the properties of that row afterwards. */
  expected: [RaceStep['outcome'], number | null, Partial<RaceFields>][];
}

const { id: _, ...fullFields } = full;
const CLEARED = {
  title: null,
  distanceMeters: null,
  boatClass: null,
  round: null,
  divisionLabel: null,
  resultVisibility: null,
  laneScheme: null,
  notes: null,
};

const acceptedPushes: Accepted[] = [
  {
    rule: 'spec: a race is found by its externalId, and omitted fields are preserved',
    stored: [full, byHand],
    payload: [{ externalId: 'a', raceNumber: 1 }],
    expected: [['matched', 1, fullFields]],
  },
  {
    rule: 'R9: null clears every nullable property',
    stored: [full],
    payload: [{ externalId: 'a', raceNumber: 1, ...CLEARED }],
    expected: [['matched', 1, { ...fullFields, ...CLEARED }]],
  },
  {
    rule: 'R9: a value sets, and an empty text or list is a value',
    stored: [full],
    payload: [
      {
        externalId: 'a',
        raceNumber: 1,
        title: '',
        scheduledAt: START + 3_600_500,
        distanceMeters: 1,
        boatClass: '8+',
        round: '',
        divisionLabel: 'Open',
        resultMode: 'timed',
        resultVisibility: 'full',
        laneScheme: [],
        notes: '',
      },
    ],
    expected: [
      [
        'matched',
        1,
        {
          externalId: 'a',
          raceNumber: 1,
          title: '',
          scheduledAt: START + 3_600_500,
          distanceMeters: 1,
          boatClass: '8+',
          round: '',
          divisionLabel: 'Open',
          resultMode: 'timed',
          resultVisibility: 'full',
          laneScheme: [],
          notes: '',
        },
      ],
    ],
  },
  {
    rule: 'spec: a race is renumbered under the externalId that owns it',
    stored: [full],
    payload: [{ externalId: 'a', raceNumber: 44 }],
    expected: [['matched', 1, { ...fullFields, raceNumber: 44 }]],
  },
  {
    rule: 'L3: an unknown externalId claims the race of that number which carries none',
    stored: [full, byHand],
    payload: [{ externalId: 'b', raceNumber: 2 }],
    expected: [['adopted', 2, { externalId: 'b', title: 'Heat 2', scheduledAt: START + 600_000 }]],
  },
  {
    rule: 'L3: an adopted race is updated like a match',
    stored: [byHand],
    payload: [{ externalId: 'b', raceNumber: 2, title: null, scheduledAt: START }],
    expected: [['adopted', 2, { externalId: 'b', title: null, scheduledAt: START }]],
  },
  {
    rule: 'L3: the number counts as it is before the write, so a race renumbered away is not adopted',
    stored: [full],
    payload: [
      { externalId: 'a', raceNumber: 9 },
      { externalId: 'b', raceNumber: 1, scheduledAt: START },
    ],
    expected: [
      ['matched', 1, { raceNumber: 9 }],
      ['inserted', null, { raceNumber: 1, title: null }],
    ],
  },
  {
    rule: "spec: a new race has nothing set and takes the schedule's result mode",
    stored: [],
    mode: 'placesOnly',
    payload: [{ externalId: 'b', raceNumber: 1, scheduledAt: START }],
    expected: [
      [
        'inserted',
        null,
        {
          externalId: 'b',
          raceNumber: 1,
          scheduledAt: START,
          ...CLEARED,
          resultMode: 'placesOnly',
        },
      ],
    ],
  },
  {
    rule: "spec: a new race's own result mode goes before the schedule's",
    stored: [],
    mode: 'placesOnly',
    payload: [{ externalId: 'b', raceNumber: 1, scheduledAt: START, resultMode: 'timed' }],
    expected: [['inserted', null, { resultMode: 'timed' }]],
  },
  {
    rule: "spec: a known race keeps its mode whatever the schedule's is",
    stored: [full],
    mode: 'timed',
    payload: [{ externalId: 'a', raceNumber: 1 }],
    expected: [['matched', 1, { resultMode: 'placesOnly' }]],
  },
  {
    rule: 'L2: two races swap their numbers in one push',
    stored: [full, third],
    payload: [
      { externalId: 'a', raceNumber: 3 },
      { externalId: 'c', raceNumber: 1 },
    ],
    expected: [
      ['matched', 1, { raceNumber: 3 }],
      ['matched', 3, { raceNumber: 1 }],
    ],
  },
  {
    rule: 'L2: a number may be taken over from a race that a later element renumbers',
    stored: [full, third],
    payload: [
      { externalId: 'b', raceNumber: 3, scheduledAt: START },
      { externalId: 'c', raceNumber: 4 },
    ],
    expected: [
      ['inserted', null, { raceNumber: 3 }],
      ['matched', 3, { raceNumber: 4 }],
    ],
  },
  {
    rule: 'A start at the epoch, which is the number 0, is a start',
    stored: [full],
    payload: [
      { externalId: 'a', raceNumber: 1, scheduledAt: 0 },
      { externalId: 'b', raceNumber: 2, scheduledAt: 0 },
    ],
    expected: [
      ['matched', 1, { scheduledAt: 0 }],
      ['inserted', null, { scheduledAt: 0 }],
    ],
  },
  { rule: 'R6: an empty push does nothing', stored: [full], payload: [], expected: [] },
];

for (const { rule, stored, payload, mode = 'timed', expected } of acceptedPushes) {
  test(rule, () => {
    const steps = accepted(planRaces(stored, payload, mode));
    assert.equal(steps.length, expected.length);
    for (const [index, [outcome, id, after]] of expected.entries()) {
      const step = steps[index] as RaceStep;
      assert.equal(step.outcome, outcome);
      assert.equal(step.before?.id ?? null, id);
      assert.deepEqual({ ...step.after, ...after }, step.after);
    }
  });
}

test('spec: a race held under another externalId is never adopted; its number is taken', () => {
  const payload = [{ externalId: 'z', raceNumber: 3, scheduledAt: START }];
  assertConflict(planRaces([full, third], payload, 'timed'), '3', '"c"');
});

test('spec: a race cannot get a number that a race outside the push holds', () => {
  assertConflict(planRaces([full, third], [{ externalId: 'a', raceNumber: 3 }], 'timed'), '3');
});

test('L4: a known race cannot be renumbered onto a race that nobody has claimed', () => {
  const payload = [{ externalId: 'a', raceNumber: 2 }];
  assertConflict(planRaces([full, byHand], payload, 'timed'), '2', 'by hand');
});

test('a conflict lists each number that is taken, by which race, in the order of the elements', () => {
  const payload = [
    { externalId: 'x', raceNumber: 3, scheduledAt: START },
    { externalId: 'y', raceNumber: 9, scheduledAt: START },
    { externalId: 'c2', raceNumber: 1, scheduledAt: START },
    { externalId: 'd', raceNumber: 2 },
  ];
  const stored = [full, byHand, third, race({ id: 4, externalId: 'd', raceNumber: 4 })];
  const refusal = planRaces(stored, payload, 'timed') as Refusal;
  const at = (index: number, value: number, externalId: string | null, title: string | null) => ({
    element: `races[${index}]`,
    property: 'raceNumber',
    value,
    heldBy: { externalId, title },
  });
  assert.deepEqual(refusal.conflicts, [
    at(0, 3, 'c', null),
    at(2, 1, 'a', 'Final'),
    at(3, 2, null, 'Heat 2'),
  ]);
  assertConflict(refusal, 'Race number 3 ');
});

test('a conflict lists at most a hundred', () => {
  const stored = Array.from({ length: 120 }, (_, index) =>
    race({ id: index + 1, externalId: `s${index}`, raceNumber: index + 1 }),
  );
  const payload = stored.map(({ raceNumber }) => ({
    externalId: `p${raceNumber}`,
    raceNumber,
    scheduledAt: START,
  }));
  assert.equal((planRaces(stored, payload, 'timed') as Refusal).conflicts?.length, 100);
});

test('spec: a new race needs scheduledAt; each that lacks it is named', () => {
  const payload = [
    { externalId: 'a', raceNumber: 1 },
    { externalId: 'x', raceNumber: 8 },
    { externalId: 'b', raceNumber: 2 },
    { externalId: 'y', raceNumber: 9 },
  ];
  const fields = ['races[1].scheduledAt', 'races[3].scheduledAt'];
  assertInvalid(planRaces([full, byHand], payload, 'timed'), ...fields);
});

test('R2: a missing scheduledAt (422) goes before a number that is taken (409)', () => {
  const payload = [
    { externalId: 'a', raceNumber: 3 },
    { externalId: 'z', raceNumber: 1 },
  ];
  assertInvalid(planRaces([full, third], payload, 'timed'), 'races[1].scheduledAt');
});

// Property tests: any schedule, and any push that the body reader accepts (its ids and numbers are distinct).

const TIMES = [START, START + 600_000, 0, -1];
const modes = among<ResultMode>('timed', 'placesOnly');
const schemes = among([], ['A'], ['1', '2']);
const storedRaces = distinctPairs(['a', 'b', 'c', 'd', 'e'], [1, 2, 3, 4, 5]).chain(
  (pairs) =>
    fc.tuple(
      ...pairs.map(([externalId, raceNumber], index) =>
        record({
          id: fc.constant(index + 1),
          externalId: fc.option(fc.constant(externalId)),
          raceNumber: fc.constant(raceNumber),
          title: among(null, 'Heat'),
          scheduledAt: among(START, 0, -1),
          distanceMeters: among(null, 500),
          boatClass: among(null, '4+'),
          round: among(null, 'R'),
          divisionLabel: among(null, 'D'),
          resultMode: modes,
          resultVisibility: among(null, 'hidden', 'full'),
          laneScheme: fc.option(schemes),
          notes: among(null, 'N'),
          printedNumber: among(null, '3A'),
          state: among('planned', 'cancelled'),
          reason: among(null, 'Wind'),
          official: among(false, true),
          firstPublishedAt: among(null, START),
        }),
      ),
    ) as fc.Arbitrary<Race[]>,
);
const payloads = distinctPairs(['a', 'b', 'c', 'd', 'e', 'x', 'y'], [1, 2, 3, 4, 5, 6, 7]).chain(
  (pairs) =>
    fc.tuple(
      ...pairs.map(([externalId, raceNumber]) =>
        merged(
          fc.constant({ externalId, raceNumber }),
          // Present in most elements, because a new race without it is refused.
          fc.oneof(
            { weight: 8, arbitrary: record({ scheduledAt: among(...TIMES) }) },
            fc.constant({}),
          ),
          sent('title', among('', 'Final')),
          sent('distanceMeters', among(500, 2000)),
          sent('boatClass', among('4+', '8+')),
          sent('round', among('', 'Heat 1')),
          sent('divisionLabel', among('Open')),
          maybe('resultMode', modes),
          sent('resultVisibility', among('hidden', 'placesOnly', 'full')),
          sent('laneScheme', schemes),
          sent('notes', among('', 'Wind')),
        ),
      ),
    ) as fc.Arbitrary<RaceWrite[]>,
);
const pushes = record({ stored: storedRaces, payload: payloads, mode: modes });

always('a push is refused exactly when the naive definition refuses it', pushes, (push) => {
  const { stored, payload, mode } = push;
  const plan = planRaces(stored, payload, mode);
  const undated = payload.flatMap((write, index) =>
    meant(stored, write) || write.scheduledAt !== undefined ? [] : `races[${index}].scheduledAt`,
  );
  const numbers = naiveState(stored, payload, mode).map(({ raceNumber }) => raceNumber);
  const isRepeated = new Set(numbers).size < numbers.length;
  if (undated.length > 0) assertInvalid(plan, ...undated);
  else if (isRepeated) assertConflict(plan);
  else accepted(plan);
});

always('a push leaves the schedule as the naive definition says', pushes, (push) => {
  const { stored, payload, mode } = push;
  const steps = planRaces(stored, payload, mode);
  if (steps instanceof Refusal) return;
  assert.deepEqual(applied(stored, steps), naiveState(stored, payload, mode));
  assert.deepEqual(
    steps.map(({ after }) => after.externalId),
    payload.map(({ externalId }) => externalId),
  );
});

always('after a push numbers and externalIds are unique', pushes, ({ stored, payload, mode }) => {
  const steps = planRaces(stored, payload, mode);
  if (steps instanceof Refusal) return;
  const races = applied(stored, steps);
  const ids = races.flatMap(({ externalId }) => externalId ?? []);
  assert.equal(new Set(races.map(({ raceNumber }) => raceNumber)).size, races.length);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(races.length, stored.length + steps.filter(({ before }) => !before).length);
});

always('a push sent twice changes nothing the second time', pushes, (push) => {
  const { stored, payload, mode } = push;
  const first = planRaces(stored, payload, mode);
  if (first instanceof Refusal) return;
  // A race keeps its result mode, even if the default of the schedule changes between two pushes.
  const other = mode === 'timed' ? 'placesOnly' : 'timed';
  for (const step of accepted(planRaces(applied(stored, first), payload, other))) {
    assert.equal(step.outcome, 'matched');
    assert.equal(changeOf({ subject: 'race', name: '' }, step.before, step.after), undefined);
  }
});

always('races that a push does not mean stay as they are', pushes, ({ stored, payload, mode }) => {
  const steps = planRaces(stored, payload, mode);
  if (steps instanceof Refusal) return;
  const meantIds = new Set(steps.map(({ before }) => before?.id));
  const after = applied(stored, steps);
  for (const one of stored) if (!meantIds.has(one.id)) assert.ok(after.includes(one));
});

always(
  'L2: known races may trade their numbers in any way',
  storedRaces.chain((stored) => {
    const known = stored.filter(({ externalId }) => externalId !== null);
    const numbers = known.map(({ raceNumber }) => raceNumber);
    return fc
      .shuffledSubarray(numbers, { minLength: numbers.length })
      .map((traded) => ({ stored, known, traded }));
  }),
  ({ stored, known, traded }) => {
    const payload = known.map(({ externalId }, index) => ({
      externalId: externalId ?? '',
      raceNumber: traded[index] ?? 0,
    }));
    const after = applied(stored, accepted(planRaces(stored, payload, 'timed')));
    for (const [index, { id }] of known.entries()) {
      assert.equal(after.find((one) => one.id === id)?.raceNumber, traded[index]);
    }
  },
);

/** The stored race that an element means, written as the specification words it. */
function meant(stored: readonly Race[], write: RaceWrite): Race | undefined {
  return (
    stored.find((one) => one.externalId === write.externalId) ??
    stored.find((one) => one.externalId === null && one.raceNumber === write.raceNumber)
  );
}

/** The races after a push, computed one row at a time. */
function naiveState(
  stored: readonly Race[],
  payload: readonly RaceWrite[],
  mode: ResultMode,
): RaceFields[] {
  const state: RaceFields[] = stored.map((one) => one);
  for (const write of payload) {
    const old = meant(stored, write);
    const id = old?.id ?? 1000 + state.length;
    const after = { ...(old ?? race({ id, raceNumber: 0, resultMode: mode })), ...write };
    if (old) state[stored.indexOf(old)] = after;
    else state.push(after);
  }
  return state;
}

/** The races after the steps were carried out, as storage does it. */
function applied(stored: readonly Race[], steps: readonly RaceStep[]): Race[] {
  const races = [...stored];
  for (const { before, after } of steps) {
    if (before) races[stored.indexOf(before)] = { ...after, id: before.id };
    else races.push({ ...after, id: 1000 + races.length });
  }
  return races;
}
