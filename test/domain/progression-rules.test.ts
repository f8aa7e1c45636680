/** Which rules the lanes of a race can be given. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LaneSource } from '../../src/contract/board.ts';
import type { Lane } from '../../src/domain/draw/lane.ts';
import {
  findCircle,
  type LaneRule,
  planRules,
} from '../../src/domain/progression/progression-rules.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { accepted, crew, lane, race, START } from './builders.ts';

const at = (minutes: number) => START + minutes * 60_000;
const races = [
  race({ id: 1, raceNumber: 11, scheduledAt: at(0) }),
  race({ id: 2, raceNumber: 12, scheduledAt: at(0) }),
  race({ id: 3, raceNumber: 13, scheduledAt: at(60) }),
  race({ id: 4, raceNumber: 14, scheduledAt: at(90) }),
  race({ id: 5, raceNumber: 15, scheduledAt: at(90) }),
];

const place = (race: number, ofRace: number): LaneSource => ({
  races: [race],
  place: ofRace,
  fastest: null,
});
const fastest = (rank: number, ofRace: number, ...from: number[]): LaneSource => ({
  races: from,
  place: ofRace,
  fastest: rank,
});
const rules = (...sources: LaneSource[]): LaneRule[] =>
  sources.map((source, index) => ({ position: index + 1, ...source }));

/** Rules that race 13, which has no lanes yet, can be given. */
const GOOD: Record<string, LaneRule[]> = {
  'a place of each of two races': rules(place(1, 1), place(2, 1), place(1, 2), place(2, 2)),
  'the fastest thirds': rules(fastest(1, 3, 1, 2), fastest(2, 3, 2, 1)),
  'fastest fourths beside fastest thirds': rules(fastest(1, 3, 1, 2), fastest(1, 4, 1, 2)),
  'a place beyond the lanes of the race': rules(place(1, 99)),
  'fewer fastest than races, and more': rules(fastest(1, 3, 1, 2), fastest(7, 3, 1, 2)),
  'no rules': [],
};

const BAD: Record<string, [sent: LaneRule[], wrong: Record<string, RegExp>]> = {
  itself: [rules(place(1, 1), place(3, 1)), { 'rules[1]': /the race itself/ }],
  'a race that starts later': [rules(place(4, 1)), { 'rules[0]': /race 14, which starts later/ }],
  'a race of another event': [rules(place(99, 1)), { 'rules[0]': /no race of this event: 99/ }],
  'no race': [rules({ races: [], place: 1, fastest: null }), { 'rules[0]': /must name a race/ }],
  'a race twice': [rules(fastest(1, 1, 1, 1)), { 'rules[0]': /a race twice/ }],
  'several races without fastest': [
    rules({ races: [1, 2], place: 1, fastest: null }),
    { 'rules[0]': /several races/ },
  ],
  'one race with fastest': [rules(fastest(1, 1, 1)), { 'rules[0]': /takes several races/ }],
  'one later race among several': [
    rules(place(1, 1), fastest(1, 3, 1, 2, 4)),
    { 'rules[1]': /starts later/ },
  ],
  'a position twice': [
    [
      { position: 1, ...place(1, 1) },
      { position: 1, ...place(2, 1) },
    ],
    { 'rules[1]': /repeats position 1/ },
  ],
  'a place twice': [rules(place(1, 1), place(2, 1), place(1, 1)), { 'rules[2]': /position 1/ }],
  'a rank twice': [rules(fastest(1, 3, 1, 2), fastest(1, 3, 2, 1)), { 'rules[1]': /position 1/ }],
  'a place that may be among the fastest, too': [
    rules(place(1, 3), fastest(1, 3, 1, 2)),
    { 'rules[1]': /takes already/ },
  ],
  'everything at once, each beside its rule': [
    rules(place(3, 1), place(1, 1), place(4, 1), place(1, 1)),
    { 'rules[0]': /itself/, 'rules[2]': /later/, 'rules[3]': /position 2/ },
  ],
};

