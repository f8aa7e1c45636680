/** PUT /entries: the complete draw of a race, and what it does to results that are stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EntryStatus } from '../../src/contract/fields.ts';
import type { LaneWrite } from '../../src/contract/race.ts';
import { type Lane, type LaneTeam, NO_RESULT } from '../../src/domain/draw/lane.ts';
import { planDraw, planLanes } from '../../src/domain/draw/plan-draw.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { accepted, assertConflict, assertInvalid, crew, lane } from './builders.ts';
import { always, among, maybe, merged, record, sent } from './properties.ts';

const [c1, c2, c3] = [crew(1, 'c1'), crew(2, 'c2'), crew(3, 'c3')];
/** A crew that was entered by hand: it has no `externalId`, so no push can name it. */
const unnamed = crew(9, null);
const CREWS = new Map([c1, c2, c3].map((one) => [one.externalId ?? '', one]));

const TIMED = { status: 'finished', finishTimeMillis: 400_000, penaltyMillis: 5_000 } as const;
const PLACED = { status: 'dsq', finishPlace: 3 } as const;

const draws: { rule: string; stored: Lane[]; payload: LaneWrite[]; expected: Lane[] }[] = [
  {
    rule: 'spec: a first draw makes the lanes, with nothing timed in them',
    stored: [],
    payload: [{ position: 1, teamExternalId: 'c1' }, { position: 2 }],
    expected: [lane(1, { team: c1 }), lane(2)],
  },
  {
    rule: 'A3: lanes stand by position, whatever order they were sent in',
    stored: [],
    payload: [{ position: 10 }, { position: 2 }, { position: 1 }],
    expected: [lane(1), lane(2), lane(10)],
  },
  {
    rule: 'spec: a lane without teamExternalId is emptied but kept',
    stored: [lane(1, { team: c1 }), lane(2, { team: c2 })],
    payload: [{ position: 1 }, { position: 2, teamExternalId: null }],
    expected: [lane(1), lane(2)],
  },
  {
    rule: 'L5: lanes that the payload leaves out are removed',
    stored: [lane(1, { team: c1 }), lane(2, { team: c2, ...TIMED }), lane(3)],
    payload: [{ position: 1, teamExternalId: 'c1' }],
    expected: [lane(1, { team: c1 })],
  },
  {
    rule: 'R6: an empty draw removes every lane',
    stored: [lane(1, { team: c1 }), lane(2)],
    payload: [],
    expected: [],
  },
  {
    rule: 'L5: a crew that no push can name goes with the lane that is left out',
    stored: [lane(1, { team: unnamed }), lane(2, { team: c2 })],
    payload: [{ position: 2, teamExternalId: 'c2' }],
    expected: [lane(2, { team: c2 })],
  },
  {
    rule: 'L5: positionLabel left out or null means the default chain, also where one was given',
    stored: [lane(1, { positionLabel: 'X' }), lane(2, { positionLabel: 'Y' })],
    payload: [{ position: 1 }, { position: 2, positionLabel: null }],
    expected: [lane(1), lane(2)],
  },
  {
    rule: 'spec: a positionLabel that is given is kept as given',
    stored: [lane(1, { team: c1 })],
    payload: [{ position: 1, positionLabel: 'Bank', teamExternalId: 'c1' }],
    expected: [lane(1, { positionLabel: 'Bank', team: c1 })],
  },
  {
    rule: 'L5: redrawing a lane to another crew keeps what was timed there',
    stored: [lane(1, { team: c1, ...TIMED })],
    payload: [{ position: 1, teamExternalId: 'c2' }],
    expected: [lane(1, { team: c2, ...TIMED })],
  },
  {
    rule: 'L5: results stay with the lane when crews change places',
    stored: [lane(1, { team: c1, ...TIMED }), lane(2, { team: c2, ...PLACED })],
    payload: [
      { position: 1, teamExternalId: 'c2' },
      { position: 2, teamExternalId: 'c1' },
    ],
    expected: [lane(1, { team: c2, ...TIMED }), lane(2, { team: c1, ...PLACED })],
  },
  {
    rule: 'L5: taking the crew out of a lane clears its result',
    stored: [lane(1, { team: c1, ...TIMED }), lane(2, { team: unnamed, ...PLACED })],
    payload: [{ position: 1 }, { position: 2, teamExternalId: null }],
    expected: [lane(1), lane(2)],
  },
  {
    rule: 'L5, L7: a lane that never had a crew keeps its result when it is sent again',
    stored: [lane(1, TIMED)],
    payload: [{ position: 1 }],
    expected: [lane(1, TIMED)],
  },
  {
    rule: 'L5: a crew drawn into a lane that was timed without one takes the result over',
    stored: [lane(1, TIMED)],
    payload: [{ position: 1, teamExternalId: 'c1' }],
    expected: [lane(1, { team: c1, ...TIMED })],
  },
  {
    rule: 'L5: sending the same draw again leaves results alone',
    stored: [lane(1, { team: c1, ...TIMED }), lane(2, { team: c2, positionLabel: 'B' })],
    payload: [
      { position: 2, positionLabel: 'B', teamExternalId: 'c2' },
      { position: 1, teamExternalId: 'c1' },
    ],
    expected: [lane(1, { team: c1, ...TIMED }), lane(2, { team: c2, positionLabel: 'B' })],
  },
  {
    rule: 'L5: a crew may move when the lane it leaves is part of the draw',
    stored: [lane(1, { team: c1 }), lane(2)],
    payload: [{ position: 1 }, { position: 2, teamExternalId: 'c1' }],
    expected: [lane(1), lane(2, { team: c1 })],
  },
  {
    rule: 'L5: a lane that is left out may go when its crew is not drawn elsewhere',
    stored: [lane(1, { team: c1 }), lane(2, { team: c2 })],
    payload: [{ position: 3, teamExternalId: 'c3' }],
    expected: [lane(3, { team: c3 })],
  },
];

