/** The export as one table: real regattas, times of the venue, and no cell that a spreadsheet would run as a formula. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { loadRegatta } from '../../regattas/regatta.ts';
import { csvOf } from '../../src/domain/text/csv.ts';
import type { WholeEvent } from '../../src/exchange/event-file.ts';
import {
  EVENT_COLUMNS,
  escaped,
  eventTable,
  templateTable,
} from '../../src/exchange/writers/event-table.ts';
import { workbookOf } from '../../src/exchange/writers/workbook.ts';
import { crew, lane, race, team } from '../domain/builders.ts';
import { REGATTAS, wholeRegatta } from './whole-regatta.ts';

/** The rows of the table, each as an object by column. */
function rowsOf(event: WholeEvent): Record<string, unknown>[] {
  return eventTable(event).rows.map((row) =>
    Object.fromEntries(EVENT_COLUMNS.map((column, index) => [column, row[index]])),
  );
}

const EMPTY = { ...wholeRegatta('wy-hi-2023'), races: [], teams: [], lanes: new Map() };

test('each lane of a real regatta is a row, with the place that was official', () => {
  for (const name of REGATTAS) {
    const rows = rowsOf(wholeRegatta(name));
    const { races } = loadRegatta(name);
    const count = races.reduce((sum, { lanes }) => sum + Math.max(1, lanes.length), 0);
    assert.equal(rows.length, count, name);
    for (const { label, lanes } of races) {
      for (const { position, crew: called, place, status } of lanes) {
        const row = rows.find(
          (each) =>
            (each.printedNumber ?? String(each.raceNumber)) === label && each.lane === position,
        );
        assert.equal(row?.crew, called, `${name} ${label}`);
        assert.equal(
          row?.place,
          status === 'finished' ? place : null,
          `${name} ${label} ${called}`,
        );
      }
    }
  }
});

test('the file begins with a mark and the headings, its lines end as RFC 4180 says', () => {
  const text = csvOf(eventTable(wholeRegatta('hebda-cup-2023')), ',');
  assert.ok(text.startsWith('\ufeffraceNumber,externalId,date,time,zone,title,boatClass,round,'));
  assert.ok(
    text.includes(
      'printedNumber,resultMode,state,kind,startIntervalSeconds,raceStartedAt,closed,clockOffsetMillis,category,allowanceSeconds,outOfCompetition,plannedStartAt,startedAt,finishedAt\r\n',
    ),
  );
  assert.deepEqual(text.match(/[^\r]\n/g), null);
});

/** The actual start of the first boat of the head race below: 22 s after 9:00 at the venue, and 2 s after its plan. */
const START = Date.parse('2026-06-13T09:00:22+02:00');

test('what a lane has stands in its row', () => {
  const [one, two] = [
    race({ id: 1, raceNumber: 4 }),
    race({ id: 2, raceNumber: 5, state: 'cancelled' }),
  ];
  const rows = rowsOf({
    ...EMPTY,
    timezone: 'Europe/Berlin',
    teams: [team({ id: 9, name: 'Crew 9', externalId: 'c9', clubId: '-Ost' })],
    races: [{ ...one, kind: 'head', startIntervalSeconds: 20, startedAt: START - 500 }, two],
    lanes: new Map([
      [
        1,
        [
          lane(1, {
            ...{ category: 'Masters C', allowanceMillis: -12_500, outOfCompetition: true },
            ...{ plannedStartMillis: 20_000, startedAt: START, finishedAt: START + 3_723_004 },
            positionLabel: '0',
            team: crew(9, 'c9'),
            status: 'finished',
            finishTimeMillis: 3_723_004,
            penaltyMillis: 1500,
          }),
          lane(2, { status: 'dnf' }),
        ],
      ],
    ]),
  });
  const facts = { date: '2026-06-13', time: '09:00', zone: 'Europe/Berlin' };
  const none = {
    externalId: null,
    title: null,
    boatClass: null,
    round: null,
    division: null,
    distanceMeters: null,
    notes: null,
    printedNumber: null,
    ...{ kind: null, startIntervalSeconds: null, raceStartedAt: null, closed: 'no' },
    ...{ clockOffsetMillis: null, category: null, allowanceSeconds: null },
    ...{ outOfCompetition: null, plannedStartAt: null, startedAt: null, finishedAt: null },
  };
  const head = {
    ...{ kind: 'head', startIntervalSeconds: 20 },
    raceStartedAt: '2026-06-13T09:00:21.500+02:00',
  };
  assert.deepEqual(rows, [
    {
      ...{
        ...none,
        ...facts,
        ...head,
        ...{ category: 'Masters C', allowanceSeconds: -12.5, outOfCompetition: 'yes' },
        plannedStartAt: '2026-06-13T09:00:20+02:00',
        startedAt: '2026-06-13T09:00:22+02:00',
        finishedAt: '2026-06-13T10:02:25.004+02:00',
        raceNumber: 4,
        lane: 1,
        laneLabel: '0',
        crew: 'Crew 9',
        crewId: 'c9',
      },
      ...{ club: "'-Ost", status: 'finished', finishTime: '1:02:03.004', finishMillis: 3_723_004 },
      ...{ penaltySeconds: 1.5, place: null, resultMode: 'timed', state: 'planned' },
    },
    {
      ...{
        ...none,
        ...facts,
        ...head,
        raceNumber: 4,
        lane: 2,
        laneLabel: null,
        crew: null,
        crewId: null,
      },
      ...{ club: null, status: 'dnf', finishTime: null, finishMillis: null },
      ...{ penaltySeconds: null, place: null, resultMode: 'timed', state: 'planned' },
    },
    {
      ...{
        ...none,
        ...facts,
        raceNumber: 5,
        lane: null,
        laneLabel: null,
        crew: null,
        crewId: null,
      },
      ...{ club: null, status: null, finishTime: null, finishMillis: null },
      ...{ penaltySeconds: null, place: null, resultMode: 'timed', state: 'cancelled' },
    },
  ]);
});

