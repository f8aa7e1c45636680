/** The rules of the start lists: numbers that stay, what is left out, and which races are to be reopened. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EMPTY_LEDGER,
  keptNumbers,
  type Ledger,
  parseKeptNumbers,
  withAttempt,
  withKeptNumbers,
  withOpened,
} from '../../src/bridge/ledger.ts';
import type { Schedule, ScheduleLane, ScheduleRace } from '../../src/bridge/schedule.ts';
import { planStartLists } from '../../src/bridge/start-lists/start-lists.ts';

/** @param crews the `externalId` of each lane's crew, from lane 1 on; `null` for an empty lane */
function race(
  externalId: string | null,
  raceNumber: number,
  crews: (string | null)[] = ['a', 'b'],
  more: Partial<ScheduleRace> = {},
): ScheduleRace {
  const lanes = crews.map(
    (crew, index): ScheduleLane => ({
      position: index + 1,
      positionLabel: String(index + 1),
      teamExternalId: crew,
      teamName: crew && `Crew ${crew}`,
      ...{ status: 'assigned', finishTimeMillis: null, finishPlace: null, penaltyMillis: null },
    }),
  );
  return {
    ...{ externalId, raceNumber, title: null, scheduledAt: minute(raceNumber), lanes },
    ...{ distanceMeters: 2000, boatClass: 'W8+', round: 'Heat', divisionLabel: null },
    resultMode: 'timed',
    ...more,
  };
}

function minute(minutes: number): string {
  return new Date(Date.parse('2026-06-13T22:00:00Z') + minutes * 60_000).toISOString();
}

interface Facts {
  closed?: [number, string][];
  withdrawn?: [number, ReadonlySet<string>][];
  day?: string;
  clubs?: [string, string][];
}

function plan(
  ledger: Ledger,
  races: ScheduleRace[],
  { closed, withdrawn, day, clubs }: Facts = {},
) {
  const schedule: Schedule = {
    ...{ status: 'published', timezone: 'America/Toronto', updatedAt: minute(0), races },
  };
  return planStartLists(ledger, {
    ...{ schedule, closed: new Map(closed), withdrawn: new Map(withdrawn) },
    ...{ clubs: new Map(clubs), day: day ?? null },
  });
}

/** Plans one schedule after the other. @returns the events of the last in their order, each `12:race-id` */
function events(...schedules: ScheduleRace[][]): string {
  let ledger = EMPTY_LEDGER;
  for (const races of schedules) ledger = plan(ledger, races).ledger;
  const { races } = plan(ledger, schedules.at(-1) ?? []);
  const { numbers } = ledger;
  return races.map(({ event }) => `${event}:${numbers[event]?.race}`).join(' ');
}

const NUMBERS: [what: string, schedules: ScheduleRace[][], events: string][] = [
  ['a race has its own number', [[race('x', 7), race('y', 3)]], '3:y 7:x'],
  ['the number stays when it is renumbered', [[race('x', 7)], [race('x', 9)]], '7:x'],
  [
    'two that change their numbers keep theirs',
    [
      [race('x', 1), race('y', 2)],
      [race('x', 2), race('y', 1)],
    ],
    '2:y 1:x',
  ],
  [
    'the order follows the time',
    [
      [race('x', 1), race('y', 2)],
      [race('x', 1, [], { scheduledAt: minute(9) }), race('y', 2)],
    ],
    '2:y 1:x',
  ],
  [
    'a number that is taken gives one above all',
    [
      [race('x', 1), race('y', 8)],
      [race('x', 2), race('y', 8), race('z', 1)],
    ],
    '9:z 1:x 8:y',
  ],
  [
    'that of a race that has vanished is never given again',
    [[race('x', 4)], [race('y', 4)]],
    '5:y',
  ],
  [
    'and it gets it back',
    [[race('x', 4)], [race('y', 4)], [race('x', 4), race('y', 6)]],
    '4:x 5:y',
  ],
  [
    'a race entered by hand keeps its number when it gets an id',
    [[race(null, 4)], [race('x', 4)]],
    '4:x',
  ],
  ['but not one beside it', [[race(null, 4)], [race('x', 5), race(null, 4)]], '4:#4 5:x'],
];

