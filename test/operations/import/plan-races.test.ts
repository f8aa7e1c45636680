/** Which races an import makes, finds and changes, and which numbers and starts they get. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInstant } from '../../../src/contract/instant.ts';
import type { Race } from '../../../src/domain/races/race.ts';
import { WrittenResults } from '../../../src/domain/results/written-results.ts';
import { readLif } from '../../../src/exchange/finishlynx/read-lif.ts';
import type { ReadRace } from '../../../src/exchange/reading/reading.ts';
import { planImport } from '../../../src/operations/import/plan-import.ts';
import { lane, race, team } from '../../domain/builders.ts';
import {
  asked,
  ONE_DAY,
  plan,
  RESULTS_ONLY,
  readCrew,
  readFile,
  reading,
  readLane,
  readRace,
  rowsFor,
  type StoredEvent,
  told,
  written,
  wrong,
} from './readings.ts';

const AT_9 = Date.UTC(2026, 5, 13, 7);

test('races: an integer is the number, all others get the next above all, and what is printed stays', () => {
  const cases: [string, (string | null)[], string[]][] = [
    ['integers', ['1', '3', '2'], ['1', '3', '2']],
    ['letters', ['1', '24a', '3'], ['1', '4 24a', '3']],
    ['no number', ['7', null], ['7', '8']],
    ['words', ['A1_H1', 'A1_H2'], ['1 A1_H1', '2 A1_H2']],
  ];
  for (const [name, printed, numbers] of cases) {
    const planned = plan(
      reading(printed.map((each, i) => readRace(each, { externalId: `csv:${i}` }))),
    );
    assert.deepEqual(wrong(planned), [], name);
    assert.deepEqual(
      planned.after.races.map(({ raceNumber, printedNumber }) =>
        [raceNumber, printedNumber].filter((part) => part !== null).join(' '),
      ),
      numbers,
      name,
    );
  }
});

test('races: of our own export, without an id, get none and keep their own', () => {
  const noId = { hasNoId: true } as const;
  const read = (number: number, id: string) =>
    readRace(String(number), { externalId: id, ...noId });
  const crew = readCrew('Adler', { externalId: 'csv:Biber', ...noId });
  const file = reading([read(1, 'csv:1'), read(2, 'csv:2'), read(3, 'csv:3')], { crews: [crew] });
  const stored = {
    races: [
      race({ id: 1, raceNumber: 1, externalId: null }),
      race({ id: 2, raceNumber: 2, externalId: 'csv:2' }),
      // Its `externalId` does not mean that its number is 1.
      race({ id: 4, raceNumber: 4, externalId: 'csv:1' }),
    ],
    teams: [team({ id: 1, name: 'Biber', externalId: 'csv:Biber' })],
  };
  const planned = plan(file, { stored, answers: { otherRegatta: 'import' } });
  assert.deepEqual(wrong(planned), []);
  assert.deepEqual(
    planned.after.races.map(({ raceNumber, externalId }) => [raceNumber, externalId]),
    [
      [1, null],
      [2, 'csv:2'],
      [4, 'csv:1'],
      [3, null],
    ],
  );
  assert.deepEqual(
    planned.after.teams.map(({ name, externalId }) => [name, externalId]),
    [
      ['Biber', 'csv:Biber'],
      ['Adler', null],
    ],
  );
});

test('raceNumbers: asked for new races of any format, but not for the heats of FinishLynx', () => {
  const file = (...printed: string[]) =>
    reading(printed.map((each) => readRace(each, { externalId: `x:${each}`, raceNumber: null })));
  const open = { raceNumbers: undefined };
  for (const format of ['csv', 'crewtimer', 'finishlynx', 'drv'] as const) {
    for (const printed of ['27A', '30']) {
      const planned = plan(file(printed), { format, answers: open });
      assert.deepEqual(asked(planned), ['raceNumbers'], `${format} ${printed}`);
    }
  }
  const heats = plan(file('5-2-1', '5-2-2'), { format: 'finishlynx', answers: open });
  assert.deepEqual(asked(heats), []);
  const refused = plan(file('27A'), { answers: { raceNumbers: false } });
  assert.deepEqual(wrong(refused), [
    '"27A" is not the whole number of one race: change it in the file',
  ]);
  // A race that has got its number keeps it, so nothing is asked.
  const stored = written(plan(file('27A')));
  assert.deepEqual(asked(plan(file('27A'), { stored, answers: open })), []);
});

test('races: one that is named by its own number keeps what is printed', () => {
  const stored = [
    race({ id: 1, raceNumber: 11, printedNumber: '1', externalId: null }),
    race({ id: 2, raceNumber: 12, printedNumber: '1', externalId: null }),
  ];
  const planned = plan(reading([readRace('11'), readRace('12')]), { stored: { races: stored } });
  assert.deepEqual(wrong(planned), []);
  assert.deepEqual(
    planned.after.races.map(({ raceNumber, printedNumber }) => [raceNumber, printedNumber]),
    [
      [11, '1'],
      [12, '1'],
    ],
  );
});

test('races: a number that is printed three times is nobody’s, and the rounds tell them apart', () => {
  const heats = ['Heat 1', 'Heat 2', 'Final'].map((round) =>
    readRace('30', { raceNumber: null, round, externalId: `csv:30:${round}` }),
  );
  const planned = plan(reading([...heats, readRace('31')]));
  assert.deepEqual(
    planned.after.races.map(({ raceNumber, printedNumber, round }) => [
      raceNumber,
      printedNumber,
      round,
    ]),
    [
      [32, '30', 'Heat 1'],
      [33, '30', 'Heat 2'],
      [34, '30', 'Final'],
      [31, null, null],
    ],
  );
  const again = plan(reading([...heats, readRace('31')]), { stored: written(planned) });
  assert.deepEqual(told(again, 'race'), ['30 same', '30 same', '30 same', '31 same']);
});

test('races: what was numbered once keeps its number, also when an integer asks for it', () => {
  const first = written(plan(reading([readRace('1'), readRace('1a')])));
  const again = plan(reading([readRace('1'), readRace('1a'), readRace('2')]), { stored: first });
  assert.deepEqual(wrong(again), []);
  assert.deepEqual(told(again, 'race'), ['1 same', '1a same', '2 new']);
  assert.deepEqual(
    again.after.races.map(({ raceNumber, printedNumber }) => [raceNumber, printedNumber]),
    [
      [1, null],
      [2, '1a'],
      [3, '2'],
    ],
  );
});

test('races: by id, by number where nobody owns it, else new; a number of somebody else is wrong', () => {
  const stored = {
    races: [
      race({ id: 1, raceNumber: 1, externalId: 'csv:1' }),
      race({ id: 2, raceNumber: 2 }),
      race({ id: 3, raceNumber: 3, externalId: 'timer-3', title: 'Final A' }),
    ],
  };
  const planned = plan(reading([readRace('1'), readRace('2'), readRace('4')]), { stored });
  assert.deepEqual(told(planned, 'race'), ['1 same', '2 changed externalId null→csv:2', '4 new']);
  const collision = plan(reading([readRace('3')]), { stored });
  assert.deepEqual(wrong(collision), [
    'race 3 belongs to "timer-3" (Final A): give one of them another number',
  ]);
  assert.deepEqual(collision.after.races, stored.races, 'nothing is to be written');
});

test('rounds: the next version of a programme that writes them otherwise has the same races', () => {
  const programme = (...rounds: string[]) =>
    reading(
      rounds.map((round) =>
        readRace('5', { externalId: `csv:5:${round}`, raceNumber: null, round, title: 'M4x' }),
      ),
    );
  const stored = written(plan(programme('1', '2')));
  for (const [one, two] of [
    ['Lauf 1', 'Lauf 2'],
    ['VL 1', 'VL 2'],
    ['Abt. 1', 'Abt. 2'],
    ['1.', '2.'],
  ] as const) {
    const next = plan(programme(two, one), { stored });
    assert.deepEqual([wrong(next), asked(next)], [[], []]);
    assert.deepEqual(told(next, 'race'), [`5 changed round 2→${two}`, `5 changed round 1→${one}`]);
    const again = plan(programme(one, two), { stored: written(next) });
    assert.deepEqual([wrong(again), again.after], [[], written(next)]);
  }
  const final = plan(programme('1', '2', 'Final 1'), { stored });
  assert.deepEqual(told(final, 'race'), ['5 same', '5 same', '5 new']);
  const both = plan(programme('VL 1', 'Abt. 1'), { stored });
  const reason = 'race 5 belongs to "csv:5:1" (M4x): give one of them another number';
  assert.deepEqual(wrong(both), [reason, reason], 'which of them is 1 is not known');
});

test('races: a number with letters that a race of somebody else prints is wrong, as a whole number is', () => {
  const printing = (fields: Partial<Race>) => ({
    races: [race({ id: 1, raceNumber: 1, printedNumber: '16A', title: 'Final', ...fields })],
  });
  const over = (stored: StoredEvent, fields: Partial<ReadRace> = {}) =>
    plan(reading([readRace('16a', { externalId: 'crewtimer:16A', ...fields })]), { stored });
  for (const externalId of ['csv:16A', 'api-1']) {
    const planned = over(printing({ externalId }));
    const reason = `race 16A belongs to "${externalId}" (Final): give one of them another number`;
    assert.deepEqual([wrong(planned), asked(planned)], [[reason], []]);
  }
  assert.deepEqual(told(over(printing({}), { title: 'Final' }), 'race'), [
    '16a changed printedNumber 16A→16a externalId null→crewtimer:16A',
  ]);
  const heat = over(printing({ externalId: 'csv:16A', round: 'Heat 1' }), { round: 'Heat 2' });
  assert.deepEqual([wrong(heat), told(heat, 'race')], [[], ['16a new']], 'another round');
});

test('races: the own id moves a number, two swap theirs, and one that is taken is wrong', () => {
  const stored = {
    races: [1, 2, 3].map((number) =>
      race({ id: number, raceNumber: number, externalId: `r${number}` }),
    ),
  };
  const moved = (numbers: Record<string, string>) =>
    plan(
      reading(
        Object.entries(numbers).map(([externalId, printed]) => readRace(printed, { externalId })),
      ),
      { stored },
    );
  assert.deepEqual(told(moved({ r1: '2', r2: '1' }), 'race'), [
    '2 changed raceNumber 1→2',
    '1 changed raceNumber 2→1',
  ]);
  assert.deepEqual(wrong(moved({ r1: '3' })), [
    'race 3 belongs to "r3": give one of them another number',
  ]);
});

test('races: what the file does not say stays, what it says changes', () => {
  const stored = {
    races: [
      race({
        id: 1,
        raceNumber: 1,
        externalId: 'csv:1',
        title: 'Old',
        notes: 'Kept',
        laneScheme: ['A'],
      }),
    ],
  };
  const planned = plan(
    reading([
      readRace('1', { title: 'New', start: { date: '2026-06-13', time: '10:15:00', zone: null } }),
    ]),
    { stored, answers: { otherRegatta: 'import' } },
  );
  assert.deepEqual(told(planned, 'race'), [
    '1 changed scheduledAt 2026-06-13T07:00:00Z→2026-06-13T08:15:00Z title Old→New',
  ]);
  const [after] = planned.after.races;
  assert.deepEqual([after?.notes, after?.laneScheme], ['Kept', ['A']]);
});

test('races: an id used twice, and two rows for one race, are wrong', () => {
  const twice = plan(reading([readRace('1'), readRace('2', { externalId: 'csv:1' })]));
  assert.match(wrong(twice)[0] ?? '', /^stands for "csv:1", as row \d+ does already$/);
  const stored = { races: [race({ id: 1, raceNumber: 1 })] };
  const adopted = plan(reading([readRace('1'), readRace('01', { raceNumber: 1 })]), { stored });
  assert.match(wrong(adopted)[0] ?? '', /^stands for race 1, as row \d+ does already$/);
});

test('races: texts that cannot be stored are wrong, with the row', () => {
  const planned = plan(
    reading([
      readRace('1', { title: 'x'.repeat(201), row: 7 }),
      readRace('2', { boatClass: 'a\0b' }),
    ]),
  );
  assert.deepEqual(planned.findings.wrong, [
    { row: 7, column: 'title', reason: 'title must have at most 200 characters' },
    {
      row: planned.findings.wrong[1]?.row,
      column: 'boatClass',
      reason: 'boatClass must not contain U+0000 or lone surrogates',
    },
  ]);
});

test('races: a printed number that is too long is told and left out', () => {
  const planned = plan(reading([readRace('Saturday-12')]));
  assert.deepEqual(planned.after.races[0]?.printedNumber, null);
  assert.match(planned.findings.notes[0]?.text ?? '', /too long to be printed/);
});

test('starts: in the zone of the event, of the file, or with its offset', () => {
  const cases: [string | null, string | null, string][] = [
    [null, null, '2026-06-13T07:00:00Z'],
    ['2026-06-13', 'Europe/London', '2026-06-13T08:00:00Z'],
    ['2026-06-13', '-05:00', '2026-06-13T14:00:00Z'],
  ];
  for (const [date, zone, expected] of cases) {
    const planned = plan(reading([readRace('1', { start: { date, time: '09:00:00', zone } })]));
    assert.equal(formatInstant(planned.after.races[0]?.scheduledAt ?? 0), expected);
  }
});

test('starts: what cannot be known is asked, once', () => {
  const races = ['1', '2'].map((number) => readRace(number));
  const several = { startDate: '2026-06-13', endDate: '2026-06-14' };
  const zoneless = plan(reading(races), { facts: { timeZone: null } });
  assert.deepEqual(asked(zoneless), ['zone']);
  assert.deepEqual(asked(plan(reading(races), { facts: several })), ['dates']);
  const untimed = reading(races.map((each) => ({ ...each, start: null })));
  assert.deepEqual(asked(plan(untimed)), ['times']);
  assert.deepEqual(plan(untimed).findings.questions[0]?.proposed, {
    first: '2026-06-13 09:00',
    everyMinutes: 10,
  });
  assert.deepEqual(asked(plan(untimed, { facts: { timeZone: null } })), ['times', 'zone']);
});

test('starts: answers settle what is asked, and a wrong one is asked again', () => {
  const untimed = reading(['1', '2'].map((number) => readRace(number, { start: null })));
  const timed = plan(untimed, { answers: { times: { first: '10:00', everyMinutes: 7 } } });
  assert.deepEqual(
    timed.after.races.map(({ scheduledAt }) => formatInstant(scheduledAt)),
    ['2026-06-13T08:00:00Z', '2026-06-13T08:07:00Z'],
  );
  const onDays = reading([
    readRace('1', { start: null, day: '2026-06-13' }),
    readRace('2', { start: null, day: '2026-06-14' }),
  ]);
  const atNine = plan(onDays, {
    facts: { endDate: '2026-06-14' },
    answers: { times: { first: '09:00', everyMinutes: 7 } },
  });
  assert.deepEqual(
    atNine.after.races.map(({ scheduledAt }) => formatInstant(scheduledAt)),
    ['2026-06-13T07:00:00Z', '2026-06-14T07:00:00Z'],
    'a time of day, where the file says the days',
  );
  for (const [first, second, expected] of [
    ['2026-10-24', '2026-10-25', ['2026-10-24T07:00:00Z', '2026-10-25T08:00:00Z']],
    ['2026-03-28', '2026-03-29', ['2026-03-28T08:00:00Z', '2026-03-29T07:00:00Z']],
  ] as const) {
    const onClockChange = plan(
      reading([first, second].map((day, index) => readRace(`${index}`, { start: null, day }))),
      {
        facts: { startDate: first, endDate: second },
        answers: { times: { first: `${first} 09:00`, everyMinutes: 10 } },
      },
    );
    assert.deepEqual(
      onClockChange.after.races.map(({ scheduledAt }) => formatInstant(scheduledAt)),
      expected,
      'at the same time by the clocks, which change between the days',
    );
  }
  const days = plan(reading([readRace('1')]), {
    facts: { endDate: '2026-06-14' },
    answers: { dates: { '': '2026-06-14' } },
  });
  assert.equal(formatInstant(days.after.races[0]?.scheduledAt ?? 0), '2026-06-14T07:00:00Z');
  for (const times of ['soon', { first: '25:00', everyMinutes: 5 }, { first: '9:00' }]) {
    assert.deepEqual(asked(plan(untimed, { answers: { times } })), ['times']);
  }
  const mars = plan(reading([readRace('1')]), {
    facts: { timeZone: null },
    answers: { zone: 'Mars/North' },
  });
  assert.match(mars.findings.questions[0]?.text ?? '', /^The answer "Mars\/North" is not usable\./);
});

test('starts: times that a clock change leaves out or repeats, and zones that nobody knows, are wrong', () => {
  const starting = (start: { date: string; time: string; zone: string | null }) =>
    wrong(
      plan(reading([readRace('1', { start })]), {
        facts: { startDate: '2026-03-01', endDate: '2026-11-01' },
      }),
    )[0] ?? '';
  assert.match(
    starting({ date: '2026-03-29', time: '02:30:00', zone: null }),
    /is left out in Europe\/Berlin/,
  );
  assert.match(
    starting({ date: '2026-10-25', time: '02:30:00', zone: null }),
    /comes twice in Europe\/Berlin/,
  );
  assert.equal(starting({ date: '2026-10-25', time: '02:30:00', zone: '+02:00' }), '');
  assert.match(starting({ date: '2026-06-13', time: '09:00:00', zone: 'Mars' }), /is no time zone/);
});

test('races: a race that is there keeps its time where the file has none', () => {
  const stored = {
    races: [race({ id: 1, raceNumber: 1, externalId: 'csv:1', scheduledAt: AT_9 })],
  };
  const planned = plan(reading([readRace('1', { start: null })]), { stored });
  assert.deepEqual([asked(planned), told(planned, 'race')], [[], ['1 same']]);
});

test('races: results find their race by its printed number or number, whoever owns it', () => {
  const stored = {
    races: [
      race({ id: 1, raceNumber: 40, printedNumber: '24a', externalId: 'timer' }),
      race({ id: 2, raceNumber: 41, printedNumber: '7', round: 'Heat 1' }),
      race({ id: 3, raceNumber: 42, printedNumber: '7', round: 'Heat 2' }),
    ],
  };
  const finding = (printed: string, round: string | null = null) => {
    const read = readRace(printed, {
      externalId: 'x',
      round,
      lanes: [readLane('1', 'A', { finishMillis: 1000 })],
    });
    return plan(reading([read], { carries: RESULTS_ONLY }), { stored });
  };
  assert.deepEqual(told(finding('24A'), 'result'), ['24a 1 A new']);
  assert.deepEqual(told(finding('40'), 'result'), ['24a 1 A new']);
  assert.deepEqual(told(finding('07', 'heat 2'), 'result'), ['7 1 A new']);
  assert.deepEqual(asked(finding('7')), ['rounds'], 'which round is not said');
  assert.deepEqual(asked(finding('99')), ['race']);
  assert.deepEqual(asked(finding('24a', 'Heat 2')), ['race'], 'another heat of that number');
});

test('rounds: a draw without them is for the only round of its number, else it is asked', () => {
  const programme = (...rounds: string[]) =>
    reading(
      rounds.map((round, index) =>
        readRace('12', {
          externalId: `csv:12:${round}`,
          raceNumber: rounds.length === 1 ? 12 : null,
          round,
          start: { date: null, time: `09:0${index}:00`, zone: null },
        }),
      ),
    );
  const draw = reading([
    readRace('12', { start: null, lanes: [readLane('1', 'Adler'), readLane('2', 'Biber')] }),
  ]);
  const afterDraw = (planned: ReturnType<typeof plan>) =>
    planned.planned.races.map(
      ({ id, externalId, round }) =>
        `${externalId} ${round} ${planned.planned.lanes.get(id)?.length ?? 0}`,
    );
  const one = plan(draw, { stored: written(plan(programme('Final'))) });
  assert.deepEqual([asked(one), wrong(one)], [[], []]);
  assert.deepEqual(afterDraw(one), ['csv:12:Final Final 2']);
  const again = plan(draw, { stored: written(one) });
  assert.deepEqual([...new Set(again.items.map(({ outcome }) => outcome))], ['same']);

  const stored = written(plan(programme('Heat 1', 'Heat 2')));
  const open = plan(draw, { stored });
  const [question] = open.findings.questions;
  assert.deepEqual(
    [question?.id, question?.proposed, question?.options],
    ['rounds', { '12': 'Heat 1' }, ['Heat 1', 'Heat 2']],
  );
  const said = plan(draw, { stored, answers: { rounds: { '12': 'Heat 2' } } });
  assert.deepEqual([asked(said), wrong(said)], [[], []]);
  assert.deepEqual(afterDraw(said), ['csv:12:Heat 1 Heat 1 0', 'csv:12:Heat 2 Heat 2 2']);
  assert.deepEqual(asked(plan(draw, { stored, answers: { rounds: { '12': 'Final' } } })), [
    'rounds',
  ]);
});

test('races: results of another round or heat of a number are not those of its only race', () => {
  const stored = {
    races: [
      race({ id: 1, raceNumber: 1, title: 'W8+ Heat 1' }),
      race({ id: 2, raceNumber: 2, round: 'Heat 2' }),
    ],
  };
  const cases: [header: string, told: string[]][] = [
    ['1,1,1', ['1 1 new']],
    ['1,0,0', ['1 1 new']],
    ['001,,', ['1 1 new']],
    ['1,2,1', ['race']],
    ['1,1,2', ['race']],
    ['1,Final,1', ['race']],
    ['2,1,2', ['2 1 new']],
    ['2,2,2', ['race']],
  ];
  for (const [header, expected] of cases) {
    const planned = plan(lifOf(header), { stored, format: 'finishlynx' });
    assert.deepEqual([...asked(planned), ...told(planned, 'result')], expected, header);
  }
});

test('races: two files of results for one race are wrong, also where somebody says so', () => {
  const stored = rowsFor({ races: [race({ id: 1, raceNumber: 1 })] });
  const common = { written: new WrittenResults([]) };
  const told = (headers: string[], answers = {}) => {
    const files = headers.map((header) => ({
      name: `${header}.lif`,
      read: readFile(lifOf(header), { format: 'finishlynx' }),
      answers,
      ...common,
    }));
    return wrong(planImport({ rows: stored, facts: ONE_DAY, likelyZone: null }, files));
  };
  const twice = 'stands for race 1, as row 1 of 1,1,1.lif does already: import one of them';
  assert.deepEqual(told(['1,1,1', '1,0,0']), [twice]);
  assert.deepEqual(told(['1,1,1', '1,2,1'], { race: { '1-2-1': '1' } }), [twice]);
  assert.deepEqual(told(['1,1,1', '1,2,1'], { race: { '1-2-1': null } }), []);
});

/** The reading of a `.lif` file with one boat. */
function lifOf(header: string) {
  const bytes = new TextEncoder().encode(`${header},,,,,,,500\r\n1,,1,,,,3:10.25,,,,\r\n`);
  const read = readLif({ name: 'a.lif', bytes }, {}, ONE_DAY);
  assert.ok('reading' in read && read.reading);
  return read.reading;
}

