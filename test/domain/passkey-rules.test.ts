/** At which addresses of a service passkeys work. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  passkeyObjection,
  relyingPartyOf,
  userHandle,
} from '../../src/domain/accounts/passkey-rules.ts';
import { Refusal } from '../../src/domain/refusal.ts';

const PLACES: [publicUrl: string, id: string | undefined][] = [
  ['https://regatta.example', 'regatta.example'],
  ['https://regatta.example:8443/below', 'regatta.example'],
  ['http://localhost:8080', 'localhost'],
  ['https://localhost', 'localhost'],
  ['http://regatta.example', undefined],
  ['http://127.0.0.1:8080', undefined],
  ['https://192.168.1.7', undefined],
  ['https://[2001:db8::1]', undefined],
];

for (const [publicUrl, id] of PLACES) {
  test(`${publicUrl}: ${id ?? 'none'}`, () => {
    const party = relyingPartyOf(publicUrl);
    if (id === undefined) {
      assert.ok(party instanceof Refusal);
      assert.equal(party.code, 'conflict');
      return;
    }
    assert.deepEqual(party, { id, origin: new URL(publicUrl).origin });
  });
}

test('a handle stays with the person and the host, and tells nobody who it is', () => {
  const handle = userHandle({ id: 'a.example', origin: 'https://a.example' }, 7);
  assert.equal(handle.length, 32);
  assert.deepEqual(userHandle({ id: 'a.example', origin: 'https://a.example:1' }, 7), handle);
  assert.notDeepEqual(userHandle({ id: 'b.example', origin: '' }, 7), handle);
  assert.notDeepEqual(userHandle({ id: 'a.example', origin: '' }, 8), handle);
});

test('an account has at most twenty', () => {
  assert.equal(passkeyObjection(19), undefined);
  assert.equal(passkeyObjection(20)?.code, 'conflict');
});
