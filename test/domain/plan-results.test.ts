/** PUT /results: each element replaces the whole result of its lane. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EntryStatus, ResultMode } from '../../src/contract/fields.ts';
import type { ResultWrite } from '../../src/contract/race.ts';
import { type Lane, NOT_WITHDRAWN } from '../../src/domain/draw/lane.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { judgeTakenBack, planResults } from '../../src/domain/results/plan-results.ts';
import { accepted, assertInvalid, crew, lane } from './builders.ts';
import { always, among, maybe, merged, record, sent } from './properties.ts';

const TIMED = { status: 'finished', finishTimeMillis: 400_000, penaltyMillis: 5_000 } as const;
const PLACED = { status: 'finished', finishPlace: 2 } as const;

interface Accepted {
  rule: string;
  mode: ResultMode;
  stored: Lane[];
  payload: ResultWrite[];
  expected: Lane[];
}

const acceptedPushes: Accepted[] = [
  {
    rule: 'spec: the status defaults to finished',
    mode: 'timed',
    stored: [lane(1)],
    payload: [{ position: 1, finishTimeMillis: 400_000 }],
    expected: [lane(1, { status: 'finished', finishTimeMillis: 400_000 })],
  },
  {
    rule: 'L7: a bare position is a finish without a time',
    mode: 'timed',
    stored: [lane(1)],
    payload: [{ position: 1 }],
    expected: [lane(1, { status: 'finished' })],
  },
  {
    rule: 'L7: an omitted field is cleared, and the status is not kept',
    mode: 'timed',
    stored: [lane(1, { ...TIMED, status: 'dsq' })],
    payload: [{ position: 1, finishTimeMillis: 390_000 }],
    expected: [lane(1, { status: 'finished', finishTimeMillis: 390_000 })],
  },
  {
    rule: 'R9: null is the same as left out, because results are written whole',
    mode: 'timed',
    stored: [lane(1, { ...TIMED, finishPlace: 2 })],
    payload: [{ position: 1, finishTimeMillis: null, finishPlace: null, penaltyMillis: null }],
    expected: [lane(1, { status: 'finished' })],
  },
  {
    rule: 'L7: lanes that are not in the payload are left as they are',
    mode: 'timed',
    stored: [lane(1, { team: crew(1, 'c1'), ...TIMED }), lane(2, { team: crew(2, 'c2') })],
    payload: [{ position: 2, status: 'dns' }],
    expected: [
      lane(1, { team: crew(1, 'c1'), ...TIMED }),
      lane(2, { team: crew(2, 'c2'), status: 'dns' }),
    ],
  },
  {
    rule: 'L7: a result leaves the draw alone',
    mode: 'timed',
    stored: [lane(1, { team: crew(1, 'c1'), positionLabel: 'Bank' })],
    payload: [{ position: 1, finishTimeMillis: 0 }],
    expected: [
      lane(1, {
        team: crew(1, 'c1'),
        positionLabel: 'Bank',
        status: 'finished',
        finishTimeMillis: 0,
      }),
    ],
  },
  {
    rule: 'L7: a lane without a crew may have a result',
    mode: 'timed',
    stored: [lane(1)],
    payload: [{ position: 1, ...TIMED }],
    expected: [lane(1, TIMED)],
  },
  {
    rule: 'L7: in a placesOnly race an element also replaces a time stored before',
    mode: 'placesOnly',
    stored: [lane(1, TIMED), lane(2, TIMED)],
    payload: [{ position: 1, finishPlace: 2 }],
    expected: [lane(1, PLACED), lane(2, TIMED)],
  },
  {
    rule: 'L7: in a timed race an element also replaces a place stored before',
    mode: 'timed',
    stored: [lane(1, PLACED)],
    payload: [{ position: 1, ...TIMED }],
    expected: [lane(1, TIMED)],
  },
  {
    rule: 'L8: assigned without time, place or penalty takes the result back',
    mode: 'timed',
    stored: [lane(1, { team: crew(1, 'c1'), ...TIMED, finishPlace: 4 })],
    payload: [{ position: 1, status: 'assigned' }],
    expected: [lane(1, { team: crew(1, 'c1') })],
  },
  {
    rule: 'L9: a penalty is allowed in both modes (timed)',
    mode: 'timed',
    stored: [lane(1)],
    payload: [{ position: 1, penaltyMillis: 0 }],
    expected: [lane(1, { status: 'finished', penaltyMillis: 0 })],
  },
  {
    rule: 'L9: a penalty is allowed in both modes (placesOnly)',
    mode: 'placesOnly',
    stored: [lane(1)],
    payload: [{ position: 1, finishPlace: 1, penaltyMillis: 10_000 }],
    expected: [lane(1, { status: 'finished', finishPlace: 1, penaltyMillis: 10_000 })],
  },
  {
    rule: "R9: null in the other mode's result field is no contradiction (timed)",
    mode: 'timed',
    stored: [lane(1)],
    payload: [{ position: 1, finishTimeMillis: 1, finishPlace: null }],
    expected: [lane(1, { status: 'finished', finishTimeMillis: 1 })],
  },
  {
    rule: "R9: null in the other mode's result field is no contradiction (placesOnly)",
    mode: 'placesOnly',
    stored: [lane(1)],
    payload: [{ position: 1, finishTimeMillis: null, finishPlace: 1 }],
    expected: [lane(1, { status: 'finished', finishPlace: 1 })],
  },
  {
    rule: 'L10: a dnf or dsq may carry a time',
    mode: 'timed',
    stored: [lane(1), lane(2)],
    payload: [
      { position: 1, status: 'dnf', finishTimeMillis: 1 },
      { position: 2, status: 'dsq', finishTimeMillis: 2 },
    ],
    expected: [
      lane(1, { status: 'dnf', finishTimeMillis: 1 }),
      lane(2, { status: 'dsq', finishTimeMillis: 2 }),
    ],
  },
  {
    rule: 'L11: repeated places and gaps are accepted',
    mode: 'placesOnly',
    stored: [lane(1), lane(2), lane(3)],
    payload: [
      { position: 1, finishPlace: 1 },
      { position: 2, finishPlace: 1 },
      { position: 3, finishPlace: 7 },
    ],
    expected: [
      lane(1, { status: 'finished', finishPlace: 1 }),
      lane(2, { status: 'finished', finishPlace: 1 }),
      lane(3, { status: 'finished', finishPlace: 7 }),
    ],
  },
  {
    rule: 'R6: an empty push changes nothing',
    mode: 'timed',
    stored: [lane(1, TIMED)],
    payload: [],
    expected: [lane(1, TIMED)],
  },
];

for (const { rule, mode, stored, payload, expected } of acceptedPushes) {
  test(rule, () => assert.deepEqual(accepted(planResults(mode, stored, payload)), expected));
}

interface Refused {
  rule: string;
  mode: ResultMode;
  payload: ResultWrite[];
  fields: string[];
}

/** Pushes to a race that has the lanes 1 and 2. */
const refusedPushes: Refused[] = [
  {
    rule: 'L9: a finishPlace in a timed race names the whole list, once',
    mode: 'timed',
    payload: [
      { position: 1, finishTimeMillis: 1, finishPlace: 1 },
      { position: 2, finishPlace: 2 },
    ],
    fields: ['results'],
  },
  {
    rule: 'L9: one finishTimeMillis in a placesOnly race is one too many, zero included',
    mode: 'placesOnly',
    payload: [
      { position: 1, finishPlace: 1 },
      { position: 2, finishTimeMillis: 0 },
    ],
    fields: ['results'],
  },
  {
    rule: 'L9: any status contradicts, a dns with a place too',
    mode: 'timed',
    payload: [{ position: 1, status: 'dns', finishPlace: 1 }],
    fields: ['results'],
  },
  {
    rule: 'L7: every position without a lane is named',
    mode: 'timed',
    payload: [{ position: 3 }, { position: 1 }, { position: 4, status: 'dns' }],
    fields: ['results[0].position', 'results[2].position'],
  },
  {
    rule: 'L8: taking back what no lane holds is a position without a lane as well',
    mode: 'placesOnly',
    payload: [{ position: 3, status: 'assigned' }],
    fields: ['results[0].position'],
  },
  {
    rule: 'R11: the list comes before its elements',
    mode: 'timed',
    payload: [{ position: 3 }, { position: 1, finishPlace: 1 }],
    fields: ['results', 'results[0].position'],
  },
];

