/** Places and what is shown of a result in each mode; when a race counts as scored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EntryStatus, ResultMode } from '../../src/contract/fields.ts';
import { type LaneResult, NO_RESULT } from '../../src/domain/draw/lane.ts';
import {
  byStanding,
  type FieldLane,
  fieldOf,
  hasRaced,
  hasResults,
  isRowed,
  isScored,
  shownResults,
} from '../../src/domain/results/standings.ts';
import { always, among, record } from './properties.ts';

const STATUSES: EntryStatus[] = ['assigned', 'finished', 'dns', 'dnf', 'dsq'];

/** Lanes as [status, time, penalty], and the place that each must get. */
const timedRaces: {
  rule: string;
  lanes: [EntryStatus, number | null, number?][];
  places: (number | null)[];
}[] = [
  { rule: 'L10: a race without lanes has no places', lanes: [], places: [] },
  {
    rule: 'L10: the smallest time wins, whatever the lane',
    lanes: [
      ['finished', 300],
      ['finished', 100],
      ['finished', 200],
    ],
    places: [3, 1, 2],
  },
  {
    rule: 'L10: times compare as numbers, not as text',
    lanes: [
      ['finished', 1000],
      ['finished', 999],
      ['finished', 10_000],
    ],
    places: [2, 1, 3],
  },
  {
    rule: 'L10: equal times share the place and the next is skipped',
    lanes: [
      ['finished', 100],
      ['finished', 200],
      ['finished', 100],
      ['finished', 100],
    ],
    places: [1, 4, 1, 1],
  },
  {
    rule: 'L10: two ties in one race',
    lanes: [
      ['finished', 200],
      ['finished', 100],
      ['finished', 200],
      ['finished', 100],
      ['finished', 300],
    ],
    places: [3, 1, 3, 1, 5],
  },
  {
    rule: 'L10: the penalty is added to the time',
    lanes: [
      ['finished', 100, 101],
      ['finished', 200],
      ['finished', 300],
    ],
    places: [2, 1, 3],
  },
  {
    rule: 'L10: a penalty can make a tie',
    lanes: [
      ['finished', 100, 100],
      ['finished', 200],
      ['finished', 200, 0],
    ],
    places: [1, 1, 1],
  },
  {
    rule: 'L10: time and penalty at their largest still compare exactly',
    lanes: [
      ['finished', 2_147_483_647, 2_147_483_647],
      ['finished', 2_147_483_647, 2_147_483_646],
    ],
    places: [2, 1],
  },
  {
    rule: 'L10: a time of zero is a time',
    lanes: [
      ['finished', 0],
      ['finished', 1],
    ],
    places: [1, 2],
  },
  {
    rule: 'L10: dns, dnf and dsq have no place and take none, with a time or without',
    lanes: [
      ['dns', 50],
      ['dnf', 60],
      ['dsq', 70],
      ['finished', 100],
      ['dnf', null],
    ],
    places: [null, null, null, 1, null],
  },
  {
    rule: 'L10: a finish without a time has no place, with a penalty or without',
    lanes: [
      ['finished', null],
      ['finished', null, 5],
      ['finished', 100],
    ],
    places: [null, null, 1],
  },
  {
    rule: 'L10: a lane that is merely assigned has no place',
    lanes: [
      ['assigned', null],
      ['finished', 100],
    ],
    places: [null, 1],
  },
];

for (const { rule, lanes, places } of timedRaces) {
  test(rule, () => {
    const stored = lanes.map(([status, finishTimeMillis, penalty]) =>
      result({ status, finishTimeMillis, penaltyMillis: penalty ?? null }),
    );
    assert.deepEqual(
      shownResults('timed', stored),
      stored.map((lane, index) => ({ ...lane, finishPlace: places[index] ?? null })),
    );
  });
}

test('L12: places given by hand are not shown while the race is timed', () => {
  const byHand = [
    result({ status: 'finished', finishPlace: 3 }),
    result({ status: 'dns', finishPlace: 4 }),
    result({ status: 'finished', finishTimeMillis: 10, finishPlace: 2 }),
  ];
  assert.deepEqual(
    shownResults('timed', byHand).map(({ finishPlace }) => finishPlace),
    [null, null, 1],
  );
});

test('L12: times are not shown while the race is placesOnly; penalties are', () => {
  const timed = [
    result({ status: 'finished', finishTimeMillis: 100, penaltyMillis: 5 }),
    result({ status: 'dnf', finishTimeMillis: 0 }),
  ];
  assert.deepEqual(shownResults('placesOnly', timed), [
    result({ status: 'finished', penaltyMillis: 5 }),
    result({ status: 'dnf' }),
  ]);
});

test('L11: places given by hand are shown as given: dead heats, gaps, beside any status', () => {
  const given = STATUSES.map((status, index) =>
    result({ status, finishPlace: [1, 1, 3, 7, 2_147_483_647][index] ?? null }),
  );
  assert.deepEqual(shownResults('placesOnly', given), given);
});

