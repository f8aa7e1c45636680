/** Exports for other programs: CrewTimer, FinishLynx, the German rowing association. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadRegatta } from '../../regattas/regatta.ts';
import type { Lane } from '../../src/domain/draw/lane.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/event/schedule.ts';
import type { WholeEvent } from '../../src/exchange/event-file.ts';
import { readStartList } from '../../src/exchange/finishlynx/read-start-list.ts';
import { readCrewTimer } from '../../src/exchange/tables/read-text-table.ts';
import { crewtimerLineUp } from '../../src/exchange/writers/crewtimer-line-up.ts';
import { attributes, drvResults, duration } from '../../src/exchange/writers/drv-results.ts';
import { eventStartList } from '../../src/exchange/writers/start-list.ts';
import { crew, lane, race, team } from '../domain/builders.ts';
import { REGATTAS, wholeRegatta } from './whole-regatta.ts';

const EMPTY: WholeEvent = {
  ...wholeRegatta('wy-hi-2023'),
  ...{ races: [], teams: [], lanes: new Map(), timezone: 'Europe/Berlin' },
};

test('CrewTimer: a row for each crew that is drawn, cancelled races left out', () => {
  const crews = [team({ id: 1, name: 'Ost, A', clubId: 'OST' }), team({ id: 2, name: 'West' })];
  const drawn = crews.map(({ id, name, externalId }, index) =>
    lane(index + 1, { team: { id, name, externalId }, positionLabel: index === 0 ? 'B1' : null }),
  );
  const ofHeat = { scheduledAt: Date.parse('2026-06-13T09:10:30+02:00') };
  const text = crewtimerLineUp({
    ...EMPTY,
    teams: crews,
    races: [
      race({ id: 1, raceNumber: 16, printedNumber: '16A', title: 'Final', notes: 'Top 2' }),
      race({ ...ofHeat, id: 2, raceNumber: 17, boatClass: '8+', round: 'Heat 1' }),
      race({ id: 3, raceNumber: 18, state: 'cancelled' }),
      race({ id: 4, raceNumber: 19 }),
    ],
    lanes: new Map([
      [1, [...drawn, lane(3)]],
      [2, [lane(1, { team: { id: 2, name: 'West', externalId: null } })]],
      [3, drawn],
    ]),
  });
  assert.deepEqual(text.split('\r\n'), [
    '\ufeffEvent Num,Event Name,Event Time,Day,Crew,Crew Abbrev,Bow,Event Info',
    '16A,Final,09:00,2026-06-13,"Ost, A",OST,B1,Top 2',
    '16A,Final,09:00,2026-06-13,West,,2,Top 2',
    '17,"8+, Heat 1",09:10:30,2026-06-13,West,,1,',
    '',
  ]);
});

test('CrewTimer: each race has an Event Num of its own, also where several races print one number', () => {
  const races = [
    race({ id: 1, raceNumber: 11, printedNumber: '1', title: 'Heat 1' }),
    race({ id: 2, raceNumber: 12, printedNumber: '1', title: 'Heat 2' }),
    race({ id: 3, raceNumber: 13, printedNumber: '24a' }),
    race({ id: 4, raceNumber: 14, printedNumber: '12' }),
    race({ id: 5, raceNumber: 2 }),
  ];
  const drawn = [lane(1, { team: { id: 1, name: 'Ost', externalId: null } })];
  const text = crewtimerLineUp({
    ...EMPTY,
    teams: [team({ id: 1, name: 'Ost' })],
    races,
    lanes: new Map(races.map(({ id }) => [id, drawn])),
  });
  const rows = text.trimEnd().split('\r\n').slice(1);
  assert.deepEqual(
    rows.map((row) => row.split(',', 2)),
    [
      ['11', 'Heat 1'],
      ['26', 'Heat 2'],
      ['24a', 'Race 24a'],
      ['12', 'Race 12'],
      ['2', 'Race 2'],
    ],
  );
});

test('CrewTimer: the line-up of a real regatta is read again without a question', () => {
  for (const name of REGATTAS) {
    const event = wholeRegatta(name);
    const facts = { timeZone: event.timezone, startDate: event.startDate, endDate: event.endDate };
    const bytes = Buffer.from(crewtimerLineUp(event));
    const read = readCrewTimer({ name: 'line-up.csv', bytes }, {}, facts);
    assert.ok('reading' in read && read.reading);
    assert.deepEqual([read.questions, read.reading.wrong, read.reading.skipped], [[], [], []]);
    const drawn = event.races.flatMap((stored) => {
      const crews = (event.lanes.get(stored.id) ?? []).map(({ team: crew }) => crew?.name);
      return crews.length === 0 ? [] : [[stored.printedNumber ?? String(stored.raceNumber), crews]];
    });
    assert.deepEqual(
      read.reading.races.map(({ printed, lanes }) => [
        printed,
        lanes.map(({ crew }) => crew?.name),
      ]),
      drawn,
      name,
    );
  }
});

test('FinishLynx: what is written of a real regatta is read again, race by race and lane by lane', () => {
  for (const name of REGATTAS) {
    const read = readStartList(eventStartList(wholeRegatta(name)));
    assert.ok('reading' in read && read.reading);
    const { races } = loadRegatta(name);
    assert.deepEqual(
      read.reading.races.map(({ lanes }) => lanes.length),
      races.map(({ lanes }) => lanes.length),
      name,
    );
  }
});

test('FinishLynx: lanes are what is printed where that is different numbers, else positions', () => {
  const crews = [1, 2].map((id) => team({ id, name: `Crew ${id}` }));
  const laneNumbers = (labels: readonly (string | null)[]) => {
    const lanes = labels.map((positionLabel, index) => {
      const { id, name, externalId } = crews[index] as (typeof crews)[number];
      return lane(index + 1, { positionLabel, team: { id, name, externalId } });
    });
    const event = { ...EMPTY, teams: crews, races: [race({ id: 1, raceNumber: 1 })] };
    const { evt } = eventStartList({ ...event, lanes: new Map([[1, lanes]]) });
    const entries = Buffer.from(evt)
      .toString('latin1')
      .split('\r\n')
      .filter((line) => line.startsWith(','));
    return entries.map((line) => Number(line.split(',')[2]));
  };
  assert.deepEqual(laneNumbers(['5', '3']), [5, 3]);
  assert.deepEqual(laneNumbers(['0', '1']), [1, 2]);
  assert.deepEqual(laneNumbers(['4', '4']), [1, 2]);
  assert.deepEqual(laneNumbers(['A', '2']), [1, 2]);
  assert.deepEqual(laneNumbers([null, null]), [1, 2]);
});

test('who has withdrawn stands on no start list of other programs, and the lane stays free', () => {
  const teams = [1, 2].map((id) => team({ id, name: `Crew ${id}` }));
  const lanes = teams.map(({ id, name, externalId }) =>
    lane(id, { team: { id, name, externalId }, withdrawn: id === 1 }),
  );
  const races = [race({ id: 1, raceNumber: 1 })];
  const event = { ...EMPTY, teams, races, lanes: new Map([[1, lanes]]) };
  const { evt } = eventStartList(event);
  const entries = Buffer.from(evt).toString('latin1').split('\r\n');
  assert.deepEqual(
    entries.filter((line) => line.startsWith(',')).map((line) => line.split(',')[2]),
    ['2'],
  );
  const rows = crewtimerLineUp(event);
  assert.match(rows, /Crew 2/);
  assert.doesNotMatch(rows, /Crew 1/);
});

test('German association: an event with the results of its sample gives the sample', () => {
  const crews = ['drv:1', 'drv:2', null].map((externalId, index) =>
    team({ id: index + 1, name: `Crew ${index + 1}`, externalId }),
  );
  const boat = (id: number, fields: object) => {
    const { name, externalId } = crews[id - 1] as (typeof crews)[number];
    return lane(id, { positionLabel: String(11 + id), team: { id, name, externalId }, ...fields });
  };
  const heat = race({
    id: 1,
    raceNumber: 1,
    externalId: 'drv:101:V1',
    round: 'Vorlauf 1',
    distanceMeters: 1000,
  });
  const cancelled = { printedNumber: '115a', distanceMeters: 1000, state: 'cancelled' } as const;
  const { xml, notes } = drvResults({
    ...EMPTY,
    teams: crews,
    races: [heat, race({ id: 2, raceNumber: 2, ...cancelled })],
    lanes: new Map([
      [
        1,
        [
          boat(1, { status: 'finished', finishTimeMillis: 402_690 }),
          boat(2, { status: 'finished', finishTimeMillis: 405_310, penaltyMillis: 10_000 }),
          boat(3, { status: 'dnf' }),
        ],
      ],
    ]),
  });
  const sample = readFileSync('test/exchange/samples/drv/ergebnisse-2017.xml', 'utf8');
  // Our export has no crews that withdrew before the race, because they are not drawn.
  const [known] = [sample.replace(/\s*<Abmeldung [^>]*>/, '').replaceAll('\r\n', '\n')];
  assert.equal(xml.replaceAll('\r\n', '\n'), known);
  assert.deepEqual(notes, [
    'Boats without a MeldungsID: 1. Import the entries of the association first, so that crews have it.',
  ]);
});

test('German association: no places and gaps while boats are missing, and no race of which one did not start', () => {
  const race1 = race({ id: 1, raceNumber: 1, distanceMeters: 1000, round: 'Finale' });
  const finished = [402_690, 405_310].map((finishTimeMillis, index) =>
    lane(index + 1, { team: crew(index + 1, 'drv:1'), status: 'finished', finishTimeMillis }),
  );
  const out = lane(3, { team: crew(3, 'drv:3') });
  const of = (lanes: Lane[], official = false) =>
    drvResults({
      ...EMPTY,
      schedule: { status: 'draft', ...DEFAULT_SETTINGS, provisionalResults: official },
      races: [{ ...race1, official }],
      lanes: new Map([[1, lanes]]),
    });
  const results = (xml: string) => [...xml.matchAll(/<Ergebnis ([^>]*)\/>/g)].map(([, one]) => one);
  const missing = of([...finished, out]);
  assert.deepEqual(results(missing.xml), ['Zeit="PT6M42.690S"', 'Zeit="PT6M45.310S"']);
  assert.deepEqual(missing.notes, [
    'Races in which boats are missing: 1. They are told without places and gaps.',
  ]);
  const places = ['Rang="1" Zeit="PT6M42.690S"', 'Rang="2" Zeit="PT6M45.310S" Delta="PT2.620S"'];
  assert.deepEqual(results(of([...finished, out], true).xml), places);
  assert.deepEqual(results(of([...finished, { ...out, withdrawn: true }]).xml), places);
  assert.deepEqual(results(of([...finished, { ...out, status: 'dns' }]).xml), [
    ...places,
    'Bemerkung="nicht am Start"',
  ]);
  const [first] = finished;
  assert.ok(first);
  const scratched = { ...first, status: 'dns', finishTimeMillis: null } as const;
  assert.doesNotMatch(of([scratched, out]).xml, /<Lauf/);
});

/** The attributes of each `Ergebnis` in the export of one race with these results. */
function ergebnisse(results: readonly Partial<Lane>[]): string[] {
  const lanes = results.map((result, index) =>
    lane(index + 1, { team: crew(index + 1, null), status: 'finished', ...result }),
  );
  const races = [race({ id: 1, raceNumber: 1, distanceMeters: 1000, round: 'Finale' })];
  const { xml } = drvResults({ ...EMPTY, races, lanes: new Map([[1, lanes]]) });
  return [...xml.matchAll(/<Ergebnis ([^>]*)\/>/g)].map(([, one = '']) => one);
}

