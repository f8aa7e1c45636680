/** Which race results are for, where several races print the number that a file has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Race } from '../../../src/domain/races/race.ts';
import { WrittenResults } from '../../../src/domain/results/written-results.ts';
import { readLif } from '../../../src/exchange/finishlynx/read-lif.ts';
import { readStartList } from '../../../src/exchange/finishlynx/read-start-list.ts';
import type { Reading } from '../../../src/exchange/reading/reading.ts';
import { eventStartList } from '../../../src/exchange/writers/start-list.ts';
import { planImport } from '../../../src/operations/import/plan-import.ts';
import { lane, race, team } from '../../domain/builders.ts';
import {
  asked,
  ONE_DAY,
  plan,
  RESULTS_ONLY,
  reading,
  readLane,
  readRace,
  rowsFor,
  told,
  wrong,
} from './readings.ts';

const [ava, bob] = ['Ava', 'Bob'].map((name, index) => {
  const { id, externalId } = team({ id: index + 1, name });
  return { id, externalId, name };
});

/** Ava rows in the first race, Bob in the second; both print 5. */
function twoPrinting5(first: Partial<Race> = {}, second: Partial<Race> = {}) {
  return rowsFor({
    races: [
      race({ id: 1, raceNumber: 5, ...first }),
      race({ id: 2, raceNumber: 7, printedNumber: '5', ...second }),
    ],
    teams: ['Ava', 'Bob'].map((name, index) => team({ id: index + 1, name })),
    lanes: { 1: [lane(1, { team: ava ?? null })], 2: [lane(1, { team: bob ?? null })] },
  });
}

function resultsOf(crew: string | null, round: string | null = null) {
  const lanes = [readLane('1', crew, { finishMillis: 400_000 })];
  return reading([readRace('5', { round, lanes })], { carries: RESULTS_ONLY });
}

test('race: each of several races of one number has a name of its own among the answers', () => {
  const cases: [Partial<Race>, Partial<Race>, string[]][] = [
    [{ title: 'A' }, { title: 'B' }, ['5 A', '5 B']],
    [{}, {}, ['5 (race 5)', '5 (race 7)']],
    [{ title: 'A' }, { title: 'A' }, ['5 (race 5)', '5 (race 7)']],
  ];
  for (const [first, second, names] of cases) {
    const stored = twoPrinting5(first, second);
    const open = plan(resultsOf(null), { stored });
    const [question] = open.findings.questions;
    assert.deepEqual([question?.id, question?.options], ['race', [null, ...names]]);
    assert.match(question?.text ?? '', /does not have, or has several times/);
    assert.equal(question?.where, `"5" may be "${names[0]}" or "${names[1]}"`);
    const answered = (answer: unknown) => {
      const planned = plan(resultsOf(null), { stored, answers: { race: { '5': answer } } });
      return [...asked(planned), ...told(planned, 'result')];
    };
    assert.deepEqual(answered(names[0]), ['5 1 Ava new']);
    for (const answer of [names[1], '7', 7]) assert.deepEqual(answered(answer), ['5 1 Bob new']);
    assert.deepEqual(answered('5'), ['race'], 'which of the two is not said');
  }
});

test('race: the crews that a file names say which of several it is, where only one has them', () => {
  const stored = twoPrinting5();
  const found = (crew: string) => {
    const planned = plan(resultsOf(crew), { stored });
    return [...asked(planned), ...wrong(planned), ...told(planned, 'result')];
  };
  assert.deepEqual(found('Ava'), ['5 1 Ava new']);
  assert.deepEqual(found('Bob'), ['5 1 Bob new']);
  assert.deepEqual(asked(plan(resultsOf('Cat'), { stored })), ['otherRegatta', 'race']);
});

test('race: the round of a file is that of the race, also where one of them writes its number alone', () => {
  const stored = twoPrinting5(
    { round: '1', printedNumber: '5', raceNumber: 8 },
    { round: '2', raceNumber: 9 },
  );
  for (const round of ['Lauf 2', '2.', '02', 'VL 2', '2. Abt.']) {
    const planned = plan(resultsOf(null, round), { stored });
    assert.deepEqual([...asked(planned), ...told(planned, 'result')], ['5 1 Bob new'], round);
  }
  assert.deepEqual(asked(plan(resultsOf(null, 'Final 2'), { stored })), ['race']);
  const words = twoPrinting5(
    { round: 'Lauf 1', raceNumber: 8, printedNumber: '5' },
    { round: '1' },
  );
  assert.deepEqual(told(plan(resultsOf(null, '1'), { stored: words }), 'result'), ['5 1 Bob new']);
});

/** Ava rows in race 5, which prints 7, Bob in race 7, which prints 5. */
const SWAPPED = twoPrinting5({ printedNumber: '7', externalId: 'A' }, { externalId: 'B' });

/** The reading of a `.lif` file of event 5. */
function lifOf(crew: string) {
  const bytes = new TextEncoder().encode(`5,1,1,A,,,,,,,\r\n1,1,1,${crew},,,6:40.0,,,,\r\n`);
  const read = readLif({ name: '5.lif', bytes }, {}, ONE_DAY);
  assert.ok('reading' in read && read.reading);
  return read;
}

test('races: an event of FinishLynx is the race of its number, not the one that prints it', () => {
  const found = (crew: string, stored = SWAPPED) => {
    const planned = plan(lifOf(crew).reading as Reading, { stored, format: 'finishlynx' });
    return [...asked(planned), ...wrong(planned), ...told(planned, 'result')];
  };
  assert.deepEqual(found('Ava'), ['7 1 Ava new']);
  assert.deepEqual(found('Bob'), ['5 1 Bob new'], 'somebody has typed what is printed');
  assert.deepEqual(found(''), ['race']);
  const printing = twoPrinting5({ raceNumber: 6, printedNumber: '6' });
  assert.deepEqual(found('', printing), ['5 1 Bob new'], 'no race has the number');
});

test('races: a start list of ours says which race an event is, also for results beside it', () => {
  const { evt, sch, ppl } = eventStartList(SWAPPED);
  const list = readStartList({ evt, sch, ppl });
  assert.ok('reading' in list);
  const files = [list, lifOf('')].map((read, index) => ({
    ...{ name: `${index}`, read, answers: {} },
    written: new WrittenResults([]),
  }));
  const planned = planImport({ rows: SWAPPED, facts: ONE_DAY, likelyZone: null }, files);
  assert.deepEqual([...asked(planned), ...told(planned, 'result')], ['7 1 Ava new']);
});
