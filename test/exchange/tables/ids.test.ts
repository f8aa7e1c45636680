/** Ids stay the same from one version of a file to the next, whatever else changes in it (tools.md, "Ids"). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvOf } from '../../../src/domain/text/csv.ts';
import { readCsv } from '../../../src/exchange/tables/read-text-table.ts';
import { EVENT, readWhole } from './outline.ts';

interface Row {
  race: string;
  round: string;
  crew: string;
}

const COLUMNS = ['Race No', 'Round', 'Start', 'Title', 'Lane', 'Crew'];
const row = fc.record({
  race: fc.constantFrom('1', '2', '16A', '115a', 'S1', '24'),
  round: fc.constantFrom('', 'Heat 1', 'Finale', 'Série 2'),
  crew: fc.constantFrom('Quay', 'Rivière & Co', "St. Anne's", '=Rivers', 'Kanal-RG Süd', '湖畔'),
});
const sheet = fc.uniqueArray(row, {
  minLength: 1,
  maxLength: 12,
  selector: ({ race, round, crew }) => `${race} ${round} ${crew}`,
});

/** The entries of a file as `race crew`, by their `externalId`s. */
function idsOf(bytes: Uint8Array): string[] {
  const { reading } = readWhole(readCsv, { name: 'sheet.csv', bytes });
  return reading.races
    .flatMap(({ externalId, lanes }) =>
      lanes.map(({ crew }) => `${externalId} ${crew?.externalId}`),
    )
    .sort();
}

function sheetOf(rows: readonly Row[], version: number): string {
  const table = rows.map(({ race, round, crew }, index) => [
    ...[race, round, `${9 + version}:00`, `Title ${race} ${version}`],
    ...[String(index + 1), crew],
  ]);
  return csvOf({ columns: COLUMNS, rows: table }, version % 2 === 0 ? ',' : ';').replaceAll(
    `'=`,
    '=',
  );
}

test('ids stay when rows move, and when titles, times, lanes, separators or the encoding change', () => {
  fc.assert(
    fc.property(
      sheet.chain((rows) =>
        fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
      ),
      fc.constantFrom('utf8', 'utf16le'),
      ([rows, moved], encoding) => {
        const first = Buffer.from(sheetOf(rows, 0), 'utf8');
        const second = Buffer.from(sheetOf(moved, 1), encoding as 'utf8');
        assert.deepEqual(idsOf(second), idsOf(first));
      },
    ),
    { numRuns: 60 },
  );
});

test('the same letters composed in another way are the same id', () => {
  const text = 'Race,Start,Lane,Crew\n1,9:00,1,Rivière';
  const [composed, decomposed] = ['NFC', 'NFD'].map((form) =>
    idsOf(Buffer.from(text.normalize(form))),
  );
  assert.deepEqual(decomposed, composed);
});

test('integers that stand for one race only are its number', () => {
  const text =
    'Race No,Round,Start,Lane,Crew\n7,,9:00,1,a\n8,1,9:00,1,a\n8,2,9:00,1,a\n09,,9:00,1,a\n0010,,9:00,1,a\n10,,9:00,1,a';
  const { reading } = readWhole(readCsv, { name: 'x', bytes: Buffer.from(text) }, {}, EVENT);
  assert.deepEqual(
    reading.races.map(({ externalId, printed, raceNumber }) => [externalId, printed, raceNumber]),
    [
      ['csv:7', '7', 7],
      ['csv:8:1', '8', null],
      ['csv:8:2', '8', null],
      ['csv:09', '09', 9],
      ['csv:0010', '0010', null],
      ['csv:10', '10', null],
    ],
  );
});
