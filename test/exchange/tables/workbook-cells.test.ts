/** Tables of workbooks: cells that are numbers, dates, times and durations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from '../../../src/exchange/tables/read-table.ts';
import { type Cell, textCell } from '../../../src/exchange/tables/table.ts';
import { EVENT, outline } from './outline.ts';

const number = (value: number): Cell => ({ kind: 'number', text: String(value), value });
const date = (day: string, millisOfDay: number | null = null): Cell => ({
  kind: 'date',
  text: day,
  date: day,
  millisOfDay,
});
const time = (millis: number): Cell => ({ kind: 'time', text: 'as a clock', millis });
const duration = (millis: number): Cell => ({ kind: 'duration', text: 'as a duration', millis });

test('numbers, dates, times and durations are read by their kind', () => {
  const headings = ['Race', 'Date', 'Start', 'Title', 'Lane', 'Crew', 'Place', 'Result'].map(
    textCell,
  );
  const [quay, point] = ['Quay', 'Point'].map(textCell) as [Cell, Cell];
  const rows = [
    headings,
    [
      number(1),
      date('2026-06-14'),
      time(32_400_000),
      textCell('Final'),
      number(1),
      quay,
      number(1),
      duration(383_999.99),
    ],
    // Of merged cells, only the first has a value.
    [
      ...headings.slice(0, 4).map(() => textCell('')),
      number(2),
      point,
      number(2),
      number(0.004456),
    ],
    [number(2), textCell(''), date('2026-06-13', 36_000_000.4), textCell('Heat'), number(0), quay],
    [number(3), textCell('Sunday'), number(0.5), textCell('Heat'), number(3), quay],
  ];
  const read = readTable({ name: 'Sheet1', rows }, 'xlsx', {}, EVENT);
  assert.ok('reading' in read);
  assert.deepEqual(
    read.questions.map(({ id, proposed }) => [id, proposed]),
    [['dates', { Sunday: '2026-06-14' }]],
  );
  assert.deepEqual(outline(read), [
    'carries crews, draw, races, results',
    'csv:1 | number 1 | Final | 2026-06-14 09:00:00 | started',
    '  1: Quay, finished 384000 place 1 (09:00:00–)',
    '  2: Point, finished 384998 place 2 (09:00:00–)',
    'csv:2 | number 2 | Heat | 2026-06-13 10:00:00',
    '  0: Quay',
    'csv:3 | number 3 | Heat | 2026-06-14 12:00:00',
    '  3: Quay',
  ]);
});
