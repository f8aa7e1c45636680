/** Rate limits of requests without a key, which are counted by address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressLimits } from '../../src/http/limits/rate-limits.ts';

test('each address has its own window', () => {
  const limits = new AddressLimits(2);
  const now = performance.now() + 1000;
  const isAllowed = (address: string, at: number) => limits.take(address, at).isAllowed;
  assert.deepEqual(
    [1, 2, 3].map(() => isAllowed('a', now)),
    [true, true, false],
  );
  assert.ok(isAllowed('b', now));
  assert.ok(!isAllowed('a', now + 59_000));
  assert.ok(isAllowed('a', now + 120_000));
});

test('a /48 of IPv6 has the share of four of its networks, and crowds out nobody', () => {
  const limits = new AddressLimits(2);
  const now = performance.now() + 1000;
  const isAllowed = (address: string, at = now) => limits.take(address, at).isAllowed;
  assert.ok(isAllowed('203.0.113.7') && isAllowed('203.0.113.7'));
  const subnets = Array.from({ length: 20_000 }, (_, n) => `2001:db8:1:${n.toString(16)}`);
  assert.equal(subnets.filter((subnet) => isAllowed(subnet)).length, 8);
  assert.ok(!isAllowed('203.0.113.7'), 'what others did before is still known');
  assert.ok(isAllowed('2001:db8:2:1'));
  assert.ok(isAllowed('2001:db8:1:1', now + 120_000));
});

test('the addresses that are remembered are limited, and the first go first', () => {
  const limits = new AddressLimits(1);
  const now = performance.now() + 1000;
  for (let n = 0; n < 10_000; n++) assert.ok(limits.take(`a${n}`, now).isAllowed);
  assert.ok(!limits.take('a1', now).isAllowed);
  assert.ok(limits.take('one more', now).isAllowed);
  assert.ok(limits.take('a0', now).isAllowed);
  assert.ok(!limits.take('a9999', now).isAllowed);
});
