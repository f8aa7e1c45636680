/** A race between start and finish in the race office: lists of boats, typed and pasted entries, clocks. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OfficeLane, OfficeRace } from '../../src/contract/console/office.ts';
import { UNDECIDED } from '../../web/src/console/office/conflicts/conflicts.ts';
import { recogniseColumns, splitCells } from '../../web/src/console/office/paste/pasted-table.ts';
import {
  type Arrival,
  entriesOf,
  isToSend,
  judgedArrivals,
  nextToStart,
  readPastedTimes,
  storedArrivals,
} from '../../web/src/console/office/races/racing/arrivals.ts';
import {
  correctionOf,
  narrowed,
  nextSampleDelay,
  UNKNOWN_CLOCK,
  uncertainty,
} from '../../web/src/console/office/races/racing/clock-bounds.ts';
import {
  type EntryTexts,
  entriesLeft,
  readEntry,
  textsOfEntry,
} from '../../web/src/console/office/races/racing/entry-texts.ts';
import {
  ENTRY_HEADINGS,
  guessEntryColumn,
  type PastedField,
  planEntries,
  takesAsPlanned,
} from '../../web/src/console/office/races/racing/plan-entries.ts';
import { readFacts } from '../../web/src/console/office/races/racing/race-facts.ts';
import { PLAIN_OFFICE_LANE } from '../support/racing.ts';

const START = Date.parse('2026-06-13T12:00:00Z');
const at = (seconds: number) => START + seconds * 1000;
const written = (seconds: number) => new Date(at(seconds)).toISOString().replace('.000Z', 'Z');

function lane(position: number, more: Partial<OfficeLane> = {}): OfficeLane {
  return {
    ...{ position, positionLabel: String(100 + position), crewId: position, status: 'assigned' },
    ...{ finishTimeMillis: null, finishPlace: null, penaltyMillis: null, withdrawn: false },
    ...{ withdrawnReason: null, from: null, ...PLAIN_OFFICE_LANE },
    startsAt: written(position * 20),
    ...more,
  };
}

function head(lanes: OfficeLane[], more: Partial<OfficeRace> = {}): OfficeRace {
  return {
    ...{ id: 5, raceNumber: 3, effectiveKind: 'head', startedAt: null, estimatedAt: written(0) },
    ...{ resultMode: 'timed', lanes },
    ...more,
  } as OfficeRace;
}

const line = (key: string, seconds: number, bow: string, more: Partial<Arrival> = {}): Arrival => ({
  ...{ key, at: at(seconds), bow },
  ...more,
});

describe('a list of boats that come in', () => {
  const lanes = [
    lane(1, { finishedAt: written(1000) }),
    lane(2),
    lane(3),
    lane(4, { positionLabel: '7' }),
    lane(5, { crewId: null }),
    lane(6, { positionLabel: '9A' }),
  ];
  const statesOf = (...lines: Arrival[]) =>
    judgedArrivals(head(lanes), 'finish', lines).map(({ key, state }) => {
      const position = 'position' in state ? ` ${state.position}` : '';
      return `${key} ${state.kind}${position}`;
    });

  for (const [name, lines, states] of [
    ['a boat', [line('a', 1, '102')], ['a ready 2']],
    [
      'with zeros before it, and a letter',
      [line('a', 1, ' 007'), line('b', 2, '9a')],
      ['a ready 4', 'b ready 6'],
    ],
    ['nobody knows which', [line('a', 1, ''), line('b', 2, '?')], ['a unnamed', 'b unnamed']],
    [
      'no such boat, and one without a crew',
      [line('a', 1, '99'), line('b', 2, '105')],
      ['a unknown', 'b unknown'],
    ],
    [
      'twice: the earlier one counts',
      [line('b', 2, '102'), line('a', 1, '102')],
      ['a ready 2', 'b twice 2'],
    ],
    ['stored already with another time', [line('a', 1, '101')], ['a twice 1']],
    [
      'stored already with this very time, as after an answer that was lost',
      [line('a', 1000, '101')],
      ['a ready 1'],
    ],
    ['in place of what is stored', [line('a', 1, '101', { replaces: true })], ['a ready 1']],
    [
      'once its own time is another boat’s',
      [line('a', 1000, '', { frees: 1 }), line('b', 1001, '101')],
      ['a unnamed', 'b ready 1'],
    ],
  ] as const) {
    test(name, () => assert.deepEqual(statesOf(...lines), states));
  }

  test('two boats of one bow are neither found', () => {
    const race = head([lane(1, { positionLabel: '7' }), lane(2, { positionLabel: '07' })]);
    const [found] = judgedArrivals(race, 'finish', [line('a', 1, '7')]);
    assert.equal(found?.state.kind, 'unknown');
  });

  test('is sent boat by boat, and a time that goes to another boat in one write', () => {
    const race = head(lanes);
    const lines = judgedArrivals(race, 'finish', [
      line('a', 1000, '103', { frees: 1 }),
      line('b', 1200, '102'),
      line('c', 1300, ''),
    ]);
    assert.deepEqual(lines.map(isToSend), [true, true, false]);
    assert.deepEqual(entriesOf(race, 'finish', lines), [
      { position: 1, finishedAt: null },
      { position: 3, finishedAt: written(1000) },
      { position: 2, finishedAt: written(1200) },
    ]);
    assert.deepEqual(entriesOf(race, 'start', lines.slice(1, 2)), [
      { position: 2, startedAt: written(1200) },
    ]);
  });

  test('takes no time away that somebody has put right meanwhile', () => {
    const race = head([lane(1, { finishedAt: written(1001) }), lane(3)]);
    const lines = judgedArrivals(race, 'finish', [line('a', 1000, '', { frees: 1 })]);
    assert.equal(lines.some(isToSend), true);
    assert.deepEqual(entriesOf(race, 'finish', lines), []);
  });

  test('shows what is stored by its moment, without what is about to go', () => {
    const race = head([
      lane(1, { finishedAt: written(1200) }),
      lane(2, { finishedAt: written(1100) }),
      lane(3, { finishedAt: written(1300) }),
    ]);
    const shown = storedArrivals(race, 'finish', [line('a', 1300, '', { frees: 3 })]);
    assert.deepEqual(
      shown.map((each) => each.lane.position),
      [2, 1],
    );
  });
});

describe('the boat that starts next', () => {
  const next = (lanes: OfficeLane[], ...lines: Arrival[]) =>
    nextToStart(head(lanes), judgedArrivals(head(lanes), 'start', lines))?.position;
  const started = (position: number) => lane(position, { startedAt: written(position * 20) });
  for (const [name, lanes, lines, position] of [
    ['the first', [lane(1), lane(2)], [], 1],
    ['after one that is stored', [started(1), lane(2), lane(3)], [], 2],
    [
      'after one that is on this device only',
      [started(1), lane(2), lane(3)],
      [line('a', 40, '102')],
      3,
    ],
    ['one that was left out comes at the end', [lane(1), started(2), lane(3)], [], 3],
    ['then it', [lane(1), started(2), started(3)], [], 1],
    [
      'no boat that did not start, has withdrawn, or is empty',
      [
        started(1),
        lane(2, { status: 'dns' }),
        lane(3, { withdrawn: true }),
        lane(4, { crewId: null }),
        lane(5),
      ],
      [],
      5,
    ],
    [
      'no boat that is in without a start',
      [started(1), lane(2, { finishedAt: written(900) }), lane(3)],
      [],
      3,
    ],
    ['planned out of the order of positions', [lane(1), lane(2, { startsAt: written(0) })], [], 2],
    ['none', [started(1)], [], undefined],
  ] as [string, OfficeLane[], Arrival[], number | undefined][]) {
    test(name, () => assert.equal(next(lanes, ...lines), position));
  }
});

test('pasted times are lines without a name, or with the bow that stands beside them', () => {
  const moment = { near: START, timezone: 'Europe/Berlin' };
  const { found, wrong } = readPastedTimes(
    '14:03:22.4\n12\t14:03:25,1\n\n14:03:30.0;\n14:03\n140340.5\r\n',
    moment,
  );
  assert.deepEqual(
    found.map(({ at: time, bow }) => [(time - START) / 1000, bow]),
    [
      [202.4, ''],
      [205.1, '12'],
      [210, ''],
      [220.5, ''],
    ],
  );
  assert.deepEqual(wrong, ['14:03']);
});

describe('what is typed for an entry', () => {
  const context = { race: head([]), timezone: 'Europe/Berlin' };
  const stored = lane(1, { startedAt: written(20) });
  const cases: [name: string, given: OfficeLane, texts: Partial<EntryTexts>, read: object][] = [
    ['nothing', stored, {}, {}],
    ['a category, trimmed', stored, { category: ' Masters C ' }, { category: 'Masters C' }],
    ['no category', stored, { category: '' }, { category: null }],
    ['too long a category', stored, { category: 'x'.repeat(61) }, { category: 'too-long' }],
    ['an allowance', stored, { allowance: '1:30' }, { allowanceMillis: 90_000 }],
    ['one against the boat', stored, { allowance: '-0:12,5' }, { allowanceMillis: -12_500 }],
    ['none', stored, { allowance: '' }, { allowanceMillis: null }],
    ['no allowance', stored, { allowance: 'much' }, { allowance: 'allowance' }],
    ['more than an hour', stored, { allowance: '61:00' }, { allowance: 'allowance-too-long' }],
    ['a penalty', stored, { penalty: '10' }, { penaltyMillis: 10_000 }],
    ['one as people write it', stored, { penalty: ' +2,5 s' }, { penaltyMillis: 2500 }],
    ['no penalty', stored, { penalty: '' }, { penaltyMillis: null }],
    ['none in digits', stored, { penalty: '0' }, { penaltyMillis: null }],
    ['what is no penalty', stored, { penalty: '1:30' }, { penalty: 'penalty' }],
    ['one of more than an hour', stored, { penalty: '3601' }, { penalty: 'penalty' }],
    ['out of competition', stored, { outOfCompetition: 'a. K.' }, { outOfCompetition: true }],
    ['in it', stored, { outOfCompetition: '' }, { outOfCompetition: false }],
    ['neither', stored, { outOfCompetition: 'maybe' }, { outOfCompetition: 'yes-or-no' }],
    ['a planned start', stored, { plannedStart: '14:05' }, { plannedStartAt: written(300) }],
    ['a start', lane(1), { start: '140022.4' }, { startedAt: '2026-06-13T12:00:22.400Z' }],
    ['no start', stored, { start: '' }, { startedAt: null }],
    ['did not start', stored, { start: 's' }, { status: 'dns' }],
    [
      'started after all',
      lane(1, { status: 'dns' }),
      { start: '140022' },
      { startedAt: written(22), status: 'assigned' },
    ],
    ['a finish', stored, { finish: '141822.4' }, { finishedAt: '2026-06-13T12:18:22.400Z' }],
    ['half a finish', stored, { finish: '1418' }, { finish: 'unfinished' }],
    [
      'a finish before the start',
      stored,
      { finish: '140010' },
      { finishedAt: written(10), finish: 'before-start' },
    ],
    [
      'before a start that is typed, too',
      lane(1),
      { start: '140100', finish: '140010' },
      { startedAt: written(60), finishedAt: written(10), finish: 'before-start' },
    ],
    ['did not finish', stored, { finish: 'f' }, { status: 'dnf' }],
    [
      'disqualified after the finish',
      stored,
      { finish: '141822 dsq' },
      { finishedAt: written(1102), status: 'dsq' },
    ],
    [
      'the verdict taken back',
      lane(1, { status: 'dnf', finishedAt: written(1102) }),
      { finish: '14:18:22' },
      { status: 'assigned' },
    ],
  ];
  for (const [name, given, texts, read] of cases) {
    test(name, () => {
      const { values, faults } = readEntry(given, texts, context);
      assert.deepEqual({ ...values, ...faults }, read);
    });
  }

  test('a finish after midnight is that of the next day', () => {
    const late = lane(1, { startedAt: '2026-06-13T21:55:00Z' });
    const { values } = readEntry(late, { finish: '000512' }, context);
    assert.equal(values.finishedAt, '2026-06-13T22:05:12Z');
  });

  test('what is stored is written as it is read', () => {
    const full = lane(1, {
      ...{ category: 'Masters C', allowanceMillis: 12_500, outOfCompetition: true },
      ...{ plannedStartAt: written(60), startedAt: written(61.25), finishedAt: written(1102.4) },
      ...{ status: 'dsq', penaltyMillis: 2500 },
    });
    const texts = textsOfEntry(full, { ...context, decimalMark: ',' });
    assert.deepEqual(texts, {
      ...{ category: 'Masters C', allowance: '0:12,5', outOfCompetition: 'yes' },
      ...{ plannedStart: '14:01', start: '14:01:01,25', finish: '14:18:22,4 dsq' },
      penalty: '2,5',
    });
    const { values } = readEntry(full, texts, context);
    const [left] = entriesLeft(head([full]), [{ position: 1, ...values }], UNDECIDED.isDropped);
    assert.equal(left, undefined, 'nothing is written');
  });
});

describe('what is typed for a race', () => {
  const moment = { near: START, timezone: 'Europe/Berlin' };
  for (const [typed, read] of [
    [{}, { facts: {} }],
    [{ kind: 'head', interval: '20' }, { facts: { kind: 'head', startIntervalSeconds: 20 } }],
    [{ kind: '', interval: '' }, { facts: { kind: null, startIntervalSeconds: null } }],
    [{ startedAt: '140002.1' }, { facts: { startedAt: '2026-06-13T12:00:02.100Z' } }],
    [{ startedAt: '' }, { facts: { startedAt: null } }],
    [{ offset: '-7,4' }, { facts: { clockOffsetMillis: -7400 } }],
    [{ offset: '' }, { facts: { clockOffsetMillis: 0 } }],
    [{ interval: '0' }, { field: 'interval', fault: 'wrongInterval' }],
    [{ interval: '1.5' }, { field: 'interval', fault: 'wrongInterval' }],
    [{ interval: '3601' }, { field: 'interval', fault: 'wrongInterval' }],
    [{ offset: '601' }, { field: 'offset', fault: 'wrongOffset' }],
    [{ offset: 'slow' }, { field: 'offset', fault: 'wrongOffset' }],
    [{ startedAt: '14:00' }, { field: 'startedAt', fault: { time: 'unfinished' } }],
  ] as const)
    test(JSON.stringify(typed), () => assert.deepEqual(readFacts(typed, moment), read));
});

describe('pasted entries', () => {
  const crews = ['', 'Saline A', 'Hudson', 'Écluse'];
  const nameOf = (crewId: number | null) => crews[crewId ?? 0] ?? '';
  const plan = (text: string, race = head([lane(1), lane(2), lane(3)])) => {
    const table = splitCells(text);
    const cellsOf = (column: number) => table.map(({ cells }) => cells[column] ?? '');
    const taken: (PastedField | undefined)[] = [];
    const { fields, hasHeading } = recogniseColumns(
      table[0]?.cells ?? [],
      ENTRY_HEADINGS,
      (column) => {
        taken[column] = guessEntryColumn(cellsOf(column), taken);
        return taken[column];
      },
    );
    const rows = hasHeading ? table.slice(1) : table;
    const context = { race, timezone: 'Europe/Berlin' };
    const planned = planEntries({ race, context, rows, fields, nameOf });
    return { fields, planned, asPlanned: takesAsPlanned({ rows, fields }) };
  };
  const writes = (text: string, race?: OfficeRace) =>
    plan(text, race).planned.map(({ state, id, write, faults }) =>
      state === 'wrong' ? faults.map(({ code }) => code).join() : [state, id, write.entry],
    );

  test('a start without finishes beside it is planned', () => {
    const text =
      'Bow\tCrew\tCategory\tStart\n101\tSaline A\tMasters C\t14:00:20\n102\tHudson\tOpen\t14:00:40';
    assert.deepEqual(writes(text), [
      ['changed', 1, { category: 'Masters C', plannedStartAt: written(20) }],
      ['changed', 2, { category: 'Open', plannedStartAt: written(40) }],
    ]);
    assert.equal(plan(text).asPlanned, true);
  });

  test('with finishes it is actual, and so where its heading says so', () => {
    const both = 'Startnr;Start;Ziel;Zeitgutschrift;a. K.\n101;14:00:20,5;14:18:22,4;1:30;x';
    assert.deepEqual(writes(both), [
      [
        'changed',
        1,
        {
          ...{ allowanceMillis: 90_000, outOfCompetition: true },
          ...{ startedAt: '2026-06-13T12:00:20.500Z', finishedAt: '2026-06-13T12:18:22.400Z' },
        },
      ],
    ]);
    assert.deepEqual(writes('Bow\tActual start\n102\t14:00:41'), [
      ['changed', 2, { startedAt: written(41) }],
    ]);
  });

  test('a start that all share is that of the race', () => {
    const race = head([lane(1), lane(2)], { effectiveKind: 'lanes' });
    const { planned } = plan(
      'Lane\tStart\tFinish\n101\t14:00:00\t14:07:01\n102\t14:00:00\t14:07:02',
      race,
    );
    assert.deepEqual(
      planned.map(({ write }) => write),
      [
        { entry: { finishedAt: written(421) }, startedAt: written(0) },
        { entry: { finishedAt: written(422) }, startedAt: written(0) },
      ],
    );
  });

  test('an entry is found by its bow or its crew, and by both where both are there', () => {
    assert.deepEqual(writes('Crew\tCategory\necluse\tOpen'), [
      ['changed', 3, { category: 'Open' }],
    ]);
    assert.deepEqual(writes('Bow\tCrew\tCategory\n101\tHudson\tOpen\n109\t\tOpen\n\t\tOpen'), [
      ...['other-crew', 'unknown-bow', 'no-bow'],
    ]);
    assert.deepEqual(writes('Bow\tCategory\n101\tA\n101\tB'), ['twice', 'twice']);
  });

  test('what is wrong is said of its row, and what is stored is no change', () => {
    const race = head([lane(1, { category: 'Open' }), lane(2)]);
    assert.deepEqual(writes('Bow\tCategory\tAllowance\n101\tOpen\t\n102\tOpen\tmuch', race), [
      ['same', 1, {}],
      'allowance',
    ]);
    assert.deepEqual(writes('Bow\tCategory\n101\t=A1', race), ['formula']);
  });
});

describe('the clock of this device', () => {
  const sample = (offset: number, sentAt: number, tookMillis = 20) => {
    const service = sentAt + tookMillis / 2 + offset;
    return { sentAt, receivedAt: sentAt + tookMillis, date: Math.floor(service / 1000) * 1000 };
  };
  for (const offset of [-7400, -3, 0, 250, 999, 61_234]) {
    test(`is found to be ${offset} ms off within some answers`, () => {
      let bounds = UNKNOWN_CLOCK;
      let now = START + 137;
      let count = 0;
      while (count === 0 || uncertainty(bounds) > 60) {
        now += nextSampleDelay(bounds, now, 10);
        bounds = narrowed(bounds, sample(offset, now));
        now += 20;
        count += 1;
        assert.ok(count <= 12, `${count} answers`);
      }
      assert.ok(bounds.low <= offset && offset <= bounds.high, JSON.stringify(bounds));
    });
  }

  test('is put right only where it cannot be right, and then stays', () => {
    assert.equal(correctionOf(UNKNOWN_CLOCK, 0), 0);
    assert.equal(correctionOf({ low: -30, high: 90 }, 0), 0);
    assert.equal(correctionOf({ low: -7460, high: -7340 }, 0), -7400);
    assert.equal(correctionOf({ low: -7480, high: -7380 }, -7400), -7400);
  });

  test('that is set meanwhile is compared anew', () => {
    const before = narrowed(UNKNOWN_CLOCK, sample(0, START));
    const after = narrowed(before, sample(5000, START + 5000));
    assert.ok(after.low > before.high);
  });
});
