/**
 * The file of a whole event: the refusal names what is wrong in it, and damaged files are refused in a sentence.
 * `MUTATED_FILES` sets how many damaged files are tried (by default 20,000); `MUTATION_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eventFileText, readEventFile } from '../../src/exchange/event-file.ts';
import { REGATTAS, wholeRegatta } from './whole-regatta.ts';

const numRuns = Number(process.env.MUTATED_FILES ?? 20_000);
const seed = Number(process.env.MUTATION_SEED ?? Date.now() % 2 ** 31);
const NOW = Date.UTC(2026, 5, 13);

// biome-ignore lint/suspicious/noExplicitAny: files of every shape.
type Json = any;

function read(text: string) {
  return readEventFile({ name: 'event.json', bytes: Buffer.from(text) });
}

/** The refusal of a file with one fault, or an empty text if it is read. @param spoil puts the fault in */
function faultOf(spoil: (file: Json) => void): string {
  const file = small();
  spoil(file);
  const result = read(JSON.stringify(file));
  return 'unreadable' in result ? result.unreadable : '';
}

function small(): Json {
  const race = (raceNumber: number) => ({ raceNumber, scheduledAt: '2026-06-13T09:00:00+02:00' });
  const lane = { position: 1, team: 'Ost' };
  return {
    ...{ format: 'running-order-event', version: 1 },
    event: {
      ...{ name: 'Regatta', startDate: '2026-06-13', endDate: '2026-06-14' },
      ...{ timezone: 'Europe/Berlin', city: '', countryCode: 'DE' },
    },
    schedule: {
      ...{ laneScheme: null, defaultResultMode: 'timed', defaultResultVisibility: 'full' },
      ...{ provisionalResults: false, crewGapMinutes: 40 },
    },
    teams: [{ name: 'Ost' }, { name: 'West' }],
    races: [
      { ...race(1), lanes: [lane] },
      { ...race(2), lanes: [{ position: 1 }, { position: 2, team: 'West' }] },
    ],
    delays: [{ venueDay: '2026-06-13', delayMinutes: 5 }],
    notices: [],
    rules: [{ raceNumber: 2, position: 1, races: [1], place: 1, fastest: null }],
  };
}

test('what is written of a real regatta is read again', () => {
  for (const name of REGATTAS) {
    const event = wholeRegatta(name);
    const text = eventFileText(event, NOW);
    const file = read(text);
    assert.ok(!('unreadable' in file), name);
    assert.deepEqual(
      [file.teams.length, file.races.length],
      [event.teams.length, event.races.length],
    );
    assert.deepEqual(read(`\ufeff${JSON.stringify(JSON.parse(text))}`), file, 'in another layout');
  }
});

test('what is left out has its default', () => {
  const file = read(JSON.stringify(small()));
  assert.ok(!('unreadable' in file));
  assert.equal(file.races[0]?.scheduledAt, Date.UTC(2026, 5, 13, 7));
});

test('a file that is wrong says where', () => {
  const cases: [expected: RegExp, spoil: (file: Json) => void][] = [
    [/its format is "other"/, (file) => (file.format = 'other')],
    [/newer version of Running Order/, (file) => (file.version = 2)],
    [/version must be at least 1/, (file) => (file.version = 0)],
    [/event\.timezone must be an IANA zone/, (file) => (file.event.timezone = 'Mars/Base')],
    [/event\.endDate is wrong: The event would end/, (file) => (file.event.endDate = '2026-06-01')],
    [/event\.name is required/, (file) => delete file.event.name],
    [/schedule must not be null where there are races/, (file) => (file.schedule = null)],
    [/schedule\.crewGapMinutes must be at most/, (file) => (file.schedule.crewGapMinutes = 9999)],
    [/teams\[1\]\.name repeats "Ost"/, (file) => (file.teams[1].name = ' Ost ')],
    [/teams\[0\]\.name must not be empty/, (file) => (file.teams[0].name = ' ')],
    [/races\[1\]\.raceNumber repeats 1/, (file) => (file.races[1].raceNumber = 1)],
    [/races\[0\]\.scheduledAt must be an RFC 3339/, (file) => (file.races[0].scheduledAt = '9:00')],
    [/races\[0\]\.lanes is required/, (file) => delete file.races[0].lanes],
    [/races\[0\]\.reason stands with/, (file) => (file.races[0].reason = 'Wind')],
    [/races\[0\]\.state must be one of/, (file) => (file.races[0].state = 'over')],
    [/races\[1\]\.lanes\[1\]\.position repeats 1/, (file) => (file.races[1].lanes[1].position = 1)],
    [
      /races\[1\]\.lanes\[1\]\.team repeats "West"/,
      (file) => (file.races[1].lanes[0].team = 'West'),
    ],
    [
      /races\[0\]\.lanes\[0\]\.team names no crew/,
      (file) => (file.races[0].lanes[0].team = 'Nord'),
    ],
    [
      /lanes\[0\]\.finishPlace stands with a lane that has not/,
      (file) => (file.races[0].lanes[0].finishPlace = 1),
    ],
    [/delays\[1\]\.venueDay repeats/, (file) => file.delays.push(file.delays[0])],
    [/delays\[0\]\.venueDay must be a date/, (file) => (file.delays[0].venueDay = '2026-02-30')],
    [/rules\[1\] names a lane that has a rule/, (file) => file.rules.push(file.rules[0])],
    [
      /rules\[0\] names no lane of the file: race 2, position 9/,
      (file) => (file.rules[0].position = 9),
    ],
    [/rules\[0\] names no race of the file: 7/, (file) => (file.rules[0].races = [7])],
    [/rules\[0\] names a race twice/, (file) => (file.rules[0].races = [1, 1])],
    [/rules\[0\] has `fastest`/, (file) => (file.rules[0].fastest = 1)],
    [/rules\[0\] must name a race/, (file) => (file.rules[0].races = [])],
    [
      /notices must have at most 50/,
      (file) => {
        const notice = {
          text: 'Wind',
          postedAt: '2026-06-13T00:00:00Z',
          until: '2026-06-14T00:00:00Z',
        };
        file.notices = Array(51).fill(notice);
      },
    ],
  ];
  for (const [expected, spoil] of cases) assert.match(faultOf(spoil), expected);
  assert.match(
    faultOf(() => {}),
    /^$/,
  );
  for (const text of ['', '[]', 'null', '{', '{"a":1}', '"format"']) {
    const result = read(text);
    assert.ok('unreadable' in result);
    assert.match(result.unreadable, /"event\.json" is no event file of Running Order/, text);
  }
});

