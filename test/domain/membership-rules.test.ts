/** Who may change roles, who may leave, and what a club and an installation keep (console, "Roles"). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  closingObjection,
  higherRole,
  maySeeClub,
  operatorObjection,
  type Role,
  roleObjection,
} from '../../src/domain/accounts/roles.ts';

const operator = { isOperator: true, role: null };
const stranger = { isOperator: false, role: null };
const has = (role: Role) => ({ isOperator: false, role });
const admin = has('admin');

test('who sees a club', () => {
  assert.deepEqual([operator, stranger, has('member')].map(maySeeClub), [true, false, true]);
});

// Who asks, whether for themselves, the role before and after, how many admins the club has, and the answer.
const ROLE_CHANGES: [
  who: { isOperator: boolean; role: Role | null },
  isOwn: boolean,
  before: Role | null,
  after: Role | null,
  adminCount: number,
  answer: string,
][] = [
  [stranger, false, 'member', 'admin', 1, 'not_found'],
  [stranger, true, null, null, 1, 'not_found'],
  [has('member'), false, 'member', 'admin', 1, 'forbidden'],
  [has('member'), true, 'member', 'admin', 1, 'forbidden'],
  [has('schedule_manager'), true, 'schedule_manager', 'member', 1, 'forbidden'],
  [has('schedule_manager'), false, 'member', null, 1, 'forbidden'],
  [has('schedule_manager'), false, null, 'member', 1, 'forbidden'],
  [has('member'), true, 'member', null, 1, 'allowed'],
  [has('schedule_manager'), true, 'schedule_manager', null, 1, 'allowed'],
  [admin, false, 'member', 'admin', 1, 'allowed'],
  [admin, false, 'admin', 'member', 2, 'allowed'],
  [admin, false, 'member', null, 1, 'allowed'],
  [admin, true, 'admin', 'admin', 1, 'allowed'],
  [admin, true, 'admin', 'member', 2, 'allowed'],
  [admin, true, 'admin', 'schedule_manager', 1, 'conflict'],
  [admin, true, 'admin', null, 1, 'conflict'],
  [admin, true, 'admin', null, 2, 'allowed'],
  [admin, false, null, 'member', 1, 'not_found'],
  [admin, false, null, null, 1, 'not_found'],
  [operator, false, null, 'admin', 0, 'allowed'],
  [operator, true, null, 'admin', 1, 'allowed'],
  [operator, true, null, null, 1, 'not_found'],
  [operator, false, 'admin', 'member', 1, 'conflict'],
  [operator, false, 'admin', null, 1, 'conflict'],
  [operator, false, 'admin', null, 2, 'allowed'],
];

for (const [standing, isOwn, before, after, adminCount, answer] of ROLE_CHANGES) {
  const who = standing.isOperator ? 'operator' : (standing.role ?? 'stranger');
  const what = `${before ?? 'nothing'} → ${after ?? 'nothing'}`;
  test(`roles: ${who}, ${isOwn ? 'own' : 'of another'}, ${what}, ${adminCount} admins: ${answer}`, () => {
    const objection = roleObjection({ standing, isOwn, before, after, adminCount });
    assert.equal(objection?.code ?? 'allowed', answer);
  });
}

test('an account is closed unless a club or the installation needs it', () => {
  const close = (isOperator: boolean, operatorCount: number, clubsLeftAlone: string[] = []) =>
    closingObjection({ isOperator, operatorCount, clubsLeftAlone })?.detail;
  assert.equal(close(false, 0), undefined);
  assert.equal(close(true, 2), undefined);
  assert.match(close(true, 1) ?? '', /operator/);
  assert.match(close(false, 1, ['Rudern']) ?? '', /only admin of Rudern/);
});

test('an installation keeps an operator', () => {
  assert.equal(operatorObjection(2), undefined);
  assert.equal(operatorObjection(1)?.code, 'conflict');
});

test('a member keeps the higher role', () => {
  assert.equal(higherRole(null, 'member'), 'member');
  assert.equal(higherRole('admin', 'member'), 'admin');
  assert.equal(higherRole('member', 'schedule_manager'), 'schedule_manager');
  assert.equal(higherRole('schedule_manager', 'schedule_manager'), 'schedule_manager');
});
