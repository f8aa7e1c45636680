/** Crews, draws and results of an import. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Race } from '../../../src/domain/races/race.ts';
import type { WrittenResult } from '../../../src/domain/results/written-results.ts';
import type { ReadLane } from '../../../src/exchange/reading/reading.ts';
import { lane, race, team } from '../../domain/builders.ts';
import {
  asked,
  drawn,
  plan,
  RESULTS_ONLY,
  readCrew,
  reading,
  readLane,
  readRace,
  results,
  told,
  written,
  wrong,
} from './readings.ts';

const ADLER = team({ id: 1, name: 'Adler', externalId: 'csv:Adler' });
const BIBER = team({ id: 2, name: 'Biber' });

/** Race 1 with Adler in lane 1 and Biber in lane 2. @param fields further properties of lane 1 */
function drawnRace(fields: Parameters<typeof lane>[1] = {}) {
  return {
    races: [race({ id: 5, raceNumber: 1, externalId: 'csv:1' })],
    teams: [ADLER, BIBER],
    lanes: { 5: [lane(1, { team: ADLER, ...fields }), lane(2, { team: BIBER })] },
  };
}

const race1 = (lanes: ReadLane[], fields = {}) => reading([readRace('1', { lanes, ...fields })]);
const lif = (lanes: ReadLane[], fields = {}) =>
  reading([readRace('1', { lanes, ...fields })], { carries: RESULTS_ONLY });

test('crews: the name is the crew, whatever its id, and its properties stay', () => {
  const file = reading([], {
    crews: [
      readCrew('Adler', { externalId: 'csv:77', clubId: 'ADL' }),
      readCrew(' Biber '),
      readCrew('Corvus', { clubId: 'COR' }),
    ],
  });
  const planned = plan(file, { stored: { teams: [ADLER, BIBER] } });
  assert.deepEqual(told(planned, 'crew'), ['Adler same', 'Biber same', 'Corvus new']);
  assert.deepEqual(planned.after.teams.slice(0, 2), [ADLER, BIBER]);
  const { externalId, clubId, sortOrder } = planned.after.teams[2] ?? {};
  assert.deepEqual([externalId, clubId, sortOrder], ['csv:Corvus', 'COR', 1]);
});

test('crews: an id under another name is the crew renamed, in its lanes, too', () => {
  const file = race1([
    readLane('1', readCrew('Adler Berlin', { externalId: 'csv:Adler' })),
    readLane('2', 'Biber'),
  ]);
  const planned = plan(file, { stored: drawnRace() });
  assert.deepEqual(told(planned, 'crew'), [
    'Adler Berlin changed name Adler→Adler Berlin',
    'Biber same',
  ]);
  assert.deepEqual(drawn(planned, 1), ['1 Adler Berlin', '2 Biber']);
});

test('crews: results make no crew, because they name those that are drawn', () => {
  const file = lif([readLane('1', 'R.C. Adler', { finishMillis: 400_000 })], {});
  const planned = plan({ ...file, crews: [readCrew('R.C. Adler')] }, { stored: drawnRace() });
  assert.deepEqual(planned.after.teams, [ADLER, BIBER]);
  assert.deepEqual(results(planned, 1), ['1 finished 400000']);
});

