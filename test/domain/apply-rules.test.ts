/** Drawing a race by its rules: which lane each crew gets, and when the draw is refused. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Lane } from '../../src/domain/draw/lane.ts';
import { applyRules } from '../../src/domain/progression/apply-rules.ts';
import { accepted, assertConflict, lane, team } from './builders.ts';

const [adler, biber] = [team({ id: 1, name: 'Adler' }), team({ id: 2, name: 'Biber' })];
const FROM = { races: [7], place: 1, fastest: null };
const finished = { status: 'finished', finishTimeMillis: 400_000 } as const;

/** The lanes after a draw in which the rule of position 1 names a crew, or nobody (`null`); or a refusal. */
function applied(crewId: number | null, ...lanes: Lane[]) {
  const proposal = {
    ready: true,
    lanes: [{ position: 1, crewId }],
    problem: null,
    deadHeats: [],
    ties: [],
  };
  return applyRules({ lanes: new Map([[3, lanes]]), teams: [adler, biber] }, 3, proposal);
}

describe('a draw by rules', () => {
  for (const [what, crewId, before] of [
    ['another crew', 2, adler],
    ['nobody', null, adler],
    ['a crew, where nobody knows whose result it is', 2, null],
  ] as const) {
    test(`gives no result to ${what}`, () => {
      const rowed = lane(1, { team: before, from: FROM, ...finished });
      assertConflict(applied(crewId, rowed), 'Position 1 has a result');
    });
  }

  test('leaves a race as it was rowed where the rules name the crews in it', () => {
    const rowed = lane(1, { team: adler, from: FROM, ...finished });
    assert.deepEqual(accepted(applied(1, rowed)), [rowed]);
  });

  test('is not kept back by the result of a lane without a rule', () => {
    const other = lane(2, { team: adler, ...finished });
    const [drawn, kept] = accepted(applied(2, lane(1, { from: FROM }), other));
    assert.deepEqual([drawn?.team?.id, kept], [2, other]);
  });
});