describe('rules of a race', () => {
  for (const [name, sent] of Object.entries(GOOD)) {
    test(`can be ${name}`, () => {
      const lanes = accepted(planRules({ races, lanes: new Map() }, 3, sent));
      const expected = sent.map(({ position, ...from }) => lane(position, { from }));
      assert.deepEqual(lanes, expected);
    });
  }
  for (const [name, [sent, wrong]] of Object.entries(BAD)) {
    test(`cannot be ${name}`, () => {
      const refusal = planRules({ races, lanes: new Map() }, 3, sent);
      assert.ok(refusal instanceof Refusal);
      const told = refusal.violations.map(({ field }) => field);
      assert.deepEqual(told, Object.keys(wrong));
      for (const { field, detail } of refusal.violations)
        assert.match(detail, wrong[field] as RegExp);
    });
  }

  test('cannot go in a circle, directly or over another race', () => {
    // Races 14 and 15 start at the same time.
    const lanes = (from: Record<number, LaneSource>) =>
      new Map(
        Object.entries(from).map(([id, source]) => [Number(id), [lane(1, { from: source })]]),
      );
    const direct = lanes({ 4: place(5, 1) });
    assert.ok(planRules({ races, lanes: direct }, 5, rules(place(4, 1))) instanceof Refusal);
    const sameTime = races.map((each) => ({ ...each, scheduledAt: at(0) }));
    const over = lanes({ 2: place(1, 1), 3: place(2, 1) });
    const refusal = planRules({ races: sameTime, lanes: over }, 1, rules(place(3, 1)));
    assert.ok(refusal instanceof Refusal);
    assert.match(refusal.violations[0]?.detail ?? '', /in a circle/);
    accepted(planRules({ races: sameTime, lanes: over }, 3, rules(place(1, 1))));
    assert.equal(findCircle(over), undefined);
    assert.notEqual(findCircle(new Map([...over, ...lanes({ 1: place(3, 1) })])), undefined);
  });

  test('are found to go in a circle in one pass, in an event of thousands of races', () => {
    const count = 5000;
    const chain = new Map<number, Lane[]>();
    // The last race comes first, so that a search that starts anew at each race follows the whole rest of the chain each time.
    for (let id = count; id > 1; id--) {
      const places = [1, 2, 3, 4, 5, 6, 7, 8];
      chain.set(
        id,
        places.map((of) => lane(of, { from: place(id - 1, of) })),
      );
    }
    const startedAt = performance.now();
    assert.equal(findCircle(chain), undefined);
    assert.notEqual(
      findCircle(new Map(chain).set(1, [lane(1, { from: place(count, 1) })])),
      undefined,
    );
    const many = Array.from({ length: count }, (_, index) =>
      race({ id: index + 1, raceNumber: index + 1, scheduledAt: START }),
    );
    const event = { races: many, lanes: chain };
    assert.ok(planRules(event, 1, rules(place(count, 1))) instanceof Refusal);
    accepted(planRules(event, count, rules(place(1, 1))));
    // Several times as long as a slow machine takes; a search that is not linear takes minutes.
    assert.ok(performance.now() - startedAt < 10_000);
  });

  test('are compared with those only that may take the same crew', () => {
    const sent = Array.from({ length: 5000 }, (_, index) => ({
      position: index + 1,
      ...place((index % 2) + 1, (index >> 1) + 1),
    }));
    const sources = fastest(1, 7000, ...Array.from({ length: 100 }, (_, index) => index + 1));
    const many = Array.from({ length: 101 }, (_, index) =>
      race({ id: index + 1, raceNumber: index + 1, scheduledAt: START }),
    );
    const ranks = Array.from({ length: 100 }, (_, index) => {
      return { ...sources, position: 5001 + index, fastest: index + 1 };
    });
    const startedAt = performance.now();
    const event = { races: many, lanes: new Map() };
    assert.equal(accepted(planRules(event, 101, [...sent, ...ranks])).length, 5100);
    assert.ok(performance.now() - startedAt < 10_000);
  });

  test('are all that the race has: others go, and their lanes stay', () => {
    const before: Lane[] = [
      lane(1, { from: place(1, 1), team: crew(7, 'c7') }),
      lane(2, { from: place(2, 1), positionLabel: 'Far' }),
      lane(4, { team: crew(8, 'c8') }),
    ];
    const sent = [
      { position: 4, ...place(1, 2) },
      { position: 3, ...place(2, 2) },
    ];
    assert.deepEqual(accepted(planRules({ races, lanes: new Map([[3, before]]) }, 3, sent)), [
      { ...before[0], from: null },
      { ...before[1], from: null },
      lane(3, { from: place(2, 2) }),
      { ...before[2], from: place(1, 2) },
    ]);
  });
});
