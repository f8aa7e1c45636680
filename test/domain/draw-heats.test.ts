/** The draw by the program: its random numbers, heats and lanes, each compared with a value computed in another way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type DrawMethod,
  DrawNumbers,
  type DrawnCrew,
  drawHeats,
  newSeed,
  objectionToSeed,
} from '../../src/domain/draw/draw-heats.ts';
import {
  type Course,
  drawnPositions,
  fromTheMiddle,
  type LaneOrder,
} from '../../src/domain/draw/lane-order.ts';
import { always, among, record } from './properties.ts';

const SEED = '00112233445566778899aabbccddeeff';

test('numbers are those of a Python program that reads the same rule', () => {
  const ten = (below: number) => {
    const numbers = new DrawNumbers(SEED);
    return Array.from({ length: 10 }, () => numbers.below(below));
  };
  assert.deepEqual(ten(10), [0, 4, 0, 8, 7, 1, 9, 3, 8, 5]);
  // 4,128,146,689 is skipped: from 3,000,000,000 to 2³² are too few numbers for one more full range.
  assert.deepEqual(ten(3_000_000_000), [
    ...[1_276_872_100, 773_462_854, 2_947_928_640, 1_832_534_968, 2_839_776_607],
    ...[1_497_675_461, 1_159_110_703, 2_451_718_268, 1_554_390_845, 1_032_019_861],
  ]);
  // With a range of 2³², no number is skipped.
  assert.equal(ten(2 ** 32)[6], 4_128_146_689);
  assert.deepEqual(ten(1), new Array(10).fill(0));
});

test('a seed is 32 lower-case hexadecimal digits, and no two are the same', () => {
  assert.equal(objectionToSeed(newSeed()), undefined);
  assert.notEqual(newSeed(), newSeed());
  for (const wrong of ['', SEED.toUpperCase(), SEED.slice(1), `${SEED}0`, `g${SEED.slice(1)}`]) {
    assert.ok(objectionToSeed(wrong), wrong);
  }
});

const RANDOM: DrawMethod = { method: 'random', seed: SEED, order: [], clubsApart: false };
const APART: DrawMethod = { ...RANDOM, clubsApart: true };
const seeded = (...order: number[]): DrawMethod => ({ ...RANDOM, method: 'seeded', order });

/** Crews with the ids 1, 2, …, one for each club of the list. */
const crews = (...clubs: (string | null)[]): DrawnCrew[] =>
  clubs.map((clubId, index) => ({ id: index + 1, clubId }));
const TEN = crews('A', 'A', 'A', 'B', 'B', null, null, 'C', 'C', 'C');

const draws: {
  rule: string;
  crews: DrawnCrew[];
  heats: number;
  how: DrawMethod;
  is: number[][];
}[] = [
  {
    rule: 'without clubs apart heat 0 takes the first ones, and larger heats come first',
    ...{ crews: TEN, heats: 3, how: RANDOM },
    is: [
      [3, 8, 4, 5],
      [7, 9, 6],
      [10, 2, 1],
    ],
  },
  {
    rule: 'the order in which crews are sent says nothing',
    ...{ crews: TEN.toReversed(), heats: 1, how: RANDOM },
    is: [[3, 8, 4, 5, 7, 9, 6, 10, 2, 1]],
  },
  {
    rule: 'clubs apart: by club, in turn, and each heat shuffled on',
    ...{ crews: TEN, heats: 3, how: APART },
    is: [
      [4, 3, 6, 8],
      [9, 2, 5],
      [7, 1, 10],
    ],
  },
  {
    rule: 'an empty club is none, and a club called like the number of a crew is another one',
    ...{ crews: crews('', '', '1'), heats: 3, how: APART },
    is: drawHeats(crews(null, null, 'X'), 3, APART),
  },
  {
    rule: 'seeded: there and back, and clubs move nobody',
    ...{ crews: TEN, heats: 3, how: seeded(10, 9, 8, 7, 6, 5, 4, 3, 2, 1) },
    is: [
      [10, 5, 4],
      [9, 6, 3],
      [8, 7, 2, 1],
    ],
  },
  {
    rule: 'seeded: who is not in the order follows, shuffled',
    ...{ crews: TEN, heats: 2, how: seeded(7, 5, 10) },
    is: [
      [7, 4, 3, 9, 6],
      [5, 10, 2, 8, 1],
    ],
  },
  {
    rule: 'more heats than crews: the last ones stay empty',
    ...{ crews: crews('A'), heats: 3, how: RANDOM },
    is: [[1], [], []],
  },
];

for (const { rule, crews, heats, how, is } of draws) {
  test(rule, () => assert.deepEqual(drawHeats(crews, heats, how), is));
}

const field = record({
  clubs: fc.array(among('A', 'B', 'C', 'D', null), { minLength: 1, maxLength: 9 }),
  heats: fc.integer({ min: 1, max: 4 }),
  seed: fc.stringMatching(/^[0-9a-f]{32}$/),
});

