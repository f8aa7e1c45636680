/** When an automatic back-up is due, how its file is named, and which back-ups are kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Backup,
  backupName,
  isBackupDue,
  readBackupName,
  surplusBackups,
} from '../../src/domain/backup-rules.ts';

const NOON = Date.parse('2026-06-13T12:00:00Z');
const HOUR = 60 * 60 * 1000;

test('names of back-ups are read as they are given', () => {
  const daily = backupName('running-order', NOON + 789);
  assert.equal(daily, 'running-order-20260613T120000Z.db');
  assert.deepEqual(readBackupName('running-order', daily), {
    name: daily,
    at: NOON,
    beforeUpgradeFrom: undefined,
  });
  const before = backupName('running-order', NOON, 7);
  assert.equal(before, 'running-order-20260613T120000Z-before-upgrade-from-7.db');
  assert.deepEqual(readBackupName('running-order', before), {
    name: before,
    at: NOON,
    beforeUpgradeFrom: 7,
  });
});

for (const name of [
  'running-order.db',
  'running-order-20260613T120000Z.db.unfinished',
  'running-order-20260613T120000Z.db-wal',
  'running-order-20261340T120000Z.db',
  'running-order-20260613T120000Z copy.db',
  'running-order-20260613T120000Z-before-upgrade-from-.db',
  'demo-20260613T120000Z.db',
  'my-running-order-20260613T120000Z.db',
  'running-order-2-20260613T120000Z.db',
  '',
]) {
  test(`no back-up of running-order: "${name}"`, () => {
    assert.equal(readBackupName('running-order', name), undefined);
  });
}

function made(hoursAgo: number, beforeUpgradeFrom?: number): Backup {
  return { name: `${hoursAgo}`, at: NOON - hoursAgo * HOUR, beforeUpgradeFrom };
}

for (const [when, backups, isDue] of [
  ['there is none', [], true],
  ['the last is of an hour ago', [made(48), made(1)], false],
  ['the last is of just now', [made(0)], false],
  ['the last is of 23 hours ago', [made(23)], false],
  ['the last is of a day ago', [made(24), made(48)], true],
  ['the last is from the future', [made(-5), made(30)], true],
  ['the last was made before an upgrade', [made(1, 6), made(30)], true],
] as const) {
  test(`a back-up is ${isDue ? '' : 'not '}due when ${when}`, () => {
    assert.equal(isBackupDue(backups, NOON), isDue);
  });
}

for (const [what, backups, keep, surplus] of [
  ['none of none', [], 1, []],
  ['none of as many as are kept', [made(1), made(2)], 2, []],
  ['the oldest, in whatever order they are listed', [made(3), made(1), made(2)], 2, ['3']],
  ['all but one', [made(1), made(2), made(3)], 1, ['2', '3']],
  ['none before upgrades for those of days', [made(1), made(99, 6), made(98, 7)], 2, []],
  ['first those from the future', [made(-48), made(-24), made(1), made(0)], 2, ['-48', '-24']],
  ['before upgrades as well', [made(-24, 6), made(0, 7)], 1, ['-24']],
  ['the older ones from the future', [made(-48), made(-24), made(0)], 2, ['-24']],
  ['of each kind the oldest', [made(1), made(2), made(3, 6), made(4, 5)], 1, ['2', '4']],
] as const) {
  test(`back-ups that are removed: ${what}`, () => {
    assert.deepEqual(surplusBackups(backups, keep, NOON), surplus);
  });
}
