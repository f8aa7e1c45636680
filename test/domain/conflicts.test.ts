/** Which later changes a write conflicts with, if its page was out of date. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aLane, aRace, type Change } from '../../src/domain/history/changes.ts';
import {
  type LaterEntry,
  laterChanges,
  sentOf,
  type Touched,
  together,
} from '../../src/domain/history/conflicts.ts';
import { keyOf } from '../../src/domain/history/event-state.ts';
import { race as row } from './builders.ts';

const race = aRace(1, { raceNumber: 12 });
const otherRace = aRace(2, { raceNumber: 13 });
const lane = aLane({ id: 1, raceNumber: 12 }, 3);

function entry(id: number, ...changes: Change[]): LaterEntry {
  return {
    id,
    at: Date.UTC(2026, 5, 13, 7, 0, id),
    operation: 'push-races',
    userId: 4,
    displayName: 'Anna',
    loginName: null,
    keyPrefix: 'ro_abc',
    keyLabel: 'Timing',
    changes,
  };
}

const change = (
  thing: Omit<Change, 'before' | 'after'>,
  before: object | null,
  after: object | null,
) => ({ ...thing, before, after }) as Change;

const title = change(race, { title: 'Heat' }, { title: 'Final' });
const number = change(race, { raceNumber: 12 }, { raceNumber: 20 });
const result = change(lane, { status: 'assigned' }, { status: 'finished' });
const removal = change(race, { title: 'Heat', raceNumber: 12 }, null);
const creation = change(race, null, { title: 'Heat', raceNumber: 12 });

const CASES: [
  name: string,
  later: Change[],
  mine: Change[],
  touched: Touched[],
  found: Change[],
][] = [
  ['nothing has happened', [], [title], [], []],
  ['the same property', [title], [title], [], [title]],
  ['another property of the same race', [number], [title], [], []],
  [
    'the same property of another race',
    [change(otherRace, { title: '' }, { title: 'A' })],
    [title],
    [],
    [],
  ],
  ['a lane is not its race', [result], [title], [], []],
  [
    'several properties, one of them mine',
    [change(race, { title: 'a', notes: 'b' }, { title: 'c', notes: 'd' })],
    [title],
    [],
    [change(race, { title: 'a', notes: 'b' }, { title: 'c', notes: 'd' })],
  ],
  ['what I change was removed', [removal], [title], [], [removal]],
  ['what I change was brought back', [creation], [title], [], [creation]],
  ['what I remove was changed', [number], [removal], [], [number]],
  [
    'changed and changed back',
    [title, change(race, { title: 'Final' }, { title: 'Heat' })],
    [title],
    [],
    [title, change(race, { title: 'Final' }, { title: 'Heat' })],
  ],
  [
    'a time that follows from what I change, in a lane that is new',
    [change(lane, null, { status: 'assigned' })],
    [{ ...result, derived: ['status'] }],
    [],
    [],
  ],
  ['what I rely on', [result], [title], [{ key: keyOf(lane) }], [result]],
  [
    'a property that I rely on',
    [result],
    [title],
    [{ key: keyOf(lane), properties: ['status'] }],
    [result],
  ],
  [
    'another property of what I rely on',
    [result],
    [title],
    [{ key: keyOf(lane), properties: ['teamId'] }],
    [],
  ],
  [
    'what I rely on and change',
    [number],
    [title],
    [{ key: keyOf(race), properties: ['raceNumber'] }],
    [number],
  ],
  ['nothing that I write is different', [title], [], [], []],
];

describe('what has changed since', () => {
  for (const [name, later, mine, touched, found] of CASES) {
    test(name, () => {
      const changed = laterChanges([entry(9, ...later)], mine, touched);
      assert.deepEqual(
        changed.map(({ before, after, subject }) => ({ before, after, subject })),
        found.map(({ before, after, subject }) => ({ before, after, subject })),
      );
    });
  }

  test('says by whom, when and in which entry, entry by entry', () => {
    const [first, second, ...rest] = laterChanges([entry(7, title), entry(8, title)], [title]);
    assert.deepEqual(rest, []);
    assert.deepEqual(first, {
      entryId: 7,
      at: '2026-06-13T07:00:07Z',
      by: { userId: 4, name: 'Anna', keyPrefix: 'ro_abc', keyLabel: 'Timing' },
      operation: 'push-races',
      subject: 'race',
      id: 1,
      name: 'race 12',
      before: { title: 'Heat' },
      after: { title: 'Final' },
    });
    assert.equal(second?.entryId, 8);
  });
});

test('what a write sends: what is stored already is in nobody’s way, what is gone is all of it', () => {
  const stored = row({ id: 1, raceNumber: 12, title: 'Heat', notes: null, laneScheme: ['1', '2'] });
  const rows = {
    schedule: undefined,
    races: [stored],
    teams: [],
    lanes: new Map(),
    delays: new Map(),
  };
  const key = keyOf(race);
  const cases: [sent: object, expected: Touched[]][] = [
    [{ title: 'Heat', notes: null, laneScheme: ['1', '2'] }, []],
    [{ title: 'Final', notes: undefined }, [{ key, properties: ['title'] }]],
    [{ notes: 'x', laneScheme: null }, [{ key, properties: ['notes', 'laneScheme'] }]],
  ];
  for (const [sent, expected] of cases) assert.deepEqual(sentOf(rows, [[race, sent]]), expected);
  const gone = { key: keyOf(otherRace), properties: ['title'] };
  assert.deepEqual(sentOf(rows, [[otherRace, { title: 'Heat' }]]), [gone]);
});

test('what is gone comes first, else the order of the entries; the same change once', () => {
  const later = [entry(7, title), entry(8, result), entry(9, removal)];
  const all = laterChanges(later, [title, result]);
  const told = together(all.slice(1), all);
  assert.deepEqual(
    told.map(({ entryId, after }) => [entryId, after === null]),
    [
      [9, true],
      [7, false],
      [8, false],
    ],
  );
});
