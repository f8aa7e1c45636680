/** The regattas' facts, and the pushes made of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CrewTimerEntry,
  type CrewTimerExport,
  convertCrewTimer,
  formatRegatta,
} from './convert-crewtimer.ts';
import { type RegattaPush, regattaPush, zonedTimestamp } from './push-plan.ts';
import { loadRegatta, type Regatta, type RegattaName } from './regatta.ts';

const names: RegattaName[] = ['hebda-cup-2023', 'wy-hi-2023'];

function countLanes(regatta: Regatta): number {
  return regatta.races.reduce((sum, race) => sum + race.lanes.length, 0);
}

function countStatus(regatta: Regatta, status: string): number {
  return regatta.races.flatMap((race) => race.lanes).filter((lane) => lane.status === status)
    .length;
}

function assertUnique(values: unknown[], what: string): void {
  assert.equal(new Set(values).size, values.length, `${what} must be unique`);
}

function at<T>(list: T[], index: number): T {
  const item = list.at(index);
  assert.ok(item !== undefined, `there is no item ${index}`);
  return item;
}

test('the Hebda Cup has its 26 races, 105 crews in lanes and the results of the file', () => {
  const hebda = loadRegatta('hebda-cup-2023');
  assert.equal(hebda.name, '59th Hebda Memorial Cup');
  assert.equal(hebda.date, '2023-04-29');
  assert.equal(hebda.races.length, 26);
  // 107 entries in the export, two of them placeholders of races that did not run.
  assert.equal(countLanes(hebda), 105);
  assert.equal(countStatus(hebda, 'dns'), 1);
  assert.equal(countStatus(hebda, 'dnf'), 1);
  assert.equal(countStatus(hebda, 'dsq'), 1);
  const empty = hebda.races.filter((race) => race.lanes.length === 0);
  assert.deepEqual(
    empty.map((race) => [race.label, race.startTime]),
    [
      ['5', null],
      ['11', null],
    ],
  );
  const penalised = hebda.races
    .flatMap((race) => race.lanes)
    .filter((lane) => lane.penaltyMillis !== null);
  assert.deepEqual(penalised, [
    {
      label: '6',
      position: 6,
      crew: 'Grosse Ile',
      place: 2,
      status: 'finished',
      rawTimeMillis: 384_319,
      penaltyMillis: 10_000,
      penaltyReason: 'Finished Off Course(10s)',
    },
  ]);
});

test('the Wy-Hi Regatta has its 21 races and 75 crews in lanes, two of them scratched', () => {
  const wyHi = loadRegatta('wy-hi-2023');
  assert.equal(wyHi.date, '2023-05-06');
  assert.equal(wyHi.races.length, 21);
  assert.equal(countLanes(wyHi), 75);
  assert.equal(countStatus(wyHi, 'dns'), 2);
});

test('races stand in the order in which they were rowed, not in the order of the file', () => {
  const labels = (name: RegattaName) => loadRegatta(name).races.map((race) => race.label);
  // Race 6 was rowed before race 4; race 5 did not run and stays behind race 4.
  assert.deepEqual(labels('hebda-cup-2023').slice(10, 15), ['3', '6', '4', '5', '7']);
  assert.deepEqual(labels('wy-hi-2023').slice(-2), ['22', '21']);
});

for (const name of names) {
  const regatta = loadRegatta(name);
  const push = regattaPush(regatta);

  test(`${name}: every official place follows from time and penalty`, () => {
    for (const race of regatta.races) {
      const totals = new Map<number, number>();
      for (const lane of race.lanes) {
        if (lane.status !== 'finished') assert.equal(lane.place, null);
        else totals.set(lane.position, (lane.rawTimeMillis ?? 0) + (lane.penaltyMillis ?? 0));
      }
      for (const lane of race.lanes.filter((lane) => lane.status === 'finished')) {
        const own = totals.get(lane.position) ?? 0;
        const faster = [...totals.values()].filter((total) => total < own).length;
        assert.equal(lane.place, faster + 1, `race ${race.label}, lane ${lane.label}`);
      }
    }
  });

  test(`${name}: the pushed results give the expected places`, () => {
    for (const { externalId, results, expectedPlaces } of push.results) {
      assert.equal(results.length, expectedPlaces.size);
      assert.deepEqual(derivePlaces(results), expectedPlaces, externalId);
    }
  });

  test(`${name}: ids, numbers and names are unique`, () => {
    assertUnique(
      push.teams.map((team) => team.externalId),
      'crew ids',
    );
    assertUnique(
      push.teams.map((team) => team.name),
      'crew names',
    );
    assertUnique(
      push.races.map((race) => race.externalId),
      'race ids',
    );
    const numbers = push.races.map((race) => race.raceNumber);
    assert.deepEqual(
      numbers,
      push.races.map((_, index) => index + 1),
    );
    const known = new Set(push.teams.map((team) => team.externalId));
    for (const { externalId, lanes } of push.draws) {
      assertUnique(
        lanes.map((lane) => lane.position),
        `positions of ${externalId}`,
      );
      const crews = lanes.map((lane) => lane.teamExternalId);
      assertUnique(crews, `crews of ${externalId}`);
      for (const crew of crews) assert.ok(known.has(crew), `${externalId} draws unknown ${crew}`);
    }
  });

  test(`${name}: everything stays within the limits of the service`, () => {
    assertWithinLimits(push);
  });

  test(`${name}: the times rise with the race numbers`, () => {
    const instants = push.races.map((race) => Date.parse(race.scheduledAt));
    assert.deepEqual(
      instants,
      [...instants].sort((a, b) => a - b),
    );
    assertUnique(instants, 'start times');
  });
}

function derivePlaces(results: RegattaPush['results'][number]['results']) {
  const totals = results
    .filter((result) => result.status === 'finished' && result.finishTimeMillis !== undefined)
    .map((result) => (result.finishTimeMillis ?? 0) + (result.penaltyMillis ?? 0));
  return new Map(
    results.map(({ position, status, finishTimeMillis, penaltyMillis = 0 }) => {
      if (status !== 'finished' || finishTimeMillis === undefined) return [position, null];
      const own = finishTimeMillis + penaltyMillis;
      return [position, 1 + totals.filter((total) => total < own).length];
    }),
  );
}

function assertWithinLimits(push: RegattaPush): void {
  const short = (text: string | undefined, max: number, min = 1) => {
    if (text !== undefined) assert.ok(text.length >= min && text.length <= max, text);
  };
  for (const team of push.teams) {
    short(team.externalId, 128);
    short(team.name, 120);
    assert.match(team.externalId, /^[a-z0-9]+(-[a-z0-9]+)*$/);
  }
  for (const race of push.races) {
    short(race.externalId, 128);
    short(race.title, 200);
    short(race.boatClass, 60);
    short(race.round, 60);
    short(race.divisionLabel, 60);
    short(race.notes, 500);
    assert.match(race.scheduledAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
  }
  for (const lane of push.draws.flatMap((draw) => draw.lanes)) {
    assert.ok(Number.isInteger(lane.position) && lane.position >= 1);
    short(lane.positionLabel, 40);
  }
  for (const { finishTimeMillis = 0, penaltyMillis = 0 } of push.results.flatMap(
    (push) => push.results,
  )) {
    assert.ok(Number.isInteger(finishTimeMillis) && finishTimeMillis >= 0);
    assert.ok(Number.isInteger(penaltyMillis) && penaltyMillis >= 0);
  }
}

test('a race is pushed with one number, its parts and its real start', () => {
  const push = regattaPush(loadRegatta('hebda-cup-2023'));
  assert.deepEqual(at(push.races, 0), {
    externalId: 'race-16A',
    raceNumber: 1,
    title: "Men's Novice 4+ Heat 1",
    scheduledAt: '2023-04-29T08:34:25-04:00',
    boatClass: '4+',
    round: 'Heat 1',
    divisionLabel: "Men's Novice",
    resultMode: 'timed',
    notes: '3 to Final',
  });
  assert.equal(at(push.races, -1).round, 'Final');
  assert.deepEqual(at(at(push.draws, 0).lanes, 0), { position: 2, teamExternalId: 'saline-a' });
});

test('a race that did not run has a time five minutes on, no draw and no results', () => {
  const push = regattaPush(loadRegatta('hebda-cup-2023'));
  const race = push.races.find((race) => race.externalId === 'race-5');
  assert.equal(race?.scheduledAt, '2023-04-29T10:42:35-04:00');
  assert.equal(push.draws.length, 24);
  assert.equal(push.results.length, 24);
  assert.ok(!push.draws.some((draw) => draw.externalId === 'race-5'));
});

test('a regatta moves to another day at the same time of day', () => {
  const hebda = loadRegatta('hebda-cup-2023');
  const first = (date: string) => at(regattaPush(hebda, { date }).races, 0).scheduledAt;
  assert.equal(first('2026-07-04'), '2026-07-04T08:34:25-04:00');
  assert.equal(first('2026-01-17'), '2026-01-17T08:34:25-05:00');
});

test('a timestamp carries the offset of its own moment', () => {
  const hour = 3600;
  // The clocks of New York go forward at 02:00 on 8 March 2026 and back on 1 November.
  const newYork = 'America/New_York';
  assert.equal(zonedTimestamp('2026-03-08', hour, newYork), '2026-03-08T01:00:00-05:00');
  assert.equal(zonedTimestamp('2026-03-08', 4 * hour, newYork), '2026-03-08T04:00:00-04:00');
  assert.equal(zonedTimestamp('2026-11-01', 3 * hour, newYork), '2026-11-01T03:00:00-05:00');
  assert.equal(zonedTimestamp('2026-06-13', 9 * hour, 'UTC'), '2026-06-13T09:00:00+00:00');
  assert.equal(zonedTimestamp('2026-06-13', 9 * hour, 'Asia/Kolkata'), '2026-06-13T09:00:00+05:30');
});

test('races without a start fit between their neighbours', () => {
  const starts = [null, '09:00:00', null, null, '09:06:00', null];
  const races = starts.map((startTime, index) => ({
    label: String(index),
    name: "Women's 2x",
    progression: '',
    startTime,
    lanes: [],
  }));
  const push = regattaPush({ ...loadRegatta('wy-hi-2023'), races });
  assert.deepEqual(
    push.races.map((race) => race.scheduledAt.slice(11, 19)),
    ['08:55:00', '09:00:00', '09:05:00', '09:05:30', '09:06:00', '09:11:00'],
  );
});

const origin = {
  source: 'by hand',
  timezone: 'Europe/Berlin',
  city: 'Ratzeburg',
  countryCode: 'DE',
};

function entry(Bow: string, Crew: string, AdjTime: string, more: Partial<CrewTimerEntry> = {}) {
  const RawTime = /^\d/.test(AdjTime) ? AdjTime : '';
  return { Bow, Crew, Place: '' as const, RawTime, AdjTime, ...more };
}

function tinyExport(): CrewTimerExport {
  const G_Start_time_raw = '10:00:00.900';
  return {
    regattaInfo: { Name: 'r1', Title: 'Tiny Regatta', Date: '2026-06-13', NumDays: '1' },
    results: [
      {
        EventNum: '2',
        Event: "2 Women's Open 4x",
        EventInfo: '',
        entries: [
          entry('1', 'Möwe', '01:02:03.004', { Place: 2, G_Start_time_raw }),
          entry('2', 'Möwe', '01:02:03.004', { Place: 2, G_Start_time_raw: '10:00:30.000' }),
          entry('0', 'Schwan', '59:30.5', {
            Place: 1,
            RawTime: '59:20.5',
            PenaltyCode: 'Buoy(10s)',
          }),
          entry('3', 'Möwe A', 'DNF', { RawTime: '30:00.000' }),
          entry('4', 'Reiher', 'Exh 50:00.000', { RawTime: '50:00.000' }),
          entry('5', 'Kranich', 'DNS'),
          entry('', 'Ente', ''),
        ],
      },
      { EventNum: '3', Event: "3 Men's Open 8+", entries: [entry('X', 'No Race', '')] },
      {
        EventNum: '1A',
        Event: "1A Women's 1x Heat 1",
        EventInfo: '1 to Final',
        entries: [
          entry('1', 'Schwan', 'DQ', { G_Start_time_raw: '09:00:00.000' }),
          entry('2', 'Reiher', '08:00.000', { Place: 1, RawTime: '08:05.000' }),
        ],
      },
    ],
  };
}

test('the converter sorts races, shifts lane 0, tells crews apart and drops placeholders', () => {
  const regatta = convertCrewTimer(tinyExport(), origin);
  assert.deepEqual(
    regatta.races.map((race) => [race.label, race.name, race.startTime, race.lanes.length]),
    [
      ['1A', "Women's 1x Heat 1", '09:00:00', 2],
      ['2', "Women's Open 4x", '10:00:00', 7],
      ['3', "Men's Open 8+", null, 0],
    ],
  );
  const lanes = at(regatta.races, 1).lanes;
  assert.deepEqual(
    lanes.map(({ label, position, crew, status }) => [label, position, crew, status]),
    [
      ['0', 1, 'Schwan', 'finished'],
      // "Möwe A" is another boat of the same race, so the two called "Möwe" become B and C.
      ['1', 2, 'Möwe B', 'finished'],
      ['2', 3, 'Möwe C', 'finished'],
      ['3', 4, 'Möwe A', 'dnf'],
      ['4', 5, 'Reiher', 'finished'],
      ['5', 6, 'Kranich', 'dns'],
      ['7', 7, 'Ente', 'assigned'],
    ],
  );
  assert.equal(at(lanes, 0).rawTimeMillis, 3_560_500);
  assert.equal(at(lanes, 0).penaltyMillis, 10_000);
  assert.equal(at(lanes, 1).rawTimeMillis, 3_723_004);
  assert.deepEqual(JSON.parse(formatRegatta(regatta)), regatta);
});

test('two boats of one name become A and B', () => {
  const exported = tinyExport();
  const race = at(exported.results, 0);
  race.entries = race.entries.filter((entry) => entry.Crew === 'Möwe');
  const crews = at(convertCrewTimer(exported, origin).races, 1).lanes.map((lane) => lane.crew);
  assert.deepEqual(crews, ['Möwe A', 'Möwe B']);
});

test('an exhibition crew is pushed as finished without a time, so it takes nobody’s place', () => {
  const push = regattaPush(convertCrewTimer(tinyExport(), origin));
  const { results, expectedPlaces } = at(push.results, 1);
  assert.deepEqual(results, [
    { position: 1, status: 'finished', finishTimeMillis: 3_560_500, penaltyMillis: 10_000 },
    { position: 2, status: 'finished', finishTimeMillis: 3_723_004 },
    { position: 3, status: 'finished', finishTimeMillis: 3_723_004 },
    { position: 4, status: 'dnf', finishTimeMillis: 1_800_000 },
    { position: 5, status: 'finished' },
    { position: 6, status: 'dns' },
  ]);
  assert.deepEqual(
    [...expectedPlaces],
    [
      [1, 1],
      [2, 2],
      [3, 2],
      [4, null],
      [5, null],
      [6, null],
      [7, null],
    ],
  );
  const lanes = at(push.draws, 1).lanes;
  assert.deepEqual(lanes.slice(0, 2), [
    { position: 1, positionLabel: '0', teamExternalId: 'schwan' },
    { position: 2, positionLabel: '1', teamExternalId: 'mowe-b' },
  ]);
  // A crew without a result is in the draw only.
  assert.equal(lanes.length, 7);
});

test('time taken off a crew comes off its finish time', () => {
  const push = regattaPush(convertCrewTimer(tinyExport(), origin));
  assert.deepEqual(at(push.results, 0).results, [
    { position: 1, status: 'dsq' },
    { position: 2, status: 'finished', finishTimeMillis: 480_000 },
  ]);
});

test('crews whose names share a slug keep ids of their own', () => {
  const exported = tinyExport();
  at(exported.results, 2).entries = [
    entry('1', "St. Mary's", 'DNS'),
    entry('2', 'St Marys', 'DNS'),
  ];
  const { teams } = regattaPush(convertCrewTimer(exported, origin));
  assert.deepEqual(
    teams.filter((team) => team.name.startsWith('St')),
    [
      { externalId: 'st-marys', name: 'St Marys' },
      { externalId: 'st-marys-2', name: "St. Mary's" },
    ],
  );
});

test('the converter refuses what it cannot represent', () => {
  const unknown = tinyExport();
  at(at(unknown.results, 0).entries, 0).AdjTime = 'Sunk';
  assert.throws(() => convertCrewTimer(unknown, origin), /race 2, Möwe: cannot read .* "Sunk"/);

  const twoDays = tinyExport();
  twoDays.regattaInfo.NumDays = '2';
  assert.throws(() => convertCrewTimer(twoDays, origin), /several days/);

  const twice = tinyExport();
  at(twice.results, 1).EventNum = '2';
  assert.throws(() => convertCrewTimer(twice, origin), /label "2"/);
});
