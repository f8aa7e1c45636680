/** Reading a draw as people type it: lanes by their labels, crews by their names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lane } from '../../src/domain/draw/lane.ts';
import {
  type LabelledRace,
  type LaneWord,
  readDraw,
  readLaneWord,
} from '../../src/domain/draw/lane-words.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { accepted, lane, race } from './builders.ts';

const [adler, biber, waterman] = [
  { id: 1, externalId: null, name: 'Adler' },
  { id: 2, externalId: 'b', name: 'Biber=2' },
  { id: 3, externalId: null, name: 'Wassermann' },
];
const CREWS = [adler, biber, waterman];

function raceOf(
  lanes: Lane[] = [],
  raceScheme: string[] | null = null,
  scheme: string[] | null = null,
): LabelledRace {
  const own = race({ id: 1, raceNumber: 7, laneScheme: raceScheme });
  return { race: own, lanes, schedule: { laneScheme: scheme } };
}

const LANE_WORDS: Record<string, [string, string] | undefined> = {
  '3=Adler': ['3', 'Adler'],
  ' 3 = Adler ': ['3', 'Adler'],
  '3=': ['3', ''],
  'Bank=Biber=2': ['Bank', 'Biber=2'],
  '3=Möwe': ['3', 'Möwe'],
  Adler: undefined,
  '=Adler': undefined,
  ' =Adler': undefined,
  '': undefined,
};

for (const [word, expected] of Object.entries(LANE_WORDS)) {
  test(`lane word: "${word}" is ${expected ?? 'none'}`, () => {
    const read = readLaneWord(word);
    assert.deepEqual(read && [read.lane, read.value], expected);
  });
}

const draws: {
  rule: string;
  of: LabelledRace;
  words: string[];
  expected: [number, string | null, object | null][];
}[] = [
  {
    rule: 'without labels a lane goes by its number',
    of: raceOf(),
    words: ['2=Adler', '1=Biber=2', '4='],
    expected: [
      [2, null, adler],
      [1, null, biber],
      [4, null, null],
    ],
  },
  {
    rule: 'a lane goes by the label of the schedule, before it goes by its number',
    of: raceOf([], null, ['3', '2', '1']),
    words: ['3=Adler', '4=Wassermann'],
    expected: [
      [1, null, adler],
      [4, null, waterman],
    ],
  },
  {
    rule: 'the scheme of the race goes before that of the schedule',
    of: raceOf([], ['A', 'B'], ['B', 'A']),
    words: ['B=Adler', '1=Wassermann'],
    expected: [
      [2, null, adler],
      [1, null, waterman],
    ],
  },
  {
    rule: 'a label that was given with a draw goes before all, and stays',
    of: raceOf([lane(1), lane(2, { positionLabel: '1' }), lane(5, { positionLabel: 'Bank' })]),
    words: ['Bank=Adler', '2=Wassermann'],
    expected: [
      [5, 'Bank', adler],
      [2, '1', waterman],
    ],
  },
];

const read = (of: LabelledRace, texts: readonly string[]) =>
  readDraw(
    of,
    texts.map((text) => readLaneWord(text) as LaneWord),
    CREWS,
  );

for (const { rule, of, words, expected } of draws) {
  test(`draw: ${rule}`, () => {
    const drawn = accepted(read(of, words));
    assert.deepEqual(
      drawn.map(({ position, positionLabel, team }) => [position, positionLabel, team]),
      expected,
    );
  });
}

const refusals: { words: string[]; of?: LabelledRace; expected: string[] }[] = [
  { words: ['1=Nobody'], expected: ['1=Nobody names no crew of this event; enter the crew first'] },
  {
    words: ['1=wasserman'],
    expected: ['1=wasserman names no crew of this event; "Wassermann" was probably meant'],
  },
  { words: ['1=Adler', '2=Adler'], expected: ['2=Adler names the same crew as 1=Adler'] },
  {
    words: ['1=Adler', 'A=Wassermann'],
    of: raceOf([], ['A', 'B']),
    expected: ['A=Wassermann names the same lane as 1=Adler'],
  },
  { words: ['x=Adler'], expected: ['x=Adler names no lane; lanes have numbers'] },
  {
    words: ['0=Adler', 'x=Nobody'],
    of: raceOf([], null, ['A', 'B']),
    expected: [
      '0=Adler names no lane; the lanes are A, B',
      'x=Nobody names no lane; the lanes are A, B',
    ],
  },
  { words: ['2147483648=Adler'], expected: ['2147483648=Adler names no lane; lanes have numbers'] },
  {
    words: ['A=Adler'],
    of: raceOf([lane(1, { positionLabel: 'A' }), lane(2, { positionLabel: 'A' })]),
    expected: ['A=Adler names several lanes of race 7'],
  },
];

for (const { words, of = raceOf(), expected } of refusals) {
  test(`draw: ${words.join(' ')} is refused`, () => {
    const refusal = read(of, words);
    assert.ok(refusal instanceof Refusal);
    assert.deepEqual(
      refusal.violations.map(({ field, detail }) => `${field} ${detail}`),
      expected,
    );
  });
}
