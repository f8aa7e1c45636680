/** Start lists of FinishLynx: the sample, lines that no sample has, and that we read what we write. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { readStartList } from '../../../src/exchange/finishlynx/read-start-list.ts';
import {
  CODE_PAGES,
  fitCodePage,
  type StartListRace,
  shortNames,
  USUAL_START_LIST,
  writeStartList,
} from '../../../src/exchange/finishlynx/write-start-list.ts';
import type { ReadRace } from '../../../src/exchange/reading/reading.ts';

const FOLDER = new URL('../samples/finishlynx/regatta/', import.meta.url);
const sample = (name: string) => readFileSync(new URL(name, FOLDER));
const bytes = (text: string) => new TextEncoder().encode(text);

test('reads the start lists of a regatta in the order of racing', () => {
  const reading = readingOf({
    evt: sample('lynx.evt'),
    sch: sample('lynx.sch'),
    ppl: sample('lynx.ppl'),
  });
  assert.deepEqual(reading.races.map(titleOf), [
    'lynx:1-1-1 1 1 - 2000 W8+ Heat 1',
    'lynx:1-1-2 1-1-2 - - 2000 W8+ Heat 2',
    'lynx:2-1-1 2 2 - 2000 M4x Final',
    'lynx:1-2-1 1-2-1 - - 2000 W8+ Final',
  ]);
  assert.deepEqual(reading.races.map(lanesOf), [
    ['1 101 Lakeside Rowing Club', '2 102 Harbour Boat Club A', '3 103 Harbour Boat Club B'],
    [
      '1 104 Kanal-Ruder-Gesellschaft Süd',
      '2 105 Club Nautique de la Rivière',
      '3 106 Northshore Paddlers',
    ],
    [
      '1 101 Lakeside Rowing Club',
      '2 102 Harbour Boat Club A',
      '3 103 Harbour Boat Club B',
      '4 104 Kanal-Ruder-Gesellschaft Süd',
      '5 105 Club Nautique de la Rivière',
      '6 106 Northshore Paddlers',
    ],
    [
      '1 101 Lakeside Rowing Club',
      '2 103 Harbour Boat Club B',
      '3 104 Kanal-Ruder-Gesellschaft Süd',
      '4 106 Northshore Paddlers',
    ],
  ]);
  assert.deepEqual(
    reading.crews.map(({ externalId, name, clubId }) => `${externalId} ${name} ${clubId}`),
    [
      'lynx:101 Lakeside Rowing Club LRC',
      'lynx:102 Harbour Boat Club A HBC',
      'lynx:103 Harbour Boat Club B HBC',
      'lynx:104 Kanal-Ruder-Gesellschaft Süd KRG',
      'lynx:105 Club Nautique de la Rivière CNR',
      'lynx:106 Northshore Paddlers NSP',
    ],
  );
  assert.deepEqual([reading.wrong, reading.skipped], [[], []]);
});

/** Headers of a race, each with `id printed-number race-number round`, and `-` for what is missing. */
const IDENTITIES: [header: string, told: string][] = [
  ['5,1,1', 'lynx:5-1-1 5 5 -'],
  ['5', 'lynx:5-1-1 5 5 -'],
  ['5,0,0', 'lynx:5-0-0 5 5 -'],
  ['5,1,2', 'lynx:5-1-2 5-1-2 - -'],
  ['5,2,1', 'lynx:5-2-1 5-2-1 - -'],
  ['005,2,3', 'lynx:005-2-3 005-2-3 - -'],
  ['27A,1,2', 'lynx:27A-1-2 27A-1-2 - -'],
  ['27A,1,1', 'lynx:27A-1-1 27A - -'],
  // In these headers the file names the round in words.
  ['5,Semi,1', 'lynx:5-Semi-1 5 5 Semi'],
  ['5,Semi,2', 'lynx:5-Semi-2 5 5 Semi 2'],
  ['0,1,3', 'lynx:0-1-3 - - -'],
];

for (const [header, expected] of IDENTITIES) {
  test(`the race ${header} gets no round that the file does not say`, () => {
    const [race] = readingOf({ evt: bytes(`${header}\n`) }).races;
    assert.ok(race);
    const { externalId, printed, raceNumber, round } = race;
    assert.equal(
      [externalId, printed, raceNumber, round].map((each) => each ?? '-').join(' '),
      expected,
    );
  });
}

test('another heat or round in the file changes neither number nor id of a race', () => {
  const heat = readingOf({ evt: bytes('5,1,1,W8+ Heat 1\n') }).races;
  const later = readingOf({
    evt: bytes('5,1,1,W8+ Heat 1\n5,1,2,W8+ Heat 2\n5,2,1,W8+ Final\n'),
  }).races;
  assert.deepEqual(later[0], heat[0]);
  assert.deepEqual(
    later.map(({ title }) => title),
    ['W8+ Heat 1', 'W8+ Heat 2', 'W8+ Final'],
  );
});

