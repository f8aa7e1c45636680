/** Results of RaceClocker and Webscorer. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { readRaceClocker } from '../../src/exchange/raceclocker.ts';
import type { Answers, Reader, ReadFile, Reading } from '../../src/exchange/reading/reading.ts';
import { readWebscorer } from '../../src/exchange/webscorer.ts';

const EVENT = { timeZone: null, startDate: '2026-06-13', endDate: '2026-06-14' };

function read(
  reader: Reader,
  bytes: Uint8Array | string,
  answers: Answers = {},
): ReadFile & { reading: Reading } {
  const file = reader({ name: 'results', bytes: Buffer.from(bytes as string) }, answers, EVENT);
  assert.ok(!('unreadable' in file), JSON.stringify(file));
  assert.ok(file.reading);
  return { ...file, reading: file.reading };
}

function refusal(reader: Reader, text: string): string {
  const file = reader({ name: 'results', bytes: Buffer.from(text) }, {}, EVENT);
  return 'unreadable' in file ? file.unreadable : assert.fail('it was read');
}

/** Each lane as `name status millis penalty place`. */
function lanes({ races }: Reading): string[][] {
  return races.map((race) =>
    race.lanes.map(({ crew, result }) =>
      [crew?.name, result?.status, result?.finishMillis, result?.penaltyMillis, result?.place]
        .map((part) => part ?? '-')
        .join(' '),
    ),
  );
}

/** A feed of RaceClocker with these rows; properties that a row lacks get usual values. */
function feed(...rows: readonly Record<string, unknown>[]): string {
  const usual = { Category: 'CMix4x+', Wave: '08:00 Vorlauf 1', ExtraInfo: [], Penalty: 0 };
  const all = rows.map((row, index) => ({ Name: `Crew ${index + 1}`, ...usual, ...row }));
  return JSON.stringify([...all, { RaceInfo: { Name: 'Example' } }]);
}

test('the sample feed gives the results of one race', () => {
  const sample = readFileSync('test/exchange/samples/raceclocker/feed.json');
  const { layout, questions, reading } = read(readRaceClocker, sample);
  assert.deepEqual([layout, questions], ['raceclocker:feed', []]);
  assert.deepEqual(reading.carries, { crews: false, races: false, draw: false, results: true });
  assert.deepEqual(lanes(reading), [['Seeclub Nord finished 247600 - 1', 'Hafen RC dnf - - -']]);
  const [race] = reading.races;
  assert.deepEqual(
    [race?.externalId, race?.title, race?.boatClass, race?.round, race?.printed],
    ['raceclocker:CMix4x+:Vorlauf 1', 'CMix4x+ Vorlauf 1', 'CMix4x+', 'Vorlauf 1', null],
  );
  // The bib is no part of a crew's id, because it changes between races.
  assert.deepEqual(
    race?.lanes.map(({ label, crew }) => [label, crew?.externalId]),
    [
      [null, 'raceclocker:0191a001-0000-7000-8000-000000000001'],
      [null, 'raceclocker:Hafen RC'],
    ],
  );
});

test('the penalty is inside the result of RaceClocker, and taken out again', () => {
  const { reading } = read(
    readRaceClocker,
    feed(
      { Result: '00:04:17.6', Penalty: 10, Rank: 2 },
      { Result: '01:02:03.4', Penalty: '5.5', Rank: '=3' },
      { Result: '00:00:04.0', Penalty: 10 },
      { Result: '00:04:07.6', Penalty: 'ten' },
    ),
  );
  assert.deepEqual(lanes(reading), [
    ['Crew 1 finished 247600 10000 2', 'Crew 2 finished 3717900 5500 -'],
  ]);
  assert.deepEqual(
    reading.wrong.map(({ row, column }) => [row, column]),
    [
      [3, 'Result'],
      [4, 'Result'],
    ],
  );
});

