/** PUT /teams: which stored crew an element means, what is stored, and when a name is taken. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TeamWrite } from '../../src/contract/team.ts';
import {
  nextSortOrder,
  planTeams,
  type Team,
  type TeamFields,
  type TeamStep,
} from '../../src/domain/crews/team.ts';
import { changeOf } from '../../src/domain/history/changes.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { accepted, assertConflict, team } from './builders.ts';
import { always, among, distinctPairs, maybe, merged, record, sent } from './properties.ts';

const MAX = 2_147_483_647;

/** Crews with an `externalId` were pushed before; those without one were entered by hand. */
const saline = team({ id: 1, externalId: 'a', name: 'Saline', clubId: 'SAL', boatIndex: 2 });
const byHand = team({ id: 2, name: 'Milan', clubId: 'MIL', boatIndex: 1, sortOrder: 7 });
const monroe = team({ id: 3, externalId: 'c', name: 'Monroe', sortOrder: 3 });

interface Accepted {
  rule: string;
  stored: Team[];
  payload: TeamWrite[];
  /** For each element: its outcome, the id of the row that it means, and the properties of that row afterwards. */
  expected: [TeamStep['outcome'], number | null, Partial<TeamFields>][];
}

const acceptedPushes: Accepted[] = [
  {
    rule: 'spec: a crew is found by its externalId',
    stored: [saline, byHand],
    payload: [{ externalId: 'a', name: 'Saline' }],
    expected: [['matched', 1, { externalId: 'a', name: 'Saline', adopted: false }]],
  },
  {
    rule: 'spec: a crew is renamed under the externalId that owns it',
    stored: [saline],
    payload: [{ externalId: 'a', name: 'Saline A' }],
    expected: [['matched', 1, { externalId: 'a', name: 'Saline A', clubId: 'SAL' }]],
  },
  {
    rule: 'L3: an unknown externalId claims the crew of that name which carries none, and it says so',
    stored: [saline, byHand],
    payload: [{ externalId: 'b', name: 'Milan' }],
    expected: [
      [
        'adopted',
        2,
        {
          externalId: 'b',
          name: 'Milan',
          clubId: 'MIL',
          boatIndex: 1,
          sortOrder: 7,
          adopted: true,
        },
      ],
    ],
  },
  {
    rule: 'L3: an adopted crew is updated like a match',
    stored: [byHand],
    payload: [{ externalId: 'b', name: 'Milan', clubId: null, boatIndex: 4 }],
    expected: [['adopted', 2, { clubId: null, boatIndex: 4, sortOrder: 7, adopted: true }]],
  },
  {
    rule: 'L3: adopted stays true for good',
    stored: [{ ...byHand, externalId: 'b', adopted: true }],
    payload: [{ externalId: 'b', name: 'Milan B', sortOrder: 1 }],
    expected: [['matched', 2, { name: 'Milan B', adopted: true }]],
  },
  {
    rule: 'L3: the natural key counts as it is before the write, so a crew renamed away is not adopted',
    stored: [saline],
    payload: [
      { externalId: 'a', name: 'Saline A' },
      { externalId: 'b', name: 'Saline' },
    ],
    expected: [
      ['matched', 1, { name: 'Saline A' }],
      ['inserted', null, { name: 'Saline', clubId: null, adopted: false }],
    ],
  },
  {
    rule: 'spec: a crew that is neither known nor free to claim is new, with nothing set',
    stored: [],
    payload: [{ externalId: 'b', name: 'Milan' }],
    expected: [
      [
        'inserted',
        null,
        {
          externalId: 'b',
          name: 'Milan',
          clubId: null,
          boatIndex: null,
          sortOrder: 0,
          adopted: false,
        },
      ],
    ],
  },
  {
    rule: 'L2: two crews swap their names in one push',
    stored: [saline, monroe],
    payload: [
      { externalId: 'a', name: 'Monroe' },
      { externalId: 'c', name: 'Saline' },
    ],
    expected: [
      ['matched', 1, { name: 'Monroe' }],
      ['matched', 3, { name: 'Saline' }],
    ],
  },
  {
    rule: 'L2: a name may be taken over from a crew that a later element renames',
    stored: [saline, monroe],
    payload: [
      { externalId: 'a', name: 'Monroe' },
      { externalId: 'c', name: 'Detroit' },
    ],
    expected: [
      ['matched', 1, { name: 'Monroe' }],
      ['matched', 3, { name: 'Detroit' }],
    ],
  },
  {
    rule: 'R10: names compare case-sensitively',
    stored: [saline, byHand],
    payload: [{ externalId: 'b', name: 'MILAN' }],
    expected: [['inserted', null, { name: 'MILAN' }]],
  },
  {
    rule: 'R10: externalIds compare byte for byte, without normalisation',
    stored: [team({ id: 1, externalId: '\u00e9', name: 'Saline' })],
    payload: [{ externalId: 'e\u0301', name: 'Milan' }],
    expected: [['inserted', null, { externalId: 'e\u0301' }]],
  },
  {
    rule: 'R9: left out keeps',
    stored: [{ ...saline, sortOrder: 5 }],
    payload: [{ externalId: 'a', name: 'Saline' }],
    expected: [['matched', 1, { clubId: 'SAL', boatIndex: 2, sortOrder: 5 }]],
  },
  {
    rule: 'R9: null clears',
    stored: [saline],
    payload: [{ externalId: 'a', name: 'Saline', clubId: null, boatIndex: null }],
    expected: [['matched', 1, { clubId: null, boatIndex: null }]],
  },
  {
    rule: 'R9: a value sets, and an empty string or zero is a value',
    stored: [{ ...saline, sortOrder: 5 }],
    payload: [{ externalId: 'a', name: 'Saline', clubId: '', boatIndex: 1, sortOrder: 0 }],
    expected: [['matched', 1, { clubId: '', boatIndex: 1, sortOrder: 0 }]],
  },
  {
    rule: 'R6: an empty push does nothing',
    stored: [saline, byHand],
    payload: [],
    expected: [],
  },
  {
    rule: 'L13: new crews without a sortOrder go behind the highest, one after the other',
    stored: [saline, byHand, monroe],
    payload: [
      { externalId: 'x', name: 'X' },
      { externalId: 'y', name: 'Y' },
    ],
    expected: [
      ['inserted', null, { sortOrder: 8 }],
      ['inserted', null, { sortOrder: 9 }],
    ],
  },
  {
    rule: 'L13: the first crew of an event gets 0',
    stored: [],
    payload: [
      { externalId: 'x', name: 'X' },
      { externalId: 'y', name: 'Y' },
    ],
    expected: [
      ['inserted', null, { sortOrder: 0 }],
      ['inserted', null, { sortOrder: 1 }],
    ],
  },
  {
    rule: 'L13: earlier elements of the push count, new and matched',
    stored: [saline],
    payload: [
      { externalId: 'x', name: 'X', sortOrder: 20 },
      { externalId: 'y', name: 'Y' },
      { externalId: 'a', name: 'Saline', sortOrder: 40 },
      { externalId: 'z', name: 'Z' },
    ],
    expected: [
      ['inserted', null, { sortOrder: 20 }],
      ['inserted', null, { sortOrder: 21 }],
      ['matched', 1, { sortOrder: 40 }],
      ['inserted', null, { sortOrder: 41 }],
    ],
  },
  {
    rule: 'L13: later elements of the push do not count',
    stored: [],
    payload: [
      { externalId: 'x', name: 'X' },
      { externalId: 'y', name: 'Y', sortOrder: 20 },
    ],
    expected: [
      ['inserted', null, { sortOrder: 0 }],
      ['inserted', null, { sortOrder: 20 }],
    ],
  },
  {
    rule: 'L13: with only negative orders the next is one more than the highest, not 0',
    stored: [{ ...saline, sortOrder: -5 }],
    payload: [{ externalId: 'x', name: 'X' }],
    expected: [['inserted', null, { sortOrder: -4 }]],
  },
  {
    rule: 'L13: one below the largest integer, the next is the largest',
    stored: [{ ...saline, sortOrder: MAX - 1 }],
    payload: [{ externalId: 'x', name: 'X' }],
    expected: [['inserted', null, { sortOrder: MAX }]],
  },
  {
    rule: 'L13: at the largest integer it stays there',
    stored: [{ ...saline, sortOrder: MAX }],
    payload: [
      { externalId: 'x', name: 'X' },
      { externalId: 'y', name: 'Y' },
    ],
    expected: [
      ['inserted', null, { sortOrder: MAX }],
      ['inserted', null, { sortOrder: MAX }],
    ],
  },
];

