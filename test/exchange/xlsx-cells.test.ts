/** Cells of workbooks: how they are stored, and which cells of a table they become. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { workbookOf } from '../../src/exchange/writers/workbook.ts';
import { type ReadSheet, readSheet } from '../../src/exchange/xlsx/read-xlsx.ts';
import { builtInKind, kindOfFormat, openWorkbook } from '../../src/exchange/xlsx/workbook.ts';
import { sheetOf } from './workbooks.ts';

const SAMPLES = 'test/exchange/samples/spreadsheets';

/** The first sheet. */
function read(bytes: Uint8Array): ReadSheet {
  const workbook = openWorkbook(bytes);
  const [sheet] = workbook.sheets;
  assert.ok(sheet);
  return readSheet(workbook, sheet);
}

function texts(bytes: Uint8Array): string[][] {
  return read(bytes).table.rows.map((cells) => cells.map(({ text }) => text));
}

test('number formats tell dates, times of day, lengths of time and numbers apart', () => {
  const cases: [string, string][] = [
    ...[
      ['General', 'number'],
      ['0.00', 'number'],
      ['#,##0', 'number'],
      ['0.00E+00', 'number'],
    ],
    ...[
      ['@', 'number'],
      ['0%', 'number'],
      ['"Rennen "0', 'number'],
      ['0\\d', 'number'],
    ],
    ...[
      ['yyyy-mm-dd', 'date'],
      ['d/m/yy', 'date'],
      ['mmmm', 'date'],
      ['dddd', 'date'],
    ],
    ...[
      ['[$-407]dd. mmm yyyy', 'date'],
      ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'date'],
    ],
    ...[
      ['yyyy"年"m"月"d"日"', 'date'],
      ['ggge"年"', 'date'],
      ['[Red]dd.mm.yyyy;@', 'date'],
    ],
    ...[
      ['yyyy-mm-dd h:mm:ss', 'dateTime'],
      ['d.m.yy hh:mm', 'dateTime'],
    ],
    ...[
      ['h:mm', 'time'],
      ['hh:mm:ss', 'time'],
      ['h:mm AM/PM', 'time'],
      ['[$-F400]h:mm:ss AM/PM', 'time'],
    ],
    ...[
      ['hh"h"mm', 'time'],
      ['h" Uhr"', 'time'],
      ['h\\hmm', 'time'],
    ],
    ...[
      ['mm:ss', 'duration'],
      ['mm:ss.0', 'duration'],
      ['m:ss,00', 'duration'],
      ['[h]:mm:ss', 'duration'],
    ],
    ...[
      ['[mm]:ss.000', 'duration'],
      ['[ss].00', 'duration'],
      ['h:mm:ss.000', 'duration'],
    ],
  ].map(([code = '', kind = '']): [string, string] => [code, kind]);
  assert.deepEqual(
    cases.map(([code]) => [code, kindOfFormat(code).kind]),
    cases,
  );
  assert.deepEqual(
    [0, 1, 14, 18, 21, 22, 45, 46, 49, 57, 200].map((id) => builtInKind(id).kind),
    [
      'number',
      'number',
      'date',
      'time',
      'time',
      'dateTime',
      'duration',
      'duration',
      'number',
      'date',
      'number',
    ],
  );
});

test('the sample of a start list keeps what its cells show', () => {
  const { table, notes } = read(readFileSync(`${SAMPLES}/start-list.xlsx`));
  assert.equal(table.name, 'Start list');
  assert.deepEqual(
    table.rows.map((cells) => cells.map(({ text }) => text).join('|')),
    [
      'Example Regatta',
      'Race|Date|Time|Event|Lane|Crew|Result|Status',
      '1|2026-06-13|09:30:00|W8+ Heat 1|1|Lakeside Rowing Club|6:42.696',
      '||||2|Harbour Boat Club|6:24.000',
      '16A|2026-06-13 10:00:00|10:30:00|M4x Final|0|1234|6:24.000',
      '||||3|Kanal-RG Süd|DNF|DNF',
      '3|14.06.2026|10:15|Mixed 4x|1',
    ],
  );
  assert.deepEqual(table.rows[2]?.[6], { kind: 'duration', text: '6:42.696', millis: 402_696 });
  assert.deepEqual(table.rows[2]?.[2], { kind: 'time', text: '09:30:00', millis: 34_200_000 });
  assert.equal(notes.length, 1, 'the formula without a stored result');
  assert.match(notes[0]?.text ?? '', /^Cell F7 has a formula whose result is not stored/);
});

test('both date systems give the day that the sheet shows', () => {
  const cells = (serial: number) => `<row r="1"><c r="A1" s="1"><v>${serial}</v></c></row>`;
  const formats = ['yyyy-mm-dd hh:mm:ss'];
  const day = (serial: number, is1904: boolean) =>
    texts(sheetOf(cells(serial), { is1904, formats }))[0]?.[0];
  assert.equal(day(46_186, false), '2026-06-13 00:00:00');
  assert.equal(day(46_186 - 1462, true), '2026-06-13 00:00:00');
  assert.equal(day(59, false), '1900-02-28 00:00:00');
  assert.equal(day(61, false), '1900-03-01 00:00:00');
  // 23:59:59.9999 rounds into the next day.
  assert.equal(day(46_186 - 0.000_000_001, false), '2026-06-13 00:00:00');
  assert.equal(day(0.395_833_333_333_333, false), '09:30:00', 'a time without a day');
  assert.equal(day(9e9, false), '9000000000', 'no day of any calendar');
  assert.equal(day(-1, false), '-1');
});