test('races of a feed are told apart by wave, category, or a number in the fields of the organiser', () => {
  const { reading } = read(
    readRaceClocker,
    feed(
      { Wave: 'A' },
      { Wave: 'B' },
      { Wave: 'A', Category: 'M1x' },
      { Wave: 'A' },
      { Wave: 'Z', ExtraInfo: [['Race', '12']] },
      {
        Wave: 'Y',
        ExtraInfo: [
          ['Seat', 1],
          ['Race no.', 12],
        ],
      },
      { Wave: 'Y', ExtraInfo: [['Rennen', '24a']] },
    ),
  );
  assert.deepEqual(
    reading.races.map(({ externalId, raceNumber, lanes: of }) => [
      externalId,
      raceNumber,
      of.length,
    ]),
    [
      ['raceclocker:A', null, 3],
      ['raceclocker:CMix4x+:B', null, 1],
      ['raceclocker:12', 12, 2],
      ['raceclocker:24a', null, 1],
    ],
  );
  // Each category as a race of its own, because an event may have it as one.
  assert.deepEqual(
    reading.races[0]?.parts?.map(({ externalId, lanes: of }) => [externalId, of.length]),
    [
      ['raceclocker:CMix4x+:A', 2],
      ['raceclocker:M1x:A', 1],
    ],
  );
  // Another start time makes another race, even if the waves have the same name.
  const apart = read(
    readRaceClocker,
    feed({ Wave: '08:00 Heat 1' }, { Wave: '08:10 Heat 1', Category: 'M1x' }),
  );
  assert.deepEqual(
    apart.reading.races.map(({ externalId }) => externalId),
    ['raceclocker:CMix4x+:Heat 1', 'raceclocker:M1x:Heat 1'],
  );
});

test('a crew without a result yet has none, and a word that nobody knows is asked', () => {
  const rows = [
    ...[{ Result: 'In race...' }, { Result: 'Not started' }, { Result: '' }, { Result: 'DNS' }],
    ...[{ Result: 'DQ' }, { Result: 'Abandoned ship' }, { Result: '00:00:00.0' }],
  ];
  const { questions, reading } = read(readRaceClocker, feed(...rows));
  assert.deepEqual(lanes(reading), [
    [
      ...['Crew 1 - - - -', 'Crew 2 - - - -', 'Crew 3 - - - -', 'Crew 4 dns - - -'],
      ...['Crew 5 dsq - - -', 'Crew 6 - - - -', 'Crew 7 - - - -'],
    ],
  ]);
  assert.equal(questions.length, 1);
  assert.deepEqual([questions[0]?.id, questions[0]?.where], ['status', 'rows 6']);
  assert.deepEqual(questions[0]?.proposed, { 'Abandoned ship': null }, 'a field for each word');
  assert.match(questions[0]?.text ?? '', /"Abandoned ship"/);
  const answered = read(readRaceClocker, feed(...rows), { status: { 'Abandoned ship': 'dnf' } });
  assert.deepEqual(answered.questions, []);
  assert.equal(lanes(answered.reading)[0]?.[5], 'Crew 6 dnf - - -');
});

test('a handicap is told, and a row without a name is wrong', () => {
  const { reading } = read(
    readRaceClocker,
    feed({ Result: '00:04:07.6', Handicap: '0.950' }, { Name: ' ', Result: '00:04:07.6' }),
  );
  assert.equal(
    reading.notes[0]?.text,
    'Crew 1 has the handicap 0.950: 13.032 are taken off its raw time.',
  );
  assert.deepEqual(reading.wrong, [{ row: 2, column: 'Name', reason: 'The row has no name.' }]);
});

test('a handicap is taken off the raw time, by the clocks or else by what is shown', () => {
  const handicaps = feed(
    { Start: '09:00:00.0', Finish: '09:04:20.6', Result: '00:04:07.6', Handicap: '0.950' },
    { Start: '09:00:00.0', Result: '00:04:07.6', Handicap: '0,950' },
    { Start: 'soon', Finish: '09:04:20.6', Result: '00:04:17.6', Penalty: 10, Handicap: '0.950' },
    { Result: '00:04:07.6', Handicap: '1.050' },
  );
  const { reading } = read(readRaceClocker, handicaps);
  assert.deepEqual(
    reading.races[0]?.lanes.map(({ result, allowanceMillis }) => [
      ...[result?.finishMillis, result?.penaltyMillis, allowanceMillis],
    ]),
    [
      [260_600, null, 13_030],
      [260_632, null, 13_032],
      [260_632, 10_000, 13_032],
      [235_810, null, -11_790],
    ],
  );
});

