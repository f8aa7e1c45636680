/** CrewTimer's results as JSON: two real regattas, and the peculiarities of the format. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadRegatta } from '../../../regattas/regatta.ts';
import { readCrewTimer } from '../../../src/exchange/tables/read-text-table.ts';
import { positionsOf } from '../../../src/operations/import/rules/place-lanes.ts';
import { asked, plan } from '../../operations/import/readings.ts';
import { crewTimerJson, EVENT, outline, proposals, readWhole, textFile } from './outline.ts';

for (const name of ['hebda-cup-2023', 'wy-hi-2023'] as const)
  test(`every lane and every result of ${name} is read`, () => {
    const regatta = loadRegatta(name);
    const read = readWhole(readCrewTimer, crewTimerJson(regatta));
    assert.deepEqual(proposals(read), {});
    const found = read.reading.races.map(({ printed, title, notes, lanes }) => ({
      label: printed,
      name: title,
      progression: notes,
      lanes: lanes.map(({ label, crew, result }, index) => ({
        ...{ label, position: positionsOf(lanes.map((lane) => lane.label))[index] },
        ...{ crew: crew?.name, status: result?.status, place: result?.place },
        ...{ rawTimeMillis: result?.finishMillis, penaltyMillis: result?.penaltyMillis },
      })),
    }));
    const expected = regatta.races.map(({ label, name: title, progression, lanes }) => ({
      ...{ label, name: title, progression: progression || null },
      lanes: lanes.map(({ penaltyReason: _, ...lane }) => lane),
    }));
    assert.deepEqual(found, expected);
    const noRaces = regatta.races.filter(({ lanes }) => lanes.length === 0).length;
    assert.equal(read.reading.skipped.length, noRaces);
    assert.deepEqual(read.reading.carries, { crews: true, races: true, draw: true, results: true });
    assert.doesNotMatch(JSON.stringify(read), /Athlete|example\.org/);
  });

test('what is special is read as the format means it', () => {
  const entry = (members: object) => ({ Bow: '1', Crew: 'Lakeside', Place: '', ...members });
  const cases: [entries: object[], lines: string[]][] = [
    [
      [entry({ AdjTime: 'Exh 07:59.641', RawTime: '07:59.641' })],
      ['  1: Lakeside, finished 479641 (out of competition)'],
    ],
    [[entry({ RawTime: 'In Progress' })], ['  1: Lakeside']],
    [[entry({ PenaltyCode: 'DQ-Interference', RawTime: '' })], ['  1: Lakeside, dsq']],
    [
      [entry({ RawTime: '18:30.000', AdjTime: '18:11.500', Place: 1 })],
      ['  1: Lakeside, finished 1110000 place 1 (less 18500)'],
    ],
    [
      [
        entry({ Bow: '0', AdjTime: 'Scratch' }),
        entry({ Crew: 'Quay', RawTime: '07:00.000', AdjTime: '07:00.000' }),
      ],
      ['  0: Lakeside, dns', '  1: Quay, finished 420000'],
    ],
    [[entry({ Bow: 'X', Crew: 'No Race' })], []],
  ];
  for (const [entries, lines] of cases) {
    const results = [{ EventNum: '7', Event: '7 Womens 8+', entries }];
    const read = readWhole(readCrewTimer, textFile(JSON.stringify({ results })));
    assert.deepEqual(
      outline(read).filter((line) => line.startsWith('  ')),
      lines,
    );
  }
});

test('a number that stands for several races is that of none', () => {
  const race = (Event: string) => ({ EventNum: '30', Event, entries: [{ Bow: '1', Crew: Event }] });
  const results = [race('30 Heat A'), race('30 Heat B'), race('30 Heat B')];
  const read = readWhole(readCrewTimer, textFile(JSON.stringify({ results })));
  assert.deepEqual(proposals(read), {});
  assert.deepEqual(
    read.reading.races.map(({ externalId, raceNumber }) => [externalId, raceNumber]),
    [
      ['crewtimer:30', null],
      ['crewtimer:30#2', null],
      ['crewtimer:30#3', null],
    ],
  );
});

test('a file that says its zone is not asked for one', () => {
  const clocks = { G_Start_time_raw: '08:00:10.000', G_Finish_time_raw: '08:06:11.200' };
  const entries = [{ Bow: '1', Crew: 'Lakeside', RawTime: '06:01.200', ...clocks }];
  const race = { EventNum: '7', Event: '7 Womens 8+', Start: '8:00 AM', entries };
  const regattaInfo = { Date: '2026-06-13', NumDays: '1' };
  const homeless = { ...EVENT, timeZone: null };
  const read = (results: object[], answers = {}) =>
    readWhole(readCrewTimer, textFile(JSON.stringify({ regattaInfo, results })), answers, homeless);
  assert.deepEqual(proposals(read([race])), { zone: null });
  for (const answers of [{}, { zone: 'Europe/Berlin' }]) {
    const found = read([{ ...race, TZOffset: -4 }], answers);
    assert.deepEqual(proposals(found), {});
    const [{ start, lanes } = { start: null, lanes: [] }] = found.reading.races;
    const zone = '-04:00';
    assert.deepEqual(start, { date: '2026-06-13', time: '08:00:00', zone });
    assert.deepEqual(
      [lanes[0]?.startedAt, lanes[0]?.finishedAt],
      [
        { date: null, time: '08:00:10', zone },
        { date: null, time: '08:06:11.200', zone },
      ],
    );
    const planned = plan(found.reading, { facts: homeless, format: 'crewtimer', answers });
    assert.deepEqual(asked(planned), []);
    assert.equal(planned.after.races[0]?.startedAt, Date.parse('2026-06-13T12:00:10Z'));
  }
});

test('a heat sheet ends where its abbreviations begin', () => {
  const lines = [
    'EventNum,Event,Crew,Bow,Event Time',
    '7,Womens 8+,Lakeside,1,8:00 AM',
    'Abbrev,Name,,,',
    'LRC,Lakeside Rowing Club,,,',
  ];
  const found = readWhole(readCrewTimer, textFile(lines.join('\n')));
  assert.deepEqual(
    found.reading.races.map(({ printed }) => printed),
    ['7'],
  );
});

test('what is no results file is refused', () => {
  for (const [text, sentence] of [
    ['{"results":', /no complete JSON/],
    ['{"races":[]}', /no results file of CrewTimer/],
    ['{"results":{}}', /no results file of CrewTimer/],
  ] as const) {
    const read = readCrewTimer(textFile(text), {}, EVENT);
    assert.match('unreadable' in read ? read.unreadable : '', sentence);
  }
});
