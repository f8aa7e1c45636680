/** Which questions a table leads to, which not, and what their answers change (formats.md §4.5). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answers, EventFacts } from '../../../src/exchange/reading/reading.ts';
import { asked, EVENT, lanes, ONE_DAY, outline, proposals, readLines } from './outline.ts';

/** The lines of the outline of a table that are races. */
function races(lines: readonly string[], answers: Answers = {}, event: EventFacts = ONE_DAY) {
  return outline(readLines(lines, answers, event)).filter((line) => line.startsWith('csv:'));
}

test('zone: only where the event and the file have none', () => {
  const sheet = ['Race,Start,Title,Lane,Crew', '1,09:00,Final,1,Quay'];
  const homeless = { ...ONE_DAY, timeZone: null };
  assert.deepEqual(asked(sheet), {});
  assert.deepEqual(asked(sheet, homeless), { zone: null });
  assert.deepEqual(asked(['Race,Title,Lane,Crew', '1,Final,1,Quay'], homeless), {});
  assert.deepEqual(
    asked([sheet[0] ?? '', '1,2026-06-13T09:00:00+02:00,Final,1,Quay'], homeless),
    {},
  );
  const answered = readLines(sheet, { zone: 'Europe/Paris' }, homeless);
  assert.deepEqual(answered.questions, []);
  assert.equal(answered.reading.races[0]?.start?.zone, 'Europe/Paris');
  assert.equal(readLines(sheet, { zone: 'Mars/Olympus' }, homeless).questions[0]?.id, 'zone');
});

test('dates: each label once, not on one day, not where the cell is a date', () => {
  const sheet = (day: string, other: string) => [
    'Day,Race,Start,Title,Lane,Crew',
    `${day},1,09:00,Final,1,Quay`,
    `${other},2,09:10,Final,1,Quay`,
  ];
  assert.deepEqual(asked(sheet('Sat', 'Sun')), {});
  assert.deepEqual(asked(sheet('Sun', 'Sat'), EVENT), {
    dates: { Sun: '2026-06-14', Sat: '2026-06-13' },
  });
  assert.deepEqual(asked(sheet('Day 1', 'Day 2'), EVENT), {
    dates: { 'Day 1': '2026-06-13', 'Day 2': '2026-06-14' },
  });
  assert.deepEqual(asked(sheet('13.06.', '14.06.'), EVENT), {
    dates: { '13.06.': '2026-06-13', '14.06.': '2026-06-14' },
  });
  for (const [day, other] of [
    ['2026-06-13', '2026-06-14'],
    ['13.06.2026', '14.06.2026'],
    ['za 13-06-2026', 'zo 14-06-2026'],
    ['13/06/2026', '14/06/2026'],
    ['6/13/2026', '6/14/2026'],
    ['2026/6/13', '2026/6/14'],
    ['Saturday June 13 2026', 'Sunday, June 14th, 2026'],
    ['Samstag, 13. Juni 2026', 'Sonntag, 14. Juni 2026'],
    ['zaterdag 13 juni 2026', 'zondag 14 juni 2026'],
    ['2026年6月13日', '2026年6月14日'],
  ] as const) {
    assert.deepEqual(asked(sheet(`"${day}"`, `"${other}"`), EVENT), {}, day);
    const dates = readLines(sheet(`"${day}"`, `"${other}"`), {}, EVENT).reading.races.map(
      ({ start }) => start?.date,
    );
    assert.deepEqual(dates, ['2026-06-13', '2026-06-14'], day);
  }
  const answers = { dates: { Sat: '2026-06-14', Sun: '2026-06-13' } };
  assert.match(races(sheet('Sat', 'Sun'), answers, EVENT)[0] ?? '', /2026-06-14 09:00:00/);
  assert.equal(
    readLines(sheet('Sat', 'Sun'), { dates: { Sat: '2026-06-14' } }, EVENT).questions.length,
    1,
  );
});