test('lanes: who has withdrawn stays so, whatever word a file has for it; others leave their lane, or did not start', () => {
  const adler = readCrew('Adler');
  const scratched = { ...readLane('1', null), scratched: adler };
  const withdrawn = drawnRace({ withdrawn: true, withdrawnReason: 'Ill' });
  const list = { ...race1([scratched, readLane('2', 'Biber')]), crews: [adler] };
  const marks = (read: Parameters<typeof plan>[0], stored = withdrawn) =>
    (plan(read, { stored }).after.lanes.get(5) ?? []).map(
      ({ team: crew, status, withdrawnReason }) =>
        [crew?.name ?? 'nobody', status, withdrawnReason].filter(Boolean).join(' '),
    );
  assert.deepEqual(marks(list), ['Adler assigned Ill', 'Biber assigned']);
  assert.deepEqual(marks(list, drawnRace()), ['nobody assigned', 'Biber assigned']);
  const notes = (stored: ReturnType<typeof drawnRace>) =>
    plan(list, { stored }).findings.notes.map(({ text }) => text);
  assert.deepEqual(notes(withdrawn), []);
  assert.deepEqual(notes(drawnRace()), ['"Adler" has withdrawn from race 1: its lane is empty']);
  // A start list without the withdrawn crew leaves its lane withdrawn, unless another crew has that lane.
  const without = race1([readLane('2', 'Biber')]);
  assert.deepEqual(marks(without), ['Adler assigned Ill', 'Biber assigned']);
  assert.deepEqual(marks(without, drawnRace()), ['Biber assigned']);
  assert.deepEqual(marks(race1([readLane('1', 'Biber')])), ['Biber assigned']);
  assert.deepEqual(marks(race1([readLane('2', 'Adler')])), ['Adler assigned Ill']);
  const dns = { ...readLane('1', adler, { status: 'dns' as const }), scratched: adler };
  const finished = readLane('2', 'Biber', { finishMillis: 400_000 });
  const results = { ...race1([dns, finished]), crews: [adler] };
  assert.deepEqual(marks(results), ['Adler assigned Ill', 'Biber finished']);
  assert.deepEqual(marks(results, drawnRace()), ['Adler dns', 'Biber finished']);
});

test('lanes: our own export withdraws a crew, which the preview says', () => {
  const lane1 = { ...readLane('1', 'Adler'), withdrawn: true as const };
  const planned = plan(race1([lane1, readLane('2', 'Biber')]), { stored: drawnRace() });
  assert.deepEqual(told(planned, 'lane'), [
    '1 1 Adler changed withdrawn null→true',
    '1 2 Biber same',
  ]);
  const rowed = { ...drawnRace({ status: 'dns' }) };
  const refused = plan(race1([lane1, readLane('2', 'Biber')]), { stored: rowed });
  assert.equal(refused.after.lanes.get(5)?.[0]?.withdrawn, false);
  assert.match(refused.findings.skipped[0]?.reason ?? '', /^race 1: "Adler" has a result at /);
});

test('crews: near misses are new, and told', () => {
  const planned = plan(reading([], { crews: [readCrew('R.C. Adler')] }), {
    stored: { teams: [ADLER] },
  });
  assert.deepEqual(told(planned, 'crew'), ['R.C. Adler new']);
  assert.match(
    planned.findings.notes[0]?.text ?? '',
    /"R.C. Adler" is new, and probably the crew "Adler"/,
  );
});

test('crews: two of one name in a race are asked about, and numbered by the order of the file', () => {
  const file = race1([readLane('1', 'Adler'), readLane('2', 'Biber'), readLane('3', 'Adler')]);
  const open = plan(file);
  assert.deepEqual(asked(open), ['sameName']);
  assert.equal(open.findings.questions[0]?.proposed, true);
  const numbered = plan(file, { answers: { sameName: true } });
  assert.deepEqual(drawn(numbered, 1), ['1 Adler A', '2 Biber', '3 Adler B']);
  assert.deepEqual(
    told(plan(file, { answers: { sameName: true }, stored: written(numbered) }), 'lane'),
    ['1 1 Adler A same', '1 2 Biber same', '1 3 Adler B same'],
  );
  assert.deepEqual(wrong(plan(file, { answers: { sameName: false } })), [
    '"Adler" stands twice in race 1',
  ]);
});

test('crews: one name under two ids that never meet is probably one', () => {
  const entries = ['csv:1', 'csv:2'].map((externalId) => readCrew('Adler', { externalId }));
  const open = plan(reading([], { crews: entries }));
  assert.equal(open.findings.questions[0]?.proposed, false);
  assert.deepEqual(
    told(plan(reading([], { crews: entries }), { answers: { sameName: false } }), 'crew'),
    ['Adler new'],
  );
  const two = plan(reading([], { crews: entries }), { answers: { sameName: true } });
  assert.deepEqual(told(two, 'crew'), ['Adler A new', 'Adler B new']);
});

test('crews: a name that cannot be stored is wrong', () => {
  const planned = plan(
    reading([], { crews: [readCrew('x'.repeat(121), { row: 3 }), readCrew('  ', { row: 4 })] }),
  );
  assert.deepEqual(planned.findings.wrong, [
    { row: 3, column: 'crew', reason: 'name must have at most 120 characters' },
    { row: 4, column: 'crew', reason: 'name must not be empty' },
  ]);
});