/** Lines of entries below one header, with the lanes that they make. */
const ENTRIES: [line: string, lanes: string[]][] = [
  [',7,2,Lakeside', ['2 7 Lakeside']],
  ['\t7,2,Lakeside', ['2 7 Lakeside']],
  ['  7,2,Lakeside', ['2 7 Lakeside']],
  ['\t,7,2,Lakeside', ['2 7 Lakeside']],
  [',7,0,Lakeside', ['- 7 Lakeside']],
  [',7,,Lakeside', ['- 7 Lakeside']],
  [',0,2,Lakeside', ['2 Lakeside Lakeside']],
  [',7,2,,,Lakeside', ['2 7 Lakeside']],
  // The name of a person is not read.
  [',7,2,Doe,Jane,Lakeside', ['2 7 Lakeside']],
  [',8,2', ['2 8 Harbour']],
  [',9,2', ['2 -']],
  [',,,,,', []],
  [',7,2,"Lakeside, Composite"', ['2 7 Lakeside, Composite']],
];

for (const [line, lanes] of ENTRIES) {
  test(`reads the entry ${JSON.stringify(line)}`, () => {
    const { races } = readingOf({
      evt: bytes(`; comment\n5,1,1,Final\n${line}\n`),
      ppl: bytes('8,Harbour,,HBC\n'),
    });
    assert.deepEqual(races.map(lanesOf), [lanes]);
  });
}

test('says what it read over, and what stands twice', () => {
  const { skipped, wrong } = readingOf({
    evt: bytes(',7,1,A\n5,1,1,Final\n,7,1,A\n\\DNS,8,2,B\n,8,1,B\n5,1,1,Again\n'),
  });
  assert.deepEqual(
    skipped.map(({ row }) => row),
    [1, 4],
  );
  assert.deepEqual(wrong, [
    { row: 6, column: 'event', reason: 'event 5, round 1, heat 1 stands in the file twice' },
    { row: 5, column: 'lane', reason: 'lane 1 stands in its race twice' },
  ]);
});

test('a number that stands for two crews, or a crew with two numbers, is no id', () => {
  const { races } = readingOf({ evt: bytes('1\n,7,1,A\n,8,2,B\n2\n,7,1,C\n,9,2,B\n3\n,5,1,D\n') });
  assert.deepEqual(races.map(lanesOf), [['1 A A', '2 B B'], ['1 C C', '2 B B'], ['1 5 D']]);
});

test('names: persons behind a crew are not read, unless somebody says that they are none', () => {
  const evt = bytes('1,1,1,Heat 1\n,101,1,"Lakeside (Smith, J.)",,LRC\n,102,2,Quay,,QUA\n');
  const read = readStartList({ evt });
  assert.ok('questions' in read && read.reading);
  assert.deepEqual(
    read.questions.map(({ id, proposed }) => [id, proposed]),
    [['names', 'strip']],
  );
  assert.doesNotMatch(JSON.stringify(read), /Smith/);
  assert.deepEqual(
    read.reading.crews.map(({ name }) => name),
    ['Lakeside', 'Quay'],
  );
  assert.deepEqual(read.reading.notes, [
    { row: 2, text: '“Lakeside” is stored without the person behind it.' },
  ]);
  const kept = readStartList({ evt }, { names: 'keep' });
  assert.ok('questions' in kept && kept.reading);
  assert.deepEqual(
    [kept.questions.length, kept.reading.crews[0]?.name],
    [0, 'Lakeside (Smith, J.)'],
  );
});

test('a file without events is refused in one sentence', () => {
  const read = readStartList({ evt: bytes('; nothing\n') });
  assert.match('unreadable' in read ? read.unreadable : '', /^The \.evt file has no events: /);
});

test('writes what FinishLynx reads, byte for byte', () => {
  const races: StartListRace[] = [
    {
      event: 2,
      name: 'W8+ Heat 1, "fast"',
      distanceMeters: 2000,
      entries: [
        { id: 12, lane: 1, crew: 'Kanal-Ruder-Gesellschaft Süd von 1887 A', clubId: 'KRG' },
        { id: 11, lane: 2, crew: 'Ngā Hoe', clubId: null },
      ],
    },
    { event: 1, name: 'Final', distanceMeters: null, entries: [] },
  ];
  const written = writeStartList(races, USUAL_START_LIST);
  assert.deepEqual(Buffer.from(written.evt).toString('latin1').split('\r\n'), [
    '; written by Running Order',
    '2,1,1,W8+ Heat 1 fast,,,,,,2000',
    ',12,1,Kanal-Ruder-Gesellschaft Süd A,,KRG',
    ',11,2,Nga Hoe',
    '1,1,1,Final',
    '',
  ]);
  assert.equal(
    Buffer.from(written.sch).toString(),
    '; written by Running Order\r\n2,1,1\r\n1,1,1\r\n',
  );
  assert.deepEqual(Buffer.from(written.ppl).toString('latin1').split('\r\n'), [
    '; written by Running Order',
    '11,Nga Hoe',
    '12,Kanal-Ruder-Gesellschaft Süd A,,KRG',
    '',
  ]);
});