test('founding: results alone make races, crews and lanes where the event has none', () => {
  const file = (fields = {}) =>
    reading(
      [
        readRace('9', {
          start: null,
          lanes: [
            readLane('1', 'Adler', { finishMillis: 400_000 }),
            readLane('2', 'Biber', { finishMillis: 405_000 }),
          ],
        }),
      ],
      { carries: { ...RESULTS_ONLY, crews: true, draw: true }, ...fields },
    );
  const open = plan(file());
  assert.deepEqual([asked(open), wrong(open)], [['times'], []]);
  assert.match(open.findings.questions[0]?.text ?? '', /^The event has no races yet/);
  const answers = { times: { first: '09:00', everyMinutes: 10 } };
  const founded = plan(file(), { answers });
  assert.deepEqual(asked(founded), []);
  assert.deepEqual(told(founded, 'crew'), ['Adler new', 'Biber new']);
  assert.deepEqual(told(founded, 'result'), ['9 1 Adler new', '9 2 Biber new']);
  assert.deepEqual(
    founded.after.races.map(({ raceNumber, externalId, resultMode, scheduledAt }) => [
      ...[raceNumber, externalId, resultMode, formatInstant(scheduledAt)],
    ]),
    [[9, 'csv:9', 'timed', '2026-06-13T07:00:00Z']],
  );
  const again = plan(file(), { stored: written(founded) });
  assert.deepEqual([...new Set(again.items.map(({ outcome }) => outcome))], ['same']);
  assert.deepEqual(asked(again), []);

  const places = reading(
    [readRace('1', { start: null, lanes: [readLane('1', 'Adler', { place: 1 })] })],
    { carries: RESULTS_ONLY, isWithoutTimes: true },
  );
  const ranked = plan(places, { answers });
  assert.deepEqual(
    ranked.after.races.map(({ resultMode }) => resultMode),
    ['placesOnly'],
  );

  const first = readFile(file(), {
    questions: [{ id: 'penalty', text: 'Inside?', proposed: 'inside' }],
  });
  const facts = { rows: rowsFor(), facts: ONE_DAY, likelyZone: null };
  const common = { answers: {}, written: new WrittenResults([]) };
  assert.deepEqual(
    asked(planImport(facts, [{ name: undefined, read: first, ...common }])),
    ['times', 'penalty'],
    'before anything else',
  );
  const timer = plan(lifOf('9,1,1'), { format: 'finishlynx' });
  assert.deepEqual([asked(timer), wrong(timer).length], [[], 1], 'a .lif never creates a race');
});