test('a day that stands alone in a row holds for the rows below', () => {
  const sheet = [
    'Race,Start,Title,Lane,Crew',
    'Day 1,,,,',
    '1,09:00,A,1,Quay',
    'Day 2,,,,',
    '2,09:00,B,1,Quay',
  ];
  assert.deepEqual(asked(sheet, EVENT), {
    dates: { 'Day 1': '2026-06-13', 'Day 2': '2026-06-14' },
  });
  assert.deepEqual(races(sheet, {}, EVENT), [
    'csv:1 | number 1 | A | 2026-06-13 09:00:00',
    'csv:2 | number 2 | B | 2026-06-14 09:00:00',
  ]);
});

test('dateOrder: only where no day is above 12 and the days of the event do not decide', () => {
  const sheet = (date: string) => [
    'Date,Race,Start,Title,Lane,Crew',
    `${date},1,09:00,Final,1,Quay`,
  ];
  const june = { ...EVENT, startDate: '2026-06-01', endDate: '2026-07-31' };
  assert.deepEqual(asked(sheet('06/07/2026'), june), { dateOrder: 'dmy' });
  assert.deepEqual(asked(sheet('06/07/2026'), { ...june, endDate: '2026-06-30' }), {});
  assert.match(races(sheet('06/07/2026'), { dateOrder: 'dmy' }, june)[0] ?? '', /2026-07-06/);
  assert.match(races(sheet('06/07/2026'), { dateOrder: 'mdy' }, june)[0] ?? '', /2026-06-07/);
});

test('times of day are read in every way of writing', () => {
  const cases: [text: string, time: string][] = [
    ...([
      ['9:00', '09:00:00'],
      ['09:00', '09:00:00'],
      ['9h00', '09:00:00'],
      ['09.00 Uhr', '09:00:00'],
    ] as const),
    ...([
      ['9:00 AM', '09:00:00'],
      ['7:30p', '19:30:00'],
      ['12:00 PM', '12:00:00'],
    ] as const),
    ...([
      ['13:15:00', '13:15:00'],
      ['0.3125', '07:30:00'],
      ['7:45:00 AM', '07:45:00'],
    ] as const),
    ...([
      ['2026-06-13 09:00', '09:00:00'],
      ['13.06.2026 9:05', '09:05:00'],
    ] as const),
  ].map(([text, time]) => [text, time]);
  for (const [text, time] of cases) {
    const found = readLines(['Race,Start,Title,Lane,Crew', `1,${text},Final,1,Quay`]);
    assert.deepEqual(
      [found.reading.races[0]?.start?.time, found.questions, found.reading.wrong],
      [time, [], []],
      text,
    );
  }
  for (const text of ['noon', '25:00', '9:75', '900'])
    assert.deepEqual(
      readLines(['Race,Start,Title,Lane,Crew', `1,${text},Final,1,Quay`]).reading.wrong,
      [{ row: 2, column: 'Start', reason: `“${text}” is no time of day. Write it as 09:30.` }],
      text,
    );
});

test('twelveHour: only where times fall and none says which half of the day', () => {
  const sheet = (...times: string[]) => [
    'Race,Start,Title,Lane,Crew',
    ...times.map((time, index) => `${index + 1},${time},Final,1,Quay`),
  ];
  assert.deepEqual(asked(sheet('11:50', '12:00', '1:10')), { twelveHour: 'afternoon' });
  assert.deepEqual(asked(sheet('9:00', '9:10')), {});
  assert.deepEqual(asked(sheet('11:50', '13:10', '9:00')), {});
  assert.deepEqual(asked(sheet('11:50 AM', '1:10 PM')), {});
  assert.deepEqual(asked(sheet('11:50', '08:00')), {});
  const times = (twelveHour: string) =>
    readLines(sheet('11:50', '12:00', '1:10'), { twelveHour }).reading.races.map(
      ({ start }) => start?.time,
    );
  assert.deepEqual(times('afternoon'), ['11:50:00', '12:00:00', '13:10:00']);
  assert.deepEqual(times('as-written'), ['11:50:00', '12:00:00', '01:10:00']);
});

