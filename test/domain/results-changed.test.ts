/** Which changes count as other results of a race, and which moment the board shows for the last of them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ResultVisibility } from '../../src/contract/fields.ts';
import type { Lane } from '../../src/domain/draw/lane.ts';
import type { Change } from '../../src/domain/history/changes.ts';
import { laneFacts } from '../../src/domain/history/changes.ts';
import type { Race } from '../../src/domain/races/race.ts';
import {
  racesWithOtherResults,
  resultsAt,
  showsOtherResults,
} from '../../src/domain/results/public-results.ts';
import { crew, lane, race } from './builders.ts';

type Sides = [before: object | null, after: object | null];

function change(subject: Change['subject'], [before, after]: Sides, id = 7): Change {
  return { subject, id, name: 'it', before, after } as Change;
}

const drawn = laneFacts(lane(1, { team: crew(1, 'c1') }));
const timed = laneFacts(lane(1, { status: 'finished', finishTimeMillis: 400_000 }));

const LANES: [what: string, sides: Sides, counts: boolean][] = [
  ['a status', [{ status: 'assigned' }, { status: 'dns' }], true],
  ['a time', [{ finishTimeMillis: 1 }, { finishTimeMillis: 2 }], true],
  ['a place', [{ finishPlace: null }, { finishPlace: 1 }], true],
  ['a penalty taken back', [{ penaltyMillis: 5000 }, { penaltyMillis: null }], true],
  ['another crew', [{ teamId: 1 }, { teamId: 2 }], false],
  ['another label', [{ positionLabel: 'A' }, { positionLabel: 'B' }], false],
  ['a new lane', [null, drawn], false],
  ['a lane taken out of the draw', [drawn, null], false],
  ['a lane restored with its result', [null, timed], true],
  ['a lane removed with its result', [timed, null], true],
];
const full = { defaultResultVisibility: 'full' } as const;

describe('contract: other results', () => {
  for (const [what, sides, counts] of LANES) {
    test(`${counts ? 'are' : 'are not'}: ${what}`, () => {
      const ids = racesWithOtherResults([change('lane', sides)], full, full);
      assert.deepEqual([...ids], counts ? [7] : []);
    });
  }

  const RACES: [what: string, sides: Sides, counts: boolean][] = [
    ['another mode', [{ resultMode: 'timed' }, { resultMode: 'placesOnly' }], true],
    ['hidden', [{ resultVisibility: null }, { resultVisibility: 'hidden' }], true],
    [
      'said what was so by default',
      [{ resultVisibility: null }, { resultVisibility: 'full' }],
      false,
    ],
    ['another title', [{ title: 'Heat' }, { title: 'Final' }], false],
    ['a new race', [null, race({ id: 7, raceNumber: 1, resultVisibility: 'hidden' })], false],
  ];
  for (const [what, sides, counts] of RACES) {
    test(`${counts ? 'are' : 'are not'} of a race: ${what}`, () => {
      const ids = racesWithOtherResults([change('race', sides)], full, full);
      assert.deepEqual([...ids], counts ? [7] : []);
    });
  }

  test('of many changes: each race once, and none that is removed', () => {
    const lanes = [1, 2, 3].map((id) => change('lane', [timed, null], id));
    const gone = change('race', [race({ id: 2, raceNumber: 2 }), null], 2);
    const again = change('lane', [null, timed], 3);
    const schedule: Change = { subject: 'schedule', name: 'schedule', before: {}, after: {} };
    const ids = racesWithOtherResults([...lanes, gone, again, schedule], full, full);
    assert.deepEqual([...ids], [1, 3]);
  });
});

describe('contract: whether the public sees them', () => {
  const LANES = [400_000, 410_000].map((finishTimeMillis, index) =>
    lane(index + 1, { status: 'finished', finishTimeMillis }),
  );
  const before = { race: race({ id: 7, raceNumber: 1 }), lanes: LANES };
  const [first, ...others] = LANES;
  const inFirst = (facts: Partial<Lane>) => ({
    ...before,
    lanes: first ? [{ ...first, ...facts }, ...others] : [],
  });
  const ofRace = (facts: Partial<Race>) => ({ ...before, race: { ...before.race, ...facts } });
  const CASES: [
    what: string,
    after: typeof before,
    of: ResultVisibility,
    expected: boolean | undefined,
  ][] = [
    ['a time that changes no place', inFirst({ finishTimeMillis: 400_001 }), 'placesOnly', false],
    ['one that is shown', inFirst({ finishTimeMillis: 400_001 }), 'full', true],
    ['one that will be shown', inFirst({ finishTimeMillis: 400_001 }), 'hidden', undefined],
    ['one that changes a place', inFirst({ finishTimeMillis: 420_000 }), 'placesOnly', true],
    ['a status', inFirst({ status: 'dsq' }), 'placesOnly', true],
    ['a lane that is gone', { ...before, lanes: others }, 'placesOnly', true],
    ['a lane that is new', { ...before, lanes: [...LANES, lane(3)] }, 'full', false],
    ['another mode', ofRace({ resultMode: 'placesOnly' }), 'placesOnly', undefined],
    ['another visibility', ofRace({ resultVisibility: 'full' }), 'full', undefined],
  ];
  for (const [what, after, defaultResultVisibility, expected] of CASES) {
    test(`${what}, ${defaultResultVisibility}: ${expected}`, () => {
      assert.equal(showsOtherResults({ before, after }, { defaultResultVisibility }), expected);
    });
  }
});

describe('contract: when they changed', () => {
  const CASES: [
    what: string,
    isShownScored: boolean,
    own: 'full' | null,
    changedAt: number | null,
    visibilityAt: number | null,
    expected: number | null,
  ][] = [
    ['nothing is shown', false, null, 5, 9, null],
    ['a result came', true, null, 5, null, 5],
    ['then all became visible', true, null, 5, 9, 9],
    ['a result came after that', true, null, 12, 9, 12],
    ['the race says itself who may see it', true, 'full', 5, 9, 5],
    ['only the default is known', true, null, null, 9, 9],
    ['nothing is known', true, 'full', null, 9, null],
  ];
  for (const [what, isShown, resultVisibility, changedAt, visibilityAt, expected] of CASES) {
    test(what, () => {
      const at = resultsAt(isShown, { resultVisibility, changedAt }, visibilityAt);
      assert.equal(at, expected);
    });
  }
});
