/** Several files of one import with the same race. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WrittenResults } from '../../../src/domain/results/written-results.ts';
import type { Answers, ReadLane, ReadRace } from '../../../src/exchange/reading/reading.ts';
import { planImport } from '../../../src/operations/import/plan-import.ts';
import {
  asked,
  drawn,
  ONE_DAY,
  readFile,
  reading,
  readLane,
  readRace,
  rowsFor,
  written,
  wrong,
} from './readings.ts';

/** @param files the one race of each file */
function planned(
  files: readonly ReadRace[],
  rows = rowsFor(),
  answers: Answers = { otherRegatta: 'import' },
) {
  const named = files.map((race, index) => ({
    name: `${index + 1}.csv`,
    read: readFile(reading([race])),
    answers,
    written: new WrittenResults([]),
  }));
  return planImport({ rows, facts: ONE_DAY, likelyZone: null }, named);
}

function race1(lanes: readonly ReadLane[], time = '09:00:00'): ReadRace {
  return readRace('1', { lanes, start: { date: null, time, zone: null } });
}

const ava = () => readLane('1', 'Ava');

test('start lists of one race complete each other', () => {
  const cases: [what: string, files: ReadLane[][], lanes: string[]][] = [
    ['other lanes', [[ava()], [readLane('2', 'Bob')]], ['1 Ava', '2 Bob']],
    ['the same', [[ava()], [ava()]], ['1 Ava']],
    [
      'bow numbers',
      [[readLane('101', 'Ava')], [readLane('102', 'Bob')]],
      ['1 101 Ava', '2 102 Bob'],
    ],
    ['an empty lane', [[ava(), readLane('2', null)], [readLane('2', 'Bob')]], ['1 Ava', '2 Bob']],
    [
      'a lane left empty',
      [[ava()], [readLane('1', null), readLane('2', 'Bob')]],
      ['1 Ava', '2 Bob'],
    ],
    [
      'three',
      [[ava()], [readLane('3', 'Cat')], [readLane('2', 'Bob')]],
      ['1 Ava', '2 Bob', '3 Cat'],
    ],
  ];
  for (const [what, files, lanes] of cases) {
    const races = files.map((each) => race1(each));
    const plan = planned(races);
    assert.deepEqual([wrong(plan), asked(plan)], [[], []], what);
    assert.deepEqual(drawn(plan, 1), lanes, what);
    const again = planned(races, written(plan));
    assert.deepEqual([wrong(again), again.after], [[], written(plan)], what);
  }
});

test('otherRegatta: files of one import are not compared with each other', () => {
  const other = readRace('2', { lanes: [readLane('1', 'Bob')], title: 'B' });
  const files = [{ ...race1([ava()]), title: 'A' }, other];
  assert.deepEqual(asked(planned(files, rowsFor(), {})), []);
});

test('start lists of one race that contradict each other are wrong', () => {
  const cases: [files: ReadRace[], reasons: RegExp[]][] = [
    [
      [race1([ava(), readLane('2', 'Cat')]), race1([ava(), readLane('2', 'Bob')])],
      [/^lane 2 of race 1 is drawn for "Cat" in 1.csv: import one of them$/],
    ],
    [
      [race1([ava()]), race1([readLane('2', 'Ava')])],
      [/^lane 1 of race 1 is drawn for "Ava" in 1.csv/],
    ],
    [
      [race1([ava()], '08:30:00'), race1([ava()])],
      [/^race 1 starts at another time in 1.csv: import one of them$/],
    ],
  ];
  for (const [files, reasons] of cases) {
    const found = wrong(planned(files));
    assert.equal(found.length, reasons.length);
    for (const [index, reason] of reasons.entries()) assert.match(found[index] ?? '', reason);
  }
});