test('dates: days on which the event is not are shifted as somebody says, never in silence', () => {
  const starting = (...dates: string[]) =>
    reading(
      dates.map((date, index) =>
        readRace(String(index + 1), { start: { date, time: '09:00:00', zone: null } }),
      ),
    );
  const facts = { endDate: '2026-06-14' };
  const days = (planned: ReturnType<typeof plan>) =>
    planned.planned.races.map(({ scheduledAt }) => formatInstant(scheduledAt).slice(0, 10));
  // A Saturday and a Sunday like the days of the event, a year earlier.
  const lastYear = starting('2025-06-14', '2025-06-15');
  const open = plan(lastYear, { facts });
  const [question] = open.findings.questions;
  assert.deepEqual(
    [question?.id, question?.proposed, question?.options],
    ['dates', 'weekday', ['weekday', 'order', 'as-printed']],
  );
  assert.deepEqual([days(open), open.after.races], [['2026-06-13', '2026-06-14'], []]);
  const answered: [unknown, string[]][] = [
    ['weekday', ['2026-06-13', '2026-06-14']],
    ['order', ['2026-06-13', '2026-06-14']],
    ['as-printed', ['2025-06-14', '2025-06-15']],
    [{ '2025-06-14': '2026-06-14', '2025-06-15': '2025-06-15' }, ['2026-06-14', '2025-06-15']],
  ];
  for (const [dates, expected] of answered) {
    const planned = plan(lastYear, { facts, answers: { dates } });
    assert.deepEqual([asked(planned), days(planned)], [[], expected], JSON.stringify(dates));
  }
  // The same dates a year earlier, which are other days of the week.
  const [byOrder] = plan(starting('2025-06-13', '2025-06-14'), { facts }).findings.questions;
  assert.deepEqual([byOrder?.proposed, byOrder?.options], ['order', ['order', 'as-printed']]);
  const [dayBefore] = plan(starting('2026-06-12', '2026-06-13'), { facts }).findings.questions;
  assert.deepEqual([dayBefore?.proposed, dayBefore?.options], ['as-printed', ['as-printed']]);
  const [untimed] = plan(reading([readRace('1', { start: null, day: '2025-06-14' })]), {
    facts,
  }).findings.questions;
  assert.equal(untimed?.id, 'dates');
});

