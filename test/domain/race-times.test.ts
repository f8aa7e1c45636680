/** Times and gaps of one race: written to the hundredth, or to the thousandth where hundredths hide who was faster. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceTimeWriter, timeWriter } from '../../src/domain/results/finish-time.ts';

test('durations are written to the hundredth, as in notifications', () => {
  const { time, gap } = timeWriter([402_696, 400_080], '.');
  assert.equal(time(402_696), '6:42.70');
  assert.equal(gap(402_696, 400_080), '+2.62');
  assert.equal(timeWriter([3_723_400], ',').time(3_723_400), '1:02:03,40');
});

test('a photo finish is written to the thousandth', () => {
  const { time, gap } = timeWriter([402_696, 402_698, 463_000], '.');
  assert.deepEqual([time(402_696), time(402_698)], ['6:42.696', '6:42.698']);
  assert.deepEqual([gap(402_698, 402_696), gap(463_000, 402_696)], ['+0.002', '+1:00.304']);
});

test('a dead heat needs no thousandths', () => {
  assert.equal(timeWriter([402_696, 402_696], '.').time(402_696), '6:42.70');
});

test('a penalty decides like a time', () => {
  const lane = (finishTimeMillis: number, penaltyMillis: number | null = null) => ({
    ...{ status: 'finished' as const, finishTimeMillis, penaltyMillis },
  });
  const { time } = raceTimeWriter([lane(397_696, 5000), lane(402_698)], ',');
  assert.deepEqual([time(402_696), time(402_698)], ['6:42,696', '6:42,698']);
});
