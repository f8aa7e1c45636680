/** Sheets with one odd cell each: what is read from them, what is asked, and which rows are wrong (formats.md §9). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPersons } from '../../../src/exchange/reading/person-names.ts';
import type { Answers } from '../../../src/exchange/reading/reading.ts';
import { asMinutes, isLikely } from '../../../src/exchange/tables/results/likely-times.ts';
import { areTimesOfDay } from '../../../src/exchange/tables/results/result-time.ts';
import { textCell } from '../../../src/exchange/tables/table.ts';
import { readXlsx } from '../../../src/exchange/xlsx/read-xlsx.ts';
import { workbook } from '../workbooks.ts';
import {
  asked,
  lanes,
  ONE_DAY,
  outline,
  proposals,
  readLines,
  readWhole,
  told,
} from './outline.ts';

test('numbers of races and lanes that are all written as 1.0 are 1', () => {
  const sheet = (...rows: string[]) => ['Race,Time,Title,Lane,Crew', ...rows];
  const points = sheet(
    '1.0,09:00,Heat,1.0,Quay',
    '1.0,09:00,Heat,2.0,Point',
    '2.0,09:10,Final,1.0,Kanal',
  );
  assert.deepEqual(asked(points), {});
  assert.deepEqual(told(points), told(points.map((line) => line.replaceAll('.0,', ','))));
  const parts = told(sheet('1.0,09:00,Heat,1,Quay', '1.1,09:10,Final,1,Kanal'));
  assert.match(parts[0] ?? '', /^csv:1\.0 /, 'beside 1.1 it is another number');
});

test('a column of race numbers stays one, whatever else stands in some of its cells', () => {
  for (const heading of ['Race', 'Race No.', 'Nr.', 'Racenr', 'Gara', 'Rennen']) {
    const sheet = [
      `${heading},Time,Title,Lane,Crew`,
      '11,09:00,Heat 1,1,Quay',
      '12,09:10,Heat 2,1,Point',
      'Coffee served all day,,,,',
      '13,09:20,Heat 3,1,Kanal',
      'Total,,,,',
    ];
    assert.deepEqual(asked(sheet), {}, heading);
    assert.deepEqual(
      told(sheet),
      [
        'csv:11 | number 11 | Heat 1 | 2026-06-13 09:00:00',
        '  1: Quay',
        'csv:12 | number 12 | Heat 2 | 2026-06-13 09:10:00',
        '  1: Point',
        'csv:13 | number 13 | Heat 3 | 2026-06-13 09:20:00',
        '  1: Kanal',
        'skipped 4: “Coffee served all day” is no race',
        'skipped 6: “Total” is no race',
      ],
      heading,
    );
  }
  const odd = ['Race,Time,Title,Lane,Crew', '1,09:00,A,1,Quay', '2,09:10,B,1,Point'];
  assert.deepEqual(told([...odd, '12 von 40,09:20,C,1,Kanal']).slice(4), [
    'wrong 4 Race: “12 von 40” is no number of a race. Write the number, or take the row out.',
  ]);
  // If too few cells are numbers, a question asks what the column is, and lists the other headings.
  const few = ['Race,Title,Lane,Crew', '1,A,1,Quay', 'Heat B,B,1,Point', 'Heat C,C,1,Kanal'];
  assert.deepEqual(asked(few), { columns: { Race: 'number' } });
  assert.match(readLines(few).questions[0]?.text ?? '', /“Race”, “Title”, “Lane”, “Crew”/);
});

test('decimalComma: two cells that are one time', () => {
  const sheet = [
    'Race,Start,Lane,Crew,Result,Note',
    '1,09:00,1,Quay,6:05,3,',
    '1,09:00,2,Point,6:07,25,',
  ];
  assert.deepEqual(asked(sheet), { decimalComma: true });
  assert.deepEqual(lanes(sheet, { decimalComma: true }), [
    '  1: Quay, finished 365300 (09:00:00–)',
    '  2: Point, finished 367250 (09:00:00–)',
  ]);
  const last = ['Race,Lane,Crew,Result', '1,1,Quay,6:05,3', '1,2,Point,6:07.2'];
  assert.deepEqual(asked(last), { decimalComma: true });
  assert.deepEqual(lanes(last), ['  1: Quay, finished 365300', '  2: Point, finished 367200']);
  const wrong =
    'The row has more cells than there are headings. Put a cell that holds a comma in quotation marks.';
  assert.deepEqual(told(last, { decimalComma: false }).slice(-1), [`wrong 2 null: ${wrong}`]);
  // A comma in a name is no decimal comma of a time.
  const name = ['Race,Lane,Crew,Result', '1,1,Quay, Harbour,6:05.3', '1,2,Point,6:07.2'];
  assert.deepEqual(asked(name), {});
  assert.deepEqual(told(name).slice(-1), [`wrong 2 null: ${wrong}`]);
  assert.deepEqual(asked([...last, '1,3,Kanal, Haven,6:08.1']), { decimalComma: false });
  assert.deepEqual(asked(['Race;Lane;Crew;Result', '1;1;Quay;6:05,3']), {});
});

test('finishes that are times of day: the start is taken off', () => {
  const sheet = (finish: string, other: string) => [
    'Race,Lane,Crew,Start,Finish',
    `1,1,Quay,09:00:00,${finish}`,
    `1,2,Point,09:00:30,${other}`,
  ];
  const note =
    'note 2: The finishes are times of day: the results are what lies between them and the starts of the same rows.';
  const exact = sheet('09:06:05.3', '09:07:00');
  assert.deepEqual(asked(exact), {});
  assert.deepEqual(lanes(exact), [
    '  1: Quay, finished 365300 (09:00:00–09:06:05.300)',
    '  2: Point, finished 390000 (09:00:30–09:07:00)',
  ]);
  assert.ok(told(exact).includes(note));
  assert.deepEqual(lanes(sheet('09:06:05', 'dnf')), [
    '  1: Quay, finished 365000 (09:00:00–09:06:05)',
    '  2: Point, dnf (09:00:30–)',
  ]);
  // These can also be times of nine minutes with hundredths.
  const doubtful = sheet('9:06:05', '9:07:00');
  assert.deepEqual(asked(doubtful), { colonTime: 'timeOfDay' });
  assert.equal(lanes(doubtful)[0], '  1: Quay, finished 365000 (09:00:00–09:06:05)');
  assert.equal(
    lanes(doubtful, { colonTime: 'hundredths' })[0],
    '  1: Quay, finished 546050 (09:00:00–)',
  );
  // One finish before its start does not turn the others into durations of nine hours.
  const typo = [...exact, '2,1,Kanal,09:20:00,09:19:05'];
  assert.deepEqual(asked(typo), { badTimes: { '09:19:05': '' } });
  assert.deepEqual(lanes(typo), [...lanes(exact), '  1: Kanal']);
  // With a time in minutes in the same column, the meaning is unknown, so each of the three can be chosen.
  const mixed = sheet('9:06:05', '9:59.10');
  assert.deepEqual(asked(mixed), { colonTime: 'hundredths' });
  assert.deepEqual(readLines(mixed).questions[0]?.options, ['hundredths', 'timeOfDay', 'hours']);
  assert.deepEqual(lanes(mixed, { colonTime: 'timeOfDay' }), [
    '  1: Quay, finished 365000 (09:00:00–09:06:05)',
    '  2: Point, finished 599100 (09:00:30–)',
  ]);
  const half = [
    'Race,Lane,Crew,Start,Finish',
    '1,1,Quay,2:00 PM,2:06:05.3 PM',
    '1,2,Point,2:00 PM,2:06:15 p.m.',
  ];
  assert.deepEqual(asked(half), {});
  assert.deepEqual(lanes(half), [
    '  1: Quay, finished 365300 (14:00:00–14:06:05.300)',
    '  2: Point, finished 375000 (14:00:00–14:06:15)',
  ]);
  // Across midnight, the finish is on the next day; in other cases a finish before its start stays wrong.
  const midnight = ['Race,Lane,Crew,Start,Finish', '1,1,Quay,23:58:00,00:04:05.3'];
  assert.deepEqual(lanes(midnight), ['  1: Quay, finished 365300 (23:58:00–00:04:05.300)']);
  const first = '1,2,Point,00:01:10,00:20:10';
  assert.deepEqual(asked([...midnight, first]), {});
  assert.equal(lanes([...midnight, first])[1], '  2: Point, finished 1140000 (00:01:10–00:20:10)');
  const sharp = '1,3,Kanal,00:00:00,00:07:00';
  assert.deepEqual(asked([...midnight, sharp]), {});
  assert.equal(lanes([...midnight, sharp])[1], '  3: Kanal, finished 420000 (00:00:00–00:07:00)');
  // If all times are in the first hour of a day, they can be times of day or durations.
  const night = [midnight[0] ?? '', first];
  assert.deepEqual(asked(night), { colonTime: 'timeOfDay' });
  assert.deepEqual(lanes(night), ['  2: Point, finished 1140000 (00:01:10–00:20:10)']);
  assert.deepEqual(lanes(night, { colonTime: 'hours' }), [
    '  2: Point, finished 1210000 (00:01:10–)',
  ]);
  assert.deepEqual(asked([...night, sharp]), { colonTime: 'timeOfDay' });
  // If all start at zero, both meanings give the same time, so nothing is asked.
  assert.deepEqual(asked(['Race,Lane,Crew,Start,Finish', '1,1,Quay,00:00:00,00:20:10']), {});
  assert.deepEqual(asked(['Race,Lane,Crew,Finish', '1,1,Quay,2:06:05.3 PM']), {
    badTimes: { '2:06:05.3 PM': '' },
  });
  // A time of day without a start gives no duration.
  assert.deepEqual(asked(['Race,Lane,Crew,Result', '1,1,Quay,09:06:05.3']), {
    badTimes: { '09:06:05.3': '' },
  });
});

test('which finishes are times of day', () => {
  const cases = [
    { finishes: ['09:06:05', '09:07:05.2'], start: '09:00', are: 'yes' },
    { finishes: ['9:06:05', '9:07:05'], start: '09:00', are: 'perhaps' },
    { finishes: ['9:06:05', '9:07.05'], start: '09:00', are: 'hardly' },
    { finishes: ['09:06:05', '9:07.05'], start: '09:00', are: 'yes' },
    { finishes: ['09:06:05', '08:59:05'], start: '09:00', are: 'yes' },
    { finishes: ['09:06:05', '08:59:05', '08:58:05'], start: '09:00', are: 'no' },
    { finishes: ['6:08:30'], start: '09:00', are: 'no' },
    { finishes: ['6:08.30'], start: '09:00', are: 'no' },
    { finishes: ['09:06:05'], start: null, are: 'no' },
  ];
  const millisOf = (time: string | null) => (time === null ? null : 9 * 3_600_000);
  for (const { finishes, start, are } of cases) {
    const cells = finishes.map((text) => ({
      finish: textCell(text),
      startMillis: millisOf(start),
    }));
    assert.equal(areTimesOfDay(cells), are, finishes.join());
  }
});

test('badTimes: results that no distance explains, and points for colons', () => {
  const sheet = (...times: string[]) => [
    'Race,Lane,Crew,Result',
    ...times.map((time, index) => `1,${index + 1},Quay ${'ABCD'[index]},${time}`),
  ];
  assert.deepEqual(asked(sheet('3.45', '7.02', '21.10')), {
    badTimes: { '3.45': '3:45', '7.02': '7:02', '21.10': '21:10' },
  });
  assert.equal(lanes(sheet('3.45', '7.02'))[0], '  1: Quay A, finished 225000');
  assert.deepEqual(asked(sheet('3.45', '6:05.3')), { badTimes: { '3.45': '' } });
  assert.deepEqual(asked(sheet('3.75', '7.02')), { badTimes: { '3.75': '', '7.02': '' } });
  assert.deepEqual(asked(sheet('1:32:04.5')), { badTimes: { '1:32:04.5': '1:32:04.5' } });
  assert.equal(lanes(sheet('1:32:04.5'))[0], '  1: Quay A, finished 5524500');
  assert.deepEqual(asked(sheet('58.97', '6:05.3')), {});
  const long = ['Race,Distance,Lane,Crew,Result', '1,20 km,1,Quay,1:32:04.5'];
  assert.deepEqual(asked(long), {});
  assert.deepEqual(asked(['Race,Distance,Lane,Crew,Result', '1,100 m,1,Quay,19.8']), {});
  const points = ['Race,Distance,Lane,Crew,Result', '1,5000 m,1,Quay,21.10', '1,,2,Point,22.45'];
  assert.deepEqual(asked(points), { badTimes: { '21.10': '21:10', '22.45': '22:45' } });
});

test('which results are likely, and which points are colons', () => {
  const likely: [number, number | null, boolean][] = [
    [19_999, null, false],
    [20_000, null, true],
    [3_600_000, null, true],
    [3_600_001, null, false],
    [15_000, 100, true],
    [15_000, 2000, false],
    [5_000_000, 2000, false],
    [5_000_000, 20_000, true],
    [21_100, 5000, false],
    [21_100, 150, true],
    [900_000, 500, true],
  ];
  for (const [millis, meters, is] of likely) assert.equal(isLikely(millis, meters), is);
  assert.equal(asMinutes(textCell('3.45')), '3:45');
  assert.equal(asMinutes(textCell('3,59')), '3:59');
  assert.equal(asMinutes(textCell('3.60')), undefined);
  assert.equal(asMinutes(textCell('3.4')), undefined);
  assert.equal(asMinutes({ kind: 'number', text: '7.2', value: 7.2 }), '7:20');
});

test('names: persons behind a crew are not stored unless somebody says so', () => {
  const sheet = [
    'Race,Lane,Crew,Result',
    '1,1,"Lakeside (Smith, J.)",6:05.3',
    '1,2,"Quay – Anna Meier, 2004",6:06.3',
    '1,3,RC Hansa (Boot 2),6:07.3',
  ];
  assert.deepEqual(asked(sheet), { names: 'strip' });
  assert.doesNotMatch(JSON.stringify(readLines(sheet)), /Smith|Meier/);
  assert.deepEqual(told(sheet).slice(1), [
    '  1: Lakeside, finished 365300',
    '  2: Quay, finished 366300',
    '  3: RC Hansa (Boot 2), finished 367300',
    'note 2: “Lakeside” is stored without the person behind it.',
    'note 3: “Quay” is stored without the person behind it.',
  ]);
  assert.equal(lanes(sheet, { names: 'keep' })[0], '  1: Lakeside (Smith, J.), finished 365300');
  assert.deepEqual(asked([sheet[0] ?? '', sheet[3] ?? '']), {});
});

test('which names have persons behind them', () => {
  const cases: [string, string | undefined][] = [
    ['Lakeside (Smith, J.)', 'Lakeside'],
    ['San Diego A (R. Kew)', 'San Diego A'],
    ['San Diego (R.Kew) B', 'San Diego B'],
    ['Texas (Kew)', 'Texas'],
    ['Quay – Anna Meier, 2004', 'Quay'],
    ['Quay - Meier 2004', 'Quay'],
    ['Quay (Meier, Schulz, van Dyk)', 'Quay'],
    ['Quay (LEE, J.)', 'Quay'],
    ['Quay (J. LEE)', 'Quay'],
    ['Quay (LEE, Jane)', 'Quay'],
    ['Porto (Smith, JP)', 'Porto'],
    ['Porto (J.-P. Martin)', 'Porto'],
    ['Porto (J.P. Martin)', 'Porto'],
    ['Quayside (Smith and Jones)', 'Quayside'],
    ['Haven (Anna Meier und Eva Kurz)', 'Haven'],
    ['Haven – Anna Meier et Eva Kurz', 'Haven'],
    ['Kanal (ten Brink, A.)', 'Kanal'],
    ['Kanal (Dr. Meier)', 'Kanal'],
    ['Lock [cox: Smith, J.]', 'Lock'],
    ['Mainz (St.: Meier, A.)', 'Mainz'],
    ['Mainz – Frankfurt und Köln', undefined],
    ['Seeclub (GER, NED)', undefined],
    ['Hansa (RCH, B)', undefined],
    ['Quay (St. Peter)', undefined],
    ['RC Hansa (Boot 2)', undefined],
    ["St. John's (B)", undefined],
    ['Mainz – Frankfurt', undefined],
    ['Mainz – Bad Kreuznach', undefined],
    ['Germany (GER)', undefined],
    ['Union (Masters D)', undefined],
    ['Kent School (Green Team)', undefined],
    ['Quay (8+)', undefined],
    ['Quay (DNS)', undefined],
    ['RG Treis-Karden', undefined],
    ['(Smith)', undefined],
  ];
  for (const [name, crew] of cases) assert.equal(withoutPersons(name), crew, name);
});

test('scratch: crews that are struck through in a workbook', () => {
  const cell = (at: string, text: string, style = 0) =>
    `<c r="${at}" s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`;
  const bytes = workbook({
    sheets: [
      {
        name: 'Sheet',
        content: `<sheetData>${[
          row(1, cell('A1', 'Race'), cell('B1', 'Lane'), cell('C1', 'Crew')),
          row(2, cell('A2', '1'), cell('B2', '1'), cell('C2', 'Quay', 1)),
          row(3, cell('A3', '1'), cell('B3', '2'), cell('C3', 'Point')),
          row(4, cell('A4', '1'), cell('B4', '3'), '<c r="C4" t="s"><v>0</v></c>'),
          row(5, cell('A5', '1'), cell('B5', '4'), '<c r="C5" t="s"><v>1</v></c>'),
        ].join('')}</sheetData>`,
      },
    ],
    strings: [
      '<r><rPr><strike/></rPr><t>Kanal (Smith, J.)</t></r>',
      '<r><rPr><strike/></rPr><t>Old </t></r><r><t>Haven</t></r>',
    ],
    others: {
      'xl/styles.xml':
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts><font><sz val="11"/></font><font><strike/></font></fonts><fills/><cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="0" fontId="1"/></cellXfs><dxfs><dxf><font><strike/></font></dxf></dxfs></styleSheet>',
    },
  });
  const readWith = (answers: Answers) =>
    readWhole(
      (file, given, event) => readXlsx(file, 'xlsx', given, event),
      { name: 'list.xlsx', bytes },
      answers,
      ONE_DAY,
    );
  // Removing the person after a crew's name keeps the strike-through, which means withdrawn.
  assert.deepEqual(proposals(readWith({})), { names: 'strip', scratch: 'withdrawn' });
  assert.deepEqual(outline(readWith({})).slice(2), [
    '  1: nobody',
    '  2: Point',
    '  3: nobody',
    '  4: Old Haven',
    'note 2: “Quay” is struck through and counts as withdrawn.',
    'note 4: “Kanal” is stored without the person behind it.',
    'note 4: “Kanal” is struck through and counts as withdrawn.',
  ]);
  assert.deepEqual(outline(readWith({ scratch: 'racing' })).slice(2, 4), [
    '  1: Quay',
    '  2: Point',
  ]);
});

test('sentences, and rows without time, lane and crew, are no races', () => {
  const sheet = [
    'Lane,Race,Time,Title,Crew',
    '1,1,09:00,Heat 1,Quay',
    'All times are subject to change,,,,',
    '2,1,09:00,Heat 1,Point',
    ',2,,Finals begin at noon,',
    ',,,Doors open at eight,',
    '1,3,09:20,Heat 3,Kanal',
  ];
  assert.deepEqual(asked(sheet), {});
  assert.deepEqual(told(sheet), [
    'csv:1 | number 1 | Heat 1 | 2026-06-13 09:00:00',
    '  1: Quay',
    '  2: Point',
    'csv:3 | number 3 | Heat 3 | 2026-06-13 09:20:00',
    '  1: Kanal',
    'skipped 3: “All times are subject to change” is no race',
    'skipped 5: “Finals begin at noon” has no time, no lane and no crew, and is no race',
    'skipped 6: “Doors open at eight” is no race',
  ]);
  const titles = ['Title,Lane,Crew', 'Heat 1,1,Quay', 'Coffee is served all day,,'];
  assert.deepEqual(told(titles).slice(2), [
    'skipped 3: “Coffee is served all day” has no time, no lane and no crew, and is no race',
  ]);
  // In a programme without times, lanes and crews, all rows are races.
  assert.equal(readLines(['Race,Title', '1,Heat 1', '2,Heat 2']).reading.races.length, 2);
});

test('columns: whole numbers that group the rows are asked about, whatever their heading', () => {
  const sheet = ['Blok,Lane,Crew,Title', '4,1,Quay,A', '4,2,Point,A', '5,1,Kanal,B', '5,2,Haven,B'];
  assert.deepEqual(asked(sheet), { columns: { Blok: 'number' } });
  assert.deepEqual(
    readLines(sheet, { columns: { Blok: 'number' } }).reading.races.map(({ printed }) => printed),
    ['4', '5'],
  );
  const rounds = ['Race,Afd,Lane,Crew', '1,1,1,Quay', '1,1,2,Point', '1,2,1,Kanal', '2,1,1,Haven'];
  assert.deepEqual(asked(rounds), { columns: { Afd: 'round' } });
  for (const [heading, ...values] of [
    ['Punten', '10', '8', '10', '8'],
    ['Volgorde', '1', '2', '3', '4'],
    ['Seizoen', 'a', 'a', 'b', 'b'],
  ]) {
    const others = ['Lane,Crew,Title', '1,Quay,A', '2,Point,A', '1,Kanal,B', '2,Haven,B'];
    const lines = others.map((line, index) => `${[heading, ...values][index]},${line}`);
    assert.deepEqual(asked(lines), {}, heading);
  }
});