test('what is no feed is refused in a sentence', () => {
  assert.match(refusal(readRaceClocker, '[{}]'), /no feed of RaceClocker/);
  assert.match(refusal(readRaceClocker, '[{"RaceInfo":'), /no complete JSON/);
  const many = JSON.stringify([...Array(5001).fill({ Name: 'x' }), { RaceInfo: {} }]);
  assert.match(refusal(readRaceClocker, many), /more than 5000 rows/);
});

test('times of RaceClocker are read as they were written', () => {
  const tenths = fc.integer({ min: 1, max: 216_000 });
  const penalty = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(fc.array(fc.tuple(tenths, penalty), { maxLength: 20 }), (times) => {
      // Results above six hours are left out, because a question is asked about them.
      const finishes = times.filter(([tenth, seconds]) => tenth + seconds * 10 <= 216_000);
      const rows = finishes.map(([tenth, seconds]) => ({
        Result: new Date(tenth * 100 + seconds * 1000).toISOString().slice(11, 21),
        Penalty: seconds,
      }));
      const [race] = read(readRaceClocker, feed(...rows)).reading.races;
      assert.deepEqual(
        (race?.lanes ?? []).map(({ result }) => [result?.finishMillis, result?.penaltyMillis]),
        finishes.map(([tenth, seconds]) => [tenth * 100, seconds * 1000 || null]),
      );
    }),
    { numRuns: 100 },
  );
});

const asked = ({ questions }: ReadFile) =>
  Object.fromEntries(questions.map(({ id, proposed }) => [id, proposed]));

/** For each app, its reader and a function that makes a file with these results. */
const WITH_RESULTS: readonly [Reader, (...times: string[]) => string][] = [
  [readRaceClocker, (...times) => feed(...times.map((Result) => ({ Result })))],
  [
    readWebscorer,
    (...times) =>
      [
        'Place\tBib\tTeam name\tCategory\tTime',
        ...times.map((time, index) => `\t${index}\tCrew ${index + 1}\tM8+\t${time}`),
      ].join('\n'),
  ],
];

test('times that can be something else are asked about, and taken as they were written no more', () => {
  for (const [reader, file] of WITH_RESULTS) {
    const results = (answers: Answers, ...times: string[]) =>
      lanes(read(reader, file(...times), answers).reading)
        .flat()
        .map((line) => line.split(' ')[3]);
    const questions = (...times: string[]) => asked(read(reader, file(...times)));
    assert.deepEqual(questions('6:42.69', '1:05:42.6', '58.97'), {});
    assert.deepEqual(questions('9:06:05'), { colonTime: 'hundredths' });
    assert.deepEqual(questions('1:06:05'), { colonTime: 'hours' });
    assert.deepEqual(results({ colonTime: 'hours' }, '1:06:05'), ['3965000']);
    assert.deepEqual(results({ colonTime: 'hundredths' }, '9:06:05'), ['546050']);
    assert.deepEqual(questions('3.45', '7.02'), { badTimes: { '3.45': '3:45', '7.02': '7:02' } });
    assert.deepEqual(results({ badTimes: { '3.45': '3:45', '7.02': '' } }, '3.45', '7.02'), [
      '225000',
      '-',
    ]);
    assert.deepEqual(questions('3.45', '6:42.69'), { badTimes: { '3.45': '' } });
    assert.deepEqual(questions('9:06:05.3'), { badTimes: { '9:06:05.3': '' } });
  }
});

test('names: persons behind a team are not stored unless somebody says so', () => {
  const person = 'Lakeside (Smith, J.)';
  const files: [Reader, string][] = [
    [readRaceClocker, feed({ Name: person, Result: '00:06:42.6' })],
    [readWebscorer, `Bib\tTeam name\tTime\n1\t${person}\t6:42.6`],
  ];
  for (const [reader, text] of files) {
    const file = read(reader, text);
    assert.deepEqual(asked(file), { names: 'strip' });
    assert.doesNotMatch(JSON.stringify(file), /Smith/);
    assert.match(file.reading.notes[0]?.text ?? '', /^“Lakeside” is stored without/);
    const kept = read(reader, text, { names: 'keep' });
    assert.deepEqual([asked(kept), kept.reading.races[0]?.lanes[0]?.crew?.name], [{}, person]);
  }
});

