/** Workbooks that LibreOffice has written; the README of the samples describes how they were made. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Answers, ReadFile } from '../../src/exchange/reading/reading.ts';
import { readXlsx } from '../../src/exchange/xlsx/read-xlsx.ts';
import { EVENT } from './tables/outline.ts';

const FOLDER = new URL('./samples/spreadsheets/libreoffice/', import.meta.url);

function read(name: string, answers: Answers = {}): ReadFile {
  const file = { name, bytes: readFileSync(new URL(name, FOLDER)) };
  const found = readXlsx(file, 'xlsx', answers, EVENT);
  assert.ok('reading' in found, JSON.stringify(found));
  return found;
}

/** For each race a line with number, title, date and time, and then a line for each lane with crew and result. */
function told({ reading }: ReadFile): string[] {
  return (reading?.races ?? []).flatMap(({ printed, title, start, lanes }) => [
    `${printed} ${title} ${start?.date} ${start?.time}`,
    ...lanes.map(({ label, crew, result }) =>
      [label ?? '-', crew?.name ?? '-', result?.status, result?.finishMillis]
        .filter((part) => part !== undefined && part !== null)
        .join(' '),
    ),
  ]);
}

const DRAW = [
  "1 Women's 8+ 2026-06-13 09:00:00",
  '1 Lakeside RC finished 402690',
  '2 Harbour BC finished 398500',
  '3 Quay RC dns',
  '2 Men 4x 2026-06-14 14:30:00',
  '1 Kanal-RG Süd finished 3723250',
  '2 Harbour BC finished 3723254',
];

const WORKBOOKS: Record<string, string[]> = {
  'date-1904.xlsx': DRAW,
  'hidden-sheets.xlsx': DRAW,
  'merged.xlsx': [
    "1 Women's 8+ 2026-06-13 09:00:00",
    '1 Lakeside RC',
    '2 Harbour BC',
    '3 Quay RC',
    '2 Men 4x 2026-06-14 14:30:00',
    '1 Lakeside RC',
    '2 Kanal-RG Süd',
  ],
  'formulas.xlsx': [
    "1 Women's 8+ 2026-06-13 09:00:00",
    '1 Lakeside RC finished 402690',
    '2 HARBOUR BC finished 403690',
    '2 Men 4x 2026-06-14 09:10:00',
    '1 -',
    '3 Men 8+ 2026-06-14 10:00:00',
    '1 Quay RC',
  ],
  'places-across.xlsx': [
    '1 Mens Cup 2026-06-13 07:30:00',
    '- Lakeside finished 368300',
    '- Harbour finished 370150',
    '- Quay finished 372150',
    '2 Mens Cup 2026-06-13 07:40:00',
    '- Rivers finished 366500',
    '- Point finished 368990',
    '- Kanal dns',
  ],
};

for (const [name, expected] of Object.entries(WORKBOOKS)) {
  test(`reads ${name}`, () => {
    const found = read(name);
    assert.deepEqual(told(found), expected);
    assert.deepEqual(found.reading?.wrong, []);
  });
}

test('a formula that failed is no crew and no club', () => {
  const { reading } = read('failed-formulas.xlsx');
  assert.deepEqual(reading?.wrong, [
    { row: 2, column: 'Crew', reason: 'the formula failed: #N/A. Mend it in the sheet.' },
    { row: 3, column: 'Club', reason: 'the formula failed: #DIV/0!. Mend it in the sheet.' },
  ]);
});

test('a row that a filter hides is read, and told', () => {
  const found = read('hidden-row.xlsx');
  assert.deepEqual(told(found), ['1 null 2026-06-13 09:00:00', '1 Adler', '2 Biber']);
  assert.deepEqual(found.reading?.notes, [
    { row: 3, text: 'This row is hidden in the sheet, and read all the same.' },
  ]);
});
