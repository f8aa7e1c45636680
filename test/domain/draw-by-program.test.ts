/** Races drawn by the program: what is refused, the lanes afterwards, and which problems are reported. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DrawPlanWrite } from '../../src/contract/console/office-progression.ts';
import type { Team } from '../../src/domain/crews/team.ts';
import { drawByProgram } from '../../src/domain/draw/draw-by-program.ts';
import { drawRequest, judgeDraw } from '../../src/domain/draw/judge-draw.ts';
import type { Lane } from '../../src/domain/draw/lane.ts';
import type { EventRows } from '../../src/domain/event/event-rows.ts';
import type { Race } from '../../src/domain/races/race.ts';
import { accepted, assertInvalid, lane, race, team } from './builders.ts';

const SEED = '00112233445566778899aabbccddeeff';

const body = (more: Partial<DrawPlanWrite> = {}): DrawPlanWrite => ({
  ...{ raceIds: [1, 2], crewIds: [1, 2, 3, 4], method: 'seeded', order: [1, 2, 3, 4], seen: 0 },
  ...more,
});

const wrongBodies: [what: string, body: DrawPlanWrite, ...fields: string[]][] = [
  ['no races and no crews', body({ raceIds: [], crewIds: [], order: [] }), 'raceIds', 'crewIds'],
  ['a race twice', body({ raceIds: [1, 2, 1] }), 'raceIds[2]'],
  ['a crew twice', body({ crewIds: [1, 2, 3, 4, 2] }), 'crewIds[4]'],
  ['a seed of other digits', body({ seed: SEED.toUpperCase() }), 'seed'],
  ['an order of a random draw', body({ method: 'random' }), 'order'],
  ['an order that repeats a crew', body({ order: [1, 2, 1] }), 'order[2]'],
  ['an order with a crew that is not drawn', body({ order: [5, 1] }), 'order[0]'],
  ['lanes of another word', body({ lanes: 'outside-in' as never }), 'lanes'],
  ['no lanes', body({ lanes: [] }), 'lanes'],
  ['lanes that repeat', body({ lanes: [3, 4, 3] }), 'lanes[2]'],
  [
    'lanes that are none',
    body({ lanes: [3, 0, 1.5, 'x' as never] }),
    'lanes[1]',
    'lanes[2]',
    'lanes[3]',
  ],
];

for (const [what, wrong, ...fields] of wrongBodies) {
  test(`422 on ${what}`, () => assertInvalid(judgeDraw(wrong), ...fields));
}

test('a body of each form is let through', () => {
  for (const lanes of [undefined, 'middle-out', 'in-order', [4, 3]] as const) {
    assert.equal(judgeDraw(body(lanes && { lanes: lanes as never })), undefined);
  }
  assert.equal(judgeDraw(body({ seed: SEED, order: [3] })), undefined);
});

const CREWS: Team[] = ['Adler', 'Biber', 'Corvus', 'Dachs', 'Emu'].map((name, index) =>
  team({ id: index + 1, name }),
);

interface Stored {
  races?: Partial<Race>[];
  crews?: Team[];
  lanes?: Record<number, Lane[]>;
}

function rows({ races = [], crews = CREWS, lanes = {} }: Stored = {}): EventRows {
  return {
    schedule: undefined,
    races: [1, 2, 3].map((id, index) => race({ id, raceNumber: 10 + id, ...races[index] })),
    teams: crews,
    lanes: new Map(Object.entries(lanes).map(([id, ofRace]) => [Number(id), ofRace])),
    delays: new Map(),
  };
}

const plan = (
  stored: EventRows,
  more: Partial<DrawPlanWrite> = {},
  scheme: string[] | null = null,
) => drawByProgram(stored, scheme, drawRequest(body(more), SEED));

const [adler, biber, corvus, dachs, emu] = CREWS as [Team, Team, Team, Team, Team];
const TIMED = { status: 'finished', finishTimeMillis: 400_000 } as const;

const refused: [what: string, stored: Stored, more: Partial<DrawPlanWrite>, ...fields: string[]][] =
  [
    [
      'a race with a result',
      { lanes: { 2: [lane(1, { team: emu, ...TIMED })] } },
      {},
      'raceIds[1]',
    ],
    ['a race that is official', { races: [{}, { official: true }] }, {}, 'raceIds[1]'],
    ['a race that has started', { races: [{ startedAt: 1 }] }, {}, 'raceIds[0]'],
    [
      'a race in which a boat has started',
      { lanes: { 1: [lane(1, { team: emu, startedAt: 1 })] } },
      ...[{}, 'raceIds[0]' as const],
    ],
    [
      'a crew that has withdrawn from one of the races',
      { lanes: { 2: [lane(1, { team: biber, withdrawn: true })], 3: [lane(1, { team: biber })] } },
      ...[{}, 'crewIds[1]' as const],
    ],
    [
      'a crew that has withdrawn from all of its races without a result',
      {
        lanes: {
          3: [lane(1, { team: corvus, withdrawn: true })],
          4: [lane(1, { team: corvus, ...TIMED })],
        },
      },
      ...[{}, 'crewIds[2]' as const],
    ],
    ['a list of too few lanes', {}, { lanes: [4] }, 'lanes'],
  ] as never;

for (const [what, stored, more, ...fields] of refused) {
  test(`422 on ${what}`, () => assertInvalid(plan(rows(stored), more), ...fields));
}

test('a crew that has withdrawn from another race, and rows elsewhere, is drawn', () => {
  const lanes = {
    3: [lane(1, { team: biber, withdrawn: true })],
    4: [lane(1, { team: biber })],
  };
  assert.equal(accepted(plan(rows({ lanes }))).heats.length, 2);
});

test('the best of a heat gets the first of the lanes, and lanes stand by position', () => {
  const { heats, problems } = accepted(plan(rows(), { raceIds: [2, 1] }, ['1', '2', '3', '4']));
  assert.deepEqual(heats, [
    {
      raceId: 2,
      lanes: [
        { position: 2, crewId: 1 },
        { position: 3, crewId: 4 },
      ],
    },
    {
      raceId: 1,
      lanes: [
        { position: 2, crewId: 2 },
        { position: 3, crewId: 3 },
      ],
    },
  ]);
  assert.deepEqual(problems, []);
});

test('lanes without a crew are empty, rules and labels stay, and a rating goes along to another heat', () => {
  const from = { races: [3], place: 1, fastest: null };
  const stored = rows({
    lanes: {
      1: [lane(1, { team: dachs, positionLabel: 'Near' }), lane(2, { team: emu, from })],
      2: [lane(1, { team: adler, category: 'Masters', allowanceMillis: 5 }), lane(2), lane(3)],
    },
  });
  const { rows: after, problems } = accepted(plan(stored, { lanes: 'in-order' }));
  assert.deepEqual(after.lanes.get(1), [
    lane(1, {
      ...{ team: { id: 1, externalId: null, name: 'Adler' }, positionLabel: 'Near' },
      ...{ category: 'Masters', allowanceMillis: 5 },
    }),
    lane(2, { team: { id: 4, externalId: null, name: 'Dachs' }, from }),
  ]);
  assert.deepEqual(
    after.lanes.get(2)?.map(({ position, team }) => [position, team?.name]),
    [
      [1, 'Biber'],
      [2, 'Corvus'],
      [3, undefined],
    ],
  );
  assert.deepEqual(problems, [
    'Race 11 keeps the rule of position 2, whoever is drawn there.',
    'Race 11 loses crews that are not drawn now: Emu.',
  ]);
});

const ofClub = (clubId: string | null) => CREWS.map((crew) => ({ ...crew, clubId }));

const said: [what: string, stored: Stored, more: Partial<DrawPlanWrite>, ...problems: string[]][] =
  [
    [
      'crews of one club in a heat of a ranking',
      { crews: ofClub('RC Nord') },
      {},
      'Race 11 has 2 crews of the club RC Nord: Adler, Dachs.',
      'Race 12 has 2 crews of the club RC Nord: Biber, Corvus.',
    ],
    [
      'crews of one club that chance cannot keep apart',
      { crews: ofClub('RC Nord') },
      { raceIds: [1], crewIds: [1, 2], method: 'random', order: undefined as never },
      'Race 11 has 2 crews of the club RC Nord: Adler, Biber.',
    ],
    [
      'nothing of clubs where they may meet',
      { crews: ofClub('RC Nord') },
      { method: 'random', order: undefined as never, clubsApart: false },
    ],
    ['nothing of crews without a club', { crews: ofClub(null) }, {}],
    [
      'lanes that the race has not had',
      { lanes: { 1: [lane(1)] }, races: [{ printedNumber: '16A' }] },
      { lanes: 'in-order' },
      'Race 16A has too few lanes: the draw adds position 2.',
    ],
    [
      'a race that gets no crew, or is cancelled',
      { races: [{ state: 'cancelled' }] },
      { crewIds: [1], order: [] },
      'Race 11 is cancelled.',
      'Race 12 gets no crew: there are more races than crews.',
    ],
  ];

for (const [what, stored, more, ...problems] of said) {
  test(`says ${what}`, () => {
    assert.deepEqual(accepted(plan(rows(stored), more)).problems, problems);
  });
}