test('draw: what a lane is called, and where it stands', () => {
  const cases: [string, (string | null)[], string[]][] = [
    ['lanes', ['2', '1'], ['1 B', '2 A']],
    ['lane 0', ['0', '1'], ['1 0 A', '2 1 B']],
    ['bow numbers', ['102', '101'], ['1 102 A', '2 101 B']],
    ['texts', ['Far', 'Near'], ['1 Far A', '2 Near B']],
    ['none', [null, null], ['1 A', '2 B']],
  ];
  for (const [name, [first, second], expected] of cases) {
    const planned = plan(race1([readLane(first ?? null, 'A'), readLane(second ?? null, 'B')]), {
      answers: { times: { first: '09:00', everyMinutes: 5 } },
    });
    assert.deepEqual(drawn(planned, 1), expected, name);
    const again = plan(race1([readLane(first ?? null, 'A'), readLane(second ?? null, 'B')]), {
      stored: written(planned),
    });
    assert.ok(
      again.items.every(({ outcome }) => outcome === 'same'),
      name,
    );
  }
});

test('draw: the same lane twice is wrong', () => {
  const planned = plan(race1([readLane('1', 'A'), readLane('1', 'B')]));
  assert.deepEqual(wrong(planned), ['lane 1 stands twice in race 1']);
  assert.deepEqual(drawn(planned, 1), []);
});

test('draw: the lanes of the file are all that the race has', () => {
  const planned = plan(race1([readLane('1', 'Biber'), readLane('3', 'Corvus')]), {
    stored: drawnRace(),
  });
  assert.deepEqual(drawn(planned, 1), ['1 Biber', '3 Corvus']);
  assert.deepEqual(told(planned, 'lane'), [
    '1 1 Biber changed crew Adler→Biber',
    '1 2 Biber changed crew Biber→null positionLabel 2→null',
    '1 3 Corvus new',
  ]);
});

test('draw: a race without lanes in the file keeps its draw', () => {
  const planned = plan(race1([], { start: { date: null, time: '09:00:00', zone: null } }), {
    stored: drawnRace(),
  });
  assert.deepEqual(drawn(planned, 1), ['1 Adler', '2 Biber']);
});

test('draw: a lane with a result neither goes nor gets another crew', () => {
  const stored = drawnRace({ status: 'finished', finishTimeMillis: 400_000 });
  assert.deepEqual(wrong(plan(race1([readLane('2', 'Biber')]), { stored })), [
    'lane 1 of race 1 has a result, and is not in the file',
  ]);
  assert.deepEqual(
    wrong(plan(race1([readLane('1', 'Corvus'), readLane('2', 'Biber')]), { stored })),
    ['lane 1 of race 1 has a result of Adler'],
  );
  const same = plan(race1([readLane('1', 'Adler'), readLane('2', 'Corvus')]), { stored });
  assert.deepEqual([wrong(same), results(same, 1)], [[], ['1 finished 400000']]);
});

test('draw: boats that have started keep their lanes, in whichever order the file has them; new ones go behind', () => {
  const started = Date.parse('2026-06-13T07:00:01Z');
  const bow = (position: number, crew: typeof ADLER) =>
    lane(position, { team: crew, positionLabel: String(100 + position), startedAt: started });
  const stored = { ...drawnRace(), lanes: { 5: [bow(1, ADLER), bow(2, BIBER)] } };
  const lines = (...lanes: ReadLane[]) => plan(race1(lanes), { stored });
  const [adler, biber] = [readLane('101', 'Adler'), readLane('102', 'Biber')];
  const kept = ['1 101 Adler', '2 102 Biber'];
  assert.deepEqual(drawn(lines(readLane('100', 'Corvus'), adler, biber), 1), [
    ...kept,
    '3 100 Corvus',
  ]);
  assert.deepEqual(drawn(lines(biber, adler), 1), kept);
  assert.deepEqual(drawn(lines(readLane('201', 'Biber'), adler), 1), [
    '1 101 Adler',
    '2 201 Biber',
  ]);
  assert.deepEqual(drawn(lines(readLane(null, 'Biber'), readLane(null, 'Adler')), 1), kept);
  assert.deepEqual(wrong(lines(biber)), ['lane 101 of race 1 has a start, and is not in the file']);
  assert.deepEqual(wrong(lines(readLane('101', 'Corvus'), biber)), [
    'lane 101 of race 1 has a start of Adler',
  ]);
  // A lane 0 moves the others up by one position only while nothing, such as this penalty, is stored of them.
  const penalty = drawnRace({ penaltyMillis: 5000 });
  const zero = race1([readLane('0', 'Corvus'), readLane('1', 'Adler'), readLane('2', 'Biber')]);
  assert.deepEqual(drawn(plan(zero, { stored: penalty }), 1), ['1 Adler', '2 Biber', '3 0 Corvus']);
});

