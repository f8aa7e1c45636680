/**
 * Files of head races: an import takes starts and finishes by the clock, categories, handicaps and places as the file has
 * them, and they survive our own export and its import without a change.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportDocument } from '../../src/contract/import.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { readFiles } from '../../src/exchange/reading/read-files.ts';
import type { Answers } from '../../src/exchange/reading/reading.ts';
import { exportEvent } from '../../src/operations/export/export-event.ts';
import { loadEvent } from '../../src/operations/export/load-event.ts';
import { factsForReaders } from '../../src/operations/import/load-plan.ts';
import { writeReadings } from '../../src/operations/import/write-readings.ts';
import { editEvent } from '../../src/operations/pushes/edit-event.ts';
import { findEventFacts } from '../../src/storage/event/events.ts';
import { performOn, TEST_TERMS } from '../support/perform.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

const service = await startTestService();

/** An event of one day in Berlin. */
async function eventOn(day = '2026-06-13'): Promise<Provisioned> {
  const event = await service.provision();
  await performOn(service, event.eventId, editEvent, { start: day, end: day });
  return event;
}

async function imported(
  { eventId }: Provisioned,
  name: string,
  content: string | Uint8Array,
  answers: Answers = {},
): Promise<ImportDocument> {
  const { database } = service;
  const facts = await findEventFacts(database.reads, eventId);
  assert.ok(facts);
  const hasNoRaces = (await loadEvent(database, eventId, 0))?.races.length === 0;
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const event = { ...factsForReaders(facts), hasNoRaces };
  const read = readFiles({ files: [{ name, bytes }], answers, event });
  assert.ok('files' in read, 'unreadable' in read ? read.unreadable : '');
  const terms = { ...TEST_TERMS, eventId };
  const input = { files: read.files, answers, forget: false };
  const document = await writeReadings({ database, ...TEST_TERMS }, terms, input);
  assert.ok(!(document instanceof Refusal), document instanceof Refusal ? document.detail : '');
  return document;
}

/** Imports a file, and asserts that no question is open and nothing in it is wrong. */
async function imports(
  event: Provisioned,
  name: string,
  content: string | Uint8Array,
  answers: Answers = {},
): Promise<ImportDocument> {
  const document = await imported(event, name, content, answers);
  assert.deepEqual([document.questions, document.wrong], [[], []]);
  return document;
}

interface Entry {
  positionLabel: string;
  teamName?: string;
  category: string | null;
  categoryPlace: number | null;
  outOfCompetition: boolean;
  allowanceMillis: number | null;
  plannedStartAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  status: string;
  finishTimeMillis: number | null;
  penaltyMillis: number | null;
  finishPlace: number | null;
}