test('names that are cut stay different and keep what tells boats of a club apart', () => {
  const long = 'Allgemeiner Ruderverein Hannover von 1880';
  const names = [`${long} A`, `${long} B`, long, `${long} II`, `${long} an der Leine`];
  assert.deepEqual(
    [...shortNames(names, 31).values()],
    [
      'Allgemeiner Ruderverein Hanno A',
      'Allgemeiner Ruderverein Hanno B',
      'Allgemeiner Ruderverein Hannove',
      'Allgemeiner Ruderverein Hann II',
      'Allgemeiner Ruderverein Hanno 2',
    ],
  );
});

const crewName = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.constantFrom('Lakeside, A', '"Quoted" crew', '; comment', '\\DNS', ' ', 'Ngā Hoe', '東京'),
  fc.integer({ min: 1, max: 9 }).map((n) => `${'A club with a long name '.repeat(2)}${n}`),
);
const regatta = fc
  .uniqueArray(crewName, { minLength: 1, maxLength: 12, selector: (name) => name.normalize('NFC') })
  .chain((crews) =>
    fc.record({
      crews: fc.constant(crews),
      races: fc.uniqueArray(
        fc.record({
          event: fc.integer({ min: 1, max: 400 }),
          name: crewName,
          distanceMeters: fc.option(fc.integer({ min: 1, max: 21_000 })),
          lanes: fc.uniqueArray(fc.nat(crews.length - 1), { maxLength: 8 }),
        }),
        { minLength: 1, maxLength: 6, selector: ({ event }) => event },
      ),
      codePage: fc.constantFrom(...CODE_PAGES),
      crewIn: fc.constantFrom('last' as const, 'affiliation' as const),
    }),
  );

test('what is written is read again: races, lanes, and a name of its own for each crew', () => {
  fc.assert(
    fc.property(regatta, ({ crews, races, codePage, crewIn }) => {
      const list = races.map(({ lanes, ...race }) => ({
        ...race,
        entries: lanes.map((index, at) => ({
          id: 100 + index,
          lane: at + 1,
          crew: crews[index] ?? '',
          clubId: null,
        })),
      }));
      const written = writeStartList(list, { codePage, crewIn, maxNameLength: 31 });
      const reading = readingOf(written);
      assert.deepEqual(reading.wrong, []);
      assert.deepEqual(
        reading.races.map(({ raceNumber, distanceMeters, lanes }) => ({
          raceNumber,
          distanceMeters,
          lanes: lanes.map(({ label, crew }) => [label, crew?.externalId]),
        })),
        list.map(({ event, distanceMeters, entries }) => ({
          raceNumber: event,
          distanceMeters,
          lanes: entries.map(({ id, lane }) => [String(lane), `lynx:${id}`]),
        })),
      );
      for (const { name } of reading.crews) assert.ok(name.length <= 31, name);
      assert.equal(new Set(reading.crews.map(({ name }) => name)).size, reading.crews.length);
    }),
    { numRuns: 300 },
  );
});

test('a code page that lacks a letter gets its base letter, never a question mark or zero', () => {
  assert.equal(fitCodePage('Ngā Łódź’s “Åre” Đà 東', 'cp1252'), 'Nga Lódz’s “Åre” Dà _');
  assert.equal(fitCodePage('Ngā', 'utf-8'), 'Ngā');
});

function readingOf(files: Parameters<typeof readStartList>[0]) {
  const read = readStartList(files);
  assert.ok('reading' in read && read.reading, JSON.stringify(read));
  return read.reading;
}

function titleOf({ externalId, printed, raceNumber, round, distanceMeters, title }: ReadRace) {
  return [externalId, printed, raceNumber, round, distanceMeters, title]
    .map((value) => value ?? '-')
    .join(' ');
}

function lanesOf({ lanes }: ReadRace): string[] {
  return lanes.map(({ label, crew }) =>
    [label ?? '-', ...(crew ? [crew.externalId.slice('lynx:'.length), crew.name] : ['-'])].join(
      ' ',
    ),
  );
}