for (const { rule, mode, payload, fields } of refusedPushes) {
  test(rule, () => assertInvalid(planResults(mode, [lane(1), lane(2)], payload), ...fields));
}

test('L8: assigned contradicts a time, a place or a penalty, on that field', () => {
  for (const property of ['finishTimeMillis', 'finishPlace', 'penaltyMillis'] as const) {
    for (const value of [0, 1]) {
      const result = { position: 1, status: 'assigned', [property]: value } as const;
      assert.ok(judgeTakenBack(property, result), `${property}: ${value}`);
      assert.equal(judgeTakenBack('status', result), undefined);
      assert.equal(judgeTakenBack('position', result), undefined);
    }
    const cleared = { position: 1, status: 'assigned', [property]: null } as const;
    assert.equal(judgeTakenBack(property, cleared), undefined);
    const finished = { position: 1, status: 'finished', [property]: 1 } as const;
    assert.equal(judgeTakenBack(property, finished), undefined);
    assert.equal(judgeTakenBack(property, { position: 1, [property]: 1 }), undefined);
  }
});

// Property tests: any race of up to five lanes, and any push that the body reader accepts.

const STATUSES: EntryStatus[] = ['assigned', 'finished', 'dns', 'dnf', 'dsq'];
const modes = among<ResultMode>('timed', 'placesOnly');
const storedLanes = fc.subarray([1, 2, 3, 4, 5], { minLength: 3 }).chain(
  (positions) =>
    fc.tuple(
      ...positions.map((position) =>
        record({
          position: fc.constant(position),
          positionLabel: among(null, 'A'),
          team: among(null, crew(position, `c${position}`)),
          status: among(...STATUSES),
          finishTimeMillis: among(null, 0, 400_000),
          finishPlace: among(null, 1, 4),
          penaltyMillis: among(null, 0, 5_000),
          from: fc.constant(null),
          withdrawn: among(true, false),
          withdrawnReason: among(null, 'ill'),
          category: fc.constant(null),
          allowanceMillis: fc.constant(null),
          outOfCompetition: fc.constant(false),
          plannedStartMillis: fc.constant(null),
          startedAt: fc.constant(null),
          finishedAt: fc.constant(null),
        }),
      ),
    ) as fc.Arbitrary<Lane[]>,
);
const pushes = record({
  mode: modes,
  stored: storedLanes,
  isMixed: among(false, false, false, true),
}).chain(({ mode, stored, isMixed }) => {
  const positions = fc.oneof(
    { weight: 4, arbitrary: fc.shuffledSubarray(stored.map((one) => one.position)) },
    fc.shuffledSubarray([1, 2, 3, 4, 5]),
  );
  return record({
    mode: fc.constant(mode),
    stored: fc.constant(stored),
    payload: positions.chain((taken) =>
      fc.tuple(...taken.map((position) => elements(position, mode, isMixed))),
    ),
  });
});