test('times are exact to the millisecond, whatever fractions of days make of them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 * 3_600_000 - 1 }), (millis) => {
      const cell = `<row r="1"><c r="A1" s="1"><v>${millis / 86_400_000}</v></c></row>`;
      const [found] = read(sheetOf(cell, { formats: ['[h]:mm:ss.000'] })).table.rows[0] ?? [];
      assert.deepEqual(found?.kind === 'duration' && found.millis, millis);
    }),
    { numRuns: 200 },
  );
});

test('cells are read by their references, and by their order where they have none', () => {
  const sheet = '<row r="2"><c r="C2"><v>3</v></c></row><row><c><v>1</v></c><c><v>2</v></c></row>';
  assert.deepEqual(texts(sheetOf(sheet)), [[], ['', '', '3'], ['1', '2']]);
});

test('elements may have a prefix, as some programs write them', () => {
  const x = 'xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const others = {
    'xl/workbook.xml': `<x:workbook ${x} xmlns:d="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><x:sheets><x:sheet name="Draw" sheetId="1" d:id="rId1"/></x:sheets></x:workbook>`,
    'xl/worksheets/sheet1.xml': `<x:worksheet ${x}><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>Crew</x:t></x:is></x:c><x:c r="B1"><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
  };
  assert.deepEqual(texts(sheetOf('', { others })), [['Crew', '7']]);
});

test('every way to store a text is read', () => {
  const sheet = [
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>3</v></c>',
    '<c r="D1" t="inlineStr"><is><r><t>Ruder</t></r><r><t>club</t></r></is></c>',
    '<c r="E1" t="str"><f>A1</f><v>Süd &amp; Nord</v></c><c r="F1" t="b"><v>1</v></c>',
    '<c r="G1" t="d"><v>2026-06-13T10:15:30.5Z</v></c><c r="H1" t="d"><v>2026-06-13</v></c>',
    '<c r="I1" t="e"><v>#N/A</v></c><c r="J1" s="1"><v>7</v></c><c r="K1"><v>0.1</v></c>',
    '<c r="L1"><v>0.30000000000000004</v></c><c r="M1" t="s"><v>2</v></c></row>',
  ].join('');
  const strings = [
    '<t>One</t>',
    '<r><t>東</t></r><r><t>京</t></r><rPh><t>トウ</t></rPh>',
    '<t>a_x000D_b_x005F_c</t>',
    '<t/>',
  ];
  const { table, notes } = read(sheetOf(sheet, { strings, formats: ['000'] }));
  assert.deepEqual(
    table.rows[0]?.map(({ text }) => text),
    [
      ...['One', '東京', '', 'Ruderclub', 'Süd & Nord', 'TRUE', '2026-06-13 10:15:30.500'],
      ...['2026-06-13', '#N/A', '007', '0.1', '0.3', 'a\rb_c'],
    ],
  );
  assert.deepEqual(notes, [{ row: 1, text: 'The formula in cell I1 failed: #N/A.' }]);
});

test('what is under merged cells is not read', () => {
  const rows = [1, 2, 3]
    .map(
      (row) =>
        `<row r="${row}"><c r="A${row}"><v>${row}</v></c><c r="B${row}"><v>${row}</v></c></row>`,
    )
    .join('');
  const merged = (...refs: string[]) =>
    texts(
      sheetOf(
        `${rows}</sheetData><mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells><sheetData>`,
      ),
    );
  assert.deepEqual(merged('A1:A2'), [
    ['1', '1'],
    ['', '2'],
    ['3', '3'],
  ]);
  assert.deepEqual(merged('A1:B3'), [
    ['1', ''],
    ['', ''],
    ['', ''],
  ]);
  assert.deepEqual(merged('C1:XFD1048576', 'nonsense', ''), [
    ['1', '1'],
    ['2', '2'],
    ['3', '3'],
  ]);
});

test('what the console writes is read again', async () => {
  const cell = fc.oneof(
    fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .filter((text) => text.trim() !== '' && !/[\ufffe\uffff]/.test(text))
      // The library that writes workbooks loses texts such as "toString".
      .filter((text) => !(text in {})),
    fc.constantFrom('=1+1', "'x", '<!DOCTYPE x>', '&amp;', ' a ', '1', '001', '1e3'),
    fc.integer(),
    // A sheet has no negative zero.
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
    fc.constant(null),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 8 }),
      async (rows) => {
        const columns = ['a', 'b', 'c'];
        const blob = await workbookOf([{ name: 'Races', columns, rows }]);
        const { table } = read(new Uint8Array(await blob.arrayBuffer()));
        const found = table.rows.map((cells) =>
          cells.map((one) => (one.kind === 'number' ? one.value : one.text)),
        );
        const expected = [columns, ...rows].map((cells) => cells.map((one) => one ?? ''));
        const width = (cells: (string | number)[]) => [...cells, '', '', ''].slice(0, 3);
        assert.deepEqual(
          [...found, ...rows.slice(found.length - 1).map(() => [])].map(width),
          expected.map(width),
        );
      },
    ),
    { numRuns: 60 },
  );
});
