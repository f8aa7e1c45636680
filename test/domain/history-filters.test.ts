/** The filters in the address of a page of the history, and when a crew was in which lane. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  aLane,
  aTeam,
  type Change,
  type Properties,
  withWrittenTimes,
} from '../../src/domain/history/changes.ts';
import {
  type LanePeriod,
  lanePeriodsOf,
  lanePeriodsWithin,
  readHistoryFilters,
} from '../../src/domain/history/history-page.ts';
import { assertInvalid } from './builders.ts';

const READ: [query: string, filters: object][] = [
  ['', {}],
  ['other=1', {}],
  ['race=12', { race: 12 }],
  ['race=12&crew=3&person=4&before=99', { race: 12, crew: 3, person: 4, before: 99 }],
  ['key=ro_ab-12&operation=push-results', { key: 'ro_ab-12', operation: 'push-results' }],
];

const WRONG: [query: string, ...fields: string[]][] = [
  ['race=', 'race'],
  ['race=0', 'race'],
  ['race=-1', 'race'],
  ['race=1.5', 'race'],
  ['race=12%27', 'race'],
  ['race=9999999999999999', 'race'],
  ['race=1&race=2', 'race'],
  ['crew=Adler&person=x', 'crew', 'person'],
  ['before=last', 'before'],
  ['key=', 'key'],
  ['key=%25', 'key'],
  [`key=${'k'.repeat(33)}`, 'key'],
  ['key=a&key=b', 'key'],
  ['operation=', 'operation'],
  ['operation=push', 'operation'],
  ['operation=undo&operation=undo', 'operation'],
];

describe('the filters of a page of the history', () => {
  for (const [query, filters] of READ) {
    test(`"${query}" is read`, () =>
      assert.deepEqual(readHistoryFilters(new URLSearchParams(query)), filters));
  }
  for (const [query, ...fields] of WRONG) {
    test(`"${query}" is refused`, () =>
      assertInvalid(readHistoryFilters(new URLSearchParams(query)), ...fields));
  }
});

const laneOf = (raceId: number, position: number) =>
  aLane({ id: raceId, raceNumber: raceId }, position);
const crew = (before: number | null | undefined, after: number | null | undefined): Facts => [
  before === undefined ? null : { teamId: before },
  after === undefined ? null : { teamId: after },
];
type Facts = [before: Properties | null, after: Properties | null];

function entries(...facts: [id: number, raceId: number, ...Facts][]) {
  return facts.map(([id, raceId, before, after]): { id: number; changes: Change[] } => ({
    id,
    changes: [{ ...laneOf(raceId, 1), before, after }],
  }));
}

const STAYS: [name: string, ReturnType<typeof entries>, LanePeriod[]][] = [
  ['nowhere', [], []],
  [
    'drawn into a new lane, and there still',
    entries([1, 5, ...crew(undefined, 7)]),
    [{ raceId: 5, position: 1, from: 1, to: null }],
  ],
  [
    'taken out, and drawn again',
    entries([1, 5, ...crew(null, 7)], [2, 5, ...crew(7, 8)], [4, 5, ...crew(8, 7)]),
    [
      { raceId: 5, position: 1, from: 1, to: 2 },
      { raceId: 5, position: 1, from: 4, to: null },
    ],
  ],
  [
    'in a lane that went, while another race goes on',
    entries([1, 5, ...crew(null, 7)], [2, 6, ...crew(null, 7)], [3, 5, ...crew(7, undefined)]),
    [
      { raceId: 5, position: 1, from: 1, to: 3 },
      { raceId: 6, position: 1, from: 2, to: null },
    ],
  ],
  ['another crew', entries([1, 5, ...crew(null, 8)]), []],
];

describe('when a crew stood in which lanes', () => {
  for (const [name, given, stays] of STAYS) {
    test(name, () => assert.deepEqual(lanePeriodsOf(given, 7), stays));
  }
});

const WITHIN: [from: number, to: number | null, isWithin: boolean][] = [
  [1, 9, false],
  [1, 10, true],
  [1, null, true],
  [12, 15, true],
  [19, null, true],
  [20, 21, false],
  [20, null, false],
];

test('the stays that reach into the entries from 10 to 19', () => {
  for (const [from, to, isWithin] of WITHIN) {
    const stay: LanePeriod = { raceId: 5, position: 1, from, to };
    const found = lanePeriodsWithin([stay], { from: 10, before: 20 });
    assert.deepEqual(found, isWithin ? [stay] : [], `${from} to ${to}`);
  }
});

test('instants of races and notices are written out, and nothing else is', () => {
  const before = { scheduledAt: 0, title: 'Heat', finishTimeMillis: 0 };
  const after = { scheduledAt: 61_000, title: 'Final', finishTimeMillis: 1 };
  const race = { ...aTeam(1, { name: 'x' }), before, after };
  assert.deepEqual(withWrittenTimes(race), {
    ...race,
    before: { ...before, scheduledAt: '1970-01-01T00:00:00Z' },
    after: { ...after, scheduledAt: '1970-01-01T00:01:01Z' },
  });
  const notice = { before: null, after: { text: 'Fog', postedAt: 0, until: 1000 } };
  assert.deepEqual(withWrittenTimes(notice, String).after, {
    text: 'Fog',
    postedAt: '0',
    until: '1000',
  });
  assert.deepEqual(withWrittenTimes({ before: { until: null }, after: null }), {
    before: { until: null },
    after: null,
  });
});