for (const { rule, stored, payload, expected } of acceptedPushes) {
  test(rule, () => {
    const steps = accepted(planTeams(stored, payload));
    assert.equal(steps.length, expected.length);
    for (const [index, [outcome, id, after]] of expected.entries()) {
      const step = steps[index] as TeamStep;
      assert.equal(step.outcome, outcome);
      assert.equal(step.before?.id ?? null, id);
      assert.deepEqual({ ...step.after, ...after }, step.after);
    }
  });
}

const refusedPushes: { rule: string; stored: Team[]; payload: TeamWrite[]; says: string[] }[] = [
  {
    rule: 'spec: a crew held under another externalId is never adopted; its name is taken',
    stored: [saline],
    payload: [{ externalId: 'z', name: 'Saline' }],
    says: ['"Saline"', '"a"'],
  },
  {
    rule: 'spec: a crew cannot be renamed to a name that a crew outside the push holds',
    stored: [saline, monroe],
    payload: [{ externalId: 'a', name: 'Monroe' }],
    says: ['"Monroe"', '"c"'],
  },
  {
    rule: 'L4: a known crew cannot be renamed onto a crew that nobody has claimed',
    stored: [saline, byHand],
    payload: [{ externalId: 'a', name: 'Milan' }],
    says: ['"Milan"', 'by hand'],
  },
  {
    rule: 'L2: renaming one crew does not free the name of another',
    stored: [saline, monroe, byHand],
    payload: [
      { externalId: 'c', name: 'Detroit' },
      { externalId: 'z', name: 'Saline' },
    ],
    says: ['"Saline"'],
  },
];

