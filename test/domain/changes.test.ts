/** What counts as a change (A10): the `before` and `after` that the history stores. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changeOf } from '../../src/domain/history/changes.ts';
import { always, among, record } from './properties.ts';

interface Case {
  rule: string;
  before: object | null;
  after: object | null;
  expected: { before: object | null; after: object | null } | undefined;
}

const cases: Case[] = [
  {
    rule: 'A10: equal states are no change',
    before: { title: 'Heat', notes: null, laneScheme: ['A', 'B'], adopted: false, sortOrder: 0 },
    after: { title: 'Heat', notes: null, laneScheme: ['A', 'B'], adopted: false, sortOrder: 0 },
    expected: undefined,
  },
  {
    rule: 'Only the properties that differ are told',
    before: { title: 'Heat', notes: 'x', raceNumber: 1 },
    after: { title: 'Final', notes: 'x', raceNumber: 2 },
    expected: {
      before: { title: 'Heat', raceNumber: 1 },
      after: { title: 'Final', raceNumber: 2 },
    },
  },
  {
    rule: 'null, zero, false and an empty text are four different values',
    before: { a: null, b: 0, c: '', d: null },
    after: { a: 0, b: '', c: null, d: false },
    expected: {
      before: { a: null, b: 0, c: '', d: null },
      after: { a: 0, b: '', c: null, d: false },
    },
  },
  {
    rule: 'A list differs when an item differs',
    before: { laneScheme: ['A', 'B'] },
    after: { laneScheme: ['A', 'C'] },
    expected: { before: { laneScheme: ['A', 'B'] }, after: { laneScheme: ['A', 'C'] } },
  },
  {
    rule: 'A list differs when its order differs',
    before: { laneScheme: ['A', 'B'] },
    after: { laneScheme: ['B', 'A'] },
    expected: { before: { laneScheme: ['A', 'B'] }, after: { laneScheme: ['B', 'A'] } },
  },
  {
    rule: 'A list differs when it grows or shrinks',
    before: { longer: ['A'], shorter: ['A', 'B'] },
    after: { longer: ['A', 'B'], shorter: ['A'] },
    expected: {
      before: { longer: ['A'], shorter: ['A', 'B'] },
      after: { longer: ['A', 'B'], shorter: ['A'] },
    },
  },
  {
    rule: 'L23: an empty lane scheme is not the same as none',
    before: { a: [], b: null },
    after: { a: null, b: [] },
    expected: { before: { a: [], b: null }, after: { a: null, b: [] } },
  },
  {
    rule: 'Empty lists are equal',
    before: { laneScheme: [] },
    after: { laneScheme: [] },
    expected: undefined,
  },
  {
    rule: 'What only the stored row has, its number for instance, is no change',
    before: { id: 7, title: 'Heat' },
    after: { title: 'Heat' },
    expected: undefined,
  },
  {
    rule: 'A new thing is told whole',
    before: null,
    after: { title: 'Heat', notes: null },
    expected: { before: null, after: { title: 'Heat', notes: null } },
  },
  {
    rule: 'A thing that is gone is told whole',
    before: { position: 1, team: 'Milan' },
    after: null,
    expected: { before: { position: 1, team: 'Milan' }, after: null },
  },
];

for (const { rule, before, after, expected } of cases) {
  test(rule, () => {
    const change = changeOf({ subject: 'race', name: 'race 1' }, before, after);
    assert.deepEqual(change, expected && { subject: 'race', name: 'race 1', ...expected });
  });
}

const A_TEAM = { subject: 'team', name: '' } as const;

const states = record({
  externalId: among(null, 'a', 'b'),
  sortOrder: among(0, 1),
  adopted: fc.boolean(),
  laneScheme: among(null, [], ['A'], ['A', 'B']),
});
const pairs = record({ before: states, after: states });

always('A thing compared with its copy has not changed', states, (state) => {
  assert.equal(changeOf(A_TEAM, state, structuredClone(state)), undefined);
});

always('The old state with the change laid over it is the new state', pairs, (pair) => {
  const change = changeOf(A_TEAM, pair.before, pair.after);
  assert.deepEqual({ ...pair.before, ...change?.after }, pair.after);
  assert.deepEqual({ ...pair.after, ...change?.before }, pair.before);
  for (const property of Object.keys(change?.after ?? {})) {
    const [was, is] = [change?.before?.[property], change?.after?.[property]];
    assert.notDeepEqual(was, is, `${property} is told without need`);
  }
});