test('German association: a correction of the time is the penalty less the handicap', () => {
  const corrected = (correction: Partial<Lane>) =>
    ergebnisse([{ finishTimeMillis: 240_000, ...correction }])[0]?.replace(/^Rang="1" /, '');
  const cases: [correction: Partial<Lane>, told: string][] = [
    [{ allowanceMillis: 15_500 }, 'Zeit="PT3M44.500S" Zeitkorrektur="-PT15.5S"'],
    [{ allowanceMillis: -2_000 }, 'Zeit="PT4M2.000S" Zeitkorrektur="PT2S"'],
    [
      { penaltyMillis: 5_000, allowanceMillis: 3_000 },
      'Zeit="PT4M2.000S" Zeitkorrektur="PT2S" Bemerkung="Zeitstrafe"',
    ],
    [{ penaltyMillis: 5_000, allowanceMillis: 5_000 }, 'Zeit="PT4M0.000S" Bemerkung="Zeitstrafe"'],
  ];
  for (const [correction, told] of cases) assert.equal(corrected(correction), told);
});

test('German association: gaps are those behind the first boat that competes', () => {
  const times = [240_000, 210_000, 245_000].map((finishTimeMillis) => ({ finishTimeMillis }));
  const [first, , third] = times;
  assert.deepEqual(
    ergebnisse([{ ...first }, { ...times[1], outOfCompetition: true }, { ...third }]),
    [
      'Rang="1" Zeit="PT4M0.000S"',
      'Rang="2" Zeit="PT4M5.000S" Delta="PT5.000S"',
      'Zeit="PT3M30.000S"',
    ],
  );
});