test('a property that nobody knows is named on one line', () => {
  const file = JSON.stringify(small()).replace('"position"', '"positi\\nn"');
  const result = readEventFile({ name: 'x', bytes: Buffer.from(file) });
  assert.ok('unreadable' in result);
  assert.match(result.unreadable, /^"x" cannot be taken over: .*"position" was probably meant\.$/);
});

test('a damaged file is refused in a sentence, or still is a whole event', (t) => {
  const bytes = Buffer.from(JSON.stringify(small()));
  const damages = fc.array(
    fc.record({
      at: fc.nat({ max: bytes.length }),
      cut: fc.nat({ max: 40 }),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 4 }),
        fc.constantFrom(
          ...['1', 'x', ' ', 'null', '-1', '[]', '{}', '"', '1e99', '\\u0000', '\\ud800'].map(
            (text) => Buffer.from(text),
          ),
        ),
      ),
    }),
    { minLength: 1, maxLength: 3 },
  );
  let whole = 0;
  const property = fc.property(damages, (list) => {
    const damaged = list.reduce(
      (file, { at, cut, insert }) =>
        Buffer.concat([file.subarray(0, at), insert, file.subarray(at + cut)]),
      bytes,
    );
    const result = readEventFile({ name: 'x', bytes: damaged });
    if (!('unreadable' in result)) whole++;
    else
      assert.match(
        result.unreadable,
        /^"x" (is no event file|cannot be taken over|was written)[^\n]*\.$/s,
      );
  });
  fc.assert(property, { seed, numRuns });
  t.diagnostic(`seed ${seed}, ${numRuns} damaged files, ${whole} of them still events`);
});

test('what cannot be between start and finish is named', () => {
  const faults: [(file: Json) => void, RegExp][] = [
    [
      ({ races }) => {
        races[1].lanes[0].category = 'C';
      },
      /races\[1\]\.lanes\[0\]\.category stands with a lane without a crew/,
    ],
    [
      ({ races }) => {
        races[1].lanes[0].outOfCompetition = true;
      },
      /outOfCompetition stands with/,
    ],
    [
      ({ races }) => {
        races[0].lanes[0].allowanceMillis = 3_600_001;
      },
      /races\[0\]\.lanes\[0\]\.allowanceMillis must/,
    ],
    [
      ({ races }) => {
        races[0].lanes[0].category = 'x'.repeat(61);
      },
      /category must have at most 60/,
    ],
    [
      ({ races }) => {
        races[0].kind = 'sprint';
      },
      /races\[0\]\.kind must/,
    ],
    [
      ({ races }) => {
        races[0].startIntervalSeconds = 0;
      },
      /startIntervalSeconds must/,
    ],
    [
      ({ races }) => {
        races[0].clockOffsetMillis = 600_001;
      },
      /clockOffsetMillis must/,
    ],
    [
      ({ races }) => {
        const at = '2026-06-13T09:00:00+02:00';
        Object.assign(races[0].lanes[0], { startedAt: at, finishedAt: at });
      },
      /races\[0\]\.lanes\[0\]\.finishedAt is no later than the start/,
    ],
    [
      ({ rules }) => {
        rules[0].category = '';
      },
      /rules\[0\]\.category must/,
    ],
  ];
  for (const [spoil, fault] of faults) assert.match(faultOf(spoil), fault);
  const fine = (file: Json) => {
    Object.assign(file.races[1].lanes[0], { outOfCompetition: false, category: null });
    Object.assign(file.races[0], { kind: null, startIntervalSeconds: null, closed: false });
    // `/timing/v1` accepts such a category, so the file may contain it.
    file.rules[0].category = 'Masters\tC';
  };
  assert.equal(faultOf(fine), '');
});
