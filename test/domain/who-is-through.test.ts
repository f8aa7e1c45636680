/** What the board shows of the progression at an earlier race: the rules of later races, and each crew's next race. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LaneSource } from '../../src/contract/board.ts';
import type { Lane } from '../../src/domain/draw/lane.ts';
import { ruledRace, throughOf, withThrough } from '../../src/domain/progression/who-is-through.ts';
import type { Race } from '../../src/domain/races/race.ts';
import { boardLane, boardRaceOf } from '../support/racing.ts';
import { crew, lane, race, START } from './builders.ts';

const HEAT = 101;
const OTHER_HEAT = 102;
const FINAL = 110;
const HOUR = 3_600_000;

/** A heat with two crews, the second of which has withdrawn from it, and a lane without a crew. */
const heat = boardRaceOf(1, '2026-06-13T07:00:00Z', {
  id: HEAT,
  lanes: [
    boardLane(1, { crewId: 1 }),
    boardLane(2, { crewId: 2, withdrawn: true }),
    boardLane(3, { crewId: null }),
  ],
});

const from = (races: number[], place: number, fastest: number | null = null): LaneSource => ({
  ...{ races, place, fastest },
});

type Later = [facts: Partial<Race> & Pick<Race, 'id' | 'raceNumber'>, lanes: Lane[]];

/** The heat with its `rules` and `next`, where these later races have rules. */
function told(...later: Later[]) {
  const ruled = later.flatMap(([facts, lanes]) => ruledRace(race(facts), lanes) ?? []);
  return withThrough(heat, throughOf(ruled));
}

const final = { id: FINAL, raceNumber: 10, scheduledAt: START + HOUR };
const AT = '2026-06-13T08:00:00Z';

describe('contract: the rules of later races', () => {
  test('by race and place, whoever is drawn; those of a place before those of the fastest', () => {
    const { rules } = told(
      [
        { id: 111, raceNumber: 9 },
        [lane(1, { from: from([OTHER_HEAT, HEAT], 3, 2) }), lane(2, { from: from([HEAT], 3) })],
      ],
      [
        final,
        [
          lane(3, { from: { ...from([HEAT], 2), category: 'U19' } }),
          lane(4, { from: from([HEAT], 1), team: crew(1, null) }),
          lane(5, { from: from([OTHER_HEAT], 1) }),
          lane(6, { from: from([HEAT], 2), team: crew(2, null), withdrawn: true }),
        ],
      ],
    );
    assert.deepEqual(rules, [
      { raceId: FINAL, place: 1, fastest: null, category: null },
      { raceId: FINAL, place: 2, fastest: null, category: null },
      { raceId: FINAL, place: 2, fastest: null, category: 'U19' },
      { raceId: 111, place: 3, fastest: null, category: null },
      { raceId: 111, place: 3, fastest: 2, category: null },
    ]);
  });

  test('a race that none names is the same object, also where others are named', () => {
    assert.equal(told([final, [lane(1, { from: from([OTHER_HEAT], 1) })]]), heat);
    assert.equal(told([final, [lane(1, { team: crew(1, null) })]]), heat);
  });

  test('a race that says so already is the same object, and says nothing once the rule is gone', () => {
    const lanes = [lane(4, { from: from([HEAT], 1), team: crew(1, null) })];
    const through = throughOf([ruledRace(race(final), lanes) ?? assert.fail()]);
    const said = withThrough(heat, through);
    assert.equal(withThrough(said, through), said);
    assert.deepEqual(withThrough(said, throughOf([])), heat);
  });
});

describe('contract: where the crew of a lane goes next', () => {
  const drawn = (position: number, crewId: number, more: Partial<Lane> = {}) =>
    lane(position, { from: from([HEAT], 1), team: crew(crewId, null), ...more });
  const next = (raceId: number, position: number, scheduledAt = AT) => ({
    ...{ raceId, position, scheduledAt },
  });
  const CASES: [what: string, later: Later[], next: object | null][] = [
    ['in a lane whose rule names the race', [[final, [drawn(4, 1)]]], next(FINAL, 4)],
    [
      'also where the rule names several',
      [[final, [drawn(4, 1, { from: from([OTHER_HEAT, HEAT], 3, 1) })]]],
      next(FINAL, 4),
    ],
    ['nobody is drawn yet', [[final, [lane(4, { from: from([HEAT], 1) })]]], null],
    ['another crew is drawn', [[final, [drawn(4, 7)]]], null],
    [
      'drawn by hand beside the rules',
      [[final, [drawn(4, 7), lane(5, { team: crew(1, null) })]]],
      null,
    ],
    [
      'drawn by the rule of another race',
      [[final, [drawn(4, 7), drawn(5, 1, { from: from([OTHER_HEAT], 1) })]]],
      null,
    ],
    ['withdrawn in the later race', [[final, [drawn(4, 1, { withdrawn: true })]]], null],
    ['the later race is cancelled', [[{ ...final, state: 'cancelled' }, [drawn(4, 1)]]], null],
    [
      'the later race is postponed',
      [[{ ...final, state: 'postponed' }, [drawn(4, 1)]]],
      next(FINAL, 4),
    ],
    [
      'the earliest of two, whatever their ids',
      [
        [{ id: 105, raceNumber: 30, scheduledAt: START + 2 * HOUR }, [drawn(1, 1)]],
        [final, [drawn(4, 1)]],
      ],
      next(FINAL, 4),
    ],
    [
      'of two at one time the lower number',
      [
        [{ ...final, id: 105, raceNumber: 30 }, [drawn(1, 1)]],
        [final, [drawn(4, 1)]],
      ],
      next(FINAL, 4),
    ],
    [
      'the earliest that takes place',
      [
        [{ ...final, state: 'cancelled' }, [drawn(4, 1)]],
        [{ id: 105, raceNumber: 30, scheduledAt: START + 2 * HOUR }, [drawn(1, 1)]],
      ],
      next(105, 1, '2026-06-13T09:00:00Z'),
    ],
  ];
  for (const [what, later, expected] of CASES) {
    test(what, () => {
      assert.deepEqual(told(...later).lanes[0]?.next, expected);
    });
  }

  test('withdrawn in the race itself: nowhere', () => {
    const { lanes } = told([final, [drawn(4, 1), drawn(5, 2)]]);
    assert.deepEqual(
      lanes.map((each) => each.next?.position),
      [4, undefined, undefined],
    );
  });
});
