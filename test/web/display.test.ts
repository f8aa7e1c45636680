/** The big screen: options of its address, the order of its views, the size of letters, and when a version is new. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isInRange, rangeText, readOptions, VIEWS } from '../../web/src/board/display/options.ts';
import {
  firstThatFit,
  type LetterSize,
  letterSize,
  pagesThatFit,
  rowsOfPage,
} from '../../web/src/board/display/sizes.ts';
import { isNewVersion, versionOf } from '../../web/src/board/display/stay-on.ts';
import { hasRailAt, turnAt, turnKey, turnsOf } from '../../web/src/board/display/turns.ts';
import { boardOf, lane, ROWED, race } from './boards.ts';

const at = (time: string) => `2026-06-13T${time}:00Z`;
const AT_TEN = Date.parse(at('10:00'));
const USUAL = readOptions('');

test('the column beside the view is there at every other one', () => {
  const at = (seconds: number) => hasRailAt(AT_TEN + seconds * 1000, 12);
  assert.equal(at(0), at(11));
  assert.equal(at(12), !at(0));
  assert.equal(at(24), at(0));
});

describe('the address', () => {
  const cases: [query: string, expected: Partial<typeof USUAL>, refused: string[]][] = [
    ['', {}, []],
    ['?view=&races=&seconds=&lang=', {}, []],
    ['?view=now', { views: ['now'] }, []],
    ['?view=notices,Results', { views: ['results', 'notices'] }, []],
    ['?view=x', {}, ['view=x']],
    ['?view=now,nxet', {}, ['view=now,nxet']],
    ['?view=constructor', {}, ['view=constructor']],
    ['?races=20-40', { range: { first: 20, last: 40 } }, []],
    ['?races=7', { range: { first: 7, last: 7 } }, []],
    ['?races=20%20–%2040', { range: { first: 20, last: 40 } }, []],
    ['?races=9-1', {}, ['races=9-1']],
    ['?races=-4', {}, ['races=-4']],
    ['?races=1-2-3', {}, ['races=1-2-3']],
    ['?races=20-', {}, ['races=20-']],
    ['?races=0', { range: { first: 0, last: 0 } }, []],
    ['?races=1,2', {}, ['races=1,2']],
    ['?races=16A', {}, ['races=16A']],
    ['?view=,', {}, ['view=,']],
    ['?view=now,now', { views: ['now'] }, []],
    ['?seconds=12s', {}, ['seconds=12s']],
    ['?seconds=1e99', {}, ['seconds=1e99']],
    ['?seconds=５', {}, ['seconds=５']],
    ['?lang=', {}, []],
    [`?races=${'9'.repeat(60)}`, {}, [`races=${'9'.repeat(40)}`]],
    ['?seconds=3', { seconds: 3 }, []],
    ['?seconds=600', { seconds: 600 }, []],
    ['?seconds=0', {}, ['seconds=0']],
    ['?seconds=2', {}, ['seconds=2']],
    ['?seconds=601', {}, ['seconds=601']],
    ['?seconds=1.5', {}, ['seconds=1.5']],
    ['?seconds=1e1', {}, ['seconds=1e1']],
    ['?seconds=-5', {}, ['seconds=-5']],
    ['?lang=fr', { language: 'fr' }, []],
    ['?lang=de-CH', { language: 'de' }, []],
    ['?lang=toString', {}, ['lang=toString']],
    ['?lang=xx&view=x', {}, ['view=x', 'lang=xx']],
    ['?other=1', {}, []],
  ];
  for (const [query, expected, refused] of cases) {
    test(query || 'nothing', () => {
      const { refused: said, ...read } = readOptions(query);
      assert.deepEqual(
        said.map(({ given }) => given),
        refused,
      );
      const { refused: _, ...usual } = USUAL;
      assert.deepEqual(read, { ...usual, ...expected });
    });
  }

  test('shows all views, each for twelve seconds, where it asks for nothing', () => {
    assert.deepEqual([USUAL.views, USUAL.seconds, USUAL.range], [VIEWS, 12, undefined]);
  });

  test('a range is told as an address asks for it', () => {
    assert.equal(rangeText({ first: 900, last: 950 }), '900-950');
    assert.equal(rangeText({ first: 999, last: 999 }), '999');
  });

  const numbers: [printed: string, raceNumber: number, isIn: boolean][] = [
    ['20', 20, true],
    ['40', 40, true],
    ['41', 41, false],
    ['19', 30, false],
    ['20A', 900, true],
    ['Final', 25, true],
    ['Final', 45, false],
  ];
  for (const [number, raceNumber, isIn] of numbers) {
    test(`race ${number} (${raceNumber}) is ${isIn ? '' : 'not '}one of 20 to 40`, () => {
      assert.equal(isInRange({ number, raceNumber }, { first: 20, last: 40 }), isIn);
    });
  }
});

describe('the turns', () => {
  const field = (size: number) => Array.from({ length: size }, (_, index) => lane(index + 1));
  const inField = (size: number) =>
    field(size).map((one, index) => ({
      ...one,
      status: 'finished' as const,
      finishPlace: index + 1,
      finishTimeMillis: 400_000 + index,
    }));
  const notice = (id: number, until: string) => ({
    ...{ id, text: `Notice ${id}` },
    ...{ postedAt: at('09:00'), until: at(until) },
  });
  const day = boardOf(
    [
      race(1, at('09:00'), { lanes: ROWED }),
      race(2, at('09:20'), { lanes: ROWED }),
      race(3, at('09:50'), { lanes: field(28) }),
      race(4, at('10:10'), { state: 'cancelled' }),
      race(5, at('10:20'), { lanes: field(9) }),
      race(6, at('10:30')),
      race(7, '2026-06-14T09:00:00Z'),
    ],
    { notices: [notice(9, '11:00'), notice(8, '09:59')] },
  );
  const keys = (query: string, board = day, now = AT_TEN) =>
    turnsOf(board, readOptions(query), now).map(turnKey);

  const NOW = [0, 1, 2, 3].map((page) => `now 103 ${page}/4`);
  const NEXT = ['next 105 0/2', 'next 105 1/2', 'coming true 104 106'];
  const RESULTS = ['results 102 0/1', 'results 101 0/1'];
  const cases: [query: string, expected: string[]][] = [
    ['', [...NOW, ...NEXT, ...RESULTS, 'notices 9']],
    ['?view=now', NOW],
    ['?view=next', NEXT],
    ['?view=results', RESULTS],
    ['?view=notices', ['notices 9']],
    ['?view=results,now', [...NOW, ...RESULTS]],
    ['?view=now&races=5-6', ['next 105 0/2', 'next 105 1/2']],
    ['?races=1', ['results 101 0/1', 'notices 9']],
    ['?view=now&races=1', ['nothing']],
    ['?view=now&races=900-999', NOW],
  ];
  for (const [query, expected] of cases) {
    test(query || 'all of them', () => assert.deepEqual(keys(query), expected));
  }

  test('an empty running order has one that says that there is nothing', () => {
    assert.deepEqual(keys('', boardOf([])), ['nothing']);
  });

  test('what is on comes round again, however large the fields of the last races were', () => {
    const large = boardOf(
      [1, 2, 3, 4].map((number) => race(number, at(`09:0${number}`), { lanes: inField(28) })),
    );
    const pages = keys('?view=results', large);
    assert.deepEqual(
      pages,
      [0, 1, 2, 3].map((page) => `results 104 ${page}/4`),
    );
  });

  test('the programme after the next race is that of its day', () => {
    assert.deepEqual(keys('?view=next&races=6-7'), ['next 106 0/1']);
  });

  for (const [count, pages] of [
    [28, 4],
    [9, 2],
    [8, 1],
    [17, 3],
  ] as const) {
    test(`the ${count} rows of ${pages} pages are all shown, once, and no page has more than eight`, () => {
      const parts = Array.from({ length: pages }, (_, page) => rowsOfPage(count, page, pages));
      assert.equal(parts[0]?.[0], 0);
      assert.equal(parts.at(-1)?.[1], count);
      for (const [index, [from, to]] of parts.entries()) {
        assert.ok(to - from >= 1 && to - from <= 8, `${from} to ${to}`);
        assert.equal(from, parts[index - 1]?.[1] ?? 0);
      }
    });
  }

  test('follow the clock: the same on every screen, each for as long as the address says', () => {
    const turns = turnsOf(day, USUAL, AT_TEN);
    const shown = (seconds: number) => turnAt(turns, AT_TEN + seconds * 1000, 12);
    const first = shown(0);
    assert.deepEqual([0, 11.999, 12, 12 * turns.length].map(shown), [
      first,
      first,
      (first + 1) % turns.length,
      first,
    ]);
  });
});

describe('so many rows that their names can be read from afar', () => {
  const long = 'Renngemeinschaft Mainz/Offenbach/Frankfurt-Höchst A';
  const notice = (length: number) => 'x'.repeat(length);
  const cases: [what: string, name: string, notice: string | undefined, pages: number][] = [
    ['eight short names', 'Saline A', undefined, 1],
    ['eight short names over a short notice', 'Saline A', notice(20), 1],
    ['eight short names over a long notice', 'Saline A', notice(268), 2],
    ['eight names of two lines', 'Ruder-Club Nürtingen A', undefined, 2],
    ['eight names of three lines', long, undefined, 3],
    ['eight names of three lines over a long notice', long, notice(268), 4],
    ['names that are too long even alone', long.repeat(5), undefined, 8],
  ];
  for (const [what, name, told, pages] of cases) {
    test(what, () => {
      const names = Array.from({ length: 8 }, () => name);
      assert.equal(pagesThatFit(names, 8, { of: 'lanes', notice: told }), pages);
    });
  }

  test('of the programme as many races as fit, and at least one', () => {
    const names = Array.from({ length: 9 }, () => long);
    const count = (given: string[]) => firstThatFit(given, 7, { of: 'races', notice: undefined });
    assert.deepEqual([count(names), count([long.repeat(9)]), count([])], [4, 1, 0]);
    assert.equal(count(names.map(() => 'Women 8+')), 7);
  });
});

describe('the size of letters', () => {
  /** Whether a text fits a box in pixels. Its letters are half as wide as high, its longest word has `word` of them. */
  const box =
    (width: number, height: number, letters: number, word: number) =>
    ({ pixels, breaksWords }: LetterSize) => {
      const perLine = Math.floor(width / (pixels / 2));
      if (perLine < 1 || (!breaksWords && perLine < word)) return false;
      return Math.ceil(letters / perLine) * pixels * 1.15 <= height;
    };
  const cases: [what: string, height: number, lines: number, letters: number, word: number][] = [
    ['one short word', 115, 1, 5, 5],
    ['eight rows', 920, 8, 8, 8],
    ['a long text', 500, 2, 900, 9],
    ['a word of 119 letters', 100, 1, 119, 119],
    ['a word of 32 letters in a high box', 900, 5, 32, 32],
  ];
  const expected: [pixels: number, breaksWords: boolean][] = [
    [100, false],
    [100, false],
    [30, true],
    [33, true],
    [62, false],
  ];
  for (const [index, [what, height, lines, letters, word]] of cases.entries()) {
    test(`${what}: fits, and one pixel more would not`, () => {
      const fits = box(1000, height, letters, word);
      const size = letterSize({ heightPixels: height, lines, floorPixels: 45 }, fits);
      assert.ok(fits(size), JSON.stringify(size));
      assert.deepEqual([size.pixels, size.breaksWords], expected[index]);
    });
  }

  test('nothing fits: as small as can be, and broken', () => {
    assert.deepEqual(
      letterSize({ heightPixels: 100, lines: 1, floorPixels: 45 }, () => false),
      { pixels: 6, breaksWords: true },
    );
  });
});

