/** What makes official results provisional again. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type EventRows, keyOf, stateOf } from '../../src/domain/event-state.ts';
import { settledByMode, withProvisional } from '../../src/domain/official-rules.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/schedule.ts';
import { lane, race, team } from './builders.ts';

const official = race({ id: 1, raceNumber: 1, official: true });
const [adler, biber] = [team({ id: 1, name: 'Adler' }), team({ id: 2, name: 'Biber' })];
const finished = { status: 'finished', finishTimeMillis: 400_000 } as const;

function state(crew: typeof adler | null, more: Partial<EventRows['races'][0]> = {}, result = {}) {
  return stateOf({
    settings: DEFAULT_SETTINGS,
    races: [{ ...official, ...more }],
    teams: [adler, biber],
    lanes: new Map([[1, [lane(1, { team: crew, ...finished, ...result })]]]),
    delays: new Map(),
  });
}

const CASES: [
  what: string,
  after: ReturnType<typeof state>,
  isOfficial: boolean,
  merged?: number[],
][] = [
  ['the same', state(adler), true],
  ['another title', state(adler, { title: 'Final' }), true],
  ['another time', state(adler, {}, { finishTimeMillis: 1 }), false],
  ['another crew', state(biber), false],
  ['another mode', state(adler, { resultMode: 'placesOnly' }), false],
  ['the crew that a merge keeps', state(biber), true, [2, 1]],
  ['another crew than those of a merge', state(null), false, [2, 1]],
];

describe('official results', () => {
  for (const [what, after, isOfficial, merged] of CASES) {
    test(`${isOfficial ? 'stay' : 'are provisional again'}: ${what}`, () => {
      const settled = withProvisional(state(adler), after, merged);
      const { properties } = settled.get(keyOf({ subject: 'race', id: 1 })) ?? {};
      assert.equal(properties?.official, isOfficial);
    });
  }

  test('of a race that software ranks otherwise are provisional again', () => {
    const other = { ...official, resultMode: 'placesOnly' } as const;
    assert.equal(settledByMode(official, other).official, false);
    assert.equal(settledByMode(official, { ...official, title: 'A' }).official, true);
    assert.equal(settledByMode(null, other).official, true);
  });
});