test('draw: an empty lane without a label stays where it is beside one that has a result', () => {
  const file = race1([readLane('0', null, { finishMillis: 400_000 }), readLane(null, null)]);
  const first = plan(file);
  assert.deepEqual(drawn(first, 1), ['1 0 –', '2 –']);
  const again = plan(file, { stored: written(first) });
  assert.deepEqual([wrong(again), again.after], [[], written(first)]);
});

test('draw: a lane that the file leaves empty is an empty lane', () => {
  const file = race1([readLane('1', 'Adler'), readLane('2', null), readLane('3', 'Biber')]);
  const planned = plan(file, { stored: drawnRace() });
  assert.deepEqual([asked(planned), drawn(planned, 1)], [[], ['1 Adler', '2 –', '3 Biber']]);
});

test('results: by label first, then by crew; by order where there is no draw', () => {
  const fast = { finishMillis: 400_000 };
  const slow = { finishMillis: 410_000, penaltyMillis: 5000 };
  const stored = drawnRace();
  const byLabel = plan(lif([readLane('2', 'Biber', fast), readLane('1', null, slow)]), { stored });
  assert.deepEqual(results(byLabel, 1), ['1 finished 410000 +5000', '2 finished 400000']);
  const byCrew = plan(lif([readLane(null, 'Biber', fast), readLane(null, 'adler', slow)]), {
    stored,
  });
  assert.deepEqual(results(byCrew, 1), ['1 finished 410000 +5000', '2 finished 400000']);
  const undrawn = { ...stored, lanes: {} };
  const drawnNow = plan(lif([readLane(null, 'Biber', fast), readLane(null, 'Corvus', slow)]), {
    stored: undrawn,
  });
  assert.deepEqual(drawn(drawnNow, 1), ['1 Biber', '2 Corvus']);
  assert.deepEqual(results(drawnNow, 1), ['1 finished 400000', '2 finished 410000 +5000']);
});

test('results: who is drawn in another lane is wrong', () => {
  const stored = drawnRace();
  const fast = { finishMillis: 400_000 };
  assert.deepEqual(wrong(plan(lif([readLane('3', 'Biber', fast)]), { stored })), [
    'lane 3 is not in the draw of race 1: correct the draw in the race office, or import the start list first',
  ]);
  assert.deepEqual(
    wrong(
      plan(lif([readLane('1', 'Adler', fast), readLane('1', 'Adler', fast)]), { stored }),
    ).slice(-1),
    ['lane 1 stands twice in race 1'],
  );
});

test('results: a timing computer’s file whose crews are all others is of another race', () => {
  const file = (...names: string[]) => {
    const lanes = names.map((name, index) =>
      readLane(String(index + 1), name, { finishMillis: 400_000 + index }),
    );
    return plan(lif(lanes), {
      stored: drawnRace(),
      format: 'finishlynx',
      answers: { otherRegatta: 'import' },
    });
  };
  const other = file('Corvus', 'Dachs');
  assert.deepEqual(wrong(other), [
    'none of the crews of the file is drawn in race 1: it may be of another race',
  ]);
  for (const names of [['Corvus'], ['Adler', 'Dachs']]) {
    const one = file(...names);
    assert.deepEqual([wrong(one), one.findings.notes.length], [[], 1], 'a boat called otherwise');
  }
});