test('A9: a race is scored as soon as one lane is no longer merely assigned', () => {
  assert.equal(isScored([]), false);
  assert.equal(isScored([NO_RESULT, NO_RESULT]), false);
  for (const status of STATUSES) {
    assert.equal(isScored([NO_RESULT, result({ status }), NO_RESULT]), status !== 'assigned');
  }
});

const lanes = fc.array(
  record<LaneResult>({
    status: fc.oneof(
      { weight: 3, arbitrary: fc.constant<EntryStatus>('finished') },
      among(...STATUSES),
    ),
    finishTimeMillis: among(null, 0, 1, 2, 3, 100),
    finishPlace: among(null, 1, 2, 9),
    penaltyMillis: among(null, 0, 1, 2),
  }),
  { maxLength: 10 },
);

always('L10: places are those of the naive definition', lanes, (field) => {
  const ranks = (lane: LaneResult) => lane.status === 'finished' && lane.finishTimeMillis !== null;
  const total = (lane: LaneResult) => (lane.finishTimeMillis ?? 0) + (lane.penaltyMillis ?? 0);
  const shown = shownResults('timed', field);
  for (const [index, lane] of field.entries()) {
    let faster = 0;
    for (const other of field) if (ranks(other) && total(other) < total(lane)) faster++;
    assert.deepEqual(shown[index], { ...lane, finishPlace: ranks(lane) ? 1 + faster : null });
  }
});

always(
  'L12: what is shown never changes what is stored',
  record({ mode: among<ResultMode>('timed', 'placesOnly'), field: lanes }),
  ({ mode, field }) => {
    const before = structuredClone(field);
    assert.equal(shownResults(mode, field).length, field.length);
    assert.deepEqual(field, before);
  },
);

function result(fields: Partial<LaneResult>): LaneResult {
  return { ...NO_RESULT, ...fields };
}

test('results are in the order of their places, then of what became of the others', () => {
  const lane = (finishPlace: number | null, status: EntryStatus, position: number) => ({
    ...{ finishPlace, status, position },
  });
  const ordered = [
    lane(1, 'finished', 6),
    lane(2, 'finished', 2),
    lane(2, 'finished', 5),
    // The organiser may give any lane a place, whatever its status (L11).
    lane(3, 'dns', 1),
    lane(null, 'finished', 7),
    lane(null, 'assigned', 3),
    lane(null, 'dnf', 4),
    lane(null, 'dns', 8),
    lane(null, 'dsq', 9),
  ];
  assert.deepEqual(ordered.toSorted((a, b) => a.position - b.position).sort(byStanding), ordered);
});

type Field = Record<'entered' | 'scored', number> & Record<'raced' | 'results' | 'rowed', boolean>;

/** Each lane is given by its status; `gone`: its crew has withdrawn, `empty`: it has no crew. */
const FIELDS: [name: string, lanes: (EntryStatus | 'gone' | 'empty')[], Field][] = [
  ['no lanes', [], field(0, 0, '')],
  ['empty lanes', ['empty', 'empty'], field(0, 0, '')],
  ['a draw', ['assigned', 'assigned'], field(2, 0, '')],
  ['one scratched before the start', ['dns', 'assigned'], field(2, 1, '')],
  ['some are in', ['finished', 'dnf', 'assigned'], field(3, 2, 'raced results')],
  ['one was disqualified', ['dsq', 'assigned'], field(2, 1, 'raced results')],
  ['all are in', ['finished', 'dns', 'dnf', 'dsq'], field(4, 4, 'raced results rowed')],
  ['nobody has started', ['dns', 'dns'], field(2, 2, 'results rowed')],
  ['all are in who row', ['finished', 'gone'], field(1, 1, 'raced results rowed')],
  ['one has withdrawn', ['assigned', 'gone'], field(1, 0, '')],
  ['all who row were scratched', ['dns', 'gone'], field(1, 1, 'results rowed')],
  ['all have withdrawn', ['gone', 'gone'], field(0, 0, 'rowed')],
];

function field(entered: number, scored: number, said: string): Field {
  const is = (word: string) => said.split(' ').includes(word);
  return { entered, scored, raced: is('raced'), results: is('results'), rowed: is('rowed') };
}

for (const [name, statuses, expected] of FIELDS) {
  test(`how far a field is in: ${name}`, () => {
    const lanes = statuses.map((status, index): FieldLane => {
      const crewId = status === 'empty' ? null : index + 1;
      const isNoStatus = status === 'empty' || status === 'gone';
      return { crewId, status: isNoStatus ? 'assigned' : status, withdrawn: status === 'gone' };
    });
    assert.deepEqual(
      {
        ...fieldOf(lanes),
        raced: hasRaced(lanes),
        results: hasResults(lanes),
        rowed: isRowed(lanes),
      },
      expected,
    );
  });
}

test('a result in a lane without a crew makes a race rowed', () => {
  assert.equal(isRowed([{ crewId: null, status: 'finished', withdrawn: false }]), true);
});
