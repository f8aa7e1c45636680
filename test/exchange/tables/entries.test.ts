/** Columns of tables about entries: categories, handicaps, starts, and who rows out of competition. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOrder } from '../../../src/exchange/tables/race-drafts.ts';
import { asked, lanes, readLines, told } from './outline.ts';

test('a category is that of each boat, unless it is the class of a race', () => {
  const sheet = (heading: string, first: string, second: string) => [
    `Race,Lane,Crew,${heading}`,
    `1,1,Quay,${first}`,
    `1,2,Point,${second}`,
  ];
  for (const heading of ['Category', 'Kategorie', 'Wertungsklasse', 'Age category']) {
    assert.deepEqual(lanes(sheet(heading, 'Masters C', 'Masters D')), [
      '  1: Quay (in Masters C)',
      '  2: Point (in Masters D)',
    ]);
  }
  assert.deepEqual(
    lanes(sheet('Category', 'Masters C', 'Masters C'))[0],
    '  1: Quay (in Masters C)',
  );
  assert.deepEqual(told(sheet('Category', 'W8+', 'W8+'))[0], 'csv:1 | number 1 | W8+');
  const classed = ['Race,Lane,Crew,Boat class,Category', '1,1,Quay,4x,W8+', '1,2,Point,4x,W8+'];
  assert.deepEqual(lanes(classed)[0], '  1: Quay (in W8+)');
});

test('a handicap is read as it is written; factors and other words are noted', () => {
  const sheet = (...handicaps: string[]) => [
    'Race;Lane;Crew;Handicap',
    ...handicaps.map((handicap, index) => `1;${index + 1};Quay ${'ABCDE'[index]};${handicap}`),
  ];
  assert.deepEqual(lanes(sheet('1:30', '90 s', '90', '-0:12.5', '')), [
    ...['  1: Quay A (less 90000)', '  2: Quay B (less 90000)', '  3: Quay C (less 90000)'],
    ...['  4: Quay D (less -12500)', '  5: Quay E'],
  ]);
  const factors = told(sheet('1.000', '0,95'));
  assert.deepEqual(factors.slice(1), [
    '  1: Quay A',
    '  2: Quay B',
    'note 2: The handicaps are factors, and are not read: seconds are, such as 90 or 1:30.',
  ]);
  assert.match(told(sheet('90', 'ten')).at(-1) ?? '', /note 3: “ten” is no handicap/);
  const typed = ['Race,Lane,Crew,Handicap,HandicapType', '1,1,Quay,9,USRowing', '1,2,Point,9,'];
  assert.deepEqual(lanes(typed), ['  1: Quay', '  2: Point (less 9000)']);
  assert.match(told(typed).at(-1) ?? '', /“USRowing” are worked out by the timing program/);
});

test('an adjusted time below the raw one is a handicap, and agrees with the one that is given', () => {
  const sheet = (raw: string, penalty: string, adjusted: string, handicap = '') => [
    'Race,Lane,Crew,Raw Time,Penalty,Adj Time,Handicap',
    `1,1,Quay,${raw},${penalty},${adjusted},${handicap}`,
  ];
  const line = (...cells: [string, string, string, string?]) => lanes(sheet(...cells))[0];
  assert.equal(line('6:10.0', '', '6:00.0'), '  1: Quay, finished 370000 (less 10000)');
  assert.equal(line('6:10.0', '', '6:00.0', '10'), '  1: Quay, finished 370000 (less 10000)');
  assert.equal(line('6:10.0', '5', '6:05.0'), '  1: Quay, finished 370000 +5000 (less 10000)');
  assert.equal(line('6:10.0', '5', '6:15.0'), '  1: Quay, finished 370000 +5000');
  assert.equal(line('6:10.0', '', '6:22.5', '-12.5'), '  1: Quay, finished 370000 (less -12500)');
  assert.equal(line('', '', '6:00.0', '10'), '  1: Quay, finished 370000 (less 10000)');
  // If neither penalty nor handicap explains an adjusted time, it counts as the time.
  assert.equal(line('6:10.0', '', '6:22.5'), '  1: Quay, finished 382500');
});

test('a start is actual where its race has finishes, or its heading says so', () => {
  const sheet = (start: string, ...rows: string[]) => [`Race,Lane,Crew,${start},Result`, ...rows];
  const rows = ['1,1,Quay,9:00:00,6:10.0', '1,2,Point,9:00:20,', '2,1,Kanal,9:10:00,'];
  assert.deepEqual(lanes(sheet('Start', ...rows), { emptyPlace: 'none' }), [
    '  1: Quay, finished 370000 (09:00:00–)',
    '  2: Point (09:00:20–)',
    '  1: Kanal',
  ]);
  // A DNS is no sign that the race has started, so these starts are planned ones.
  const early = sheet('Start', '1,1,Quay,9:00:00,DNS', '1,2,Point,9:00:20,');
  assert.deepEqual(lanes(early, { emptyPlace: 'none' }), [
    '  1: Quay, dns (due 09:00:00)',
    '  2: Point (due 09:00:20)',
  ]);
  assert.deepEqual(
    lanes(sheet('Planned start', ...rows), { emptyPlace: 'none' })[0],
    '  1: Quay, finished 370000 (due 09:00:00)',
  );
  assert.deepEqual(
    lanes(sheet('Actual start', ...rows), { emptyPlace: 'none' })[2],
    '  1: Kanal (09:10:00–)',
  );
  const both = [
    'Race,Lane,Crew,Planned start,Start,Result',
    '1,1,Quay,9:00:00,9:00:03.5,6:10.0',
    '1,2,Point,9:00:20,9:00:21,6:12.0',
  ];
  assert.deepEqual(told(both).slice(0, 3), [
    'csv:1 | number 1 | 2026-06-13 09:00:00',
    '  1: Quay, finished 370000 (due 09:00:00, 09:00:03.500–)',
    '  2: Point, finished 372000 (due 09:00:20, 09:00:21–)',
  ]);
});

test('starts of boats beside their results are no programme, other starts are', () => {
  const speaksOfRaces = (...rows: string[]) =>
    readLines(['Race,Lane,Crew,Start,Finish', ...rows]).reading?.carries.races;
  const first = '1,1,Quay,09:00:10,09:07:00';
  assert.equal(speaksOfRaces(first, '1,2,Point,09:00:40,09:08:00'), false);
  assert.equal(speaksOfRaces(first, '1,2,Point,09:00:10,09:08:00'), true, 'they start together');
  assert.equal(speaksOfRaces(first, '1,2,Point,09:00:40,', '2,1,Kanal,09:20:00,'), true);
});

test('a finish by the clock is no result where a column has one, and makes one where none has', () => {
  const beside = [
    'Race,Lane,Crew,Start,Finish,Raw Time',
    '1,1,Quay,09:00:00,09:06:05.3,6:05.3',
    '1,2,Point,09:00:30,DNF,',
  ];
  assert.deepEqual(asked(beside), {});
  assert.deepEqual(lanes(beside), [
    '  1: Quay, finished 365300 (09:00:00–09:06:05.300)',
    '  2: Point, dnf (09:00:30–)',
  ]);
  const alone = ['Race,Lane,Crew,Started at,Finished at', '1,1,Quay,23:59:00,00:05:05.3'];
  assert.deepEqual(lanes(alone), ['  1: Quay, finished 365300 (23:59:00–00:05:05.300)']);
  assert.equal(readLines(alone).reading.races[0]?.lanes[0]?.result?.isFromClocks, true);
});

test('who rows out of competition is entered so, whatever column says it', () => {
  const words: [heading: string, cell: string][] = [
    ['Status', 'Exhibition'],
    ['Status', 'hors concours'],
    ['Place', 'a. K.'],
    ['A. K.', 'x'],
    ['Out of competition', 'yes'],
    ['Exhib', 'ja'],
  ];
  for (const [heading, cell] of words) {
    const found = lanes([`Race,Lane,Crew,Result,${heading}`, `1,1,Quay,6:10.0,${cell}`]);
    assert.deepEqual(found, ['  1: Quay, finished 370000 (out of competition)'], cell);
  }
  const no = lanes(['Race,Lane,Crew,Result,Out of competition', '1,1,Quay,6:10.0,no']);
  assert.deepEqual(no, ['  1: Quay, finished 370000']);
  const dns = lanes(['Race,Lane,Crew,Result,Status', '1,1,Quay,DNS,EXH', '1,2,Point,6:10.0,']);
  assert.deepEqual(dns[0], '  1: Quay, dns (out of competition)');
});

test('places within categories are none of the race', () => {
  const sheet = [
    'Race,Lane,Crew,Category,Result,Place',
    '1,1,Quay,A,6:00.0,1',
    '1,2,Point,B,6:05.0,1',
    '1,3,Kanal,A,6:10.0,2',
  ];
  assert.deepEqual(asked(sheet), {});
  assert.equal(lanes(sheet)[1], '  2: Point, finished 365000 (in B)');
  const wrong = sheet.map((line) => line.replace('6:10.0,2', '5:10.0,2'));
  assert.deepEqual(asked(wrong), { placesConflict: 'times' });
});

test('starts are in order also past midnight', () => {
  const hour = 3_600_000;
  assert.deepEqual(startOrder([23.5 * hour, null, 0.5 * hour]), [
    0,
    Number.POSITIVE_INFINITY,
    hour,
  ]);
  assert.deepEqual(startOrder([9 * hour, 8 * hour]), [hour, 0]);
  assert.deepEqual(startOrder([]), []);
});
