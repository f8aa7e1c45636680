/** Splitting a text into cells: separators, quotation marks, limits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvOf } from '../../../src/domain/text/csv.ts';
import { splitText } from '../../../src/exchange/tables/cells/split-text.ts';
import { readCsv } from '../../../src/exchange/tables/read-text-table.ts';
import { EVENT, textFile } from './outline.ts';

function cellsOf(text: string): string[][] | string {
  const table = splitText(text, 'text');
  if ('unreadable' in table) return table.unreadable;
  return table.rows.map((row) => row.map((cell) => cell.text));
}

test('text is split where its separators stand', () => {
  const cases: [text: string, cells: string[][]][] = [
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\r\n1,5;2,5\r\n',
      [
        ['a', 'b'],
        ['1,5', '2,5'],
      ],
    ],
    [
      'a\tb\r1, x\t2',
      [
        ['a', 'b'],
        ['1, x', '2'],
      ],
    ],
    [
      'a|b\n1|2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['sep=;\na;b', [['a', 'b']]],
    ['sep=,\r\na,"b;c;d"', [['a', 'b;c;d']]],
    [
      '"a,1","say ""go"""\n2,3',
      [
        ['a,1', 'say "go"'],
        ['2', '3'],
      ],
    ],
    [
      'a,"two\nlines"\nb,c',
      [
        ['a', 'two\nlines'],
        ['b', 'c'],
      ],
    ],
    [
      'a,"X" crew,b\n1,2,3',
      [
        ['a', '"X" crew', 'b'],
        ['1', '2', '3'],
      ],
    ],
    [
      'a,5" boat,b\n1,2,3',
      [
        ['a', '5" boat', 'b'],
        ['1', '2', '3'],
      ],
    ],
    [
      'a,"b" ,c\n1,2,3',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    ['a,b\n\n,\n1,2\n\n,\n', [['a', 'b'], [''], ['', ''], ['1', '2']]],
    ['Title\na;b;c\n1;2;3', [['Title'], ['a', 'b', 'c'], ['1', '2', '3']]],
    ['alone', [['alone']]],
    ['', []],
  ];
  for (const [text, cells] of cases) assert.deepEqual(cellsOf(text), cells, JSON.stringify(text));
});

test('every table that we write is split into its cells again', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab",;\t\n\r\' é|'), maxLength: 8 });
  // Without cells that begin with white space, to which the writer may add an apostrophe.
  const plain = cell.filter((text) => !/^[\s]/.test(text));
  const row = fc.array(plain, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(',', ';'),
      (rows, separator) => {
        const columns = ['one', 'two', 'three'];
        const filled = rows.map((cells) => [...cells.slice(0, 2), `${cells[2]}x`]);
        const text = csvOf({ columns, rows: filled }, separator as ',').slice(1);
        assert.deepEqual(cellsOf(`sep=${separator}\n${text}`), [columns, ...filled]);
      },
    ),
  );
});

test('what is too large, or never ends, is refused at once', () => {
  const cases: [text: string, sentence: RegExp][] = [
    [`Race,Time,Crew\n${'1,9:00,a\n'.repeat(5000)}`, /more than 5000 rows.*each race within one/],
    [`Race,Time,Crew\n${','.repeat(200)}`, /Row 2 has more than 200 columns/],
    [
      `Race,Time,Crew\n1,"9:00,a\n${'2,9:10,b\n'.repeat(4000)}`,
      /mark that opens in row 2 never closes/,
    ],
    [`Race,Time,Crew\n${'x'.repeat(6_000_000)}`, /more than 5 MiB.*each race within one/],
    [','.repeat(5_000_000), /Row 1 has more than 200 columns/],
    ['"'.repeat(5_000_001), /never closes|No row of headings/],
    ['', /is empty/],
    ['\n\n\n', /No row of headings/],
  ];
  for (const [text, sentence] of cases) {
    const before = process.cpuUsage();
    const read = readCsv(textFile(text), {}, EVENT);
    const { user, system } = process.cpuUsage(before);
    assert.match('unreadable' in read ? read.unreadable : 'read', sentence);
    assert.ok(user + system < 1_500_000, `${sentence}: ${user + system} µs`);
  }
});

test('rows that hold nothing behind the last one do not count', () => {
  const read = readCsv(textFile(`Race,Time,Crew\n1,9:00,a\n${',,\n'.repeat(9000)}`), {}, EVENT);
  assert.ok('reading' in read);
  assert.equal(read.reading?.races.length, 1);
});

test('columns beyond the limit may be empty, as in a sheet that is formatted far to the right', () => {
  const right = ','.repeat(300);
  const split = cellsOf(`Race,Time${right}\n${right},\n1,09:00${right}\n`);
  assert.ok(typeof split !== 'string', String(split));
  assert.deepEqual(
    split.map((row) => row.filter((text) => text !== '')),
    [['Race', 'Time'], [], ['1', '09:00']],
  );
  assert.ok(split.every((row) => row.length === 200));
  assert.match(String(cellsOf(`Race,Time${right}\n1,09:00${right}x\n`)), /Row 2 has more than 200/);
});