test('unknownLanes: boats that nobody has entered are one question for all files', () => {
  const stored = drawnRace();
  const fast = { finishMillis: 400_000, place: 1 };
  const late = { finishMillis: 420_000, place: 2 };
  const file = lif([readLane('1', null, fast), readLane('7', null, late)]);
  const open = plan(file, { stored });
  assert.deepEqual([asked(open), wrong(open)], [['unknownLanes'], []]);
  assert.equal(open.findings.questions[0]?.where, 'lane 7 of race 1');
  const added = plan(file, { stored, answers: { unknownLanes: 'add' } });
  assert.deepEqual([asked(added), wrong(added)], [[], []]);
  assert.deepEqual(drawn(added, 1), ['1 Adler', '2 Biber', '7 –']);
  assert.deepEqual(results(added, 1), ['1 finished 400000', '7 finished 420000']);
  const skipped = plan(file, { stored, answers: { unknownLanes: 'skip' } });
  assert.deepEqual(results(skipped, 1), ['1 finished 400000']);
  assert.deepEqual(
    skipped.findings.skipped.map(({ reason }) => reason),
    ['lane 7 of race 1 is not in the draw: its result is left out, as answered'],
  );
  const refused = plan(file, { stored, answers: { unknownLanes: 'refuse' } });
  assert.deepEqual([results(refused, 1), asked(refused), wrong(refused)], [[], [], []]);
  // A crew that is drawn in another lane is an error, whatever is answered.
  const swapped = lif([readLane('3', 'Biber', fast)]);
  assert.equal(wrong(plan(swapped, { stored, answers: { unknownLanes: 'add' } })).length, 1);
  // A crew without a lane gets a lane after the others, so that boats that finished behind it do not move up.
  const named = lif([readLane(null, 'Corvus', fast), readLane(null, 'Biber', late)]);
  const proposed = plan(named, { stored });
  assert.deepEqual([asked(proposed), wrong(proposed)], [['unknownLanes'], []]);
  const behind = plan(named, { stored, answers: { unknownLanes: 'add' } });
  assert.deepEqual([asked(behind), wrong(behind)], [[], []]);
  assert.deepEqual(drawn(behind, 1), ['1 Adler', '2 Biber', '3 –']);
  assert.deepEqual(results(behind, 1), ['2 finished 420000', '3 finished 400000']);
  assert.deepEqual(
    behind.findings.notes.map(({ text }) => text),
    ['lane 3 of race 1 is new, and without a crew: the file has "Corvus" there'],
  );
  const bib = lif([{ ...readLane('101', 'Corvus', fast), isBib: true }]);
  const added101 = plan(bib, { stored, answers: { unknownLanes: 'add' } });
  assert.deepEqual(drawn(added101, 1), ['1 Adler', '2 Biber', '3 –']);
  const without = plan(named, { stored, answers: { unknownLanes: 'skip' } });
  assert.deepEqual([asked(without), wrong(without)], [[], []]);
});

test('results: another crew is drawn already', () => {
  const stored = drawnRace();
  const fast = { finishMillis: 400_000 };
  const moved = 'lane 1 of race 1 is drawn for "Adler", and the file has "Biber" there';
  assert.deepEqual(wrong(plan(lif([readLane('1', 'Biber', fast)]), { stored })), [moved]);
  assert.deepEqual(wrong(plan(race1([readLane('1', 'Biber', fast)]), { stored })), [moved]);
  const unknown = plan(lif([readLane('1', 'Corvus', fast), readLane('2', 'Biber', fast)]), {
    stored,
  });
  assert.deepEqual(wrong(unknown), []);
  assert.match(unknown.findings.notes[0]?.text ?? '', /and the file has "Corvus" there/);
  const sheet = plan(race1([readLane('1', 'Corvus', fast), readLane('2', 'Biber')]), { stored });
  assert.equal(wrong(sheet).length, 1, 'a sheet says who is drawn where');
  assert.deepEqual(drawn(sheet, 1), ['1 Adler', '2 Biber'], 'a result draws nobody otherwise');
});

test('results: names that a timing computer cuts are the crew', () => {
  const long = team({ id: 1, name: 'Riverbend Outrigger Canoe Club Invitational A' });
  const stored = { ...drawnRace(), teams: [long], lanes: { 5: [lane(1, { team: long })] } };
  const planned = plan(lif([readLane('1', long.name.slice(0, 31), { finishMillis: 1 })]), {
    stored,
    answers: { otherRegatta: 'import' },
  });
  assert.deepEqual(planned.findings.notes, []);
});