always('every crew rows once, in heats of the sizes that the rule says', field, (drawn) => {
  const all = crews(...drawn.clubs);
  const sizes = Array.from({ length: drawn.heats }, (_, heat) =>
    Math.max(0, Math.ceil((all.length - heat) / drawn.heats)),
  );
  for (const how of [RANDOM, APART]) {
    const heats = drawHeats(all, drawn.heats, { ...how, seed: drawn.seed });
    assert.deepEqual(
      heats.flat().sort((a, b) => a - b),
      all.map(({ id }) => id),
    );
    assert.deepEqual(
      heats.map(({ length }) => length),
      sizes,
    );
  }
});

always('clubs apart: no way to fill the same heats has fewer pairs of one club', field, (drawn) => {
  const all = crews(...drawn.clubs);
  const heats = drawHeats(all, drawn.heats, { ...APART, seed: drawn.seed });
  const clubOf = (id: number) => drawn.clubs[id - 1] ?? null;
  const pairs = heats.reduce((sum, heat) => sum + pairsOf(heat.map(clubOf)), 0);
  const sizes = heats.map(({ length }) => length);
  assert.equal(pairs, fewestPairs(drawn.clubs, sizes));
});

/** How many pairs of crews in a heat are of the same club. */
function pairsOf(clubs: readonly (string | null)[]): number {
  return clubs.reduce(
    (sum, club, index) =>
      sum + (club === null ? 0 : clubs.slice(0, index).filter((other) => other === club).length),
    0,
  );
}

/** The fewest pairs of crews of one club in a heat, found by trying every way to fill heats of these sizes. */
function fewestPairs(clubs: readonly (string | null)[], sizes: readonly number[]): number {
  const heats: (string | null)[][] = sizes.map(() => []);
  let fewest = Number.POSITIVE_INFINITY;
  const place = (index: number, pairs: number) => {
    if (pairs >= fewest) return;
    if (index === clubs.length) {
      fewest = pairs;
      return;
    }
    const club = clubs[index] ?? null;
    for (const [at, heat] of heats.entries()) {
      if (heat.length === sizes[at]) continue;
      const met = club === null ? 0 : heat.filter((other) => other === club).length;
      heat.push(club);
      place(index + 1, pairs + met);
      heat.pop();
    }
  };
  place(0, 0);
  return fewest;
}

test('lanes from the middle out, one side first and then the other', () => {
  assert.deepEqual(fromTheMiddle([1, 2, 3, 4, 5, 6]), [3, 4, 5, 2, 1, 6]);
  assert.deepEqual(fromTheMiddle([1, 2, 3, 4, 5, 6, 7, 8]), [4, 5, 6, 3, 2, 7, 8, 1]);
  assert.deepEqual(fromTheMiddle([1, 2, 3, 4, 5]), [3, 4, 2, 1, 5]);
  assert.deepEqual(fromTheMiddle([2, 3, 4]), [3, 4, 2]);
  assert.deepEqual(fromTheMiddle([7]), [7]);
  assert.deepEqual(fromTheMiddle([]), []);
});

const NOWHERE: Course = { positions: [], scheme: null };
const SIX: Course = { positions: [], scheme: 6 };

const lanes: { rule: string; order: LaneOrder; course: Course; size: number; is: number[] }[] = [
  {
    rule: 'the lanes of the race go first',
    order: 'middle-out',
    course: { positions: [2, 3, 4, 5], scheme: 8 },
    ...{ size: 3, is: [3, 4, 5] },
  },
  {
    rule: 'else those of its scheme: few crews row in its middle',
    order: 'middle-out',
    course: SIX,
    ...{ size: 4, is: [3, 4, 5, 2] },
  },
  {
    rule: 'else as many as there are crews',
    order: 'middle-out',
    course: NOWHERE,
    ...{ size: 5, is: [3, 4, 2, 1, 5] },
  },
  { rule: 'in order', order: 'in-order', course: SIX, size: 3, is: [1, 2, 3] },
  {
    rule: 'where the lanes of the race are too few, those of the scheme join them',
    order: 'in-order',
    course: { positions: [2], scheme: 4 },
    ...{ size: 3, is: [1, 2, 3] },
  },
  {
    rule: 'then the next ones after the last',
    order: 'in-order',
    course: { positions: [101, 102], scheme: null },
    ...{ size: 4, is: [101, 102, 103, 104] },
  },
  {
    rule: 'a list of positions is taken as it is, in its order',
    order: [5, 1, 9, 2],
    course: SIX,
    ...{ size: 3, is: [5, 1, 9] },
  },
  { rule: 'a list may be too short', order: [5], course: SIX, size: 3, is: [5] },
];

for (const { rule, order, course, size, is } of lanes) {
  test(`lanes: ${rule}`, () => assert.deepEqual(drawnPositions(order, course, size).drawn, is));
}

always(
  'lanes: drawn over the lanes that a race has by then, the same crews get the same lanes',
  record({
    order: among<LaneOrder>('middle-out', 'in-order', [5, 1, 9, 2, 8, 7, 6, 3, 4, 10]),
    positions: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 8 }),
    scheme: among(null, 4, 6, 8),
    size: fc.integer({ min: 0, max: 10 }),
  }),
  ({ order, size, ...course }) => {
    const first = drawnPositions(order, course, size);
    assert.equal(new Set(first.drawn).size, size);
    const again = drawnPositions(order, { ...course, positions: first.positions }, size);
    assert.deepEqual(again, first);
  },
);
