/** What each role lets a person do (decisions L15, L16). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rolesThatMay } from '../../src/domain/accounts/roles.ts';

test('managers and admins manage events and mint keys, admins alone the club', () => {
  assert.deepEqual(rolesThatMay('manage-events'), ['schedule_manager', 'admin']);
  assert.deepEqual(rolesThatMay('mint-keys'), ['schedule_manager', 'admin']);
  assert.deepEqual(rolesThatMay('manage-club'), ['admin']);
});