test('results: labels of the race decide what a number means, for the whole race', () => {
  const stored = drawnRace();
  const zero = {
    ...stored,
    lanes: {
      5: [
        lane(1, { positionLabel: '0', team: ADLER }),
        lane(2, { positionLabel: '1', team: BIBER }),
      ],
    },
  };
  const fast = { finishMillis: 400_000 };
  assert.deepEqual(results(plan(lif([readLane('1', 'Biber', fast)]), { stored: zero }), 1), [
    '2 finished 400000',
  ]);
  const letters = {
    ...stored,
    lanes: {
      5: [
        lane(1, { positionLabel: 'A', team: ADLER }),
        lane(2, { positionLabel: 'B', team: BIBER }),
      ],
    },
  };
  assert.deepEqual(results(plan(lif([readLane('1', 'Adler', fast)]), { stored: letters }), 1), [
    '1 finished 400000',
  ]);
  assert.deepEqual(results(plan(lif([readLane('B', 'Biber', fast)]), { stored: letters }), 1), [
    '2 finished 400000',
  ]);
});

/** Race 1 with one lane for each label, in which `Boat 1`, `Boat 2` … are drawn in this order. */
function labelledRace(labels: readonly string[]) {
  const teams = labels.map((_, index) => team({ id: index + 1, name: `Boat ${index + 1}` }));
  const lanes = labels.map((positionLabel, index) =>
    lane(index + 1, { positionLabel, team: teams[index] ?? null }),
  );
  return {
    races: [race({ id: 5, raceNumber: 1, externalId: 'csv:1' })],
    teams,
    lanes: { 5: lanes },
  };
}

test('lanes: a number of a timing computer means in a file what it means in the start list', () => {
  const timed = (label: string, millis: number, crew: string | null = null) =>
    readLane(label, crew, { finishMillis: millis });
  const cases: [string, string[], ReadLane[], string[]][] = [
    [
      'labels',
      ['2', '1'],
      [timed('1', 100), timed('02', 200)],
      ['1 finished 200', '2 finished 100'],
    ],
    // Our start list gave the timer lanes 1, 2 and 3, because no position is 0.
    [
      'lane 0',
      ['0', '1', '2'],
      [timed('1', 100), timed('2', 200)],
      ['1 finished 100', '2 finished 200'],
    ],
    ['bow numbers', ['101', '102'], [timed('102', 100)], ['2 finished 100']],
    ['letters', ['A', 'B'], [timed('2', 100)], ['2 finished 100']],
    ['twice', ['1', '1'], [timed('2', 100)], ['2 finished 100']],
    [
      'a file with a lane 0',
      ['0', '1'],
      [timed('0', 100), timed('1', 200)],
      ['1 finished 100', '2 finished 200'],
    ],
  ];
  for (const [name, labels, lanes, expected] of cases) {
    const planned = plan(lif(lanes), { stored: labelledRace(labels), format: 'finishlynx' });
    assert.deepEqual([wrong(planned), results(planned, 1)], [[], expected], name);
  }
  const stored = labelledRace(['0', '1', '2']);
  const shifted = plan(lif([timed('1', 100, 'Boat 2')]), { stored, format: 'finishlynx' });
  assert.deepEqual(wrong(shifted), [
    'lane 0 of race 1 is drawn for "Boat 1", and the file has "Boat 2" there',
  ]);
});

test('lanes: a start list of a timing computer leaves lane 0 what it is', () => {
  const evt = (lanes: ReadLane[]) => race1(lanes, { externalId: 'csv:1' });
  const stored = labelledRace(['0', '1', '2']);
  const swapped = evt([readLane('1', 'Boat 2'), readLane('2', 'Boat 1'), readLane('3', 'Boat 3')]);
  const planned = plan(swapped, { stored, format: 'finishlynx' });
  assert.deepEqual(
    [wrong(planned), drawn(planned, 1)],
    [[], ['1 0 Boat 2', '2 1 Boat 1', '3 2 Boat 3']],
  );
});