test('dates: beside days that have names each has its own answer; a race that is there may stay', () => {
  const file = reading([
    readRace('1', { start: { date: '2025-06-14', time: '09:00:00', zone: null } }),
  ]);
  const facts = { endDate: '2026-06-14' };
  const [question] = plan(file, { facts, answers: { dates: { Sun: '2026-06-14' } } }).findings
    .questions;
  assert.deepEqual(question?.proposed, { '2025-06-14': '2026-06-13' });
  const there = { id: 1, raceNumber: 1, externalId: 'csv:1' };
  const stored = { races: [race({ ...there, scheduledAt: Date.UTC(2025, 5, 14, 7) })] };
  assert.deepEqual(asked(plan(file, { facts, stored })), []);
});

test('races: somebody says which race results are for, or that they are left out', () => {
  const stored = { races: [race({ id: 1, raceNumber: 1, title: 'Final' })] };
  const read = readRace('9', {
    title: 'Final',
    lanes: [readLane('1', 'A', { finishMillis: 1000 })],
  });
  const file = reading([read], { carries: RESULTS_ONLY });
  assert.deepEqual(plan(file, { stored }).findings.questions[0]?.proposed, { '9': '1' });
  assert.deepEqual(told(plan(file, { stored, answers: { race: { '9': 1 } } }), 'result'), [
    '1 1 A new',
  ]);
  const left = plan(file, { stored, answers: { race: { '9': null } } });
  assert.deepEqual([asked(left), left.items], [[], []]);
  assert.match(left.findings.skipped[0]?.reason ?? '', /is left out, as answered/);
});

