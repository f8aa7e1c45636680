/** Downloads of a race office: their content, read again, and that a spreadsheet program runs no cell as a formula. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import type { LaneSource } from '../../src/contract/board.ts';
import type { Office, OfficeLane } from '../../src/contract/console/office.ts';
import { NO_RESULT } from '../../src/domain/draw/lane.ts';
import { csvOf } from '../../src/domain/text/csv.ts';
import { workbookOf } from '../../src/exchange/writers/workbook.ts';
import {
  fileNameOf,
  type SheetTable,
  sheetOf,
} from '../../web/src/console/office/hand-outs/download-tables.ts';
import { frameWords } from '../../web/src/console/words/office-frame.ts';
import { handOutsWords } from '../../web/src/console/words/office-hand-outs.ts';
import { words as boardWords } from '../../web/src/shared/words/board.ts';
import { inLanguage } from './boards.ts';

const de = inLanguage(handOutsWords, 'de');

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
        reason: null,
        official: false,
        notes: null,
      },
      ...{ scheduledAt: '2026-06-13T13:05:00Z', estimatedAt: '2026-06-13T13:17:00Z' },
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
      ...{ reason: 'Wind', official: false },
      ...{ scheduledAt: '2026-06-14T03:30:00Z', estimatedAt: '2026-06-14T03:30:00Z' },
      lanes: [lane(1, 2)],
    },
  ],
} as unknown as Office;
const source = ({ place, races }: LaneSource) => `${place} of ${races.join()}`;
const { values } = frameWords.value;
const words = { own: handOutsWords.value, values, shared: boardWords.value, source };
const table = (kind: Parameters<typeof sheetOf>[0]) => sheetOf(kind, document, words);

test('programme, crews, start lists and results are tables with times of the venue', () => {
  assert.deepEqual(table('programme').rows, [
    [16, '16A', '2026-06-13', '09:05', '+Final', '8+', null, 'Women', 2000, 'rowed', null, null],
    [17, null, '2026-06-13', '23:30', null, null, null, null, null, 'cancelled', 'Wind', 'a\nb'],
  ]);
  assert.deepEqual(table('crews').rows[0], ['=HYPERLINK("http://evil","x")', 'Mölln', 2]);
  const first = [16, '16A', '2026-06-13', '09:05', '+Final', '8+', null, 'Women', 2000];
  const rowed = [...first, 'rowed', null];
  const cancelled = [17, null, '2026-06-13', '23:30', null, null, null, null, null];
  assert.deepEqual(table('start-lists').rows, [
    [...rowed, '09:17', 'L1', '=HYPERLINK("http://evil","x")', 'Mölln', null, null],
    [...rowed, '09:17', 'L3', 'Adler', '-Club', null, null],
    [...rowed, '09:17', 'L4', 'Saline, "A"', null, null, null],
    [...cancelled, 'cancelled', 'Wind', null, 'L1', 'Saline, "A"', null, null, null],
  ]);
  const results = table('results').rows;
  for (const cells of results.slice(0, 3)) {
    assert.deepEqual(cells.slice(0, 12), [...rowed, 'provisional']);
  }
  assert.deepEqual(
    results.slice(0, 3).map((cells) => cells.slice(12)),
    [
      [1, 'L4', 'Saline, "A"', null, 'finished', '6:32.700', 2.5, '6:35.200', 0],
      [
        2,
        'L1',
        '=HYPERLINK("http://evil","x")',
        'Mölln',
        'finished',
        '6:42.701',
        null,
        '6:42.701',
        7.501,
      ],
      [null, 'L3', 'Adler', '-Club', 'did not start', null, null, null, null],
    ],
  );
  assert.deepEqual(
    results.slice(3),
    [[...cancelled, 'cancelled', 'Wind', ...Array<null>(10).fill(null)]],
    'it has no result, and says why',
  );
  for (const kind of ['programme', 'crews', 'start-lists', 'results'] as const) {
    const { columns, rows } = table(kind);
    for (const cells of rows) assert.equal(cells.length, columns.length, kind);
  }
});

test('a race of which some boats are in is neither planned nor rowed', () => {
  const [race] = document.races;
  assert.ok(race);
  const stateOf = (change: (of: OfficeLane) => object) => {
    const races = [{ ...race, lanes: race.lanes.map((of) => ({ ...of, ...change(of) })) }];
    return sheetOf('programme', { ...document, races } as unknown as Office, words).rows[0]?.[9];
  };
  assert.equal(
    stateOf(({ status }) => (status === 'dns' ? NO_RESULT : {})),
    '2 of 3 in',
  );
  assert.equal(
    stateOf(() => NO_RESULT),
    'planned',
  );
});

test('a lane that a rule fills is on the start list, as on paper', () => {
  const [race] = document.races;
  const from = { races: [16], place: 1, fastest: null };
  const lanes = [lane(1, null, { from }), lane(2, 3, { from }), lane(3, null)];
  const final = { ...document, races: [{ ...race, lanes }] } as unknown as Office;
  assert.deepEqual(
    sheetOf('start-lists', final, words).rows.map((cells) => cells.slice(12)),
    [
      ['L1', null, null, '1 of 16', null],
      ['L2', 'Adler', '-Club', '1 of 16', null],
    ],
  );
});

test('a file is called by its content in the language of the page', () => {
  assert.equal(
    fileNameOf('53. Herbst/Regatta', de.sheets['start-lists'], '2026-11-26', 'csv'),
    '53. Herbst Regatta Startlisten 2026-11-26.csv',
  );
});

test('who has withdrawn is on the start list with the word, and last among the results', () => {
  const [race] = document.races;
  assert.ok(race);
  const lanes = race.lanes.map((of, index) =>
    index === 0 ? { ...of, ...NO_RESULT, withdrawn: true } : of,
  );
  const gone = { ...document, races: [{ ...race, lanes }] } as unknown as Office;
  const last = (kind: 'start-lists' | 'results') => sheetOf(kind, gone, words).rows;
  assert.equal(last('start-lists')[0]?.at(-1), 'withdrawn');
  assert.deepEqual(last('results').at(-1)?.slice(12, 17), [
    ...[null, 'L1', '=HYPERLINK("http://evil","x")', 'Mölln', 'withdrawn'],
  ]);
});

test('a race of which one boat was scratched before the start has no results yet', () => {
  const [race] = document.races;
  assert.ok(race);
  const lanes = race.lanes.map((of) => (of.status === 'dns' ? of : { ...of, ...NO_RESULT }));
  const rowsOf = (state: string) => {
    const races = [{ ...race, lanes, state }];
    return sheetOf('results', { ...document, races } as unknown as Office, words).rows;
  };
  assert.deepEqual(rowsOf('planned'), []);
  const [cancelled, ...none] = rowsOf('cancelled');
  assert.deepEqual([cancelled?.[9], cancelled?.slice(11)], ['cancelled', Array(10).fill(null)]);
  assert.deepEqual(none, []);
});

test('a race that is not over has times, and neither places nor gaps', () => {
  const [race] = document.races;
  assert.ok(race);
  const lanes = race.lanes.map((of) => (of.status === 'dns' ? { ...of, status: 'assigned' } : of));
  const { rows } = sheetOf(
    'results',
    { ...document, races: [{ ...race, lanes }] } as unknown as Office,
    words,
  );
  assert.deepEqual(
    rows.map((cells) => [cells[12], cells[19], cells[20]]),
    [
      [null, '6:35.200', null],
      [null, '6:42.701', null],
      [null, null, null],
    ],
  );
});

test('a head race tells places and gaps from the first boat on, and a guest in front moves no gap', () => {
  const [race] = document.races;
  assert.ok(race);
  const guest = { ...finished(1, 380_000), finishPlace: null, outOfCompetition: true };
  const cases: [why: string, more: object, lanes: object[], told: unknown[][]][] = [
    [
      'a head race that is on',
      { effectiveKind: 'head' },
      [lane(1, 1, finished(2, 402_000)), lane(2, 2, finished(1, 400_000)), lane(3, 3)],
      [
        [1, 0],
        [2, 2],
        [null, null],
      ],
    ],
    [
      'a guest is the fastest',
      {},
      [lane(1, 1, finished(2, 402_000)), lane(2, 2, finished(1, 400_000)), lane(3, 3, guest)],
      [
        [1, 0],
        [2, 2],
        [null, null],
      ],
    ],
    ['a guest alone', {}, [lane(3, 3, guest)], [[null, null]]],
  ];
  for (const [why, more, lanes, told] of cases) {
    const races = [{ ...race, ...more, lanes }];
    const { rows } = sheetOf('results', { ...document, races } as unknown as Office, words);
    assert.deepEqual(
      rows.map((cells) => [cells[12], cells[20]]),
      told,
      why,
    );
  }
});

test('times have the comma of the language', () => {
  const { columns, rows } = sheetOf('results', document, {
    ...{ own: de, values, shared: inLanguage(boardWords, 'de'), source },
  });
  assert.deepEqual(columns.slice(17), [
    'Gefahrene Zeit',
    'Zeitstrafe (s)',
    'Zeit mit Zeitstrafe',
    'Rückstand (s)',
  ]);
  assert.deepEqual([rows[0]?.[17], rows[0]?.[11]], ['6:32,700', 'vorläufig']);
});

test('CSV read again has the same cells, and none that begins like a formula', () => {
  for (const separator of [',', ';'] as const) {
    const read = readCsv(csvOf(table('results'), separator), separator);
    assert.equal(read.length, 5);
    assert.equal(read[1]?.[14], 'Saline, "A"');
    assert.equal(read[1]?.[18], separator === ';' ? '2,5' : '2.5');
    assert.equal(read[2]?.[14], '\'=HYPERLINK("http://evil","x")');
    assert.equal(read[2]?.[4], "'+Final");
    assert.equal(read[3]?.[15], "'-Club");
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

/** The rows of a CSV text by RFC 4180, without the quotes around fields. */
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
