/** From which races a crew can withdraw, and from which it has withdrawn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Office } from '../../src/contract/console/office.ts';
import {
  canWithdraw,
  entriesOf,
  entriesOfCrews,
} from '../../web/src/console/office/withdrawn/entries.ts';

const lane = (crewId: number | null, is: object = {}) => ({
  ...{ crewId, status: 'assigned' as const, withdrawn: false },
  ...is,
});

test('a crew can withdraw where it has no result, once', () => {
  assert.equal(canWithdraw(lane(7)), true);
  assert.equal(canWithdraw(lane(null)), false);
  assert.equal(canWithdraw(lane(7, { withdrawn: true })), false);
  for (const status of ['finished', 'dns', 'dnf', 'dsq'])
    assert.equal(canWithdraw(lane(7, { status })), false);
});

test('the races of each crew are told apart by what can be done there', () => {
  const race = (raceNumber: number, lanes: object[], printedNumber: string | null = null) => ({
    ...{ raceNumber, printedNumber, lanes },
  });
  const races = [
    race(1, [lane(7), lane(8, { withdrawn: true }), lane(null)]),
    race(2, [lane(7, { withdrawn: true }), lane(8, { status: 'finished' })], '2A'),
  ] as unknown as Office['races'];
  const all = entriesOfCrews({ races });
  assert.deepEqual(entriesOf(all, 7), { open: ['1'], withdrawn: ['2A'] });
  assert.deepEqual(entriesOf(all, 8), { open: [], withdrawn: ['1'] });
  for (const id of [9, undefined])
    assert.deepEqual(entriesOf(all, id), { open: [], withdrawn: [] });
});