test('another regatta: a file that has nothing in common is asked about', () => {
  const stored = {
    races: [race({ id: 1, raceNumber: 1, externalId: 'csv:1', title: 'Mens Eight' })],
    teams: [team({ id: 1, name: 'Adler' })],
  };
  const withCrew = (name: string) =>
    reading([readRace('1', { title: 'Other', lanes: [readLane('1', name)] })]);
  const cases: [string, ReturnType<typeof reading>, string[]][] = [
    ['the crew is known', withCrew('Adler'), []],
    ['nearly so', withCrew('RC Adler'), []],
    ['no crew is known, and numbers prove nothing', withCrew('Biber'), ['otherRegatta']],
    ['no crews, another title', reading([readRace('1', { title: 'Canoe' })]), ['otherRegatta']],
    ['no crews, the same title', reading([readRace('1', { title: 'mens  eight' })]), []],
  ];
  for (const [name, file, questions] of cases) {
    assert.deepEqual(asked(plan(file, { stored })), questions, name);
  }
  assert.deepEqual(asked(plan(withCrew('Biber'))), [], 'an empty event takes everything');
  const renamed = team({ id: 1, name: 'Adler', externalId: 'csv:WAN1' });
  const lanes = { 1: [lane(1, { team: { id: 1, name: 'Adler', externalId: 'csv:WAN1' } })] };
  const coded = (externalId: string) =>
    reading([readRace('1', { lanes: [readLane('1', readCrew('Wannsee', { externalId }))] })]);
  const drawn = { ...stored, teams: [renamed], lanes };
  assert.deepEqual(
    asked(plan(coded('csv:WAN1'), { stored: drawn })),
    [],
    'race and code are known',
  );
  assert.deepEqual(asked(plan(coded('csv:1'), { stored: drawn })), ['otherRegatta']);
  const answered = (otherRegatta: string) =>
    plan(withCrew('Biber'), { stored, answers: { otherRegatta } });
  assert.deepEqual(asked(answered('import')), []);
  assert.equal(wrong(answered('stop')).length, 1);
});

test('several files: races of one, results of the next, in one plan', () => {
  const programme = readFile(
    reading([readRace('1', { lanes: [readLane('1', readCrew('Adler'))] })]),
  );
  const results = readFile(
    reading(
      [readRace('1', { lanes: [readLane('1', readCrew('Adler'), { finishMillis: 400_000 })] })],
      {
        carries: RESULTS_ONLY,
      },
    ),
  );
  const event = {
    rows: rowsFor(),
    facts: { timeZone: null, startDate: '2026-06-13', endDate: '2026-06-13' },
    likelyZone: 'Europe/Berlin',
  };
  const common = { answers: { zone: 'Europe/Berlin' }, written: new WrittenResults([]) };
  const planned = planImport(event, [
    { name: 'a.csv', read: programme, ...common },
    { name: 'b.csv', read: results, ...common },
  ]);
  assert.deepEqual(told(planned, 'race'), ['1 new']);
  assert.deepEqual(told(planned, 'result'), ['1 1 Adler new']);
  assert.equal(planned.after.teams.length, 1);
});