test('columns: what a heading means is asked where neither values nor the other columns say it', () => {
  // Either of two columns could be the lane.
  const twoLanes = ['Race,Bahn,Lane,Crew', '1,1,3,Quay', '1,2,4,Point'];
  assert.deepEqual(asked(twoLanes), { columns: { Bahn: 'lane', Lane: 'ignore' } });
  assert.deepEqual(lanes(twoLanes), ['  1: Quay', '  2: Point']);
  assert.deepEqual(lanes(twoLanes, { columns: { Bahn: 'ignore', Lane: 'lane' } }), [
    '  3: Quay',
    '  4: Point',
  ]);
  // Numbers from 11 to 20 under "Bow" can be lanes or bow numbers.
  const bows = ['Race,Start,Bow,Crew', '1,09:00,12,Quay', '1,09:00,13,Point'];
  assert.deepEqual(asked(bows), { columns: { Bow: 'bib' } });
  assert.deepEqual(asked(['Race,Start,Bow,Crew', '1,09:00,2,Quay']), {});
  assert.deepEqual(asked(['Race,Start,Bow,Crew', '1,09:00,112,Quay']), {});
  // The same heading twice.
  const twice = ['Race,Lane,Crew,Crew', '1,1,Quay,Point'];
  assert.deepEqual(asked(twice), {
    columns: { 'Crew (column 3)': 'crew', 'Crew (column 4)': 'ignore' },
  });
  const second = { columns: { 'Crew (column 3)': 'ignore', 'Crew (column 4)': 'crew' } };
  assert.deepEqual(lanes(twice, second), ['  1: Point']);
  assert.deepEqual(
    proposals(readLines(twoLanes, { columns: { Bahn: 'lane', Lane: 'nonsense' } })),
    {
      columns: { Bahn: 'lane', Lane: 'ignore' },
    },
  );
});

test('“Event” and “Race” are the number or the title by their values', () => {
  const title = (lines: string[]) => races(lines)[0];
  assert.equal(
    title(['Race,Time,Event,Lane,Crew', '1,9:00,W8+,1,Quay']),
    'csv:1 | number 1 | W8+ | 2026-06-13 09:00:00',
  );
  assert.equal(
    title(['Event,Time,Race,Lane,Crew', '7,9:00,Womens Eight,1,Quay']),
    'csv:7 | number 7 | Womens Eight | 2026-06-13 09:00:00',
  );
  assert.equal(
    title(['Rennen,Lauf,Uhrzeit,Bahn,Mannschaft', '101,2,9:00,1,Quay']),
    'csv:101:2 | number 101 | 2 | 2026-06-13 09:00:00',
  );
  assert.equal(
    title(['Lauf,Uhrzeit,Bahn,Mannschaft', '3,9:00,1,Quay']),
    'csv:3 | number 3 | 2026-06-13 09:00:00',
  );
  assert.equal(
    title(['Event,Time,Lane,Crew', 'Womens Eight,9:00,1,Quay']),
    'csv:Womens Eight | no number | Womens Eight | 2026-06-13 09:00:00',
  );
});