for (const [what, schedules, expected] of NUMBERS) {
  test(`numbers of races: ${what}`, () => {
    assert.equal(events(...schedules), expected);
  });
}

test('a race whose results came under another event keeps that one', () => {
  const facts = { event: '012', round: '1', heat: '0', file: '', raceNumber: 12, laneRule: null };
  const ledger = withAttempt(EMPTY_LEDGER, 'x', facts, []);
  const { races } = plan(ledger, [race('x', 5), race('y', 12)]);
  assert.deepEqual(
    races.map(({ event }) => event),
    [12, 13],
  );
});

test('crews keep their numbers, also when they get an id', () => {
  const byHand = (lane: ScheduleLane) => ({ ...lane, teamExternalId: null });
  const first = race('x', 1, ['b', 'a']);
  const { ledger } = plan(EMPTY_LEDGER, [{ ...first, lanes: first.lanes.map(byHand) }]);
  assert.deepEqual(ledger.crews, { 'Crew b': 1, 'Crew a': 2 });
  const later = plan(ledger, [race('x', 1, ['c', 'a']), race('y', 2, ['b'])]);
  assert.deepEqual(later.ledger.crews, { a: 2, b: 1, c: 3 });
  assert.deepEqual(
    later.races.map(({ entries }) => entries.map(({ id, lane, crew }) => [id, lane, crew])),
    [
      [
        [3, 1, 'Crew c'],
        [2, 2, 'Crew a'],
      ],
      [[1, 1, 'Crew b']],
    ],
  );
});

test('lanes have their labels where all are different numbers from 1, else their positions', () => {
  const labelled = (labels: string[]) => {
    const { lanes } = race('x', 1, ['a', 'b']);
    const named = lanes.map((lane, index) => ({ ...lane, positionLabel: labels[index] ?? '' }));
    const { races, ledger } = plan(EMPTY_LEDGER, [race('x', 1, [], { lanes: named })]);
    return [races[0]?.entries.map(({ lane }) => lane), ledger.numbers[1]?.laneRule];
  };
  assert.deepEqual(labelled(['7', '5']), [[7, 5], 'label']);
  assert.deepEqual(labelled(['0', '1']), [[1, 2], 'position']);
  assert.deepEqual(labelled(['3', '3']), [[1, 2], 'position']);
  assert.deepEqual(labelled(['A', 'B']), [[1, 2], 'position']);
});

test('cancelled races and those of other days are left out, and keep their numbers', () => {
  // 22:00 UTC is 18:00 at the venue, where the day ends six hours later.
  const races = [race('x', 1), race('y', 2), race('z', 361)];
  const { races: written, ledger } = plan(EMPTY_LEDGER, races, {
    closed: [
      [1, 'cancelled'],
      [2, 'official'],
    ],
    day: '2026-06-13',
  });
  assert.deepEqual(
    written.map(({ event }) => event),
    [2],
  );
  assert.deepEqual(Object.keys(ledger.numbers), ['1', '2', '361']);
});

test('the lane of a crew that has withdrawn stays free, in that race alone, and its number is its own', () => {
  const races = [race('x', 1, ['a', 'b', 'c']), race('y', 2, ['b'])];
  const withdrawn: Facts['withdrawn'] = [[1, new Set(['Crew b'])]];
  const first = plan(EMPTY_LEDGER, races, { withdrawn });
  assert.deepEqual(
    first.races.map(({ entries }) => entries.map(({ id, lane }) => [id, lane])),
    [
      [
        [1, 1],
        [3, 3],
      ],
      [[2, 1]],
    ],
  );
  // A crew that is put back changes the draw for FinishLynx, so the event is to be reopened.
  assert.equal(first.ledger.numbers[1]?.reopen, false);
  assert.equal(plan(first.ledger, races).ledger.numbers[1]?.reopen, true);
});

test('clubs stand beside their crews', () => {
  const { races } = plan(EMPTY_LEDGER, [race('x', 1)], { clubs: [['b', 'BBC']] });
  assert.deepEqual(
    races[0]?.entries.map(({ clubId }) => clubId),
    [null, 'BBC'],
  );
});

