/** Lanes in the order of their results, with the times that count. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laneResults } from '../../web/src/shared/race/results.ts';
import { lane, ROWED, race } from './boards.ts';

const AT = '2026-06-13T09:00:00Z';

test('before there are results lanes stand by position, empty ones left out', () => {
  const lanes = [lane(1), lane(2, { crewId: null, crewName: null }), lane(3)];
  const positions = laneResults(race(1, AT, { lanes }), '.').map((one) => one.lane.position);
  assert.deepEqual(positions, [1, 3]);
});

test('results stand by place with the gap to the winner', () => {
  const rows = laneResults(race(1, AT, { lanes: ROWED }), '.').map(({ lane, time, gap }) => [
    lane.position,
    time,
    gap,
  ]);
  assert.deepEqual(rows, [
    [2, '6:40.08', undefined],
    [1, '6:42.69', '+2.61'],
  ]);
});

test('the time that counts includes the penalty', () => {
  const [, penalised] = ROWED;
  const lanes = [
    lane(1, { status: 'finished', finishTimeMillis: 402_690, finishPlace: 1 }),
    { ...(penalised ?? lane(2)), penaltyMillis: 10_000, finishPlace: 2 },
  ];
  const last = laneResults(race(1, AT, { lanes }), '.').at(-1);
  assert.equal(last?.time, '6:50.08');
  assert.equal(last?.penalty, '+10 s');
  assert.equal(last?.gap, '+7.39');
});

test('two who share a place show no gap between them', () => {
  const tied = { status: 'finished', finishTimeMillis: 400_000, finishPlace: 1 } as const;
  const gaps = laneResults(race(1, AT, { lanes: [lane(1, tied), lane(2, tied)] }), '.');
  assert.deepEqual(
    gaps.map(({ gap }) => gap),
    [undefined, undefined],
  );
});

test('those without a place follow: finished, then not finished, not started, disqualified', () => {
  const lanes = [
    lane(1, { status: 'dsq' }),
    lane(2, { status: 'dns' }),
    lane(3, { status: 'dnf' }),
    lane(4, { status: 'finished', finishPlace: 1 }),
    lane(5, { status: 'finished' }),
  ];
  const rows = laneResults(race(1, AT, { results: 'placesOnly', lanes }), '.');
  assert.deepEqual(
    rows.map((one) => one.lane.position),
    [4, 5, 3, 2, 1],
  );
  assert.deepEqual(
    rows.map(({ time, gap }) => time ?? gap),
    [undefined, undefined, undefined, undefined, undefined],
  );
});
