/** Workbooks that are harmful or damaged, and files that are no workbooks: each is refused in one sentence. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { UnreadableError } from '../../src/exchange/reading/reading.ts';
import { readSheet } from '../../src/exchange/xlsx/read-xlsx.ts';
import { openWorkbook } from '../../src/exchange/xlsx/workbook.ts';
import { sheetOf, workbook } from './workbooks.ts';

const SAMPLES = 'test/exchange/samples/spreadsheets';
const CELL = '<row r="1"><c r="A1"><v>1</v></c></row>';

/** The sentence with which a workbook is refused, and the milliseconds of processor time until then. */
function refusal(bytes: Uint8Array): { sentence: string; millis: number } {
  const before = process.cpuUsage();
  try {
    const book = openWorkbook(bytes);
    for (const sheet of book.sheets) readSheet(book, sheet);
  } catch (error) {
    assert.ok(error instanceof UnreadableError, String(error));
    const { user, system } = process.cpuUsage(before);
    return { sentence: error.message, millis: (user + system) / 1000 };
  }
  assert.fail('it was read');
}

test('the samples that would do harm are refused at once', () => {
  const cases: [string, RegExp][] = [
    ['bomb', /too large once it is unpacked/],
    ['lying-size', /damaged/],
    ['doctype', /document type/],
    ['far-cell', /Something stands in cell XFD1048576; at most 5000 rows and 200 columns/],
  ];
  for (const [name, expected] of cases) {
    const { sentence, millis } = refusal(readFileSync(`${SAMPLES}/${name}.xlsx`));
    assert.match(sentence, expected);
    assert.ok(millis < 500, `${name} took ${millis} ms`);
  }
});

test('documents with entities are refused in every part and every encoding', () => {
  const entity = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>';
  for (const part of [entity, `<?xml version="1.0"?>${entity}`, Buffer.from(entity, 'utf16le')])
    assert.match(
      refusal(sheetOf(CELL, { others: { 'customXml/item1.xml': part } })).sentence,
      /document type/,
    );
});

test('links out of the workbook, macros and pictures are left alone', () => {
  const others = {
    'xl/vbaProject.bin': 'Sub Auto_Open()',
    'xl/media/image1.png': '<!DOCTYPE is no markup here',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="e" Type="x/styles" TargetMode="External" Target="http://127.0.0.1/styles.xml"/></Relationships>',
  };
  const book = openWorkbook(sheetOf(CELL, { others }));
  const [sheet] = book.sheets;
  assert.ok(sheet);
  assert.equal(readSheet(book, sheet).table.rows[0]?.[0]?.text, '1');
});

test('a million empty rows cost little', () => {
  const empty = Array.from({ length: 1_000_000 }, (_, index) => `<row r="${index + 2}"/>`).join('');
  const bytes = sheetOf(`${CELL}${empty}`);
  // Processor time and not elapsed time, because other tests run at the same time.
  const before = process.cpuUsage();
  const book = openWorkbook(bytes);
  const [sheet] = book.sheets;
  assert.ok(sheet);
  assert.equal(readSheet(book, sheet).table.rows.length, 1);
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 6_000_000, `${user + system} µs`);
});

test('cells beyond the limits are refused only where something stands in them', () => {
  const at = (reference: string, value: string) =>
    sheetOf(`<row><c r="${reference}" s="1">${value}</c></row>`);
  for (const far of ['A5001', 'GS1', 'XFD1048576', 'A0', 'ZZZ9999999']) {
    assert.match(refusal(at(far, '<v>1</v>')).sentence, /at most 5000 rows and 200 columns/);
    const book = openWorkbook(at(far, ''));
    const [sheet] = book.sheets;
    assert.deepEqual(sheet && readSheet(book, sheet).table.rows, []);
  }
  const book = openWorkbook(at('GR5000', '<v>1</v>'));
  const [sheet] = book.sheets;
  assert.equal(sheet && readSheet(book, sheet).table.rows[4999]?.[199]?.text, '1');
});

test('merged areas that overlap without end are refused', () => {
  const rows = `<row r="5000"><c r="GR5000"><v>1</v></c></row></sheetData>`;
  const areas = '<mergeCell ref="A1:GR5000"/>'.repeat(200_000);
  const { sentence, millis } = refusal(
    sheetOf(`${rows}<mergeCells>${areas}</mergeCells><sheetData>`),
  );
  assert.match(sentence, /merged cells of the sheet overlap/);
  assert.ok(millis < 6000);
});

test('hidden sheets and charts are no sheets', () => {
  const content = `<sheetData>${CELL}</sheetData>`;
  const book = openWorkbook(
    workbook({
      sheets: [
        { name: 'Contacts', content, state: 'hidden' },
        { name: 'Secret', content, state: 'veryHidden' },
        { name: 'Draw', content },
      ],
    }),
  );
  assert.deepEqual(
    book.sheets.map(({ name }) => name),
    ['Draw'],
  );
});

test('other files get a sentence that says what to do', () => {
  const zip = (parts: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));
  const encrypted = Buffer.from(sheetOf(CELL));
  const directory = encrypted.readUInt32LE(encrypted.length - 6);
  encrypted.writeUInt16LE(encrypted.readUInt16LE(directory + 8) | 1, directory + 8);
  const cases: [Uint8Array, RegExp][] = [
    [zip({ 'xl/workbook.bin': '' }), /binary workbook \(\.xlsb\)\. Save it as \.xlsx/],
    [zip({ mimetype: '', 'content.xml': '' }), /OpenDocument file\. Save it as \.xlsx/],
    [zip({ 'word/document.xml': '<a/>' }), /no Excel workbook/],
    [zip({ '_rels/.rels': '<Relationships/>' }), /no Excel workbook/],
    [encrypted, /has a password\. Save it as \.xlsx without a password/],
    [new Uint8Array(), /damaged/],
    [strToU8('PK\u0003\u0004'), /damaged/],
    [zip(Object.fromEntries(Array.from({ length: 257 }, (_, i) => [`p${i}`, '']))), /257 parts/],
    [sheetOf('<row><c t="s"><v>0</v></c></row>'), /names a text that is not there/],
    [sheetOf('<row></c></row>'), /XML is damaged in line 2/],
    [sheetOf('<a>'.repeat(70) + '</a>'.repeat(70)), /nested more than 64 deep/],
    [
      sheetOf(CELL, { others: { 'xl/worksheets/sheet1.xml': new Uint8Array([0x3c, 0x61, 0xff]) } }),
      /encoding/,
    ],
  ];
  for (const [bytes, expected] of cases) assert.match(refusal(bytes).sentence, expected);
});
