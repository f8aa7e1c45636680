/** How single cells are read: times, status words, places, penalties, headings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatThousandths } from '../../../src/domain/results/finish-time.ts';
import {
  penaltyInNote,
  readPenalty,
  readPlace,
  statusWordOf,
} from '../../../src/exchange/tables/cells/result-cells.ts';
import { splitText } from '../../../src/exchange/tables/cells/split-text.ts';
import { headingOf } from '../../../src/exchange/tables/columns/header.ts';
import { readResultTime } from '../../../src/exchange/tables/results/result-time.ts';
import { type Cell, type Table, textCell } from '../../../src/exchange/tables/table.ts';
import { sample } from './outline.ts';

test('the wild times mean what their table says', () => {
  const text = new TextDecoder().decode(sample('spreadsheets/wild-times.csv').bytes);
  const [, ...rows] = (splitText(text, 'wild-times') as Table).rows;
  assert.equal(rows.length, 15);
  for (const [cell = textCell(''), millis = textCell(''), why = textCell('')] of rows) {
    const read = readResultTime(cell);
    if (why.text.includes('second colon'))
      assert.deepEqual(read, {
        kind: 'colons',
        asHundredths: Number(millis.text),
        asHours: 22_110_000,
      });
    else if (millis.text !== '')
      assert.deepEqual(read, { kind: 'time', millis: Number(millis.text) }, cell.text);
    else if (why.text.includes('typing error')) assert.equal(read.kind, 'bad', cell.text);
    else assert.deepEqual(read, { kind: 'none' }, cell.text);
  }
});

test('result times are read from their digits', () => {
  const cases: [text: string, expected: number | 'bad' | 'none' | 'words'][] = [
    ['6:24', 384_000],
    ['06:24.3190', 384_319],
    ['6:24.3191', 384_320],
    ['6:24.31901', 'bad'],
    ['3:04.36', 184_360],
    ['0:58.97', 58_970],
    ['58,97 s', 58_970],
    ['5’10”29', 310_290],
    ['５:１０.２９', 310_290],
    ['75:10.2', 4_510_200],
    ['1:75:10.2', 'bad'],
    ['730.0', 'bad'],
    ['75.3', 'bad'],
    ['642', 'bad'],
    ['9:9:99', 'bad'],
    ['99:99..9', 'bad'],
    ['9.99.9', 'bad'],
    ['-6:24.3', 'bad'],
    ['1e3', 'words'],
    ['', 'none'],
    ['--', 'none'],
    ['00:00:00.00', 'none'],
    ['Not started', 'none'],
    ['6:24.3 DNF', 'words'],
    ['walkover', 'words'],
  ];
  for (const [text, expected] of cases) {
    const read = readResultTime(textCell(text));
    const found = read.kind === 'time' ? read.millis : read.kind;
    assert.equal(found, expected, text);
  }
});

test('cells of workbooks are read by their kind', () => {
  const cases: [cell: Cell, read: ReturnType<typeof readResultTime>][] = [
    [
      { kind: 'duration', text: '6:24.000', millis: 383_999.99 },
      { kind: 'time', millis: 384_000 },
    ],
    [
      { kind: 'time', text: '00:06:24', millis: 384_000 },
      { kind: 'time', millis: 384_000 },
    ],
    [
      { kind: 'number', text: '0.00444', value: 0.004444444444 },
      { kind: 'time', millis: 384_000 },
    ],
    [
      { kind: 'number', text: '58.97', value: 58.97 },
      { kind: 'time', millis: 58_970 },
    ],
    [{ kind: 'number', text: '0', value: 0 }, { kind: 'none' }],
    // Somebody typed 6:08:30, which a spreadsheet program stores as a time of day.
    [
      { kind: 'time', text: '06:08:30', millis: 22_110_000 },
      { kind: 'colons', asHundredths: 368_300, asHours: 22_110_000 },
    ],
    [
      { kind: 'date', text: '2026-06-13', date: '2026-06-13', millisOfDay: null },
      { kind: 'bad', text: '2026-06-13', proposed: '' },
    ],
  ];
  for (const [cell, read] of cases) assert.deepEqual(readResultTime(cell), read, cell.text);
});

test('every time that we write is read again', () => {
  const millis = fc.integer({ min: 1, max: 35_999_999 });
  fc.assert(
    fc.property(millis, fc.constantFrom('.', ','), (time, mark) => {
      const text = formatThousandths(time, mark as '.');
      assert.deepEqual(readResultTime(textCell(text)), { kind: 'time', millis: time });
    }),
  );
});

test('status words are known in five languages, and others are not guessed', () => {
  const cases: [text: string, word: ReturnType<typeof statusWordOf>][] = [
    ['DNS', 'dns'],
    ['n. a. St.', 'dns'],
    ['n.a.st.', 'dns'],
    ['Forfait', 'dns'],
    ['niet gestart', 'dns'],
    ['aufg.', 'dnf'],
    ['Abandonné', 'dnf'],
    ['uitgevallen', 'dnf'],
    ['DISQ', 'dsq'],
    ['disqualifié', 'dsq'],
    ['DQ-Interference', 'dsq'],
    ['SCRATCH', 'scratch'],
    ['abgem.', 'scratch'],
    ['w/d', 'scratch'],
    ['a. K.', 'exhibition'],
    ['außer Konkurrenz', 'exhibition'],
    ['Hors course', 'exhibition'],
    ['FS', 'falseStart'],
    ['ADV', 'advanced'],
    ['ab', 'doubtful'],
    ['Abgesagt', 'cancelled'],
    ['official', 'ok'],
    ['ＤＮＦ', 'dnf'],
    ['DQX', undefined],
    ['DNX', undefined],
    ['constructor', undefined],
    ['', undefined],
  ];
  for (const [text, word] of cases) assert.equal(statusWordOf(text), word, text);
});

test('places and penalties are read as they are written', () => {
  const places: [string, number | null][] = [
    ...([
      ['1', 1],
      ['1.', 1],
      ['1st', 1],
      ['2nd', 2],
      ['=2', 2],
      ['2=', 2],
      ['T3', 3],
    ] as const),
    ...([
      ['1.0', 1],
      ['1er', 1],
      ['2ème', 2],
      ['0', 0],
      ['', null],
      ['DNF', null],
    ] as const),
    ...([
      ['-1', null],
      ['1.5', null],
      ['99999', null],
    ] as const),
  ].map(([text, place]) => [text, place]);
  for (const [text, place] of places) assert.equal(readPlace(text), place, text);
  const penalties: [string, ReturnType<typeof readPenalty>][] = [
    ['10.00', { kind: 'millis', millis: 10_000 }],
    ['+10', { kind: 'millis', millis: 10_000 }],
    ['2,5 s', { kind: 'millis', millis: 2500 }],
    ['0:10.0', { kind: 'millis', millis: 10_000 }],
    ['1:00', { kind: 'millis', millis: 60_000 }],
    ['Finished Off Course(10s)', { kind: 'millis', millis: 10_000 }],
    ['', { kind: 'none' }],
    ['0', { kind: 'none' }],
    ['-5.0', { kind: 'bonus' }],
    ['See Event 123', { kind: 'words', text: 'See Event 123' }],
  ];
  for (const [text, penalty] of penalties)
    assert.deepEqual(readPenalty(textCell(text)), penalty, text);
  assert.equal(penaltyInNote('Zeitstrafe 10 s'), 10_000);
  assert.equal(penaltyInNote('pénalité 5 sec.'), 5000);
  assert.equal(penaltyInNote('10 s behind'), null);
});

test('headings are known by their words, whatever their case, accents and units', () => {
  const cases: [text: string, heading: ReturnType<typeof headingOf>][] = [
    ['Distance (m)', { kind: 'field', field: 'distance' }],
    ['ÉQUIPAGE', { kind: 'field', field: 'crew' }],
    ['St.Nr.', { kind: 'field', field: 'bib' }],
    ['Event Num *', { kind: 'field', field: 'number' }],
    ['#', { kind: 'field', field: 'number' }],
    ['Race #', { kind: 'field', field: 'number' }],
    ['Lane  3', { kind: 'lane', label: '3' }],
    ['Bahn 04', { kind: 'lane', label: '4' }],
    ['1st Place', { kind: 'place', place: 1 }],
    ['Platz 2', { kind: 'place', place: 2 }],
    ['1er', { kind: 'place', place: 1 }],
    ['Time', { kind: 'doubtful', fields: ['start', 'time'] }],
    ['E-Mail', { kind: 'personal' }],
    ['Jahrgang', { kind: 'personal' }],
    ['Seat 3', { kind: 'personal' }],
    ['Date of Birth', { kind: 'personal' }],
    ['Trophy', { kind: 'unknown' }],
    ['constructor', { kind: 'unknown' }],
    ['', { kind: 'unknown' }],
  ];
  for (const [text, heading] of cases) assert.deepEqual(headingOf(text), heading, text);
});