const WEBSCORER = [
  'Place\tBib\tName\tFirst name\tLast name\tGender\tTeam name\tTeam name 2\tCategory\tWave\tDistance\tTime\tDifference',
  '1\t11\tSecret Person\tSecret\tPerson\tF\tLakeside RC\t\tW8+\tHeat 1\t2000 m\t6:42.69\t',
  '2\t12\tSecret Person\tSecret\tPerson\tF\tHarbour BC\t\tW8+\tHeat 1\t2000 m\t6:45.3\t+2.6',
  'DNF\t13\t\t\t\tF\tQuay RC\t\tW8+\tHeat 1\t2000 m\t\t',
  '',
  '1\t21\t\t\t\tM\tPoint RC\t\tM8+\tHeat 1\t2 km\t1:05:42.6\t',
  '\t22\t\t\t\tM\tRiver RC\t\tM8+\tHeat 1\t2 km\tDNS\t',
  '\t23\t\t\t\tM\t\t\tM8+\tHeat 1\t2 km\t6:00.0\t',
  '\t24\t\t\t\tM\tBay RC\t\tM8+\tHeat 1\t2 km\t6::00\t',
].join('\r\n');

test('results of Webscorer are read of teams alone, in each of its encodings', () => {
  for (const bytes of [
    Buffer.from(WEBSCORER),
    Buffer.from(`\ufeff${WEBSCORER}`, 'utf16le'),
    Buffer.from(`\ufeff${WEBSCORER}`),
  ]) {
    const file = read(readWebscorer, bytes);
    assert.doesNotMatch(JSON.stringify(file), /Secret|Person/);
    assert.deepEqual([file.layout, file.questions], ['webscorer:results', []]);
    assert.deepEqual(lanes(file.reading), [
      [
        ...['Lakeside RC finished 402690 - 1', 'Harbour BC finished 405300 - 2'],
        'Quay RC dnf - - -',
      ],
      ['Point RC finished 3942600 - 1', 'River RC dns - - -'],
    ]);
    assert.deepEqual(
      file.reading.races.map(({ externalId, title, distanceMeters }) => [
        externalId,
        title,
        distanceMeters,
      ]),
      [
        ['webscorer:W8+:Heat 1', 'W8+ Heat 1', 2000],
        ['webscorer:M8+:Heat 1', 'M8+ Heat 1', null],
      ],
    );
    assert.deepEqual(file.reading.wrong, [
      { row: 8, column: 'Team name', reason: 'The row has no team name.' },
      { row: 9, column: 'Time', reason: '"6::00" is no time.' },
    ]);
  }
});

test('a start list of Webscorer has no results', () => {
  assert.match(refusal(readWebscorer, 'Bib\tTeam name\r\n1\tA'), /complete results/);
  assert.match(refusal(readWebscorer, ''), /complete results/);
});

test('Webscorer: who starts in one wave rows one race of several categories', () => {
  const { reading } = read(
    readWebscorer,
    [
      'Place\tBib\tTeam name\tCategory\tWave\tDistance\tStart time\tHandicap\tTime',
      '1\t11\tLakeside\tMasters C\tDivision 1\t6 km\t9:00:20.5\t-0:30\t18:42.69',
      '1\t12\tHarbour\tOpen\tDivision 1\t6 km\t9:00:00\t\t18:12.3',
      'EXH\t13\tQuay\tOpen\tDivision 1\t6 km\t0:01:30\t\t17:00.0',
      'DNS\t14\tPoint\tOpen\tDivision 1\t6 km\t9:01:00\t\t',
    ].join('\n'),
  );
  const [race] = reading.races;
  assert.deepEqual([reading.races.length, race?.externalId], [1, 'webscorer:Division 1']);
  assert.deepEqual(
    race?.parts?.map(({ externalId }) => externalId),
    ['webscorer:Masters C:Division 1', 'webscorer:Open:Division 1'],
  );
  assert.deepEqual(
    race?.lanes.map(({ category, allowanceMillis, outOfCompetition, startedAt, result }) => [
      ...[category, allowanceMillis, outOfCompetition, startedAt?.time, result?.status],
    ]),
    [
      // Webscorer adds handicaps to the time, so a negative one is an allowance.
      ['Masters C', 30_000, undefined, '09:00:20.500', 'finished'],
      ['Open', undefined, undefined, '09:00:00', 'finished'],
      // 0:01:30 is a time after the first start and no time of day, so it is not stored as a start.
      ['Open', undefined, true, undefined, 'finished'],
      ['Open', undefined, undefined, undefined, 'dns'],
    ],
  );
});