for (const { rule, stored, payload, says } of refusedPushes) {
  test(rule, () => assertConflict(planTeams(stored, payload), ...says));
}

test('L13: a crew entered by hand is ordered by the same rule', () => {
  assert.equal(nextSortOrder([]), 0);
  assert.equal(nextSortOrder([saline, byHand]), 8);
  assert.equal(nextSortOrder([{ ...saline, sortOrder: -5 }]), -4);
  assert.equal(nextSortOrder([{ ...saline, sortOrder: MAX }]), MAX);
});

// Property tests: any event, and any push that the body reader accepts (its ids and names are distinct).

const ORDERS = among(-1, 0, 1, 2, 7, MAX - 1, MAX);
const storedTeams = distinctPairs(['a', 'b', 'c', 'd', 'e'], ['A', 'B', 'C', 'D', 'E']).chain(
  (pairs) =>
    fc.tuple(
      ...pairs.map(([externalId, name], index) =>
        record({
          id: fc.constant(index + 1),
          externalId: fc.option(fc.constant(externalId)),
          name: fc.constant(name),
          clubId: among(null, '', 'SAL'),
          boatIndex: among(null, 1, 2),
          sortOrder: ORDERS,
          adopted: fc.boolean(),
        }),
      ),
    ) as fc.Arbitrary<Team[]>,
);
const payloads = distinctPairs(
  ['a', 'b', 'c', 'd', 'e', 'x', 'y'],
  ['A', 'B', 'C', 'D', 'E', 'F', 'G'],
).chain(
  (pairs) =>
    fc.tuple(
      ...pairs.map(([externalId, name]) =>
        merged(
          fc.constant({ externalId, name }),
          sent('clubId', among('', 'MIL')),
          sent('boatIndex', among(1, 9)),
          maybe('sortOrder', ORDERS),
        ),
      ),
    ) as fc.Arbitrary<TeamWrite[]>,
);
const pushes = record({ stored: storedTeams, payload: payloads });