test('results: what is stored is overwritten only when asked, or when the last import wrote it', () => {
  const stored = drawnRace({ status: 'finished', finishTimeMillis: 400_000 });
  const file = lif([
    readLane('1', 'Adler', { finishMillis: 399_000 }),
    readLane('2', 'Biber', { finishMillis: 405_000 }),
  ]);
  const open = plan(file, { stored });
  assert.deepEqual(asked(open), ['overwriteResults']);
  assert.equal(open.findings.questions[0]?.proposed, false);
  const kept = plan(file, { stored, answers: { overwriteResults: false } });
  assert.deepEqual(results(kept, 1), ['1 finished 400000', '2 finished 405000']);
  assert.match(
    kept.findings.skipped[0]?.reason ?? '',
    /^race 1, lane 1 has another result already$/,
  );
  const replaced = plan(file, { stored, answers: { overwriteResults: true } });
  assert.deepEqual(results(replaced, 1), ['1 finished 399000', '2 finished 405000']);
  const ours: WrittenResult = [5, 1, 'finished', 400_000, null, null, 'csv:1'];
  assert.deepEqual(asked(plan(file, { stored, written: [ours] })), []);
  const touched: WrittenResult = [5, 1, 'finished', 400_001, null, null, 'csv:1'];
  assert.deepEqual(asked(plan(file, { stored, written: [touched] })), ['overwriteResults']);
  const ofOther: WrittenResult = [5, 1, 'finished', 400_000, null, null, 'csv:1:Heat 2'];
  assert.deepEqual(asked(plan(file, { stored, written: [ofOther] })), ['overwriteResults']);
  const same = lif([readLane('1', 'Adler', { finishMillis: 400_000 })]);
  assert.deepEqual(asked(plan(same, { stored })), []);
});

test('results: equal times with different places get a millisecond, and a note', () => {
  const file = lif([
    readLane('1', 'Adler', { finishMillis: 400_000, place: 2 }),
    readLane('2', 'Biber', { finishMillis: 400_000, place: 1 }),
  ]);
  const planned = plan(file, { stored: drawnRace() });
  assert.deepEqual(results(planned, 1), ['1 finished 400001', '2 finished 400000']);
  assert.match(planned.findings.notes[0]?.text ?? '', /1 ms/);
});

test('results: places against the times are wrong in a .lif, and asked about in a sheet', () => {
  const lanes = [
    readLane('1', 'Adler', { finishMillis: 400_000, place: 2 }),
    readLane('2', 'Biber', { finishMillis: 405_000, place: 1 }),
  ];
  const stored = drawnRace();
  assert.match(
    wrong(plan(lif(lanes), { stored, format: 'finishlynx' }))[0] ?? '',
    /places that contradict the times/,
  );
  assert.deepEqual(asked(plan(lif(lanes), { stored })), ['placesConflict']);
  const times = plan(lif(lanes), { stored, answers: { placesConflict: 'times' } });
  assert.deepEqual(results(times, 1), ['1 finished 400000', '2 finished 405000']);
  const places = plan(lif(lanes), { stored, answers: { placesConflict: 'places' } });
  assert.deepEqual(results(places, 1), ['1 finished 400000 #2', '2 finished 405000 #1']);
  assert.deepEqual(told(places, 'race'), ['1 changed resultMode timed→placesOnly']);
});

