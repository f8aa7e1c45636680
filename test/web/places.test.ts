/** The texts of places, also of shared ones, and whether a label is a lane or a bow number. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardRace } from '../../src/contract/board.ts';
import { labelKind } from '../../src/domain/draw/label-kind.ts';
import type { Finality } from '../../src/domain/results/standings.ts';
import { isolated } from '../../src/domain/text/bidi.ts';
import type { Language } from '../../src/words/languages.ts';
import {
  dottedPlace,
  firstPlace,
  laneResults,
  ordinalText,
  positionText,
  soFarText,
} from '../../web/src/shared/race/results.ts';
import { lane, race, wordsOf } from './boards.ts';

const AT = '2026-06-13T09:00:00Z';

/** A race with crews 1, 2, … in these places; `null`: the crew did not finish. */
function rowed(places: readonly (number | null)[], given: Partial<BoardRace> = {}): BoardRace {
  const lanes = places.map((finishPlace, index) =>
    lane(index + 1, { status: finishPlace === null ? 'dnf' : 'finished', finishPlace }),
  );
  return race(1, AT, { lanes, ...given });
}

/** The text about the first place, as in a row, the strip, the embedded page and the sheet. */
function told(of: BoardRace, language: Language = 'en'): string {
  const words = wordsOf(language);
  const { rank = '', names = '', time = '' } = firstPlace(of, words) ?? {};
  return [soFarText(of, words), rank, names, time].filter(Boolean).join(' ');
}

const PLACES: [places: (number | null)[], shown: string][] = [
  [[1, 2, 3], '1 2 3'],
  [[2, 1, 2], '1 2= 2='],
  [[1, 1, 3], '1= 1= 3'],
  [[1, 1, 1], '1= 1= 1='],
  [[1, 2, 2, 4, 4, null, null], '1 2= 2= 4= 4=  '],
  [[null, null], ' '],
];

for (const [places, shown] of PLACES) {
  test(`places ${places.join(', ')} are shown as ${shown}`, () => {
    assert.equal(
      laneResults(rowed(places), '.')
        .map(({ place }) => place)
        .join(' '),
      shown,
    );
  });
}

test('on paper a place has the mark of an ordinal', () => {
  const told = (place: string, finality: Finality = 'complete') => dottedPlace({ place, finality });
  assert.deepEqual(
    ['1', '12=', ''].map((place) => told(place)),
    ['1.', '12.=', ''],
  );
  assert.deepEqual([told('1', 'soFar'), told('1', 'ended')], ['1', '1'], 'nobody is first');
});

const WINNERS: [places: (number | null)[], en: string, de: string, fr: string][] = [
  [[2, 1], '1st Crew 2', '1. Crew 2', '1er Crew 2'],
  [
    [1, 3, 1],
    '1st= 2 crews: Crew 1, Crew 3',
    '1.= 2 Mannschaften: Crew 1, Crew 3',
    '1er= 2 équipages\u00a0: Crew 1, Crew 3',
  ],
  [[2, null], '', '', ''],
];

for (const [places, ...expected] of WINNERS) {
  test(`winners of ${places.join(', ')}`, () => {
    assert.deepEqual(
      (['en', 'de', 'fr'] as const).map((code) => told(rowed(places), code)),
      expected,
    );
  });
}

/** Of six boats two have finished, hours ago, the second of them faster; one did not finish, and the rest are missing. */
const PARTLY_IN = race(1, AT, {
  lanes: [
    lane(1, { status: 'finished', finishTimeMillis: 402_690, finishPlace: 2 }),
    lane(2, { status: 'finished', finishTimeMillis: 400_080, finishPlace: 1 }),
    lane(3, { status: 'dnf' }),
    ...[4, 5, 6].map((position) => lane(position)),
  ],
  resultsAt: AT,
});