for (const { rule, stored, payload, expected } of draws) {
  test(rule, () => assert.deepEqual(accepted(planDraw(stored, payload, CREWS)), expected));
}

test('L6: every unknown crew is named, in document order', () => {
  const payload = [
    { position: 3, teamExternalId: 'nobody' },
    { position: 1, teamExternalId: 'c1' },
    { position: 2, teamExternalId: 'C1' },
  ];
  assertInvalid(planDraw([], payload, CREWS), 'lanes[0].teamExternalId', 'lanes[2].teamExternalId');
});

test('L1: a crew in two lanes of one payload is a conflict that names crew and lanes', () => {
  const payload = [
    { position: 4, teamExternalId: 'c1' },
    { position: 7, teamExternalId: 'c1' },
  ];
  assertConflict(planDraw([], payload, CREWS), 'c1', '4', '7');
});

test('L5: a crew that stands in a lane which the draw leaves out is a conflict naming both', () => {
  const payload = [{ position: 5, teamExternalId: 'c1' }];
  assertConflict(planDraw([lane(8, { team: c1 })], payload, CREWS), 'Crew 1', '8');
});

test('L5: what holds for crews with an externalId holds for those without one', () => {
  const label = { positionLabel: null };
  const stored = [lane(1, { team: unnamed, ...TIMED }), lane(2, { team: c2 })];
  const swapped = accepted(
    planLanes(stored, [
      { position: 1, ...label, team: c2 },
      { position: 2, ...label, team: unnamed },
    ]),
  );
  assert.deepEqual(swapped, [lane(1, { team: c2, ...TIMED }), lane(2, { team: unnamed })]);
  const leftBehind = planLanes(stored, [{ position: 2, ...label, team: unnamed }]);
  assertConflict(leftBehind, 'Crew 9', 'position 1', 'position 2');
  const twice = planLanes(
    [],
    [4, 7].map((position) => ({ position, ...label, team: unnamed })),
  );
  assertConflict(twice, 'Crew 9', '4', '7');
});

test('R2: an unknown crew (422) goes before a crew in two lanes (409)', () => {
  const payload = [
    { position: 1, teamExternalId: 'c1' },
    { position: 2, teamExternalId: 'c1' },
    { position: 3, teamExternalId: 'nobody' },
  ];
  const stored = [lane(9, { team: c1 })];
  assertInvalid(planDraw(stored, payload, CREWS), 'lanes[2].teamExternalId');
});

test('who has withdrawn stays so as long as the crew stays in the race and has no result', () => {
  const gone = { withdrawn: true, withdrawnReason: 'ill' };
  const marks = (stored: Lane[], payload: LaneWrite[]) =>
    accepted(planDraw(stored, payload, CREWS)).map((each) => [
      each.team?.externalId,
      each.withdrawn,
      each.withdrawnReason,
    ]);
  const stored = [lane(1, { team: c1, ...gone }), lane(2, { team: c2 })];
  const draw = (...crews: (string | null)[]) =>
    crews.map((teamExternalId, index) => ({ position: index + 1, teamExternalId }));
  assert.deepEqual(marks(stored, draw('c1', 'c2')), [
    ['c1', true, 'ill'],
    ['c2', false, null],
  ]);
  assert.deepEqual(
    marks(stored, draw('c2', 'c1')),
    [
      ['c2', false, null],
      ['c1', true, 'ill'],
    ],
    'the mark goes with the crew',
  );
  assert.deepEqual(marks(stored, draw('c3', 'c2'))[0], ['c3', false, null], 'another crew rows');
  assert.deepEqual(marks(stored, draw(null, 'c2'))[0], [undefined, false, null]);
  const rowed = [lane(1, { team: c1, ...gone }), lane(2, { team: c2, status: 'finished' })];
  assert.deepEqual(
    marks(rowed, draw('c2', 'c1'))[1],
    ['c1', false, null],
    'the result in the lane is that of the crew now',
  );
});