const REOPEN: [what: string, draws: (string | null)[][], reopen: boolean][] = [
  [
    'the same draw',
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    false,
  ],
  ['a first draw', [[], ['a', 'b']], false],
  [
    'another crew',
    [
      ['a', 'b'],
      ['a', 'c'],
    ],
    true,
  ],
  [
    'lanes swapped',
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    true,
  ],
  [
    'a crew less',
    [
      ['a', 'b'],
      ['a', null],
    ],
    true,
  ],
  [
    'and back again, which it may have missed',
    [
      ['a', 'b'],
      ['b', 'a'],
      ['a', 'b'],
    ],
    true,
  ],
];

for (const [what, draws, reopen] of REOPEN) {
  test(`a race is to be reopened: ${what}`, () => {
    let ledger = EMPTY_LEDGER;
    for (const draw of draws) ledger = plan(ledger, [race('x', 1, draw)]).ledger;
    assert.equal(ledger.numbers[1]?.reopen, reopen);
  });
}

test('a new file of the race shows that it was reopened, or somebody says so; an old file does not', () => {
  const nobody = new Set<string>();
  const before = plan(EMPTY_LEDGER, [race('x', 1, ['a', 'b'])]).ledger;
  const opened = withOpened(before, new Map([['x', 'hash 1']]), nobody);
  const changed = plan(opened, [race('x', 1, ['b', 'a'])]).ledger;
  assert.equal(withOpened(changed, new Map([['x', 'hash 1']]), nobody), changed);
  assert.equal(withOpened(changed, new Map([['y', 'hash 2']]), new Set(['y'])), changed);
  const again = withOpened(changed, new Map([['x', 'hash 2']]), nobody);
  assert.equal(again.numbers[1]?.reopen, false);
  assert.equal(withOpened(changed, new Map(), new Set(['x'])).numbers[1]?.reopen, false);
});

test('numbers that are kept beside the start lists fill what the ledger lacks, and replace nothing', () => {
  const races = [race('x', 1, ['a', 'b']), race('y', 2, ['c'])];
  const { ledger } = plan(EMPTY_LEDGER, races);
  const kept = parseKeptNumbers(JSON.stringify(keptNumbers(ledger, 3)));
  assert.ok(kept);
  assert.deepEqual(withKeptNumbers(EMPTY_LEDGER, kept), ledger);
  assert.equal(withKeptNumbers(ledger, kept), ledger);
  const other = plan(EMPTY_LEDGER, [race('y', 1, ['a']), race('z', 5, ['d'])]).ledger;
  const both = withKeptNumbers(other, kept);
  assert.deepEqual(
    Object.entries(both.numbers).map(([number, entry]) => `${number}:${entry.race}`),
    ['1:y', '5:z'],
  );
  assert.deepEqual(both.crews, { a: 1, d: 2, c: 3 });
});

const NOTHING_KEPT = [
  ...['', '{', 'null', '[]', '{"eventId":1}', '{"eventId":"1","numbers":{},"crews":{}}'],
  ...['{"eventId":1,"numbers":{"1":null},"crews":{}}', '{"eventId":1,"numbers":[],"crews":{}}'],
  ...['{"eventId":1,"numbers":{"x":{"race":"y"}},"crews":{}}'],
  ...[
    '{"eventId":1,"numbers":{},"crews":{"a":"1"}}',
    '{"eventId":1,"numbers":{"1":{"race":"y"}},"crews":{}}',
  ],
];

for (const text of NOTHING_KEPT) {
  test(`no numbers are kept in ${text || 'an empty file'}`, () => {
    assert.equal(parseKeptNumbers(text), null);
  });
}

test('races whose number is another one in FinishLynx are named', () => {
  const before = plan(EMPTY_LEDGER, [race('x', 1), race('y', 2)]).ledger;
  const { renumbered } = plan(before, [race('x', 2), race('y', 1), race('z', 3)]);
  assert.deepEqual(renumbered, [
    { raceNumber: 1, event: 2 },
    { raceNumber: 2, event: 1 },
  ]);
});

test('nothing new leaves the ledger as it is', () => {
  const races = [race('x', 1), race(null, 2, ['a', null])];
  const { ledger } = plan(EMPTY_LEDGER, races);
  assert.equal(plan(ledger, races).ledger, ledger);
  assert.equal(plan(EMPTY_LEDGER, []).ledger, EMPTY_LEDGER);
});
