/** Who may create and revoke API keys. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_LIVE_KEYS } from '../../src/contract/limits.ts';
import { isWithinReach, objectionToMinting } from '../../src/domain/accounts/api-key.ts';

const MINTING = [
  { hasRole: false, liveKeys: 0, code: 'forbidden' },
  { hasRole: false, liveKeys: MAX_LIVE_KEYS, code: 'forbidden' },
  { hasRole: true, liveKeys: 0, code: undefined },
  { hasRole: true, liveKeys: MAX_LIVE_KEYS - 1, code: undefined },
  { hasRole: true, liveKeys: MAX_LIVE_KEYS, code: 'conflict' },
];

for (const { code, ...minting } of MINTING) {
  test(`minting ${JSON.stringify(minting)}: ${code ?? 'allowed'}`, () => {
    assert.equal(objectionToMinting({ userId: 7, ...minting })?.code, code);
  });
}

const REACH = [
  { key: undefined, userId: null, is: false },
  { key: undefined, userId: 7, is: false },
  { key: { user_id: 7 }, userId: 7, is: true },
  { key: { user_id: 8 }, userId: 7, is: false },
  { key: { user_id: 8 }, userId: null, is: true },
];

for (const { key, userId, is } of REACH) {
  test(`the key of ${key?.user_id ?? 'nobody'} within reach of ${userId}: ${is}`, () => {
    assert.equal(isWithinReach(key, userId), is);
  });
}
