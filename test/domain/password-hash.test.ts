/** How passwords are stored and compared. */
import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { hashPassword, isRightPassword, needsRehash } from '../../src/domain/accounts/passwords.ts';

/** A hash with parameters other than those of the service. @param memory KiB */
function weaker(password: string, memory: number, passes: number): string {
  const nonce = Buffer.alloc(16, 7);
  const parameters = { message: password, nonce, memory, passes, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', parameters).toString('base64').replace('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${nonce.toString('base64').replace('==', '')}$${tag}`;
}

test('a hash says how it was made, and has a salt of its own', () => {
  const [one, two] = [hashPassword('correct horse'), hashPassword('correct horse')];
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(one, two);
  assert.equal(needsRehash(one), false);
});

test('the right password is right in all ways to type it, and no other is', () => {
  const stored = hashPassword('Re\u0301gatta 2026');
  assert.equal(isRightPassword('R\u00e9gatta 2026', stored), true);
  for (const other of ['R\u00e9gatta 2027', 'r\u00e9gatta 2026', 'R\u00e9gatta 2026 ', '']) {
    assert.equal(isRightPassword(other, stored), false, other);
  }
});

test('where there is no password none is right', () => {
  for (const stored of [null, '', 'correct horse', '$argon2id$v=18$m=8,t=1,p=1$AAAA$AAAA']) {
    assert.equal(isRightPassword('correct horse', stored), false);
  }
});

test('a hash that took less work is checked as it was made, and made again', () => {
  for (const stored of [weaker('correct horse', 9728, 2), weaker('correct horse', 19_456, 1)]) {
    assert.equal(isRightPassword('correct horse', stored), true);
    assert.equal(isRightPassword('wrong horse', stored), false);
    assert.equal(needsRehash(stored), true);
  }
  assert.equal(needsRehash('nonsense'), true);
});

test('a hash that took more work is kept', () => {
  assert.equal(needsRehash(weaker('correct horse', 20_000, 3)), false);
});