describe('the version of the pages', () => {
  const page = (name: string) =>
    `<link rel="stylesheet" href="./assets/index-Css.css"><script type="module" crossorigin src="./assets/${name}.js"></script>`;
  test('is the name of the script of a page', () => {
    assert.equal(versionOf(page('index-D3_x-9')), 'assets/index-D3_x-9.js');
    const words = '<script type="module" src="./assets/nl-A1b2C3d4.js"></script>';
    assert.equal(versionOf(words + page('index-D3_x-9')), 'assets/index-D3_x-9.js');
    assert.equal(versionOf('<script type="application/json">{}</script>'), undefined);
  });

  const cases: [
    own: string | undefined,
    served: string | undefined,
    triedFor: string | undefined,
    isNew: boolean,
  ][] = [
    ['a', 'a', undefined, false],
    ['a', 'b', undefined, true],
    ['a', 'b', 'b', false],
    ['a', 'c', 'b', true],
    ['a', undefined, undefined, false],
    [undefined, 'b', undefined, false],
  ];
  for (const [own, served, triedFor, isNew] of cases) {
    test(`${own} on the screen, ${served} served, ${triedFor} tried: ${isNew ? 'load' : 'stay'}`, () => {
      assert.equal(isNewVersion({ own, served, triedFor }), isNew);
    });
  }
});

test('before there are races the screen says so, and what is told', () => {
  const announced = boardOf([], { status: 'announced' });
  const turns = turnsOf(announced, USUAL, AT_TEN);
  assert.deepEqual(turns, [{ view: 'announced' }]);
  const notice = { id: 1, text: 'Entries are open', postedAt: at('09:00'), until: at('12:00') };
  const told = turnsOf({ ...announced, notices: [notice] }, readOptions('?view=now'), AT_TEN);
  assert.deepEqual(told.map(turnKey), ['announced', 'notices 1']);
});