test('while boats are missing nobody is first: how many are in, then who is leading', () => {
  assert.deepEqual(
    (['en', 'de', 'fr'] as const).map((code) => told(PARTLY_IN, code)),
    [
      '3 of 6 in leading Crew 2 6:40.08',
      '3 von 6 Ergebnissen in Führung Crew 2 6:40,08',
      '3 résultats sur 6 en tête Crew 2 6:40,08',
    ],
  );
  const results = laneResults(PARTLY_IN, '.');
  const words = wordsOf('en');
  assert.deepEqual(
    results.map((result) => [result.lane.crewId, result.place, ordinalText(result, words)]),
    [
      [2, '', 'leading'],
      [1, '', ''],
      [4, '', ''],
      [5, '', ''],
      [6, '', ''],
      [3, '', ''],
    ],
  );
  assert.ok(results.every(({ gap }) => gap === undefined));
});

test('of a race that is over by another way than its last boat, places are told', () => {
  assert.equal(told({ ...PARTLY_IN, official: true }), '1st Crew 2 6:40.08');
  assert.equal(told({ ...PARTLY_IN, official: false }), '3 of 6 in leading Crew 2 6:40.08');
});

test('of a dead heat so far, and of a race in which nobody who is in has a place', () => {
  const missing = { entered: 3 };
  assert.equal(told(rowed([1, 1], missing)), '2 of 3 in leading 2 crews: Crew 1, Crew 2');
  assert.equal(told(rowed([null], missing)), '1 of 3 in');
});

const LABELS: [labels: [position: number, label: string][], kind: string][] = [
  [[], 'lane'],
  [
    [
      [1, '1'],
      [3, '3'],
    ],
    'lane',
  ],
  // Some courses count lanes from 0.
  [
    [
      [1, '0'],
      [2, '1'],
      [6, '5'],
    ],
    'lane',
  ],
  [
    [
      [1, 'A'],
      [2, 'Red'],
    ],
    'lane',
  ],
  [
    [
      [1, '101'],
      [2, '102'],
    ],
    'bow',
  ],
  [
    [
      [1, '2'],
      [2, '1'],
    ],
    'bow',
  ],
  [
    [
      [1, '1'],
      [2, '2A'],
    ],
    'bow',
  ],
];

for (const [labels, kind] of LABELS) {
  test(`labels ${labels.map(([position, label]) => `${position}:${label}`).join(' ')} are ${kind}`, () => {
    assert.equal(
      labelKind({
        kind: 'lanes',
        lanes: labels.map(([position, positionLabel]) => ({ position, positionLabel })),
      }),
      kind,
    );
  });
}

test('where a crew starts is said with the word for its label', () => {
  const lanes = [lane(1), lane(2)];
  const bows = [lane(1, { positionLabel: '105' }), lane(2, { positionLabel: '106' })];
  const told = (of: typeof lanes, kind: BoardRace['kind'] = 'lanes') =>
    (['en', 'de', 'fr'] as const).map((code) =>
      positionText(of[1] ?? lane(2), { kind, lanes: of }, wordsOf(code)),
    );
  assert.deepEqual(told(lanes, 'head'), ['Bow 2', 'Startnr. 2', 'N° d’étrave 2']);
  assert.deepEqual(told(lanes), ['Lane 2', 'Bahn 2', 'Couloir 2']);
  assert.deepEqual(told(bows), ['Bow 106', 'Startnr. 106', 'N° d’étrave 106']);
});

const NAMES: [what: string, name: string, shown: string][] = [
  ['a name as most are', 'Mörfelden 8+ (A)', 'Mörfelden 8+ (A)'],
  ['one that is written from left to right', '東京', '東京'],
  ['one from right to left', 'נבחרת ישראל', '\u2068נבחרת ישראל\u2069'],
  ['a part of it', 'Saline ا', '\u2068Saline ا\u2069'],
  ['what turns the direction of the text after it', 'a\u202eb\u2067c\u200f', 'abc'],
  ['what would end the part that is set apart', 'א\u2069\u202eb', '\u2068אb\u2069'],
  ['nothing', '', ''],
];

test('a name leaves what stands beside it where it is', () => {
  for (const [what, name, shown] of NAMES) assert.equal(isolated(name), shown, what);
  const won = { status: 'finished', finishTimeMillis: 400_080, finishPlace: 1 } as const;
  const only = race(1, AT, { lanes: [lane(1, { ...won, crewName: 'נבחרת' })] });
  assert.equal(told(only), '1st \u2068נבחרת\u2069 6:40.08');
});
