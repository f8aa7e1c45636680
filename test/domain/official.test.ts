/** What makes official results provisional again. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { differenceBetween } from '../../src/domain/event/difference.ts';
import type { EventRows } from '../../src/domain/event/event-rows.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/event/schedule.ts';
import { lane, race, team } from './builders.ts';

const official = race({ id: 1, raceNumber: 1, official: true });
const [adler, biber] = [team({ id: 1, name: 'Adler' }), team({ id: 2, name: 'Biber' })];
const finished = { status: 'finished', finishTimeMillis: 400_000 } as const;

function rows(
  crew: typeof adler | null,
  more: Partial<EventRows['races'][0]> = {},
  result = {},
): EventRows {
  return {
    schedule: { status: 'draft', ...DEFAULT_SETTINGS },
    races: [{ ...official, ...more }],
    teams: [adler, biber],
    lanes: new Map([[1, [lane(1, { team: crew, ...finished, ...result })]]]),
    delays: new Map(),
  };
}

const CASES: [what: string, after: EventRows, isOfficial: boolean, merged?: number[]][] = [
  ['the same', rows(adler), true],
  ['another title', rows(adler, { title: 'Final' }), true],
  ['another time', rows(adler, {}, { finishTimeMillis: 1 }), false],
  ['another crew', rows(biber), false],
  ['another category', rows(adler, {}, { category: 'Masters C' }), false],
  ['an allowance', rows(adler, {}, { allowanceMillis: 5000 }), false],
  ['out of competition', rows(adler, {}, { outOfCompetition: true }), false],
  ['another planned start', rows(adler, {}, { plannedStartMillis: 1 }), true],
  ['another mode', rows(adler, { resultMode: 'placesOnly' }), false],
  ['the crew that a merge keeps', rows(biber), true, [2, 1]],
  ['another crew than those of a merge', rows(null), false, [2, 1]],
];

describe('official results', () => {
  for (const [what, after, isOfficial, merged] of CASES) {
    test(`${isOfficial ? 'stay' : 'are provisional again'}: ${what}`, () => {
      const { rows: settled } = differenceBetween(rows(adler), after, {
        ...(merged && { oneCrew: merged }),
      });
      assert.equal(settled.races[0]?.official, isOfficial);
    });
  }

  test('are those that somebody makes official in the same write', () => {
    const provisional = rows(adler, { official: false });
    const { rows: settled } = differenceBetween(provisional, rows(biber));
    assert.equal(settled.races[0]?.official, true);
  });
});