always('a push is refused exactly when the naive definition refuses it', pushes, (push) => {
  const { mode, stored, payload } = push;
  const wrong: string[] = [];
  for (const result of payload) {
    const foreign = mode === 'timed' ? result.finishPlace : result.finishTimeMillis;
    if (typeof foreign === 'number' && wrong.length === 0) wrong.push('results');
  }
  for (const [index, { position }] of payload.entries()) {
    if (!stored.some((one) => one.position === position)) wrong.push(`results[${index}].position`);
  }
  const plan = planResults(mode, stored, payload);
  if (wrong.length > 0) assertInvalid(plan, ...wrong);
  else accepted(plan);
});

always('every lane is replaced whole or left alone', pushes, ({ mode, stored, payload }) => {
  const plan = planResults(mode, stored, payload);
  if (plan instanceof Refusal) return;
  assert.equal(plan.length, stored.length);
  for (const [index, before] of stored.entries()) {
    const written = payload.find(({ position }) => position === before.position);
    const { withdrawn, withdrawnReason } = before;
    const stays = written?.status === 'assigned';
    const result = {
      ...before,
      ...(stays ? { withdrawn, withdrawnReason } : NOT_WITHDRAWN),
      ...{ status: 'finished', finishTimeMillis: null, finishPlace: null, penaltyMillis: null },
      ...written,
    };
    assert.deepEqual(plan[index], written ? result : before);
  }
});

always('a push sent twice changes nothing the second time', pushes, (push) => {
  const { mode, stored, payload } = push;
  const first = planResults(mode, stored, payload);
  if (first instanceof Refusal) return;
  assert.deepEqual(planResults(mode, first, payload), first);
});

function elements(position: number, mode: ResultMode, isMixed: boolean): fc.Arbitrary<ResultWrite> {
  const nothing = fc.constant({}) as fc.Arbitrary<{ finishTimeMillis?: null; finishPlace?: null }>;
  return merged(
    fc.constant({ position }),
    maybe('status', among(...STATUSES)),
    mode === 'timed' || isMixed ? sent('finishTimeMillis', among(0, 1, 390_000)) : nothing,
    mode === 'placesOnly' || isMixed ? sent('finishPlace', among(1, 2, 9)) : nothing,
    sent('penaltyMillis', among(0, 10_000)),
  ) as fc.Arbitrary<ResultWrite>;
}