test('German association: every element and attribute of a real regatta is one of the schema', () => {
  const allowed: Record<string, RegExp> = {
    're:Ergebnisse': /^ xmlns:re="http:\/\/schemas.rudern.de\/service\/ergebnisse\/2017\/"$/,
    Rennen: /^ Nummer="[^"]+"( Distanz="\d+")?( istAusgefallen="true")?$/,
    Lauf: /^ Typ="[BVQHSFA]" Nummer="\d{1,3}"( Bezeichnung="[^"<]*")?$/,
    Boot: /^ Startnummer="\d+"( MeldungsID="[^"]+")?$/,
    Ergebnis:
      /^( Rang="\d+")?( Zeit="PT(\d+M)?\d+\.\d{3}S")?( Delta="PT(\d+M)?\d+\.\d{3}S")?( Zeitkorrektur="PT[\d.]+S")?( Bemerkung="[^"]+")?$/,
  };
  for (const name of REGATTAS) {
    const { xml } = drvResults(wholeRegatta(name));
    const elements = [...xml.matchAll(/<([\w:]+)([^>]*?)\/?>/g)];
    for (const [element, tag = '', given = ''] of elements)
      assert.match(given, allowed[tag] ?? /^$never/, element);
    const placed = loadRegatta(name).races.flatMap(({ lanes }) =>
      lanes.filter(({ place }) => place !== null),
    );
    assert.equal(xml.match(/Rang="/g)?.length, placed.length, name);
    const numbers = [...xml.matchAll(/<Rennen[\s\S]*?<\/Rennen>/g)].map(([rennen]) =>
      [...rennen.matchAll(/Typ="(.)" Nummer="(\d+)"/g)].map(
        ([, type, number]) => `${type}${number}`,
      ),
    );
    for (const laeufe of numbers) assert.equal(new Set(laeufe).size, laeufe.length, laeufe.join());
  }
});

test('German association: the kind of a race by its round', () => {
  const cases: [round: string, type: string][] = [
    ...([
      ['Vorlauf 2', 'V'],
      ['Heat 1', 'V'],
      ['Hoffnungslauf 1', 'H'],
      ['Repêchage', 'H'],
    ] as [string, string][]),
    ...([
      ['Viertelfinale 3', 'Q'],
      ['Halbfinale A/B', 'S'],
      ['Semi-final 1', 'S'],
    ] as [string, string][]),
    ...([
      ['Finale B', 'F'],
      ['Abteilung 4', 'A'],
      ['Bahnverteilung', 'B'],
      ['Rennen', 'A'],
    ] as [string, string][]),
  ];
  for (const [round, type] of cases) {
    const { xml } = drvResults({
      ...EMPTY,
      races: [race({ id: 1, raceNumber: 1, round })],
      lanes: new Map([[1, [lane(1, { status: 'dns' })]]]),
    });
    assert.match(xml, new RegExp(`<Lauf Typ="${type}"`), round);
  }
});

test('XML holds any text, and durations their thousandths', () => {
  assert.equal(
    attributes({ A: '<&>"\u0001\n\ufffe', B: null, C: 0 }),
    ' A="&lt;&amp;&gt;&quot;&#10;" C="0"',
  );
  assert.deepEqual([0, 999, 59_999, 60_000, 3_600_001].map(duration), [
    ...['PT0.000S', 'PT0.999S', 'PT59.999S', 'PT1M0.000S', 'PT60M0.001S'],
  ]);
});
