/** Our own export is read back without questions and without changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvOf, type TableCell } from '../../../src/domain/text/csv.ts';
import { readCsv } from '../../../src/exchange/tables/read-text-table.ts';
import { EVENT_COLUMNS, escaped } from '../../../src/exchange/writers/event-table.ts';
import { EVENT, outline, readWhole, textFile } from './outline.ts';

const HOMELESS = { ...EVENT, timeZone: null };

type OwnRow = Partial<Record<(typeof EVENT_COLUMNS)[number], TableCell>>;

function read(...rows: OwnRow[]) {
  const cells = rows.map((row) => EVENT_COLUMNS.map((column) => escaped(row[column] ?? null)));
  const text = csvOf({ columns: EVENT_COLUMNS, rows: cells }, ',');
  const found = readWhole(readCsv, textFile(text), {}, HOMELESS);
  assert.deepEqual(found.questions, []);
  assert.equal(found.layout, 'own-table');
  return found;
}

const RACE: OwnRow = {
  ...{ raceNumber: 12, externalId: 'race-12', date: '2026-10-25', time: '02:30', zone: '+02:00' },
  ...{ title: 'Final', boatClass: '8+', round: 'A', division: 'Masters', distanceMeters: 2000 },
  ...{ notes: '1 to Final', printedNumber: '12a', resultMode: 'timed', state: 'postponed' },
};

test('every column is read', () => {
  const found = read(
    {
      ...RACE,
      lane: 2,
      laneLabel: 'B',
      crew: 'Quay',
      crewId: 'q',
      club: 'QUA',
      status: 'finished',
      finishTime: '6:42.690',
      finishMillis: 402690,
      penaltySeconds: 2.5,
      place: 1,
    },
    {
      ...RACE,
      lane: 4,
      crew: 'Point',
      crewId: null,
      status: 'dsq',
      finishTime: '6:50.000',
      finishMillis: 410000,
    },
    { ...RACE, lane: 7 },
    {
      raceNumber: 13,
      externalId: null,
      date: '2026-10-26',
      time: '09:00:30',
      zone: 'Europe/Berlin',
      resultMode: 'placesOnly',
    },
  );
  assert.deepEqual(outline(found), [
    'carries crews, draw, races, results',
    'race-12 | number 12 | Final | 8+ | A | 2000 m | 2026-10-25 02:30:00 +02:00 | timed | postponed | (1 to Final)',
    '  B at 2: Quay [QUA], finished 402690 +2500 place 1',
    '  no lane at 4: Point, dsq 410000',
    '  no lane at 7: nobody',
    'csv:13 | number 13 | 2026-10-26 09:00:30 Europe/Berlin | placesOnly',
  ]);
  assert.equal(found.reading.races[0]?.divisionLabel, 'Masters');
  assert.deepEqual(
    found.reading.crews.map(({ externalId }) => externalId),
    ['q', 'csv:Point'],
  );
});

test('every text comes back as it was, whatever it begins with', () => {
  const text = fc
    .array(
      fc.constantFrom(
        ...['=', '+', '-', '@', "'", '\t', '\r', '\n', ' ', '"', ',', ';', 'é', 'x', '｡', '＝'],
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((signs) => signs.join(''));
  fc.assert(
    fc.property(text, text, text, (title, crew, label) => {
      const found = read({
        ...RACE,
        title,
        lane: 1,
        laneLabel: label,
        crew,
        crewId: `id ${crew.length}`,
        club: title,
      });
      const [race] = found.reading.races;
      const [lane] = race?.lanes ?? [];
      assert.deepEqual(
        [race?.title, lane?.crew?.name, lane?.label, lane?.crew?.clubId],
        [title, crew, label, title],
      );
    }),
    { numRuns: 200 },
  );
});

test('what somebody has changed in it is read as it is meant, or is wrong', () => {
  const found = read({
    ...RACE,
    date: '25.10.2026',
    time: '9:30',
    lane: 1,
    crew: 'Quay',
    finishTime: '6:42,69',
  });
  assert.deepEqual(outline(found).slice(1), [
    'race-12 | number 12 | Final | 8+ | A | 2000 m | 2026-10-25 09:30:00 +02:00 | timed | postponed | (1 to Final)',
    '  no lane at 1: Quay, finished 402690',
  ]);
  const wrong = read(
    { ...RACE, raceNumber: 'twelve', time: 'noon', lane: 1, status: 'sunk', place: 1 },
    { crew: null, title: 'x' },
    { ...RACE, lane: 1 },
  );
  assert.deepEqual(
    wrong.reading.wrong.map(({ row, column, reason }) => `${row} ${column}: ${reason}`),
    [
      '2 raceNumber: It is no whole number.',
      '2 time: It is no time of day. Write it as 09:30.',
      '2 status: It is none of finished, dns, dnf, dsq, withdrawn.',
      '3 raceNumber: It is missing.',
    ],
  );
});

test('a row without a race is an entry where it names a crew only, else it is wrong', () => {
  const ofRaces = EVENT_COLUMNS.filter(
    (column) =>
      !['raceNumber', 'externalId', 'printedNumber', 'crew', 'crewId', 'club'].includes(column),
  );
  const missing = (row: OwnRow) =>
    read({ ...RACE, lane: 1, crew: 'Quay' }, row).reading.wrong.filter(
      ({ column }) => column === 'raceNumber',
    );
  const refused = [{ row: 3, column: 'raceNumber', reason: 'It is missing.' }];
  assert.deepEqual(missing({ crew: 'Point', crewId: 'p', club: 'POI' }), []);
  for (const column of ofRaces) {
    assert.deepEqual(missing({ crew: 'Point', [column]: 'x' }), refused, column);
    assert.deepEqual(missing({ [column]: 'x' }), refused, column);
  }
});

test('the first row that says something of a race or a crew counts, and another one is noted', () => {
  const { title: _, time: __, ...sparse } = RACE;
  const found = read(
    { ...sparse, date: null, lane: 1, crew: 'Quay' },
    { ...RACE, lane: 2, crew: 'Point', crewId: 'p', club: 'POI' },
    { ...RACE, time: '02:30:00', lane: 3, crew: 'Quay', club: 'QUA' },
    { ...RACE, time: '02:50', title: 'Final B', state: 'cancelled', lane: 4, crew: 'Sand' },
    { ...RACE, time: '02:50', raceStartedAt: '02:50:01', lane: 5, crew: 'Reed' },
    { ...RACE, raceStartedAt: '02:50:02', lane: 6, crew: 'Rush' },
    { raceNumber: 12, externalId: 'race-12', lane: 7, crew: 'Point', crewId: 'q', club: 'PNT' },
  );
  assert.deepEqual(found.reading.wrong, []);
  assert.equal(
    outline(found)[1],
    'race-12 | number 12 | Final | 8+ | A | 2000 m | 2026-10-25 02:30:00 +02:00 | timed | postponed | (1 to Final)',
  );
  assert.deepEqual(
    found.reading.crews.slice(0, 2).map(({ name, clubId }) => `${name} ${clubId}`),
    ['Quay QUA', 'Point POI'],
  );
  assert.deepEqual(found.reading.notes, [
    { row: 5, text: 'Race 12a has another “title” in a row above, which is taken.' },
    { row: 5, text: 'Race 12a has another “time” in a row above, which is taken.' },
    { row: 5, text: 'Race 12a has another “state” in a row above, which is taken.' },
    { row: 7, text: 'Race 12a has another “raceStartedAt” in a row above, which is taken.' },
    { row: 8, text: 'Crew Point has another “crewId” in a row above, which is taken.' },
    { row: 8, text: 'Crew Point has another “club” in a row above, which is taken.' },
  ]);
});

test('a penalty without a result is not taken, which is noted', () => {
  const found = read(
    { ...RACE, lane: 1, crew: 'Quay', penaltySeconds: 5 },
    { ...RACE, lane: 2, crew: 'Point', status: 'assigned', penaltySeconds: '2.5' },
    { ...RACE, lane: 3, penaltySeconds: 5 },
    { ...RACE, lane: 4, crew: 'Sand', status: 'dnf', penaltySeconds: 5 },
  );
  assert.deepEqual(found.reading.wrong, []);
  assert.deepEqual(
    found.reading.notes.map(({ row, text }) => `${row} ${text.split(',')[0]}`),
    [
      '2 The penalty of Quay is not taken',
      '3 The penalty of Point is not taken',
      '4 The penalty of lane 3 is not taken',
    ],
  );
});

test('a time with hours has a fraction: without one it can be minutes, too', () => {
  const timed = (finishTime: string) => {
    const { races, wrong } = read({ ...RACE, lane: 1, crew: 'Quay', finishTime }).reading;
    return [races[0]?.lanes[0]?.result?.finishMillis, ...wrong.map(({ reason }) => reason)];
  };
  assert.deepEqual(timed('1:02:03.0'), [3_723_000]);
  const either = 'It can be hours or hundredths. Write it as 1:02:03.0 or as 1:02.03.';
  assert.deepEqual(timed('1:02:03'), [undefined, either]);
  assert.deepEqual(timed('6:42..69'), [undefined, 'It is no time. Write it as 6:42.690.']);
});

test('an id or a number that is used twice is wrong', () => {
  const found = read(
    { ...RACE, lane: 1, crew: 'Quay', crewId: 'q' },
    { ...RACE, raceNumber: 14, lane: 2, crew: 'Point', crewId: 'q' },
    { ...RACE, externalId: 'race-13' },
    { ...RACE, externalId: 'race-13' },
    { externalId: 'race-15', title: 'Final B' },
    { ...RACE, externalId: 'race-15' },
  );
  assert.deepEqual(
    found.reading.wrong.map(({ row, column, reason }) => `${row} ${column}: ${reason}`),
    [
      '3 crewId: The id “q” stands for two crews.',
      '3 externalId: The id “race-12” stands for two races.',
      '4 raceNumber: Race number 12 stands for two races, here and in row 2.',
      '7 raceNumber: Race number 12 stands for two races, here and in row 2.',
    ],
  );
});

test('what stands between start and finish is read, and named where it cannot be', () => {
  const found = read(
    {
      ...{
        ...RACE,
        kind: 'head',
        startIntervalSeconds: 20,
        closed: 'yes',
        clockOffsetMillis: -7400,
      },
      ...{ raceStartedAt: '2026-10-25T02:30:03.5+02:00', lane: 1, crew: 'Quay' },
      ...{ category: 'Masters C', allowanceSeconds: -12.5, outOfCompetition: 'no' },
      ...{ plannedStartAt: '2026-10-25T02:30:20+02:00', startedAt: '02:30:21.4' },
      finishedAt: '2026-10-25T02:10:00+01:00',
    },
    { ...RACE, lane: 2, crew: 'Point' },
  );
  const [race] = found.reading.races;
  assert.deepEqual(found.reading.wrong, []);
  assert.deepEqual(
    [race?.kind, race?.startIntervalSeconds, race?.closed, race?.clockOffsetMillis],
    ['head', 20, true, -7400],
  );
  assert.deepEqual(race?.startedAt, { date: '2026-10-25', time: '02:30:03.500', zone: '+02:00' });
  const [quay, point] = race?.lanes ?? [];
  assert.deepEqual(
    [quay?.category, quay?.allowanceMillis, quay?.outOfCompetition],
    ['Masters C', -12_500, false],
  );
  assert.deepEqual(
    [quay?.plannedStart, quay?.startedAt, quay?.finishedAt],
    [
      { date: '2026-10-25', time: '02:30:20', zone: '+02:00' },
      { date: null, time: '02:30:21.400', zone: null },
      { date: '2026-10-25', time: '02:10:00', zone: '+01:00' },
    ],
  );
  // An empty cell gives no value.
  assert.deepEqual(
    [point?.category, point?.outOfCompetition, point?.startedAt],
    Array(3).fill(undefined),
  );
  const wrong = read({
    ...{ ...RACE, lane: 1, crew: 'Quay', kind: 'sprint', startIntervalSeconds: 0, closed: 'maybe' },
    ...{ clockOffsetMillis: 600_001, raceStartedAt: 'noon', allowanceSeconds: 'ten' },
    ...{ outOfCompetition: '?', startedAt: '25:00', finishedAt: 'x', plannedStartAt: '9' },
  });
  assert.deepEqual(wrong.reading.wrong.map(({ column }) => column).sort(), [
    ...['allowanceSeconds', 'clockOffsetMillis', 'closed', 'finishedAt', 'kind'],
    ...['outOfCompetition', 'plannedStartAt', 'raceStartedAt', 'startIntervalSeconds'],
    'startedAt',
  ]);
});
