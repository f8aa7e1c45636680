/** Downloads of a race office: what stands in them, read again, and that no spreadsheet runs any of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import type { Office } from '../../src/contract/console/office.ts';
import { csvOf } from '../../src/domain/csv.ts';
import { workbookOf } from '../../src/exchange/writers/workbook.ts';
import { sheetOf, type SheetTable } from '../../web/src/console/office/hand-outs/sheets.ts';
import { en as frame } from '../../web/src/console/words/office-frame/en.ts';
import { en } from '../../web/src/console/words/office-hand-outs/en.ts';

const lane = (position: number, crewId: number | null, more: object = {}) => ({
  ...{ position, positionLabel: `L${position}`, crewId, status: 'assigned' },
  ...{ finishTimeMillis: null, finishPlace: null, penaltyMillis: null, from: null },
  ...more,
});
const finished = (
  finishPlace: number,
  finishTimeMillis: number,
  penaltyMillis: number | null = null,
) => ({
  ...{ status: 'finished', finishPlace, finishTimeMillis, penaltyMillis },
});
const document = {
  event: { timezone: 'America/New_York' },
  crews: [
    { id: 1, name: '=HYPERLINK("http://evil","x")', clubId: 'Mölln', boatIndex: 2 },
    { id: 2, name: 'Saline, "A"', clubId: null, boatIndex: null },
    { id: 3, name: 'Adler', clubId: '-Club', boatIndex: null },
  ],
  races: [
    {
      ...{ id: 1, raceNumber: 16, printedNumber: '16A', title: '+Final', boatClass: '8+' },
      ...{
        round: null,
        divisionLabel: 'Women',
        distanceMeters: 2000,
        state: 'planned',
        notes: null,
      },
      scheduledAt: '2026-06-13T13:05:00Z',
      lanes: [
        lane(1, 1, finished(2, 402_701)),
        lane(2, null),
        lane(3, 3, { status: 'dns' }),
        lane(4, 2, finished(1, 392_700, 2500)),
      ],
    },
    {
      ...{ id: 2, raceNumber: 17, printedNumber: null, title: null, boatClass: null, round: null },
      ...{ divisionLabel: null, distanceMeters: null, state: 'cancelled', notes: 'a\nb' },
      scheduledAt: '2026-06-14T03:30:00Z',
      lanes: [lane(1, 2)],
    },
  ],
} as unknown as Office;
const words = { own: en, values: frame.values };
const table = (kind: Parameters<typeof sheetOf>[0]) => sheetOf(kind, document, words);

test('programme, crews, start lists and results are tables with times of the venue', () => {
  assert.deepEqual(table('programme').rows, [
    [16, '16A', '2026-06-13', '09:05', '+Final', '8+', null, 'Women', 2000, 'planned', null],
    [17, null, '2026-06-13', '23:30', null, null, null, null, null, 'cancelled', 'a\nb'],
  ]);
  assert.deepEqual(table('crews').rows[0], ['=HYPERLINK("http://evil","x")', 'Mölln', 2]);
  assert.deepEqual(
    table('start-lists').rows.map((cells) => [cells[0], ...cells.slice(4)]),
    [
      ['16A', 'L1', '=HYPERLINK("http://evil","x")', 'Mölln'],
      ['16A', 'L3', 'Adler', '-Club'],
      ['16A', 'L4', 'Saline, "A"', null],
      ['17', 'L1', 'Saline, "A"', null],
    ],
  );
  assert.deepEqual(
    table('results').rows.map((cells) => cells.slice(4)),
    [
      [1, 'L4', 'Saline, "A"', null, 'finished', '6:32.70', 2.5],
      [2, 'L1', '=HYPERLINK("http://evil","x")', 'Mölln', 'finished', '6:42.701', null],
      [null, 'L3', 'Adler', '-Club', 'did not start', null, null],
    ],
  );
  for (const kind of ['programme', 'crews', 'start-lists', 'results'] as const) {
    const { columns, rows } = table(kind);
    for (const cells of rows) assert.equal(cells.length, columns.length, kind);
  }
});

test('CSV read again has the same cells, and none that begins like a formula', () => {
  for (const separator of [',', ';'] as const) {
    const read = readCsv(csvOf(table('results'), separator), separator);
    assert.equal(read.length, 4);
    assert.equal(read[1]?.[6], 'Saline, "A"');
    assert.equal(read[1]?.[10], separator === ';' ? '2,5' : '2.5');
    assert.equal(read[2]?.[6], '\'=HYPERLINK("http://evil","x")');
    assert.equal(read[2]?.[3], "'+Final");
    assert.equal(read[3]?.[7], "'-Club");
  }
  const bad = ['=1', '+1', '-1', '@x', '\t=1', '\n=1', ' =1', '\u200b=1', '＝1', '＠x', '\r'];
  const sheet: SheetTable = { name: 'x', columns: bad, rows: [bad, [-1, 2.5, null]] };
  const [head = [], first = [], numbers] = readCsv(csvOf(sheet, ','), ',');
  for (const cell of [...head, ...first]) assert.match(cell, /^'/, JSON.stringify(cell));
  assert.deepEqual(numbers, ['-1', '2.5', ''], 'a number is no formula');
});

test('a workbook read again has texts as texts, numbers as numbers, and no formula', async () => {
  const tables = (['programme', 'crews', 'start-lists', 'results'] as const).map(table);
  const blob = await workbookOf(tables);
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const names = [...text('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]+)"/g)];
  assert.deepEqual(
    names.map(([, name]) => name),
    ['Programme', 'Crews', 'Start lists', 'Results'],
  );
  const shared = [...text('xl/sharedStrings.xml').matchAll(/<si>.*?<t[^>]*>(.*?)<\/t>.*?<\/si>/gs)];
  const strings = shared.map(([, string = '']) => unescapeXml(string));
  const sheet = (index: number) => {
    const xml = text(`xl/worksheets/sheet${index}.xml`);
    assert.doesNotMatch(xml, /<f[ >]/, 'no formula');
    return [...xml.matchAll(/<c ([^>]*)>(?:<v>([^<]*)<\/v>|.*?)<\/c>/gs)].map(
      ([, cell, value = '']) => (cell?.includes('t="s"') ? strings[Number(value)] : Number(value)),
    );
  };
  assert.deepEqual(sheet(2).slice(0, 6), [
    ...['Name', 'Club', 'Boat', '=HYPERLINK("http://evil","x")', 'Mölln', 2],
  ]);
  assert.ok(sheet(1).includes('+Final'));
  assert.ok(sheet(1).includes(2000));
  assert.ok(sheet(4).includes(2.5));
});

/** Fields of RFC 4180, with quotes taken off. */
function readCsv(csv: string, separator: string): string[][] {
  assert.equal(csv.charCodeAt(0), 0xfeff);
  const rows: string[][] = [[]];
  const field = new RegExp(`("(?:[^"]|"")*"|[^"${separator}\\r\\n]*)(${separator}|\\r\\n)`, 'gy');
  field.lastIndex = 1;
  for (let found = field.exec(csv); found; found = field.exec(csv)) {
    const [, raw = '', end] = found;
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end === '\r\n') rows.push([]);
    if (field.lastIndex === csv.length) break;
  }
  assert.deepEqual(rows.pop(), [], 'the last line ends');
  return rows;
}

function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