test('emptyPlace: a place without a time never makes a timed race one of places alone', () => {
  const file = lif([readLane('1', 'Adler', { place: 2 }), readLane('2', 'Biber', { place: 1 })]);
  const stored = drawnRace();
  for (const format of ['csv', 'finishlynx'] as const) {
    const open = plan(file, { stored, format });
    assert.deepEqual([asked(open), results(open, 1)], [['emptyPlace'], []]);
    assert.deepEqual(open.findings.questions[0]?.options, ['none', 'dns', 'dnf', 'dsq']);
    const none = plan(file, { stored, format, answers: { emptyPlace: 'none' } });
    assert.deepEqual([asked(none), results(none, 1), told(none, 'race')], [[], [], []]);
    assert.equal(none.findings.skipped[0]?.reason, 'place 2 of race 1 has no time');
    // One word is for boats without a place: a boat that came second has started.
    const word = plan(file, { stored, format, answers: { emptyPlace: 'dnf' } });
    const boats = { 'place 2 of race 1': 'none', 'place 1 of race 1': 'none' };
    assert.deepEqual([asked(word), results(word, 1)], [['emptyPlace'], []]);
    assert.deepEqual(word.findings.questions[0]?.proposed, { 'no place': 'dnf', ...boats });
    const emptyPlace = { ...boats, 'place 2 of race 1': 'dnf' };
    const dnf = plan(file, { stored, format, answers: { emptyPlace } });
    assert.deepEqual([asked(dnf), results(dnf, 1), told(dnf, 'race')], [[], ['1 dnf'], []]);
    assert.deepEqual(
      dnf.findings.notes.map(({ text }) => text),
      ['place 2 of race 1 has no time, and is dnf, as answered'],
    );
    const some = plan(file, {
      stored,
      format,
      answers: { emptyPlace: { 'place 2 of race 1': 'dnf' } },
    });
    assert.deepEqual(some.findings.questions[0]?.proposed, emptyPlace);
  }
  const places = {
    ...stored,
    races: stored.races.map((each) => ({ ...each, resultMode: 'placesOnly' as const })),
  };
  assert.deepEqual(results(plan(file, { stored: places }), 1), ['1 finished #2', '2 finished #1']);
  const sheet = race1([readLane('1', 'Adler', { place: 1 }), readLane('2', 'Biber', { place: 2 })]);
  const changed = plan({ ...sheet, isWithoutTimes: true }, { stored });
  assert.deepEqual([asked(changed), told(changed, 'race')], [['emptyPlace'], ['1 same']]);
});

test('results: a status is kept beside its time, and what cannot be stored is wrong', () => {
  const stored = drawnRace();
  const file = lif([
    readLane('1', 'Adler', { status: 'dsq', finishMillis: 400_000, place: null }),
    readLane('2', 'Biber', { status: 'dns' }),
  ]);
  assert.deepEqual(results(plan(file, { stored }), 1), ['1 dsq 400000', '2 dns']);
  const negative = lif([readLane('1', 'Adler', { finishMillis: -5 })]);
  assert.deepEqual(wrong(plan(negative, { stored })), ['finishTimeMillis must be at least 0']);
});

test('results: other ones of a cancelled race are wrong, and those of an official one are told', () => {
  const stored = (fields: Partial<Race>) => {
    const drawn = drawnRace({ status: 'finished', finishTimeMillis: 400_000 });
    return { ...drawn, races: drawn.races.map((each) => ({ ...each, ...fields })) };
  };
  const file = lif([
    readLane('1', 'Adler', { finishMillis: 400_000 }),
    readLane('2', 'Biber', { finishMillis: 410_000 }),
  ]);
  const same = lif([readLane('1', 'Adler', { finishMillis: 400_000 })]);
  const found = (read: typeof file, fields: Partial<Race>) => {
    const planned = plan(read, { stored: stored(fields), format: 'finishlynx' });
    return [...wrong(planned), ...planned.findings.notes.map(({ text }) => text)];
  };
  const [reason, ...others] = found(file, { state: 'cancelled' });
  assert.match(reason ?? '', /^race 1 is cancelled, and the file has other results of it: /);
  assert.deepEqual(others, []);
  const note = 'race 1 is official: its results become provisional again';
  assert.deepEqual(found(file, { official: true }), [note]);
  for (const fields of [{ state: 'cancelled' }, { official: true }] as const) {
    assert.deepEqual(found(same, fields), []);
  }
  const own = race1([...file.races.flatMap(({ lanes }) => lanes)], { state: 'cancelled' });
  assert.deepEqual(wrong(plan(own, { stored: stored({ state: 'cancelled' }) })), []);
});

test('results: what the file leaves open stays, also results that came otherwise', () => {
  const stored = drawnRace({ status: 'finished', finishTimeMillis: 400_000 });
  const file = race1([readLane('1', 'Adler'), readLane('2', 'Biber', { finishMillis: 405_000 })]);
  const planned = plan(file, { stored });
  assert.deepEqual(results(planned, 1), ['1 finished 400000', '2 finished 405000']);
  assert.deepEqual(asked(planned), []);
});
