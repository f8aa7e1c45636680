/** How large an event may be: what a write adds, and when that is too much. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type EventSize,
  growthBetween,
  growthOf,
  objectionToLanes,
  objectionToRows,
  objectionToSize,
  objectionToSources,
  sizeOf,
} from '../../src/domain/event/event-size.ts';
import { aLane, aRace, aTeam, type Change } from '../../src/domain/history/changes.ts';
import { assertConflict, assertInvalid, lane, race } from './builders.ts';

const added = (change: Omit<Change, 'before' | 'after'>): Change => ({
  ...change,
  before: null,
  after: {},
});
const removed = (change: Omit<Change, 'before' | 'after'>): Change => ({
  ...change,
  before: {},
  after: null,
});
const r1 = race({ id: 1, raceNumber: 1 });
const r2 = race({ id: 2, raceNumber: 2 });
const r3 = race({ id: 3, raceNumber: 3 });
const from = (...races: number[]) => ({ from: { races, place: 1, fastest: null } });
const NOTHING: EventSize = { races: 0, crews: 0, lanes: 0, sources: 0 };

describe('what changes add', () => {
  const cases: [string, Change[], Partial<EventSize>, [number, number][]][] = [
    [
      'a new race and a new crew',
      [added(aRace(1, r1)), added(aTeam(1, { name: 'A' }))],
      { races: 1, crews: 1 },
      [],
    ],
    ['one race for another', [added(aRace(2, r2)), removed(aRace(1, r1))], {}, []],
    [
      'a race that is changed',
      [{ ...aRace(1, r1), before: { title: 'A' }, after: { title: 'B' } }],
      {},
      [],
    ],
    [
      'two lanes of a race, one less of another',
      [added(aLane(r1, 1)), added(aLane(r1, 2)), removed(aLane(r2, 1))],
      { lanes: 1 },
      [[1, 2]],
    ],
    [
      'a rule of two races in place of one',
      [{ ...aLane(r1, 1), before: from(7), after: from(7, 8) }],
      { sources: 1 },
      [],
    ],
    [
      'a rule that is taken away',
      [{ ...aLane(r1, 1), before: from(7, 8), after: { from: null } }],
      { sources: -2 },
      [],
    ],
    [
      'a new lane with a rule',
      [{ ...aLane(r1, 1), before: null, after: from(7, 8) }],
      { lanes: 1, sources: 2 },
      [[1, 1]],
    ],
    [
      'a lane that goes with its rule',
      [{ ...aLane(r1, 1), before: from(7), after: null }],
      { lanes: -1, sources: -1 },
      [],
    ],
    [
      'the delay of a day',
      [{ subject: 'delay', name: '2026-06-13', before: {}, after: {} }],
      {},
      [],
    ],
  ];
  for (const [name, changes, event, lanesOfRaces] of cases) {
    test(name, () => {
      assert.deepEqual(growthOf(changes), {
        event: { ...NOTHING, ...event },
        lanesOfRaces: new Map(lanesOfRaces),
      });
    });
  }
});

describe('when it is too much', () => {
  const cases: [string, Partial<EventSize>, Partial<EventSize>, string[]?][] = [
    ['the last race that there is room for', { races: 4999 }, { races: 1 }],
    [
      'one race too many',
      { races: 5000 },
      { races: 1 },
      ['5,000 races', 'has 5,000', 'have 5,001'],
    ],
    ['a push that would go beyond it', { races: 4990 }, { races: 20 }, ['has 4,990', 'have 5,010']],
    ['lanes', { lanes: 19_999 }, { lanes: 2 }, ['20,000 lanes', 'has 19,999', 'have 20,001']],
    ['crews', { crews: 20_000 }, { crews: 1 }, ['20,000 crews']],
    ['an event that was larger before and shrinks', { races: 6000 }, { races: -1 }],
    ['an event that was larger before and stays', { races: 6000 }, { lanes: 1 }],
  ];
  for (const [name, now, more, words] of cases) {
    test(name, () => {
      const objection = objectionToSize(now, { ...NOTHING, ...more });
      if (words) assertConflict(objection, ...words);
      else assert.equal(objection, undefined);
    });
  }

  test('sources are the fault of the rules that are sent', () => {
    assert.equal(objectionToSize({ sources: 9990 }, { ...NOTHING, sources: 10 }), undefined);
    assertInvalid(objectionToSize({ sources: 9990 }, { ...NOTHING, sources: 11 }), 'rules');
  });

  test('rules are judged by those that stay and those that are sent, and the one too many is named', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => index + 100);
    const held = new Map([
      [1, [lane(1, from(...many(9980)))]],
      [2, [lane(1, from(...many(15)))]],
    ]);
    const rules = (...counts: number[]) => counts.map((count) => ({ races: many(count) }));
    const judge = (...sent: { raceId: number; rules: { races: number[] }[]; at?: string }[]) =>
      objectionToSources(held, sent);
    assert.equal(judge({ raceId: 2, rules: rules(10, 10) }), undefined);
    assert.equal(judge({ raceId: 3, rules: rules(5) }), undefined);
    assertInvalid(judge({ raceId: 2, rules: rules(10, 10, 1) }), 'rules[2].races');
    const at = 'races[1].';
    assertInvalid(
      judge({ raceId: 2, rules: rules(20) }, { raceId: 3, rules: rules(1), at }),
      'races[1].rules[0].races',
    );
    held.set(4, [lane(1, from(...many(50)))]);
    assert.equal(judge({ raceId: 2, rules: rules(15) }), undefined, 'no more than before');
    assertInvalid(judge({ raceId: 2, rules: rules(16) }), 'rules[0].races');
  });

  test('lanes of one race', () => {
    const held = new Map([[1, 990]]);
    assert.equal(objectionToLanes(held, new Map([[1, 10]])), undefined);
    assertConflict(objectionToLanes(held, new Map([[1, 11]])), '1,000 lanes', '990', '1,001');
    assertConflict(objectionToLanes(new Map(), new Map([[2, 1001]])), '1,001');
  });
});

test('of an event that is known the size is counted, and what it grows by', () => {
  const lanes = new Map([[1, [lane(1), lane(2, from(2, 3))]]]);
  const rows = { races: [r1, r2], teams: [], lanes };
  assert.deepEqual(sizeOf(rows), { races: 2, crews: 0, lanes: 2, sources: 2 });
  const before = { races: [r1, r2, r3], teams: [], lanes: new Map([[1, [lane(1)]]]) };
  assert.deepEqual(growthBetween(before, rows), {
    event: { races: -1, crews: 0, lanes: 1, sources: 2 },
    lanesOfRaces: new Map([[1, 1]]),
  });
});

test('rows are refused as the write of them: by the size of the event, and by the lanes of a race', () => {
  const rows = (...lanesOfRaces: [id: number, count: number][]) => ({
    ...{ races: [r1, r2], teams: [] },
    lanes: new Map(
      lanesOfRaces.map(([id, count]) => [id, Array.from({ length: count }, (_, n) => lane(n + 1))]),
    ),
  });
  assert.equal(objectionToRows(rows(), rows([-1, 1000])), undefined);
  assertConflict(objectionToRows(rows(), rows([-1, 1001])), '1,000 lanes', 'has 0', '1,001');
  assertConflict(objectionToRows(rows([1, 990]), rows([1, 1001])), '1,000 lanes', 'has 990');
  assertConflict(
    objectionToRows(rows([1, 1000], [2, 1000]), rows([1, 1001], [2, 900])),
    '1,000 lanes',
    '1,001',
  );
  assert.equal(objectionToRows(rows([1, 1500]), rows([1, 1500], [2, 3])), undefined, 'it was so');
});
