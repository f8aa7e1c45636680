/** Reading cells that are pasted from spreadsheets: headings, dates, times, and what each row would write. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Office } from '../../src/contract/console/office.ts';
import { dayFirstOf, readDate, readTime } from '../../src/domain/day/read-dates.ts';
import { VenueClock } from '../../src/domain/day/venue-clock.ts';
import {
  assignedColumns,
  correctedCells,
  correctedRows,
  fieldNamed,
  recogniseColumns,
  splitCells,
  withCell,
  withColumn,
} from '../../web/src/console/office/paste/pasted-table.ts';
import {
  guessRaceColumn,
  RACE_HEADINGS,
  refineRaceColumn,
} from '../../web/src/console/office/programme/columns.ts';
import { planRaces, type RacePaste } from '../../web/src/console/office/programme/plan-paste.ts';
import {
  clockDoubt,
  type RaceField,
  readRace,
  textsOfInstant,
} from '../../web/src/console/office/programme/race-texts.ts';

test('text is split into cells as spreadsheets copy and export it', () => {
  const cases: [text: string, cells: string[][]][] = [
    [
      '1\t09:00\tFinal\n2\t09:10\tHeat',
      [
        ['1', '09:00', 'Final'],
        ['2', '09:10', 'Heat'],
      ],
    ],
    ['1;Final, A;x\r\n', [['1', 'Final, A', 'x']]],
    ['1,"Final, A","say ""go"""', [['1', 'Final, A', 'say "go"']]],
    ['1\t"two\nlines"\t3\n4', [['1', 'two lines', '3'], ['4']]],
    ['1\t5" boat\tx', [['1', '5" boat', 'x']]],
    ['\uFEFF a \u00A0b \t c\n\n \t \n', [['a b', 'c']]],
    ['e\u0301\tשלום', [['é', 'שלום']]],
    ['', []],
  ];
  for (const [text, cells] of cases)
    assert.deepEqual(
      splitCells(text).map((row) => row.cells),
      cells,
      text,
    );
  assert.deepEqual(
    splitCells('1\t"a\nb"\n\n2').map(({ line }) => line),
    [1, 4],
  );
});

test('columns are recognised by what they are called in three languages', () => {
  const cases: [heading: string, field: RaceField | undefined][] = [
    ['Race No.', 'raceNumber'],
    ['race_no', 'raceNumber'],
    ['Event Num', 'raceNumber'],
    ['EventNum', 'raceNumber'],
    ['Event #', 'raceNumber'],
    ['Rennen', 'raceNumber'],
    ['Rennnr.', 'raceNumber'],
    ['N°', 'raceNumber'],
    ['Course n°', 'raceNumber'],
    ['Event Name', 'title'],
    ['event_name', 'title'],
    ['Bezeichnung', 'title'],
    ['Épreuve', 'title'],
    ['Boat Class', 'boatClass'],
    ['Bootsklasse', 'boatClass'],
    ['Type de bateau', 'boatClass'],
    ['Klasse', 'divisionLabel'],
    ['Age Group', 'divisionLabel'],
    ['Catégorie', 'divisionLabel'],
    ['Start Time', 'time'],
    ['Uhrzeit', 'time'],
    ['Heure de départ', 'time'],
    ['Datum', 'day'],
    ['Jour', 'day'],
    ['course_length', 'distanceMeters'],
    ['Strecke (m)', 'distanceMeters'],
    ['Lauf', 'round'],
    ['Bemerkungen', 'notes'],
    ['Bahnen', 'laneScheme'],
    ['Stroke/Cox', undefined],
    ['', undefined],
  ];
  for (const [heading, field] of cases)
    assert.equal(fieldNamed(heading, RACE_HEADINGS), field, heading);
});

test('each property is one column, and a table without headings is guessed by its cells', () => {
  const none = () => undefined;
  assert.deepEqual(recogniseColumns(['Nr', 'Zeit', 'Titel', 'Name'], RACE_HEADINGS, none), {
    hasHeading: true,
    fields: ['raceNumber', 'time', 'title', undefined],
    lanes: [],
  });
  const rows = [
    ['1', '13.6.2026', '9:00', 'Women 8+ Heat 1', '8+', '2000m'],
    ['2', '13.6.2026', '9:10', 'Women 8+ Heat 2', '8+', '2000m'],
  ];
  const taken: (RaceField | undefined)[] = [];
  const guessed = recogniseColumns(rows[0] as string[], RACE_HEADINGS, (column) => {
    taken[column] = guessRaceColumn(
      rows.map((row) => row[column] ?? ''),
      taken,
    );
    return taken[column];
  });
  assert.deepEqual(guessed, {
    hasHeading: false,
    fields: ['raceNumber', 'day', 'time', 'title', 'boatClass', 'distanceMeters'],
    lanes: [],
  });
});

test('numbered lanes are no columns of a programme, whatever they are called', () => {
  for (const lane of ['Boot', 'Boat', 'Bahn', 'Bateau', 'Lane', 'Couloir']) {
    const heading = ['Rennen', `${lane} 1`, `${lane} 2`];
    assert.deepEqual(
      recogniseColumns(heading, RACE_HEADINGS, () => 'title'),
      { hasHeading: true, fields: ['raceNumber', undefined, undefined], lanes: heading.slice(1) },
    );
  }
});

test('"Rennen" beside "Nr." is the title where it holds words, and the number where it holds numbers', () => {
  const cases: [heading: string[], row: string[], fields: (RaceField | undefined)[]][] = [
    [
      ['Nr.', 'Zeit', 'Rennen'],
      ['1', '9:00', 'Männer 4x'],
      ['raceNumber', 'time', 'title'],
    ],
    [
      ['Rennen', 'Zeit'],
      ['Männer 4x', '9:00'],
      ['title', 'time'],
    ],
    [
      ['Rennen', 'Zeit'],
      ['16A', '9:00'],
      ['raceNumber', 'time'],
    ],
    [
      ['No', 'Race', 'Time'],
      ['1', 'Women 8+', '9:00'],
      ['raceNumber', 'title', 'time'],
    ],
    [
      ['N', 'Course'],
      ['1', 'Femmes 4x'],
      ['raceNumber', 'title'],
    ],
    [
      ['Nr', 'Rennen', 'Titel'],
      ['1', 'Männer 4x', 'Vorlauf'],
      ['raceNumber', undefined, 'title'],
    ],
  ];
  for (const [heading, row, fields] of cases) {
    const found = recogniseColumns(
      heading,
      RACE_HEADINGS,
      () => undefined,
      (field, column) => refineRaceColumn(field, [row[column] ?? '']),
    );
    assert.deepEqual(found, { hasHeading: true, fields, lanes: [] }, heading.join());
  }
});

test('what is read in a cell stands beside it', () => {
  const [plan] = planned('No\tDate\tTime\tTitle\tDistance\n30\t14.6.\t9.05\tHeat\t500 m');
  assert.equal(plan?.state, 'new');
  assert.deepEqual(plan?.reads, {
    raceNumber: '30',
    day: '2026-06-14',
    time: '09:05',
    title: 'Heat',
    distanceMeters: '500',
  });
});

test('wrong cells are put right in the preview, and the row is read anew', () => {
  const rows = splitCells('1\tnoon\n2\t9:10');
  const once = withCell('', 1, 1, '12:00 ');
  assert.deepEqual(
    correctedRows(rows, correctedCells(once)).map(({ cells }) => cells),
    [
      ['1', '12:00'],
      ['2', '9:10'],
    ],
  );
  const added = withCell(once, 2, 2, 'Final');
  assert.deepEqual(correctedRows(rows, correctedCells(added))[1]?.cells, ['2', '9:10', 'Final']);
  assert.equal(correctedRows(rows, correctedCells('')), rows);
  assert.deepEqual(assignedColumns(['title', 'time'], withColumn('', 1, 'title')), [
    undefined,
    'title',
  ]);
});

const WEEKEND = { startDate: '2026-06-13', endDate: '2026-06-14' };

test('dates are read as people write them', () => {
  const cases: [text: string, expected: string, isDayFirst?: boolean][] = [
    ['2026-06-13', '2026-06-13'],
    ['13.6.2026', '2026-06-13'],
    ['13.06.26', '2026-06-13'],
    ['13.6.', '2026-06-13'],
    ['Sa, 13.6.2026', '2026-06-13'],
    ['6/13/2026', '2026-06-13'],
    ['13/6/2026', '2026-06-13'],
    ['6/7/2026', 'ambiguous-date'],
    ['6/7/2026', '2026-07-06', true],
    ['6/7/2026', '2026-06-07', false],
    ['6.7.2026', '2026-07-06', false],
    ['6/6/2026', '2026-06-06'],
    ['13 June 2026', '2026-06-13'],
    ['June 13th, 2026', '2026-06-13'],
    ['Samstag, 13. Juni', '2026-06-13'],
    ['samedi 13 juin', '2026-06-13'],
    ['1er août 2026', '2026-08-01'],
    ['13. März 2026', '2026-03-13'],
    ['15. Maerz 2026', '2026-03-15'],
    ['15 mrt 2026', '2026-03-15'],
    ['14 juil. 2026', '2026-07-14'],
    ['3 sept. 2026', '2026-09-03'],
    ['Juniors 14', 'date'],
    ['martedì 16 giugno 2026', '2026-06-16'],
    ['mar 16 giu', '2026-06-16'],
    ['Sat', '2026-06-13'],
    ['Sonntag', '2026-06-14'],
    ['dimanche', '2026-06-14'],
    ['Monday', 'date'],
    ['Day 2', '2026-06-14'],
    ['Tag 1', '2026-06-13'],
    ['Day 3', 'date'],
    ['46186', '2026-06-13'],
    ['31.6.2026', 'no-such-date'],
    ['2026-02-29', 'no-such-date'],
    ['31/6/2026', 'no-such-date'],
    ['13/13/2026', 'no-such-date'],
    ['tomorrow', 'date'],
    ['Start 13.6.', '2026-06-13'],
    ['sab. 13/6', '2026-06-13'],
    ['domenica', '2026-06-14'],
    ['Stand 13.6.2026', '2026-06-13'],
    ['za 13-6', '2026-06-13'],
    ['Samstagvormittag', '2026-06-13'],
    ['Sonnabend', '2026-06-13'],
    ['Sandkasten', 'date'],
    ['mar. 16 juin 2026', '2026-06-16'],
    ['mar 3 nov. 2026', '2026-11-03'],
    ['mar. 16.6.', '2026-06-16'],
    ['Mar 16, 2026', '2026-03-16'],
    ['mardi 17 mars', '2026-03-17'],
  ];
  for (const [text, expected, isDayFirst] of cases) {
    const read = readDate(text, { ...WEEKEND, isDayFirst });
    assert.equal('date' in read ? read.date : read.fault, expected, text);
  }
  const newYear = { startDate: '2026-12-31', endDate: '2027-01-02', isDayFirst: undefined };
  assert.deepEqual(readDate('1.1.', newYear), { date: '2027-01-01' });
  assert.deepEqual(readDate('31.12.', newYear), { date: '2026-12-31' });
});

test('a column of slashed dates says itself which is the day, or the event does, or the person', () => {
  const july = { startDate: '2026-07-06', endDate: '2026-07-07' };
  const cases: [texts: string[], event: typeof july, expected: boolean | 'ask' | undefined][] = [
    [['13/6/2026', '6/7/2026'], WEEKEND, true],
    [['6/13/2026', '6/7/2026'], WEEKEND, false],
    [['6/7/2026', '7/7/2026'], july, true],
    [['6/7/2026'], WEEKEND, 'ask'],
    [['6/7/2026'], { startDate: '2026-01-01', endDate: '2026-12-31' }, 'ask'],
    [['6/6/2026'], WEEKEND, true],
    [['6.7.2026', '2026-07-06', 'Sat'], WEEKEND, undefined],
  ];
  for (const [texts, event, expected] of cases)
    assert.equal(dayFirstOf(texts, event), expected, texts.join());
});

test('times of day are read as people write them', () => {
  const cases: [text: string, expected: string | undefined][] = [
    ['9:05', '09:05'],
    ['09.05', '09:05'],
    ['9h05', '09:05'],
    ['9 h', '09:00'],
    ['9 Uhr', '09:00'],
    ['9:05 Uhr', '09:05'],
    ['0905', '09:05'],
    ['905', '09:05'],
    ['2:30 PM', '14:30'],
    ['12:15 am', '00:15'],
    ['12:15 p.m.', '12:15'],
    ['9:05:30', '09:05:30'],
    ['9:05:30,5', '09:05:30.500'],
    ['09:05:00', '09:05'],
    ['0.375', '09:00'],
    ['0.5', '12:00'],
    ['0,375', '09:00'],
    ['24:00', undefined],
    ['9:60', undefined],
    ['13:00 pm', undefined],
    ['9', undefined],
    ['noon', undefined],
    ['', undefined],
  ];
  for (const [text, expected] of cases) assert.equal(readTime(text), expected, text);
});

const BERLIN = 'Europe/Berlin';
const clock = new VenueClock(BERLIN);

test('times of races are those of the venue, also where its clock is changed', () => {
  assert.deepEqual(textsOfInstant(Date.parse('2026-06-13T07:00:00Z'), clock), {
    day: '2026-06-13',
    time: '09:00',
  });
  assert.equal(textsOfInstant(Date.parse('2026-06-13T07:00:05.250Z'), clock).time, '09:00:05.250');
  const read = (day: string, time: string) => readRace({ day, time }, clock).values.scheduledAt;
  assert.equal(read('2026-06-13', '9:00'), '2026-06-13T07:00:00Z');
  assert.equal(read('2026-03-29', '02:30'), '2026-03-29T01:30:00Z', 'as long after the change');
  const cases: [day: string, time: string, doubt: string | undefined][] = [
    ['2026-06-13', '02:30', undefined],
    ['2026-03-29', '02:30', 'left-out'],
    ['2026-03-29', '03:30', undefined],
    ['2026-10-25', '02:30', 'twice'],
    ['2026-10-25', '04:00', undefined],
    ['2026-10-25', 'x', undefined],
  ];
  for (const [day, time, doubt] of cases)
    assert.equal(clockDoubt(day, time, clock, BERLIN), doubt, `${day} ${time}`);
});

test('of a time that comes twice, the second is written with its offset, and read by it', () => {
  const night = '2027-10-31';
  const cases: [at: string, time: string][] = [
    ['2027-10-30T23:50:00Z', '01:50'],
    ['2027-10-31T00:30:00Z', '02:30'],
    ['2027-10-31T00:59:59.500Z', '02:59:59.500'],
    ['2027-10-31T01:00:00Z', '02:00+01'],
    ['2027-10-31T01:30:00Z', '02:30+01'],
    ['2027-10-31T02:00:00Z', '03:00'],
    ['2027-10-31T12:00:00Z', '13:00'],
  ];
  for (const [at, time] of cases) {
    assert.deepEqual(textsOfInstant(Date.parse(at), clock), { day: night, time }, at);
    const { scheduledAt = '' } = readRace({ day: night, time }, clock).values;
    assert.equal(Date.parse(scheduledAt), Date.parse(at), time);
  }
  for (const time of ['2:30 +01', '02:30 +01:00', '02:30:00+01:00'])
    assert.equal(
      readRace({ day: night, time }, clock).values.scheduledAt,
      '2027-10-31T01:30:00Z',
      time,
    );
  assert.equal(clockDoubt(night, '02:30+01', clock, BERLIN), undefined);
  const island = new VenueClock('Australia/Lord_Howe');
  assert.equal(textsOfInstant(Date.parse('2027-04-03T15:15:00Z'), island).time, '01:45+10:30');
  const west = new VenueClock('America/New_York');
  assert.equal(textsOfInstant(Date.parse('2026-11-01T06:30:00Z'), west).time, '01:30-05');
  const summer = readRace({ day: '2026-06-13', time: '9:00 +01:00' }, clock);
  assert.deepEqual(summer.faults, { time: { code: 'time' } }, 'no offset of that day');
});

test('what is wrong with a text is said by its field', () => {
  const { values, faults } = readRace(
    {
      raceNumber: '0',
      printedNumber: '16A',
      title: 'x'.repeat(201),
      round: '𝟙'.repeat(60),
      distanceMeters: '1000 m',
      resultMode: 'Zeiten',
      resultVisibility: 'nur Plätze',
      laneScheme: 'A, B b, C',
      notes: 'e\u0301',
      day: '2026-06-13',
      time: 'noon',
    },
    clock,
  );
  assert.deepEqual(faults, {
    raceNumber: { code: 'number' },
    title: { code: 'too-long', limit: 200 },
    time: { code: 'time' },
  });
  assert.deepEqual(values, {
    printedNumber: '16A',
    round: '𝟙'.repeat(60),
    distanceMeters: 1000,
    resultMode: 'timed',
    resultVisibility: 'placesOnly',
    laneScheme: ['A', 'B b', 'C'],
    notes: 'é',
  });
});

test('a number under "Bahnen" is how many there are, and is shown as what it is read', () => {
  const text = 'No\tDate\tTime\tBahnen\n30\t13.6.2026\t09:00\t4\n31\t13.6.2026\t09:10\t0-2\n';
  assert.deepEqual(
    planned(text).map(({ write, reads }) => [write.laneScheme, reads.laneScheme]),
    [
      [['1', '2', '3', '4'], '1, 2, 3, 4'],
      [['0', '1', '2'], '0, 1, 2'],
    ],
  );
});

const stored = (id: number, more: object = {}) => ({
  id,
  raceNumber: id,
  printedNumber: null,
  title: 'Final',
  scheduledAt: '2026-06-13T07:00:00Z',
  boatClass: null,
  round: null,
  divisionLabel: null,
  distanceMeters: 1000,
  resultMode: 'timed',
  resultVisibility: null,
  laneScheme: null,
  notes: null,
  ...more,
});

function planned(text: string, more: Partial<RacePaste> = {}) {
  const [heading, ...rows] = splitCells(text);
  const { fields } = recogniseColumns(heading?.cells ?? [], RACE_HEADINGS, () => undefined);
  const document = {
    event: { ...WEEKEND, timezone: BERLIN },
    races: [stored(1), stored(2, { printedNumber: '2A' }), stored(7, { printedNumber: '6' })],
  } as unknown as Office;
  return planRaces({ document, rows, fields, isDayFirst: undefined, day: '', ...more });
}

test('a pasted time that a race has, be it the first or the second such time, changes nothing', () => {
  const at = (hour: number, title: string) => ({
    title,
    scheduledAt: `2027-10-31T0${hour}:30:00Z`,
  });
  const races = [stored(2, at(0, 'First')), stored(3, at(1, 'Second'))];
  const document = { event: { ...WEEKEND, timezone: BERLIN }, races } as unknown as Office;
  const fate = (heading: string, row: string) => {
    const [plan] = planned(`${heading}\n${row}`, { document });
    return [plan?.state, plan?.id, plan?.write.scheduledAt];
  };
  const cases: [row: string, state: string, id: number | null, at?: string][] = [
    ['2\t2027-10-31\t02:30\tFirst', 'same', 2],
    ['3\t2027-10-31\t02:30\tSecond', 'same', 3],
    ['3\t2027-10-31\t2:30:00\tSecond', 'same', 3],
    ['3\t2027-10-31\t02:30 +01:00\tSecond', 'same', 3],
    ['3\t2027-10-31\t\tSecond', 'same', 3],
    ['3\t2027-10-31\t02:30 +02:00\tSecond', 'changed', 3, '2027-10-31T00:30:00Z'],
    ['3\t2027-10-31\t02:40\tSecond', 'changed', 3, '2027-10-31T00:40:00Z'],
    ['3\t2027-10-30\t\tSecond', 'changed', 3, '2027-10-30T00:30:00Z'],
    ['4\t2027-10-31\t02:30\tThird', 'new', null, '2027-10-31T00:30:00Z'],
  ];
  for (const [row, ...expected] of cases)
    assert.deepEqual(fate('No\tDate\tTime\tTitle', row), [...expected, undefined].slice(0, 3), row);
  assert.deepEqual(fate('Date\tTime\tTitle', '2027-10-31\t02:30\tSecond').slice(0, 2), ['same', 3]);
});

test('every row shows what would become of it', () => {
  const plans = planned(
    [
      'No\tDate\tTime\tTitle\tDistance',
      '1\t13.6.2026\t09:00\tFinal\t1000',
      '2A\t13.6.2026\t09:10\tFinal B\t1000',
      '6\t13.6.2026\t09:00\tFinal\t1000 m',
      '30\tSunday\t10:00\tHeat\t500',
      '16A\t14.6.2026\t10:10\tHeat\t500',
      '3\t31.6.2026\t10:00\tHeat\t500',
      '4\t13.6.2026\tnoon\tHeat\tfar',
      '5\t13.6.2026\t10:00\t=A1&B1\t500',
      '8\t13.6.2026\t10:00\tHeat\t500',
      '8\t13.6.2026\t10:10\tHeat\t500',
      '9\t15.6.2026\t10:00\tHeat\t500',
      '\t\t12:00\tLUNCH BREAK\t',
    ].join('\n'),
  );
  assert.deepEqual(
    plans.map(({ line, state, id, faults }) => [line, state, id, faults.map(({ code }) => code)]),
    [
      [2, 'same', 1, []],
      [3, 'changed', 2, []],
      [4, 'same', 7, []],
      [5, 'new', null, []],
      [6, 'new', null, []],
      [7, 'wrong', null, ['no-such-date']],
      [8, 'wrong', null, ['number', 'time']],
      [9, 'wrong', null, ['formula']],
      [10, 'wrong', null, ['twice']],
      [11, 'wrong', null, ['twice']],
      [12, 'new', null, []],
      [13, 'left-out', null, ['no-number']],
    ],
  );
  assert.deepEqual(plans[1]?.changes, [
    { field: 'time', before: '09:00', after: '09:10' },
    { field: 'title', before: 'Final', after: 'Final B' },
  ]);
  assert.deepEqual(plans[1]?.write, { title: 'Final B', scheduledAt: '2026-06-13T07:10:00Z' });
  assert.equal(plans[3]?.write.scheduledAt, '2026-06-14T08:00:00Z');
  assert.deepEqual(plans[4]?.write.printedNumber, '16A');
  assert.equal(plans[4]?.write.raceNumber, 31, 'after all numbers that are used');
  assert.deepEqual(plans[10]?.doubts, ['outside']);
  assert.deepEqual(plans[8]?.faults[0]?.lines, [10, 11]);
});

test('a day may stand in a row of its own, with the time, or be chosen for all', () => {
  const above = planned('No\tTime\nDay 2\t\n10\t09:00\nDay 1\n11\t09:00\n1\t09:30');
  assert.deepEqual(
    above.map(({ state, write }) => [state, write.scheduledAt]),
    [
      ['left-out', undefined],
      ['new', '2026-06-14T07:00:00Z'],
      ['left-out', undefined],
      ['new', '2026-06-13T07:00:00Z'],
      ['changed', '2026-06-13T07:30:00Z'],
    ],
  );
  const within = planned('No\tStart\n10\t2026-06-14 09:00\n11\tSat 9.15');
  assert.deepEqual(
    within.map(({ write }) => write.scheduledAt),
    ['2026-06-14T07:00:00Z', '2026-06-13T07:15:00Z'],
  );
  const [unknown, kept] = planned('No\tTime\n10\t09:00\n1\t09:30');
  assert.deepEqual(unknown?.faults, [{ field: 'day', code: 'day-needed' }]);
  assert.equal(kept?.write.scheduledAt, '2026-06-13T07:30:00Z', 'a race keeps its day');
  const [chosen] = planned('No\tTime\n10\t09:00', { day: '2026-06-14' });
  assert.equal(chosen?.write.scheduledAt, '2026-06-14T07:00:00Z');
});

test('a row that holds a break and its time is no day', () => {
  for (const text of ['Pause 12.10', '12.10', 'Lunch', 'Sandkastenrennen']) {
    const rows = planned(`No\tTime\tTitle\n1\t09:00\t\n\t\t${text}\n2A\t09:30\t`);
    assert.deepEqual(
      rows.map(({ faults, write }) => [faults[0]?.code, write.scheduledAt]),
      [
        [undefined, undefined],
        ['no-number', undefined],
        [undefined, '2026-06-13T07:30:00Z'],
      ],
      text,
    );
  }
  for (const [text, day] of [
    ['14.6.', '14'],
    ['Mo 15.6.', '15'],
    ['15.06.26', '15'],
  ]) {
    const rows = planned(`No\tTime\tTitle\n\t\t${text}\n1\t09:30\t`);
    assert.equal(rows[1]?.write.scheduledAt, `2026-06-${day}T07:30:00Z`, text);
  }
});

test('without numbers a race is found by its time and title, and a number in use is not taken', () => {
  const [same, fresh] = planned('Date\tTime\tTitle\n13.6.\t9:00\tOpen\n13.6.\t9:00\tFinal', {
    document: {
      event: { ...WEEKEND, timezone: BERLIN },
      races: [stored(4)],
    } as unknown as Office,
  });
  assert.deepEqual([same?.state, same?.write.raceNumber], ['new', 5]);
  assert.equal(fresh?.state, 'same');
  const [taken] = planned('Race number\tPrinted number\tDate\tTime\n2\t9X\t13.6.\t9:00');
  assert.equal(taken?.id, 2, 'by its own number where nobody else shows it');
  const [hidden] = planned('No\tDate\tTime\n7\t13.6.\t9:00');
  assert.equal(hidden?.id, 7);
});

test('a number that people know as that of another race is a new race', () => {
  const races = [
    stored(16),
    stored(17, { printedNumber: '16A' }),
    stored(18, { printedNumber: '17' }),
    stored(19, { printedNumber: '18' }),
  ];
  const document = { event: { ...WEEKEND, timezone: BERLIN }, races } as unknown as Office;
  const rows = '16\t9:00\n16A\t9:10\n17\t9:20\n18\t9:30\n19\t9:40';
  const plans = planned(`No\tDate\tTime\n${rows.replaceAll('\t', '\t13.6.\t')}`, { document });
  assert.deepEqual(
    plans.map(({ state, id }) => [state, id]),
    [
      ['same', 16],
      ['changed', 17],
      ['changed', 18],
      ['changed', 19],
      ['new', null],
    ],
  );
  const { raceNumber, printedNumber } = plans[4]?.write ?? {};
  assert.deepEqual([raceNumber, printedNumber], [20, '19']);
  const [alone] = planned('No\tDate\tTime\n19\t13.6.\t9:40', { document });
  assert.deepEqual([alone?.state, alone?.id], ['changed', 19]);
  const both = planned('Race number\tPrinted number\tTime\n17\t16A\t9:10\n18\t17\t9:20', {
    document,
  });
  assert.deepEqual(
    both.map(({ id }) => id),
    [17, 18],
    'by both numbers',
  );
});

test('of several races that print a number, a row is about the one of its round', () => {
  const races = [
    stored(101, { printedNumber: '12', round: 'Heat 1' }),
    stored(102, { printedNumber: '12', round: 'Heat 2' }),
    stored(103, { printedNumber: '12', round: 'Final' }),
  ];
  const document = { event: { ...WEEKEND, timezone: BERLIN }, races } as unknown as Office;
  const rows = '12\t9:30\tHeat 1\n12\t9:40\tHeat 2\n12\t9:50\tFinal\n12\t9:55\tRepechage';
  for (const heading of ['No', 'Printed number'])
    assert.deepEqual(
      planned(`${heading}\tTime\tRound\n${rows}`, { document }).map(({ state, id, faults }) => [
        ...[state, id],
        ...faults.map(({ code }) => code),
      ]),
      [
        ['changed', 101],
        ['changed', 102],
        ['changed', 103],
        ['wrong', null, 'shared'],
      ],
      heading,
    );
  const [open] = planned('No\tTime\n12\t9:30', { document });
  assert.deepEqual([open?.state, open?.faults[0]?.code], ['wrong', 'shared']);
  const [twice] = planned('No\tTime\tRound\n12\t9:30\tFinal\n12\t9:40\tFinal', { document });
  assert.deepEqual(twice?.faults[0]?.lines, [2, 3]);
  const [byNumber] = planned('No\tPrinted number\tTime\n102\t12\t9:30', { document });
  assert.deepEqual([byNumber?.state, byNumber?.id], ['changed', 102]);
});

test('300 rows are planned in a moment, and ten thousand are no trouble', () => {
  const rows = (count: number) =>
    `No\tDate\tTime\tTitle\n${Array.from({ length: count }, (_, index) => `${index + 100}\t13.6.2026\t9:00\tHeat ${index}`).join('\n')}`;
  const start = process.cpuUsage();
  assert.equal(planned(rows(300)).length, 300);
  const { user, system } = process.cpuUsage(start);
  assert.ok(user + system < 1_000_000, `${user + system} µs of a processor`);
  assert.equal(planned(rows(10_000)).filter(({ state }) => state === 'new').length, 10_000);
});
