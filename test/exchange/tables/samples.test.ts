/** Every sample of a text table, with what is read from it and which questions it leads to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answers, Format, Reader } from '../../../src/exchange/reading/reading.ts';
import {
  readCrewTimer,
  readCsv,
  readRegattaCentral,
  readTimeTeam,
  textTableFormat,
} from '../../../src/exchange/tables/read-text-table.ts';
import { EVENT, outline, proposals, readWhole, sample } from './outline.ts';

interface Case {
  file: string;
  format: Format;
  answers?: Answers;
  /** The proposed answers, by the ids of the questions. */
  asked: Record<string, unknown>;
  read: string[];
}

const READERS: Partial<Record<Format, Reader>> = {
  csv: readCsv,
  crewtimer: readCrewTimer,
  regattacentral: readRegattaCentral,
  'time-team': readTimeTeam,
};

const CASES: Case[] = [
  {
    file: 'spreadsheets/en-lane-per-row.csv',
    format: 'csv',
    asked: { dates: { '': '2026-06-13' }, emptyLanes: 'keep' },
    read: [
      'carries crews, draw, races',
      'csv:1:Heat 1 | number 1 | U16 Women C2 | Heat 1 | 500 m | 2026-06-13 08:00:00',
      '  1: Rivers A [RIV]',
      '  2: nobody',
      '  3: Quay [QUA]',
      'csv:2:Final | number 2 | U16 Men K2 | Final | 500 m | 2026-06-13 08:05:00',
      '  0: Point [POI]',
      '  1: Rivers B [RIV]',
      'csv:3:Final | number 3 | Open Mixed C15 | Final | 200 m | 2026-06-13 12:40:00',
      '  1: Quay [QUA]',
      'skipped 7: “LUNCH BREAK” is no race',
    ],
  },
  {
    file: 'spreadsheets/en-race-per-row.csv',
    format: 'csv',
    answers: { emptyLanes: 'drop' },
    asked: { dates: { '': '2026-06-13' } },
    read: [
      'carries crews, draw, races',
      'csv:1:A | number 1 | Mens Collegiate | A | 2026-06-13 07:20:00',
      '  1: Lakeside',
      '  2: Harbour',
      '  4: Quay',
      '  5: Point',
      '  6: Northshore',
      'csv:2:B | number 2 | Mens Collegiate | B | 2026-06-13 07:30:00',
      '  1: Rivers',
      '  2: Lakeside B',
      '  3: Kanal',
      'csv:3:A | number 3 | Womens Collegiate | A | 2026-06-13 07:40:00',
      '  1: Harbour',
      '  2: Quay',
      '  3: Point',
      '  4: Northshore',
      '  5: Rivers',
    ],
  },
  {
    file: 'spreadsheets/en-places-across.csv',
    format: 'csv',
    asked: { colonTime: 'hundredths' },
    read: [
      'carries crews, races, results',
      'csv:1:A | number 1 | Mens Cup | A | 2026-06-13 07:30:00 | started',
      '  no lane: Lakeside, finished 368300 place 1 (07:30:00–)',
      '  no lane: Harbour, finished 370150 place 2 (07:30:00–)',
      '  no lane: Quay, finished 372150 place 3 (07:30:00–)',
      'csv:2:B | number 2 | Mens Cup | B | 2026-06-13 07:40:00 | started',
      '  no lane: Rivers, finished 366500 place 1 (07:40:00–)',
      '  no lane: Point, finished 368990 place 2 (07:40:00–)',
      '  no lane: Kanal, dns',
      'skipped 2: “Saturday June 13 2026” is the day of the rows below',
      'note 3: Columns that are not known and not read: “Trophy”.',
    ],
  },
  {
    file: 'spreadsheets/en-blocks.csv',
    format: 'csv',
    asked: { dates: { 'Day 2': '2026-06-14' }, emptyLanes: 'keep' },
    read: [
      'carries crews, draw, races, results',
      'csv:1:HEAT 1 | number 1 | U14 BOYS K1 | HEAT 1 | 500 m',
      '  1: Rivers A [RIV], finished 135300 place 1',
      '  2: Quay [QUA], finished 138900 place 2',
      '  3: Point [POI], dnf',
      'csv:2:FINAL | number 2 | U14 BOYS K2 | FINAL | 500 m',
      '  0: Rivers A [RIV/QUA], finished 310290 place 1',
      '  9: nobody',
      'skipped 8: “Day 2” is the day of the rows below',
      'note 3: Columns that are not read: “POINTS”.',
    ],
  },
  {
    file: 'spreadsheets/en-results-flight.csv',
    format: 'csv',
    asked: { emptyPlace: 'none' },
    read: [
      'carries crews, draw, results',
      "csv:12H1 | no number | Men's Varsity 8+ Cup",
      '  2: Lakeside, finished 373900 place 1',
      '  1: Harbour, finished 377430 +10000 place 2',
      '  4: Quay, finished 380470 (out of competition)',
      '  3: Point',
      'note 1: Columns that are not known and not read: “Split 1”, “Split 2”, “Split 3”.',
    ],
  },
  {
    file: 'spreadsheets/en-hash-header.tsv',
    format: 'csv',
    asked: {},
    read: [
      'carries crews, draw, results',
      'csv:1 | number 1 | Womens Masters A 8+ (27-35)',
      '  6: Lakeside/Harbour [Unaffiliated], finished 459600',
      '  4: Quay [quay], finished 469800',
      '  3: Point [point], dns',
      'note 5: Columns that are not read: “avgAge”, “eventPercent”.',
    ],
  },
  {
    file: 'spreadsheets/de-startliste.csv',
    format: 'csv',
    asked: {},
    read: [
      'carries crews, draw, races',
      'csv:101:Vorlauf 1 | number 101 | OFF 2x | Vorlauf 1 | 1000 m | 2026-06-13 09:00:00',
      '  1: Kanal-RG Süd [Kanal-Ruder-Gesellschaft Süd]',
      '  2: Rgm. Seeclub/Hafen RC [Seeclub Nord]',
      '  3: nobody',
      'csv:115a:Abteilung 1 | no number | Jung 1x 14 Jahre LG | Abteilung 1 | 500 m | 2026-06-13 09:10:00',
      '  1: Seeclub Nord [Seeclub Nord]',
      'csv:S1:Finale A | no number | SM 8+ | Finale A | 2000 m | 2026-06-14 14:30:00',
      '  4: Hafen RC [Hafen RC]',
      'skipped 6: “Mittagspause” is no race',
      'note 1: The file was read as windows-1252; see whether its letters are right: 101;OFF 2x;Vorlauf 1;13.06.2026;09:00;1000 m;1;12;Kanal-RG Süd;Kanal-Ruder-Gesellschaft Süd',
      'note 1: “St.Nr.” counts only where “Bahn” is empty.',
    ],
  },
  {
    file: 'spreadsheets/de-ergebnis.csv',
    format: 'csv',
    asked: { penalty: 'inside' },
    read: [
      'carries crews, draw, results',
      'csv:101:Vorlauf 1 | number 101 | Vorlauf 1',
      '  2: Rgm. Seeclub/Hafen RC, finished 402690 place 1',
      '  1: Kanal-RG Süd, finished 395310 +10000 place 2',
      '  3: Seeclub Nord, dns',
      'csv:115a:Abteilung 1 | no number | Abteilung 1',
      '  1: Seeclub Nord, finished 121500 place 1',
      '  2: Hafen RC, dnf',
      'csv:S1:Finale A | no number | Finale A',
      '  4: Hafen RC, finished 359100 (out of competition)',
      'note 1: The file was read as windows-1252; see whether its letters are right: 101;Vorlauf 1;2;1;Kanal-RG Süd;6:45,31;2,62;Zeitstrafe 10 s',
      'note 1: Columns that are not read: “Differenz”.',
    ],
  },
  {
    file: 'spreadsheets/fr-programme.csv',
    format: 'csv',
    asked: { dates: { Samedi: '2026-06-13', Dimanche: '2026-06-14' } },
    read: [
      'carries crews, draw, races',
      'csv:A1_H1 | no number | Série 1 | SH4- | 2000 m | 2026-06-13 09:00:00',
      '  1: CNR 1 [CNR]',
      '  2: Aviron du Lac 2 [ADL]',
      'csv:A2_H2 | no number | Série 2 | J16F4x | 2000 m | 2026-06-13 09:15:00',
      '  1: Rivière & Co [RIV]',
      'csv:F1 | no number | Finale A | SH4- | 2000 m | 2026-06-14 10:30:00',
      '  3: CNR 1 [CNR]',
      'note 1: “Num Bateau” counts only where “Couloir” is empty.',
    ],
  },
  {
    file: 'spreadsheets/fr-resultats.csv',
    format: 'csv',
    asked: {},
    read: [
      'carries crews, draw, results',
      'csv:A1_H1 | no number | Série 1 | SH4-',
      '  101: CNR 1, finished 402690 place 1',
      '  102: Aviron du Lac 2, finished 405310 place 2',
      'csv:A2_H2 | no number | Série 2 | J16F4x',
      '  103: Rivière & Co, dnf',
      'csv:F1 | no number | Finale A | SH4-',
      '  101: CNR 1, dns',
      'note 1: Columns that are not read: “Delta”.',
    ],
  },
  {
    file: 'spreadsheets/nl-loting.csv',
    format: 'csv',
    asked: {},
    read: [
      'carries crews, draw, races',
      'csv:12:Voorwedstrijd 1 | number 12 | HCl 8+ | Voorwedstrijd 1 | 2000 m | 2026-06-13 13:15:00',
      '  1: Kanaal 1 [R.V. Kanaal]',
      '  2: Haven [R.V. De Haven]',
      'csv:31:Finale | number 31 | DCl 4* | Finale | 2000 m | 2026-06-14 09:05:00',
      '  3: Meer 2 [W.S.V. Het Meer]',
      'note 1: “Rugnummer” counts only where “Baan” is empty.',
    ],
  },
  {
    file: 'spreadsheets/nl-uitslag.csv',
    format: 'csv',
    asked: {},
    read: [
      'carries crews, draw, results',
      'csv:12 | number 12 | HCl 8+',
      '  2: Haven, finished 358200 place 1',
      '  1: Kanaal 1, finished 361740 place 2',
      'csv:31 | number 31 | DCl 4*',
      '  3: Meer 2, dns',
      'note 1: Columns that are not read: “Achterstand”.',
    ],
  },
  {
    file: 'spreadsheets/ja-schedule.csv',
    format: 'csv',
    asked: {},
    read: [
      'carries races',
      'csv:1:FA | number 1 | 女子舵手付きクォドルプル | W4X+ | FA | 1000 m | 2026-06-13 07:00:00',
      'csv:2:FA | number 2 | 男子舵手付きフォア | M4+ | FA | 1000 m | 2026-06-13 07:08:00',
      'note 1: Columns that are not read: “category”, “age_group”.',
    ],
  },
  {
    file: 'spreadsheets/ja-entries-sjis.csv',
    format: 'csv',
    answers: { encoding: 'shift_jis' },
    asked: {},
    read: [
      'carries crews, draw, races',
      'csv:1 | number 1',
      '  1: 湖畔ボートクラブ [湖畔ボートクラブ] (in D)',
      '  2: 港漕艇会 Ａ [港漕艇会] (in D)',
      'note 1: The file was read as shift_jis; see whether its letters are right: 1,1,湖畔ボートクラブ,湖畔ボートクラブ,D',
    ],
  },
  {
    file: 'spreadsheets/paste-from-a-sheet.tsv',
    format: 'csv',
    asked: { dates: { '': '2026-06-13' } },
    read: [
      'carries crews, draw, races',
      'csv:1 | number 1 | W8+ Heat 1 | 2026-06-13 09:30:00',
      '  1: Lakeside',
      '  2: Harbour and Quay',
      'csv:2 | number 2 | M4x Final | 2026-06-13 09:40:00',
      '  1: =Rivers',
    ],
  },
  {
    file: 'spreadsheets/timeteam.csv',
    format: 'time-team',
    asked: { dates: { '': '2026-06-13' } },
    read: [
      'carries crews, races, results',
      'csv:089:2000 meter | number 89 | Womens High School Junior Varsity 8 | WHS JV 8 | 2000 meter | 2000 m | 2026-06-13 10:20:00 | (Anchor Cup)',
      '  no lane: Lakeside Rowing Club, finished 505800 place 1',
      '  no lane: Harbour Boat Club, dns',
      'note 1: Columns that are not read: “regatta_code”, “round_type_code”.',
    ],
  },
  {
    file: 'crewtimer/lineup.csv',
    format: 'crewtimer',
    asked: { dates: { Saturday: '2026-06-13', Sunday: '2026-06-14' } },
    read: [
      'carries crews, draw, races',
      'crewtimer:1 | number 1 | Womens Varsity 8+ | 8+ | 2026-06-13 08:00:00 | lanes | (Top 2 to Event 16A)',
      '  1: Lakeside Rowing Club [LRC]',
      '  2: Harbour Boat Club A [HBC A]',
      '  0: nobody',
      'crewtimer:16A | no number | Womens Varsity 8+ Heat A | 8+ | 2026-06-13 08:10:00 | lanes',
      '  3: Lakeside Rowing Club [LRC]',
      'crewtimer:20 | number 20 | Mixed Masters 4x+ | 4x+ | 2026-06-14 09:00:00 | head',
      '  101: Club Nautique de la Rivière [CNR] (less 18500)',
      'skipped 6: “Lunch” is no race',
      'note 1: Columns that are not read: “Stroke”, “Note”.',
      'note 8: Lakeside, Composite has no lane and is not drawn.',
    ],
  },
  {
    file: 'crewtimer/results.csv',
    format: 'crewtimer',
    asked: {},
    read: [
      'carries crews, draw, results',
      'crewtimer:1 | number 1 | Womens Varsity 8+ | 8+',
      '  2: Harbour Boat Club A [HBC A], finished 402696 place 1 (08:01:10–08:07:52.696)',
      '  1: Lakeside Rowing Club [LRC], finished 400310 +10000 place 2 (08:01:10–08:07:50.310)',
      '  0: Northshore Paddlers [NSP], dns',
      'crewtimer:16A | no number | Womens Varsity 8+ Heat A | 8+',
      '  3: Lakeside Rowing Club [LRC], dnf (08:12:00–)',
      'crewtimer:20 | number 20 | Mixed Masters 4x+ | 4x+',
      '  101: Club Nautique de la Rivière [CNR], finished 1110000 place 1 (less 18500, 09:00:30–09:19:00)',
      '  102: Northshore Paddlers [NSP], dsq',
      'note 1: Columns that are not read: “Stroke”, “Delta”. Columns that are not known and not read: “500m”.',
    ],
  },
  {
    file: 'regattacentral/boats.csv',
    format: 'regattacentral',
    asked: {},
    read: [
      'carries crews, draw, races',
      'csv:4 | number 4 | Womens Varsity 8+ | 2026-06-13 08:00:00',
      '  1: Lakeside Rowing Club A [LRC]',
      '  2: St. Anne Boat Club B [SABC]',
      'csv:9 | number 9 | Mixed Masters 4x+ | 2026-06-14 09:00:00',
      'note 1: Columns that are not read: “Avg Age”.',
      'note 4: Harbour Boat Club has no lane and is not drawn.',
    ],
  },
];

for (const { file, format, answers = {}, asked, read } of CASES)
  test(`${file} is read as it stands`, () => {
    const reader = READERS[format] as Reader;
    assert.equal(textTableFormat(sample(file)), format);
    const found = readWhole(reader, sample(file), answers);
    assert.equal(found.format, format);
    assert.deepEqual(proposals(found), asked);
    assert.deepEqual(outline(found), read);
    // The proposed answers are valid ones, with which the same is read.
    const answered = readWhole(reader, sample(file), { ...answers, ...asked });
    assert.deepEqual(proposals(answered), {});
    assert.deepEqual(outline(answered), read);
  });

test('a table without headings is refused with a sentence that says what to do', () => {
  const read = readCsv(sample('spreadsheets/wild-times.csv'), {}, EVENT);
  assert.match(
    'unreadable' in read ? read.unreadable : '',
    /^No row of headings .* Name the columns/,
  );
});