test('a time that the clocks show twice has its offset in place of the zone', () => {
  const cases = [
    ['2026-10-24T23:30:00Z', '2026-10-25', '01:30', 'Europe/Berlin'],
    ['2026-10-25T00:30:00Z', '2026-10-25', '02:30', "'+02:00"],
    ['2026-10-25T01:30:00Z', '2026-10-25', '02:30', "'+01:00"],
    ['2026-10-25T02:00:00Z', '2026-10-25', '03:00', 'Europe/Berlin'],
    ['2026-06-13T07:00:05Z', '2026-06-13', '09:00:05', 'Europe/Berlin'],
    ['2026-06-13T07:00:00.25Z', '2026-06-13', '09:00:00.250', 'Europe/Berlin'],
  ] as const;
  for (const [instant, ...expected] of cases) {
    const at = race({ id: 1, raceNumber: 1, scheduledAt: Date.parse(instant) });
    const [row] = rowsOf({ ...EMPTY, timezone: 'Europe/Berlin', races: [at] });
    assert.deepEqual([row?.date, row?.time, row?.zone], expected, instant);
  }
  const [row] = rowsOf({ ...EMPTY, timezone: null, races: [race({ id: 1, raceNumber: 1 })] });
  assert.deepEqual([row?.time, row?.zone], ['07:00', 'UTC']);
});

test('a cell that a spreadsheet would run, and one with an apostrophe, begins with one more', () => {
  for (const text of ['=1', '+1', '-', '@x', "'t", '\tx', '\rx']) {
    assert.equal(escaped(text), `'${text}`);
  }
  for (const text of ['a=1', '1-2', '', 'Ost', '"', '\nx']) assert.equal(escaped(text), text);
  assert.equal(escaped(-1), -1);
  assert.equal(escaped(null), null);
});

test('a workbook holds the same cells, texts as texts', async () => {
  const event = wholeRegatta('wy-hi-2023');
  const [table] = [eventTable(event)];
  const workbook = await workbookOf([{ name: 'Regatta', ...table }]);
  const parts = unzipSync(new Uint8Array(await workbook.arrayBuffer()));
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] as Uint8Array);
  assert.equal(sheet.match(/<row /g)?.length, table.rows.length + 1);
  assert.doesNotMatch(sheet, /<f>/);
});

test('the template has two example crews of one race, on the first day of the event', () => {
  const { columns, rows } = templateTable({
    ...EMPTY,
    startDate: '2026-06-13',
    timezone: 'Europe/Berlin',
  });
  assert.deepEqual(columns, EVENT_COLUMNS);
  const named = rows.map((row) =>
    Object.fromEntries(columns.map((name, index) => [name, row[index]])),
  );
  assert.deepEqual(
    named.map(({ raceNumber, date, zone, lane: position, crew: called }) => [
      raceNumber,
      date,
      zone,
      position,
      called,
    ]),
    [
      [1, '2026-06-13', 'Europe/Berlin', 1, 'Example crew A'],
      [1, '2026-06-13', 'Europe/Berlin', 2, 'Example crew B'],
    ],
  );
});
