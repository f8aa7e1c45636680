/** Reading and writing a result as people type it: a time, a place or a status. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type LaneWord, readLaneWord } from '../../src/domain/draw/lane-words.ts';
import { formatFinishTime } from '../../src/domain/results/finish-time.ts';
import { readResult, readResults } from '../../src/domain/results/result-word.ts';
import { accepted, assertInvalid, lane, race } from './builders.ts';
import { always, record } from './properties.ts';

const OPEN = lane(1);
const ROWED = lane(1, { status: 'finished', finishTimeMillis: 400_000, finishPlace: 2 });

for (const [text, mode, stored, expected] of [
  ['6:42.70', 'timed', OPEN, { finishTimeMillis: 402_700 }],
  ['6:42,7', 'timed', OPEN, { finishTimeMillis: 402_700 }],
  ['6:42.696', 'timed', OPEN, { finishTimeMillis: 402_696 }],
  ['6:42', 'timed', OPEN, { finishTimeMillis: 402_000 }],
  ['0:58.31', 'timed', OPEN, { finishTimeMillis: 58_310 }],
  ['75:10.05', 'timed', OPEN, { finishTimeMillis: 4_510_050 }],
  ['1:15:10.05', 'timed', OPEN, { finishTimeMillis: 4_510_050 }],
  ['6:42.70+10', 'timed', OPEN, { finishTimeMillis: 402_700, penaltyMillis: 10_000 }],
  ['6:42.70+2.5', 'timed', OPEN, { finishTimeMillis: 402_700, penaltyMillis: 2500 }],
  ['6:42.70+0', 'timed', ROWED, { finishTimeMillis: 402_700, penaltyMillis: null }],
  ['+10', 'timed', ROWED, { finishTimeMillis: 400_000, penaltyMillis: 10_000 }],
  ['+0', 'timed', ROWED, { finishTimeMillis: 400_000, penaltyMillis: null }],
  ['dns', 'timed', OPEN, { status: 'dns' }],
  ['DNF', 'timed', ROWED, { status: 'dnf' }],
  ['dsq', 'placesOnly', ROWED, { status: 'dsq' }],
  ['-', 'timed', ROWED, { status: 'assigned' }],
  ['1', 'placesOnly', OPEN, { finishPlace: 1 }],
  ['12+5', 'placesOnly', OPEN, { finishPlace: 12, penaltyMillis: 5000 }],
  ['+5', 'placesOnly', ROWED, { finishPlace: 2, penaltyMillis: 5000 }],
] as const) {
  test(`result: ${text} in a ${mode} race, ${stored.status} before`, () => {
    assert.deepEqual(readResult(text, mode, stored), expected);
  });
}

for (const [text, mode, stored, message] of [
  ['1', 'timed', OPEN, /a time such as 6:42\.70/],
  ['6:42.70', 'placesOnly', OPEN, /a place such as 1/],
  ['0', 'placesOnly', OPEN, /a place/],
  ['1.5', 'placesOnly', OPEN, /a place/],
  ['6.42', 'timed', OPEN, /a time/],
  ['58.31', 'timed', OPEN, /a time/],
  ['6:60', 'timed', OPEN, /a time/],
  ['6:4', 'timed', OPEN, /a time/],
  ['1:75:10', 'timed', OPEN, /a time/],
  ['6:42.7001', 'timed', OPEN, /a time/],
  ['6:42.70+', 'timed', OPEN, /a time/],
  ['6:42.70+1:00', 'timed', OPEN, /a time/],
  ['6:42.70+5+5', 'timed', OPEN, /a time/],
  ['-6:42', 'timed', OPEN, /a time/],
  ['dns+10', 'timed', OPEN, /a time/],
  ['did not start', 'timed', OPEN, /dns, dnf, dsq/],
  ['', 'timed', OPEN, /- to take the result back/],
  ['+10', 'timed', OPEN, /has not finished/],
  ['+10', 'timed', lane(1, { status: 'dnf' }), /has not finished/],
] as const) {
  test(`result: "${text}" is none in a ${mode} race, ${stored.status} before`, () => {
    assert.match(String(readResult(text, mode, stored)), message);
  });
}

const scores = record({
  hundredths: fc.integer({ min: 0, max: 9_999_999 }),
  penaltyMillis: fc.integer({ min: 1, max: 9_999_999 }),
});

always('a time is read as it is printed', scores, ({ hundredths, penaltyMillis }) => {
  const finishTimeMillis = hundredths * 10;
  for (const mark of ['.', ','] as const) {
    const word = `${formatFinishTime(finishTimeMillis, mark)}+${penaltyMillis / 1000}`;
    assert.deepEqual(readResult(word, 'timed', OPEN), { finishTimeMillis, penaltyMillis });
  }
});

const words = (...texts: string[]) => texts.map((text) => readLaneWord(text) as LaneWord);

test('result: each word is for the lane of its label', () => {
  const lanes = [lane(1, { positionLabel: 'Bank' }), lane(2, { ...ROWED, position: 2 })];
  const of = { race: race({ id: 1, raceNumber: 7 }), lanes, schedule: { laneScheme: null } };
  assert.deepEqual(accepted(readResults(of, words('2=+10', 'Bank=dns'))), [
    { position: 2, finishTimeMillis: 400_000, penaltyMillis: 10_000 },
    { position: 1, status: 'dns' },
  ]);
  assertInvalid(readResults(of, words('Bank=1', '3=dns', '2=6:42')), 'Bank=1', '3=dns');
});