// Property tests: any draw of up to five lanes, and any push that the body reader accepts.

const STATUSES: EntryStatus[] = ['assigned', 'finished', 'dns', 'dnf', 'dsq'];
const positions = fc.shuffledSubarray([1, 2, 3, 4, 5]);
const storedLanes = fc
  .tuple(positions, fc.shuffledSubarray([c1, c2, c3, unnamed, null, null]))
  .chain(
    ([taken, crews]) =>
      fc.tuple(
        ...taken.map((position, index) =>
          record({
            position: fc.constant(position),
            positionLabel: among(null, 'A'),
            team: fc.constant(crews[index] ?? null),
            status: among(...STATUSES),
            finishTimeMillis: among(null, 0, 400_000),
            finishPlace: among(null, 1),
            penaltyMillis: among(null, 5_000),
          }),
        ),
      ) as fc.Arbitrary<Lane[]>,
  )
  .map((lanes) => lanes.sort((a, b) => a.position - b.position));
const payloads = positions.chain(
  (taken) =>
    fc.tuple(
      ...taken.map((position) =>
        merged(
          fc.constant({ position }),
          sent('positionLabel', among('A', 'B')),
          fc.oneof(
            { weight: 12, arbitrary: sent('teamExternalId', among('c1', 'c2', 'c3')) },
            maybe('teamExternalId', among('nobody')),
          ),
        ),
      ),
    ) as fc.Arbitrary<LaneWrite[]>,
);
const pushes = record({ stored: storedLanes, payload: payloads });

always('a draw is refused exactly when the naive definition refuses it', pushes, (push) => {
  const { stored, payload } = push;
  const plan = planDraw(stored, payload, CREWS);
  const unknown = payload.flatMap(({ teamExternalId }, index) =>
    teamExternalId === 'nobody' ? `lanes[${index}].teamExternalId` : [],
  );
  const named = payload.flatMap(({ teamExternalId }) => teamExternalId ?? []);
  const isTwice = new Set(named).size < named.length;
  const isLeftBehind = stored.some(
    ({ position, team }) =>
      team?.externalId &&
      named.includes(team.externalId) &&
      !payload.some((write) => write.position === position),
  );
  if (unknown.length > 0) assertInvalid(plan, ...unknown);
  else if (isTwice || isLeftBehind) assertConflict(plan);
  else accepted(plan);
});

always('after a draw exactly the lanes of the payload stand, by position', pushes, (push) => {
  const plan = planDraw(push.stored, push.payload, CREWS);
  if (plan instanceof Refusal) return;
  assert.deepEqual(
    plan.map(({ position, positionLabel, team }) => [position, positionLabel, team]),
    push.payload
      .toSorted((a, b) => a.position - b.position)
      .map((write) => [
        write.position,
        write.positionLabel ?? null,
        CREWS.get(write.teamExternalId ?? '') ?? null,
      ]),
  );
});

always('after a draw each crew stands in at most one lane', pushes, ({ stored, payload }) => {
  const plan = planDraw(stored, payload, CREWS);
  if (plan instanceof Refusal) return;
  const crews = plan.flatMap(({ team }) => (team ? team.id : []));
  assert.equal(new Set(crews).size, crews.length);
});

always('results stay with lanes, and go with a crew that is taken out', pushes, (push) => {
  const plan = planDraw(push.stored, push.payload, CREWS);
  if (plan instanceof Refusal) return;
  for (const after of plan) {
    const before = push.stored.find(({ position }) => position === after.position);
    const isKept = before && (before.team === null || after.team !== null);
    assert.deepEqual(resultOf(after), isKept ? resultOf(before) : NO_RESULT);
  }
});

always('a draw sent twice changes nothing the second time', pushes, ({ stored, payload }) => {
  const first = planDraw(stored, payload, CREWS);
  if (first instanceof Refusal) return;
  assert.deepEqual(planDraw(first, payload, CREWS), first);
});

always('a draw changes nothing that it was given', pushes, ({ stored, payload }) => {
  const before = structuredClone({ stored, payload });
  planDraw(stored, payload, CREWS as ReadonlyMap<string, LaneTeam>);
  assert.deepEqual({ stored, payload }, before);
});

function resultOf({ status, finishTimeMillis, finishPlace, penaltyMillis }: Lane) {
  return { status, finishTimeMillis, finishPlace, penaltyMillis };
}