test('colonTime, penalty, emptyPlace: what results leave open', () => {
  const sheet = (...rows: string[]) => ['Race,Lane,Crew,Place,Result,Penalty', ...rows];
  const colons = sheet('1,1,Quay,1,6:08:30,');
  assert.deepEqual(asked(colons), { colonTime: 'hundredths' });
  assert.deepEqual(lanes(colons), ['  1: Quay, finished 368300 place 1']);
  assert.deepEqual(lanes(colons, { colonTime: 'hours' }), ['  1: Quay, finished 22110000 place 1']);
  const penalty = sheet('1,1,Quay,1,6:10.00,10');
  assert.deepEqual(asked(penalty), { penalty: 'inside' });
  assert.deepEqual(lanes(penalty), ['  1: Quay, finished 360000 +10000 place 1']);
  assert.deepEqual(lanes(penalty, { penalty: 'apart' }), [
    '  1: Quay, finished 370000 +10000 place 1',
  ]);
  assert.deepEqual(asked(['Race,Lane,Crew,Raw Time,Penalty', '1,1,Quay,6:10.00,10']), {
    penalty: 'apart',
  });
  assert.deepEqual(
    asked(['Race,Lane,Crew,Raw Time,Penalty,Adj Time', '1,1,Quay,6:10.00,10,6:20.00']),
    {},
  );
  const exhibition = sheet('1,1,Quay,1,6:10.00,', '1,2,Point,exh,6:00.00,');
  // Out of competition is not asked about, and earlier answers to the old question `exhibition` have no effect.
  for (const answers of [{}, { exhibition: 'note' }])
    assert.deepEqual(outline(readLines(exhibition, answers)).slice(1), [
      'csv:1 | number 1',
      '  1: Quay, finished 370000 place 1',
      '  2: Point, finished 360000 (out of competition)',
    ]);
  assert.deepEqual(asked(exhibition), {});
  const empty = sheet('1,1,Quay,1,6:10.00,', '1,2,Point,,,');
  assert.deepEqual(asked(empty), { emptyPlace: 'none' });
  assert.equal(lanes(empty)[1], '  2: Point');
  assert.equal(lanes(empty, { emptyPlace: 'dns' })[1], '  2: Point, dns');
  const beside = { emptyPlace: { 'no place': 'dns', 'place 2 of race 1': 'none' } };
  assert.equal(lanes(empty, beside)[1], '  2: Point, dns');
  // A race without any result has not been rowed, so its empty places are not asked about.
  assert.deepEqual(asked(sheet('1,1,Quay,1,6:10.00,', '2,1,Point,,,')), {});
});

test('status: a word that nobody knows is never a finish', () => {
  const sheet = ['Race,Lane,Crew,Place,Result', '1,1,Quay,1,6:10.00', '1,2,Point,DNX,6:20.00'];
  assert.deepEqual(asked(sheet), { status: { DNX: null } });
  assert.equal(lanes(sheet)[1], '  2: Point');
  assert.equal(lanes(sheet, { status: { DNX: 'dnf' } })[1], '  2: Point, dnf 380000');
  assert.deepEqual(asked(['Race,Lane,Crew,Place,Result', '1,1,Quay,1,ab']), {
    status: { ab: 'dnf' },
  });
  assert.deepEqual(asked(['Race,Lane,Crew,Place,Result', '1,1,Quay,FS,', '1,2,Point,ADV,']), {
    falseStart: 'dsq',
    advanced: 'none',
  });
  assert.deepEqual(proposals(readLines(sheet, { status: { DNX: 'finished' } })), {
    status: { DNX: null },
  });
});

test('badTimes: typing errors are asked about one by one, the rest stands', () => {
  const sheet = [
    'Race,Lane,Crew,Result',
    '1,1,Quay,6:24..31',
    '1,2,Point,6.24.31',
    '1,3,Kanal,6:25.00',
  ];
  assert.deepEqual(asked(sheet), { badTimes: { '6:24..31': '', '6.24.31': '6:24.31' } });
  assert.deepEqual(lanes(sheet), [
    '  1: Quay',
    '  2: Point, finished 384310',
    '  3: Kanal, finished 385000',
  ]);
  const badTimes = { '6:24..31': '6:24.31', '6.24.31': '' };
  assert.deepEqual(lanes(sheet, { badTimes }).slice(0, 2), [
    '  1: Quay, finished 384310',
    '  2: Point',
  ]);
});

test('placesConflict, and photo verdicts that need no question', () => {
  const sheet = (...rows: string[]) => ['Race,Lane,Crew,Place,Result', ...rows];
  const verdict = sheet(
    '1,1,Quay,1,6:10.00',
    '1,2,Point,2,6:10.00',
    '1,3,Kanal,3,6:10.00',
    '1,4,Haven,4,6:11.00',
  );
  assert.deepEqual(asked(verdict), {});
  assert.deepEqual(lanes(verdict), [
    '  1: Quay, finished 370000 place 1',
    '  2: Point, finished 370001 place 2',
    '  3: Kanal, finished 370002 place 3',
    '  4: Haven, finished 371000 place 4',
  ]);
  assert.equal(readLines(verdict).reading.notes.length, 2);
  assert.deepEqual(
    asked(sheet('1,1,Quay,1,6:10.00', '1,2,Point,1,6:10.00', '1,3,Kanal,3,6:11.00')),
    {},
  );
  const conflict = sheet('1,1,Quay,1,6:12.00', '1,2,Point,2,6:10.00');
  assert.deepEqual(asked(conflict), { placesConflict: 'times' });
  assert.deepEqual(proposals(readLines(conflict, { placesConflict: 'places' })), {});
});

