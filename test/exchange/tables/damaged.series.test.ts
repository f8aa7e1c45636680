/** Damaged tables: each is read or refused, without an exception and in time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NamedFile, Reader } from '../../../src/exchange/reading/reading.ts';
import {
  readCrewTimer,
  readCsv,
  readRegattaCentral,
  readTimeTeam,
  textTableFormat,
} from '../../../src/exchange/tables/read-text-table.ts';
import { readDamaged } from '../damage.ts';
import { crewTimerJson, EVENT, sample } from './outline.ts';

const SHEETS = [
  ...['en-lane-per-row.csv', 'en-race-per-row.csv', 'en-places-across.csv', 'en-blocks.csv'],
  ...['en-results-flight.csv', 'en-hash-header.tsv', 'de-startliste.csv', 'de-ergebnis.csv'],
  ...['fr-programme.csv', 'fr-resultats.csv', 'nl-loting.csv', 'nl-uitslag.csv'],
  ...['ja-entries-sjis.csv', 'ja-schedule.csv', 'paste-from-a-sheet.tsv', 'wild-times.csv'],
];

test('damaged sheets are read or refused', () => {
  const files = SHEETS.map((name) => sample(`spreadsheets/${name}`));
  readDamaged((file, answers, event) => {
    textTableFormat(file);
    return readCsv(file, answers, event);
  }, files);
});

test('damaged files of timing programs are read or refused', () => {
  const readers = new Map<NamedFile, Reader>([
    [sample('crewtimer/lineup.csv'), readCrewTimer],
    [sample('crewtimer/results.csv'), readCrewTimer],
    [crewTimerJson(), readCrewTimer],
    [sample('regattacentral/boats.csv'), readRegattaCentral],
    [sample('spreadsheets/timeteam.csv'), readTimeTeam],
  ]);
  const byName = new Map([...readers].map(([{ name }, reader]) => [name, reader]));
  readDamaged(
    (file, ...others) => (byName.get(file.name) as Reader)(file, ...others),
    [...readers.keys()],
  );
});

test('a cell that never ends takes no time, whatever it repeats and in whatever column', () => {
  const headings =
    'Race,Start,Date,Title,Round,Distance,Lane,Bow,Crew,Club,Time,Place,Status,Penalty,Notes';
  const cells = '1,9:00,2026-06-13,T,R,500m,1,1,Q,C,6:00.0,1,,,n'.split(',');
  const repeated = [
    '9',
    '.',
    ' ',
    ':',
    'x',
    '-',
    '\u3000',
    '1 ',
    '9.',
    'a.',
    '1:',
    '(',
    'T9',
    'é',
    '0',
    '"',
    '1/',
  ];
  for (const sign of repeated)
    for (const column of cells.keys()) {
      const endless = sign.repeat(50_000 / sign.length);
      const row = cells.map((cell, index) => (index === column ? endless : cell)).join(',');
      const bytes = new TextEncoder().encode(`${headings}\n${row}`);
      const before = process.cpuUsage();
      readCsv({ name: 'endless.csv', bytes }, {}, EVENT);
      const { user, system } = process.cpuUsage(before);
      assert.ok(user + system < 500_000, `${JSON.stringify(sign)} in column ${column + 1}`);
    }
});