/** A race as `/timing/v1` answers it. */
async function timingOf({ eventId, key }: Provisioned, externalId: string) {
  const path = `${service.url}/timing/v1/events/${eventId}/races/${encodeURIComponent(externalId)}`;
  const answer = await fetch(path, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(answer.status, 200, externalId);
  return (await answer.json()) as {
    kind: string | null;
    startedAt: string | null;
    entries: (Entry & { teamExternalId: string | null })[];
  };
}

/** The entries of a race in short: crew, category and places, clocks in UTC, time, penalty and allowance. */
async function told(event: Provisioned, externalId: string): Promise<string[]> {
  const { entries } = await timingOf(event, externalId);
  const clock = (instant: string | null) => instant?.slice(11, -1) ?? '–';
  return entries.map((entry) =>
    [
      (entry.teamExternalId ?? '–').replace(/^[a-z]+:/, ''),
      entry.category ?? '–',
      entry.status,
      `${entry.finishPlace ?? '–'}/${entry.categoryPlace ?? '–'}`,
      `${clock(entry.startedAt)} ${clock(entry.finishedAt)}`,
      entry.finishTimeMillis ?? '–',
      ...(entry.penaltyMillis ? [`+${entry.penaltyMillis}`] : []),
      ...(entry.allowanceMillis ? [`less ${entry.allowanceMillis}`] : []),
      ...(entry.outOfCompetition ? ['out'] : []),
    ].join(' '),
  );
}

/** Asserts that our own export, imported, changes nothing in the event itself and gives the same bytes from an empty one. */
async function goesRound(event: Provisioned, day?: string): Promise<void> {
  const { database } = service;
  for (const format of ['csv', 'xlsx'] as const) {
    const fileOf = async ({ eventId }: Provisioned) => {
      const whole = await loadEvent(database, eventId, Date.now());
      assert.ok(whole);
      const { files } = await exportEvent(whole, format, { now: 0 });
      return files[0]?.bytes ?? new Uint8Array();
    };
    const file = await fileOf(event);
    const same = await imports(event, `event.${format}`, file);
    assert.deepEqual([same.written, same.counts.new, same.counts.changed], [false, 0, 0]);
    const empty = await eventOn(day);
    await imports(empty, `event.${format}`, file);
    assert.deepEqual(Buffer.from(await fileOf(empty)).compare(Buffer.from(file)), 0);
  }
}

const TIMES = { times: { first: '09:00', everyMinutes: 10 } };

interface Row {
  name: string;
  category: string;
  start?: string;
  finish?: string;
  result: string;
  [other: string]: unknown;
}

/** @param finish the column of the finish time: `Finish`, or `Ziel` in the feed of a German account */
function feedOf(rows: readonly Row[], finish: 'Finish' | 'Ziel' = 'Finish'): string {
  const written = rows.map(({ name, category, start = '', finish: at = '', result, ...other }) => ({
    ...{ Name: name, Club: name, Category: category, Wave: 'Division 1', Handicap: '1.000' },
    ...{ 'Bib number': '', ExtraInfo: [], Start: start, [finish]: at, Result: result },
    ...{ Penalty: 0, 'Penalty note': '', Rank: '', ...other },
  }));
  return JSON.stringify([...written, { RaceInfo: { Name: 'Head of the River' } }]);
}

const HEAD: Row[] = [
  {
    name: 'Ost',
    category: 'Masters C',
    start: '09:01:00.0',
    finish: '09:19:22.4',
    result: '00:18:22.4',
    Rank: 2,
  },
  // Started before Ost, which comes first in the file.
  {
    name: 'West',
    category: 'Masters C',
    start: '09:00:20.5',
    finish: '09:19:20.5',
    result: '00:19:10.0',
    Rank: 3,
    Penalty: 10,
  },
  {
    name: 'Nord',
    category: 'Open',
    start: '09:00:00.0',
    finish: '09:18:00.0',
    result: '00:18:00.0',
    Rank: 1,
  },
  {
    name: 'Süd',
    category: 'Masters F',
    start: '09:01:20.0',
    finish: '09:21:20.0',
    result: '00:18:00.0',
    Handicap: '0.900',
  },
  {
    name: 'Gast',
    category: 'Open',
    start: '09:01:40.0',
    finish: '09:18:40.0',
    result: '00:17:00.0',
    Rank: 'a. K.',
  },
  { name: 'Hafen', category: 'Open', start: '09:02:00.0', result: 'DNF' },
  { name: 'Lang', category: 'Open', start: '09:02:20.0', result: 'In race...' },
  { name: 'Fern', category: 'Open', result: 'DNS' },
];

test('RaceClocker: one race of several categories, in the order of the starts', async () => {
  for (const finish of ['Finish', 'Ziel'] as const) {
    const event = await eventOn();
    const file = feedOf(HEAD, finish);
    const { notes } = await imports(event, 'feed.json', file, TIMES);
    assert.ok(notes.some(({ text }) => /^Süd has the handicap 0\.900/.test(text)));
    const id = 'raceclocker:Division 1';
    assert.deepEqual(await told(event, id), [
      'Nord Open finished 1/1 07:00:00 07:18:00 1080000',
      'West Masters C finished 4/2 07:00:20.500 07:19:20.500 1140000 +10000',
      'Ost Masters C finished 3/1 07:01:00 07:19:22.400 1102400',
      'Süd Masters F finished 1/1 07:01:20 07:21:20 1200000 less 120000',
      'Gast Open finished –/– 07:01:40 07:18:40 1020000 out',
      'Hafen Open dnf –/– 07:02:00 – –',
      'Lang Open assigned –/– 07:02:20 – –',
      'Fern Open dns –/– – – –',
    ]);
    const again = await imports(event, 'feed.json', file, TIMES);
    assert.deepEqual([again.written, again.counts.new, again.counts.changed], [false, 0, 0]);
    await goesRound(event);
  }
});

test('RaceClocker: a start that all boats of a wave share is that of the race', async () => {
  const event = await eventOn();
  const rows = ['Ost', 'West'].map((name, index) => ({
    ...{ name, category: 'M8+', start: '15:56:26.1', finish: `16:0${index + 1}:33.7` },
    result: `00:0${index + 5}:07.6`,
  }));
  await imports(event, 'feed.json', feedOf(rows), TIMES);
  const { kind, startedAt } = await timingOf(event, 'raceclocker:M8+:Division 1');
  assert.deepEqual([kind, startedAt], [null, '2026-06-13T13:56:26.100Z']);
  assert.deepEqual(await told(event, 'raceclocker:M8+:Division 1'), [
    'Ost M8+ finished 1/1 – 14:01:33.700 307600',
    'West M8+ finished 2/2 – 14:02:33.700 367600',
  ]);
  await goesRound(event);
});

test('RaceClocker: an event that has the categories as races keeps them so', async () => {
  const event = await eventOn();
  const one = HEAD.filter(({ category }) => category === 'Open');
  await imports(event, 'open.json', feedOf(one), TIMES);
  const document = await imported(event, 'feed.json', feedOf(HEAD));
  assert.deepEqual(
    document.questions.map(({ id, proposed }) => [id, Object.keys(proposed as object)]),
    [['race', ['Masters C Division 1', 'Masters F Division 1']]],
  );
  assert.match(
    document.notes.map(({ text }) => text).join(),
    /categories of "Division 1" are races/,
  );
});

test('our own table: a boat that did not start keeps the one clock that it has, and has never both', async () => {
  for (const mode of ['timed', 'placesOnly']) {
    const event = await eventOn();
    const rows = [
      'raceNumber,externalId,date,time,lane,crew,crewId,status,resultMode,kind,startedAt,finishedAt',
      `1,r1,2026-06-13,09:00,1,Ost,Ost,dns,${mode},head,,09:08:00`,
      `1,r1,2026-06-13,09:00,2,West,West,dns,${mode},head,09:01:00,`,
      `1,r1,2026-06-13,09:00,3,Nord,Nord,dns,${mode},head,09:02:00,09:09:00`,
    ];
    await imports(event, 'event.csv', rows.join('\n'));
    assert.deepEqual(await told(event, 'r1'), [
      'Ost – dns –/– – 07:08:00 –',
      'West – dns –/– 07:01:00 – –',
      'Nord – dns –/– – – –',
    ]);
    await goesRound(event);
  }
});

test('past midnight and across a change of the clock, what lies between is as on the water', async () => {
  const cases = [
    ['2026-06-13', '23:58:00.0', '00:04:05.3', '21:58:00 22:04:05.300', 365_300],
    // At 03:00 clocks go back to 02:00.
    ['2026-10-25', '02:58:00.0', '02:04:05.3', '00:58:00 01:04:05.300', 365_300],
    // At 02:00 clocks go forward to 03:00.
    ['2026-03-29', '01:58:00.0', '03:04:05.3', '00:58:00 01:04:05.300', 365_300],
  ] as const;
  for (const [day, start, finish, clocks, millis] of cases) {
    const event = await eventOn(day);
    const other = { name: 'West', category: 'Open', start: '01:30:00.0', result: 'In race...' };
    const row = { name: 'Ost', category: 'Open', start, finish, result: '00:06:05.3' };
    const first = day === '2026-06-13' ? '23:55' : '01:55';
    const at = { times: { first: `${day} ${first}`, everyMinutes: 10 } };
    await imports(event, 'feed.json', feedOf([row, other]), at);
    const lines = await told(event, 'raceclocker:Open:Division 1');
    assert.ok(
      lines.includes(`Ost Open finished 1/1 ${clocks} ${millis}`),
      `${day} ${lines.join()}`,
    );
    await goesRound(event, day);
  }
});

interface Boat {
  Bow: string;
  Crew: string;
  S_time?: string;
  F_time?: string;
  RawTime?: string;
  AdjTime?: string;
  Place?: number | string;
  [other: string]: unknown;
}

function crewTimer(races: readonly object[], info: object = {}): string {
  const regattaInfo = {
    Title: 'Head',
    Date: '2026-06-13',
    NumDays: '1',
    RaceType: 'Head',
    ...info,
  };
  return JSON.stringify({ regattaInfo, results: races });
}

function eventOf(EventNum: string, name: string, entries: readonly Boat[], more: object = {}) {
  return { EventNum, Event: `${EventNum} ${name}`, Day: '', Start: '9:00 AM', ...more, entries };
}

const MASTERS: Boat[] = [
  {
    Bow: '12',
    Crew: 'Ost',
    S_time: '09:01:00.000',
    F_time: '09:19:22.400',
    RawTime: '18:22.400',
    AdjTime: '18:03.900',
    Place: 1,
    Age: '52',
    Handicap: 18.5,
  },
  {
    Bow: '11',
    Crew: 'West',
    S_time: '09:00:20.500',
    F_time: '09:19:20.500',
    RawTime: '19:00.000',
    PenaltyCode: 'Finished Off Course(10s)',
    AdjTime: '19:10.000',
    Place: 2,
  },
  {
    Bow: '13',
    Crew: 'Gast',
    G_Start_time_raw: '09:01:40.000',
    G_Finish_time_raw: '09:18:40.000',
    RawTime: '17:00.000',
    AdjTime: 'Exh 17:00.000',
    Place: '',
  },
];
const OPEN: Boat[] = [
  {
    Bow: '1',
    Crew: 'Nord',
    S_time: '09:00:00.000',
    F_time: '09:18:00.000',
    RawTime: '18:00.000',
    AdjTime: '18:00.000',
    Place: 1,
  },
  {
    Bow: '2',
    Crew: 'Fern',
    S_time: 'Scratch',
    G_Start_time_raw: '09:00:10.000',
    AdjTime: 'Scratch',
    Place: '',
  },
  { Bow: '3', Crew: 'Lang', S_time: '09:02:20.000', RawTime: 'In Progress', Place: '' },
  {
    Bow: '4',
    Crew: 'Alt',
    AdjTime: '18:30.000',
    RawTime: '18:30.000',
    S_time: '09:02:30.000',
    F_time: '09:21:00.000',
    Place: 2,
    Age: 'Exhib',
  },
];

test('CrewTimer JSON: kind, clocks, handicaps, exhibition, and races that are combined', async () => {
  const combined = { CombinedRaces: JSON.stringify({ 20: '20', 21: '20' }) };
  const file = crewTimer(
    [eventOf('20', 'Open 4x', OPEN), eventOf('21', 'Masters C 4x', MASTERS)],
    combined,
  );
  const event = await eventOn();
  await imports(event, 'results.json', file);
  const { kind, startedAt } = await timingOf(event, 'crewtimer:20');
  assert.deepEqual([kind, startedAt], ['head', '2026-06-13T07:00:00Z']);
  const expected = [
    'Nord Open 4x finished 1/1 07:00:00 07:18:00 1080000',
    'West Masters C 4x finished 3/2 07:00:20.500 07:19:20.500 1140000 +10000',
    'Ost Masters C 4x finished 2/1 07:01:00 07:19:22.400 1102400 less 18500',
    'Gast Masters C 4x finished –/– 07:01:40 07:18:40 1020000 out',
    'Lang Open 4x assigned –/– 07:02:20 – –',
    'Alt Open 4x finished –/– 07:02:30 07:21:00 1110000 out',
    'Fern Open 4x dns –/– – – –',
  ];
  assert.deepEqual(await told(event, 'crewtimer:20'), expected);
  const { json } = await event.send('GET', '/schedule');
  assert.deepEqual(
    json.races.map((race: { raceNumber: number; title: string }) => [race.raceNumber, race.title]),
    [[20, 'Open 4x']],
  );
  const again = await imports(event, 'results.json', file);
  assert.deepEqual([again.written, again.counts.new, again.counts.changed], [false, 0, 0]);
  await goesRound(event);
});

test('races that an earlier import made one by one are reported where they are combined now', async () => {
  const lineUp = (combine: string) =>
    [
      'Event Num,Event Name,Event Time,Crew,Bow,RaceType,Combine',
      `20,Open 4x,9:00 AM,Nord,1,Head,${combine}`,
      `21,Masters C 4x,9:00 AM,Ost,12,Head,${combine}`,
    ].join('\n');
  const event = await eventOn();
  await imports(event, 'line-up.csv', lineUp(''));
  const { wrong, written } = await imported(event, 'line-up.csv', lineUp('20'));
  assert.equal(written, false);
  assert.match(
    wrong[0]?.reason ?? '',
    /^race 21 \("crewtimer:21", Masters C 4x\) was made by an earlier import/,
  );
  const fresh = await eventOn();
  await imports(fresh, 'line-up.csv', lineUp('20'));
  assert.deepEqual(await told(fresh, 'crewtimer:20'), [
    'Nord Open 4x assigned –/– – – –',
    'Ost Masters C 4x assigned –/– – – –',
  ]);
});

test('CrewTimer CSV: a sprint has one start, and a line-up planned starts of its own', async () => {
  const event = await eventOn();
  const lineUp = [
    'Event Num,Event Name,Event Time,Crew,Bow,RaceType,Age,Handicap,Handicap Multiplier',
    '1,Womens 8+,8:00 AM,Ost,1,Sprint,,,',
    '1,Womens 8+,8:00 AM,West,2,Sprint,Exhib,,',
    '2,Head 4x,7:46:00 AM,Nord,12,Head,,9,2',
    '2,Head 4x,7:45:00 AM,Süd,11,Head,,,',
  ];
  await imports(event, 'line-up.csv', lineUp.join('\n'));
  const head = await timingOf(event, 'crewtimer:2');
  assert.deepEqual(
    head.entries.map(({ positionLabel, plannedStartAt, allowanceMillis }) => [
      positionLabel,
      plannedStartAt,
      allowanceMillis,
    ]),
    [
      ['11', '2026-06-13T05:45:00Z', null],
      ['12', '2026-06-13T05:46:00Z', 18_000],
    ],
  );
  const results = [
    'EventNum,Event,Place,Crew,CrewAbbrev,Bow,Stroke,Start,Finish,500m,RawTime,PenaltyCode,AdjTime,Delta',
    '1,Womens 8+,1,Ost,O,1,,08:01:10.000,08:07:52.696,01:38.1,06:42.696,,06:42.696,',
    '1,Womens 8+,,West,W,2,,08:01:10.000,08:07:50.310,,06:40.310,Exhib,Exh 06:40.310,',
  ];
  await imports(event, 'results.csv', results.join('\n'));
  const sprint = await timingOf(event, 'crewtimer:1');
  assert.deepEqual([sprint.kind, sprint.startedAt], ['lanes', '2026-06-13T06:01:10Z']);
  assert.deepEqual(await told(event, 'crewtimer:1'), [
    'Ost – finished 1/– – 06:07:52.696 402696',
    'West – finished –/– – 06:07:50.310 400310 out',
  ]);
  await goesRound(event);
});

test('a sheet: starts are actual where there are finishes, and planned where there are none', async () => {
  const headings = 'Race;Title;Bow;Crew;Category;Start;Finish;Handicap;A. K.';
  const planned = [
    headings,
    '1;Division 1;1;Nord;Open;09:00:00;;;',
    '1;Division 1;2;Ost;Masters C;09:00:20;;0:18,5;',
  ];
  const event = await eventOn();
  await imports(event, 'start.csv', planned.join('\n'));
  const before = await timingOf(event, 'csv:1');
  assert.deepEqual(
    before.entries.map(({ plannedStartAt, startedAt }) => [plannedStartAt, startedAt]),
    [
      ['2026-06-13T07:00:00Z', null],
      ['2026-06-13T07:00:20Z', null],
    ],
  );
  const rowed = [
    headings,
    '1;Division 1;1;Nord;Open;09:00:03,5;09:18:03,5;;x',
    '1;Division 1;2;Ost;Masters C;09:00:21,0;09:19:21,2;0:18,5;',
  ];
  await imports(event, 'results.csv', rowed.join('\n'));
  assert.deepEqual(await told(event, 'csv:1'), [
    'Nord Open finished –/– 07:00:03.500 07:18:03.500 1080000 out',
    'Ost Masters C finished 1/1 07:00:21 07:19:21.200 1140200 less 18500',
  ]);
  // The planned starts stay as they were.
  const { entries } = await timingOf(event, 'csv:1');
  assert.deepEqual(
    entries.map(({ plannedStartAt }) => plannedStartAt),
    ['2026-06-13T07:00:00Z', '2026-06-13T07:00:20Z'],
  );
  const { json } = await event.send('GET', '/schedule');
  assert.equal(json.races[0].scheduledAt, '2026-06-13T07:00:00Z');
  await goesRound(event);
});

test('times of day that contradict the time of the file are left out, which is told', async () => {
  const event = await eventOn();
  const row = { name: 'Ost', category: 'Open', start: '09:00:00.0', finish: '09:07:00.0' };
  const file = feedOf([
    { ...row, result: '00:06:05.3' },
    {
      name: 'West',
      category: 'Open',
      start: '09:01:00.0',
      finish: '08:59:00.0',
      result: '00:06:00.0',
    },
  ]);
  const { notes } = await imports(event, 'feed.json', file, TIMES);
  assert.match(
    notes.map(({ text }) => text).join('\n'),
    /"Ost" has another time than what lies between/,
  );
  assert.match(notes.map(({ text }) => text).join('\n'), /"West" finished before it started/);
  assert.deepEqual(await told(event, 'raceclocker:Open:Division 1'), [
    'Ost Open finished 2/2 07:00:00 – 365300',
    'West Open finished 1/1 07:01:00 – 360000',
  ]);
});

test('a .lif says when its race was started, unless that is far from when it is expected', async () => {
  const event = await eventOn();
  const rows = ['Race,Time,Title,Lane,Crew', '1,09:00,Final,1,Ost', '1,09:00,Final,2,West'];
  await imports(event, 'programme.csv', rows.join('\n'));
  const lif = (start: string) =>
    [
      `1,1,1,Final,,,,,,2000,${start}`,
      '1,,1,Ost,,O,6:42.69,,,,,,,,,,',
      '2,,2,West,,W,6:45.31,,,,,,,,,,',
      '',
    ].join('\r\n');
  await imports(event, '001-1-01.lif', lif('9:02:03.4567'));
  assert.equal((await timingOf(event, 'csv:1')).startedAt, '2026-06-13T07:02:03.456Z');
  await imports(event, '001-1-01.lif', lif('9:02:04.0000'));
  const { startedAt, entries } = await timingOf(event, 'csv:1');
  assert.equal(startedAt, '2026-06-13T07:02:04Z');
  assert.deepEqual(
    entries.map(({ finishTimeMillis, startedAt: own }) => [finishTimeMillis, own]),
    [
      [402_690, null],
      [405_310, null],
    ],
  );
  const { written, notes } = await imports(event, '001-1-01.lif', lif('15:00:01.0000'));
  assert.equal(written, false);
  assert.match(notes[0]?.text ?? '', /start 15:00:01 is more than 6 hours/);
});