test('a table of results without a column of times says so; an empty column is one', () => {
  const says = (...rows: string[]) => readLines(rows).reading.isWithoutTimes === true;
  assert.equal(says('Race,Lane,Crew,Place', '1,1,Quay,1', '1,2,Point,2'), true);
  assert.equal(says('Race,Lane,Crew,Place,Result', '1,1,Quay,1,', '1,2,Point,2,'), false);
  assert.equal(says('Race,Lane,Crew', '1,1,Quay'), false);
  assert.equal(says('Race,Title,1st Place,2nd Place', '1,Final,Quay,Point'), true);
});

test('two crews of one name in one race are told apart by their order, and not judged here', () => {
  const sheet = ['Race,Start,Lane,Crew', '1,09:00,1,Quay', '1,09:00,2,Quay', '2,09:10,1,Quay'];
  assert.deepEqual(asked(sheet), {});
  const { races, crews } = readLines(sheet).reading;
  assert.deepEqual(
    crews.map(({ name, turn }) => [name, turn]),
    [
      ['Quay', 1],
      ['Quay', 2],
    ],
  );
  assert.equal(races[0]?.lanes[0]?.crew, races[1]?.lanes[0]?.crew);
});

test('numbers with letters, or of several races, and emptyLanes', () => {
  const letters = ['Race,Start,Lane,Crew', '16A,09:00,1,Quay', '17,09:10,1,Quay'];
  assert.deepEqual(asked(letters), {});
  assert.deepEqual(
    readLines(letters).reading.races.map(({ printed, raceNumber }) => [printed, raceNumber]),
    [
      ['16A', null],
      ['17', 17],
    ],
  );
  const rounds = [
    'Rennen;Lauf;Uhrzeit;Bahn;Mannschaft',
    '101;1;09:00;1;Quay',
    '101;2;09:10;1;Point',
  ];
  assert.deepEqual(asked(rounds), {});
  assert.deepEqual(
    races(rounds).map((line) => line.split(' | ')[0]),
    ['csv:101:1', 'csv:101:2'],
  );
  const empty = ['Race,Start,Lane,Crew', '1,09:00,0,Quay', '1,09:00,1,', '1,09:00,2,abgemeldet'];
  assert.deepEqual(asked(empty), { emptyLanes: 'keep' });
  assert.deepEqual(lanes(empty), ['  0: Quay', '  1: nobody', '  2: nobody']);
  assert.deepEqual(lanes(empty, { emptyLanes: 'drop' }), ['  0: Quay', '  2: nobody']);
});

test('status: a word that is about the whole race goes into its notes, when that is confirmed', () => {
  const sheet = ['Race,Start,Lane,Crew,Status', '1,09:00,1,Quay,abgesagt'];
  assert.deepEqual(asked(sheet), { status: { abgesagt: 'none' } });
  assert.match(races(sheet, { status: { abgesagt: 'none' } })[0] ?? '', /\(abgesagt\)/);
  assert.deepEqual(lanes(sheet, { status: { abgesagt: 'dns' } }), ['  1: Quay, dns']);
});

test('scratched: before results an empty lane, else not started', () => {
  const header = 'Race,Lane,Crew,Place,Result,Status';
  assert.deepEqual(
    lanes([header, '1,1,Quay,,,', '1,2,Point,,,Scratched'], { emptyLanes: 'keep' }),
    ['  1: Quay', '  2: nobody'],
  );
  assert.deepEqual(lanes([header, '1,1,Quay,1,6:10.00,', '1,2,Point,,,Scratched']), [
    '  1: Quay, finished 370000 place 1',
    '  2: Point, dns',
  ]);
});
