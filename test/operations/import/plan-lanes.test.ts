/** Crews, draws and results of an import. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lane, race, team } from '../../domain/builders.ts';
import type { WrittenResult } from '../../../src/domain/written-results.ts';
import type { ReadLane } from '../../../src/exchange/reading.ts';
import {
  asked,
  drawn,
  plan,
  readCrew,
  reading,
  readLane,
  readRace,
  RESULTS_ONLY,
  results,
  told,
  written,
  wrong,
} from './readings.ts';

const ADLER = team({ id: 1, name: 'Adler', externalId: 'csv:Adler' });
const BIBER = team({ id: 2, name: 'Biber' });

/** Race 1, which has lanes 1 and 2 for Adler and Biber. */
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

test('results: lanes and crews that the draw does not have are wrong', () => {
  const stored = drawnRace();
  const fast = { finishMillis: 400_000 };
  assert.deepEqual(wrong(plan(lif([readLane('3', 'Biber', fast)]), { stored })), [
    'lane 3 is not in the draw of race 1: correct the draw in the race office, or import the start list first',
  ]);
  assert.deepEqual(
    wrong(plan(lif([readLane(null, 'Biber', fast), readLane(null, 'Corvus', fast)]), { stored })),
    [
      '"Corvus" is not in the draw of race 1: correct the draw in the race office, or import the start list first',
    ],
  );
  assert.deepEqual(
    wrong(
      plan(lif([readLane('1', 'Adler', fast), readLane('1', 'Adler', fast)]), { stored }),
    ).slice(-1),
    ['lane 1 stands twice in race 1'],
  );
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

test('results: places without any time make the race placesOnly', () => {
  const file = lif([readLane('1', 'Adler', { place: 2 }), readLane('2', 'Biber', { place: 1 })]);
  const planned = plan(file, { stored: drawnRace() });
  assert.deepEqual(results(planned, 1), ['1 finished #2', '2 finished #1']);
  assert.match(planned.findings.notes[0]?.text ?? '', /ranked by places alone/);
  const again = plan(file, { stored: written(planned) });
  assert.deepEqual(
    [asked(again), told(again, 'result')],
    [[], ['1 1 Adler same', '1 2 Biber same']],
  );
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

test('results: what the file leaves open stays, also results that came otherwise', () => {
  const stored = drawnRace({ status: 'finished', finishTimeMillis: 400_000 });
  const file = race1([readLane('1', 'Adler'), readLane('2', 'Biber', { finishMillis: 405_000 })]);
  const planned = plan(file, { stored });
  assert.deepEqual(results(planned, 1), ['1 finished 400000', '2 finished 405000']);
  assert.deepEqual(asked(planned), []);
});