always('a push is refused exactly when two crews would then bear one name', pushes, (push) => {
  const names = naiveState(push.stored, push.payload).map(({ name }) => name);
  const isRepeated = new Set(names).size < names.length;
  assert.equal(planTeams(push.stored, push.payload) instanceof Refusal, isRepeated);
});

always('a push leaves the event as the naive definition says', pushes, ({ stored, payload }) => {
  const steps = planTeams(stored, payload);
  if (steps instanceof Refusal) return;
  assert.deepEqual(applied(stored, steps), naiveState(stored, payload));
  assert.deepEqual(
    steps.map(({ after }) => after.externalId),
    payload.map(({ externalId }) => externalId),
  );
});

always('after a push names and externalIds are unique', pushes, ({ stored, payload }) => {
  const steps = planTeams(stored, payload);
  if (steps instanceof Refusal) return;
  const crews = applied(stored, steps);
  const ids = crews.flatMap(({ externalId }) => externalId ?? []);
  assert.equal(new Set(crews.map(({ name }) => name)).size, crews.length);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(crews.length, stored.length + steps.filter(({ before }) => !before).length);
});

always('a push sent twice changes nothing the second time', pushes, ({ stored, payload }) => {
  const first = planTeams(stored, payload);
  if (first instanceof Refusal) return;
  for (const step of accepted(planTeams(applied(stored, first), payload))) {
    assert.equal(step.outcome, 'matched');
    assert.equal(changeOf({ subject: 'team', name: '' }, step.before, step.after), undefined);
  }
});

always('crews that a push does not mean stay as they are', pushes, ({ stored, payload }) => {
  const steps = planTeams(stored, payload);
  if (steps instanceof Refusal) return;
  const meant = new Set(steps.map(({ before }) => before?.id));
  const after = applied(stored, steps);
  for (const crew of stored) if (!meant.has(crew.id)) assert.ok(after.includes(crew));
});

always(
  'L2: known crews may trade their names in any way',
  storedTeams.chain((stored) => {
    const known = stored.filter(({ externalId }) => externalId !== null);
    const names = known.map(({ name }) => name);
    return fc
      .shuffledSubarray(names, { minLength: names.length })
      .map((traded) => ({ stored, known, traded }));
  }),
  ({ stored, known, traded }) => {
    const payload = known.map(({ externalId }, index) => ({
      externalId: externalId ?? '',
      name: traded[index] ?? '',
    }));
    const after = applied(stored, accepted(planTeams(stored, payload)));
    for (const [index, { id }] of known.entries()) {
      assert.equal(after.find((crew) => crew.id === id)?.name, traded[index]);
    }
  },
);

/** The crews after a push, computed one row at a time, written as the specification words it. */
function naiveState(stored: readonly Team[], payload: readonly TeamWrite[]): TeamFields[] {
  const state: TeamFields[] = stored.map((crew) => crew);
  const orders = stored.map(({ sortOrder }) => sortOrder);
  for (const write of payload) {
    let index = stored.findIndex((crew) => crew.externalId === write.externalId);
    if (index < 0) {
      index = stored.findIndex((crew) => crew.externalId === null && crew.name === write.name);
    }
    const isAdopted = index >= 0 && stored[index]?.externalId === null;
    const next = orders.length === 0 ? 0 : Math.min(Math.max(...orders) + 1, MAX);
    const old: TeamFields = stored[index] ?? {
      ...{ externalId: null, name: '', clubId: null, boatIndex: null },
      ...{ sortOrder: next, adopted: false },
    };
    const crew = { ...old, ...write, adopted: old.adopted || isAdopted };
    orders.push(crew.sortOrder);
    if (index >= 0) state[index] = crew;
    else state.push({ id: 1000 + state.length, ...crew } as TeamFields);
  }
  return state;
}

/** The crews after the steps were carried out, as storage does it. */
function applied(stored: readonly Team[], steps: readonly TeamStep[]): Team[] {
  const crews = [...stored];
  for (const { before, after } of steps) {
    if (before) crews[stored.indexOf(before)] = { ...after, id: before.id };
    else crews.push({ ...after, id: 1000 + crews.length });
  }
  return crews;
}
