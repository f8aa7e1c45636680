/** The local push service reads what RFC 8291 gives as its example, and nothing else. */
import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { test } from 'node:test';
import webPush from 'web-push';
import { decrypt, signatureObjection } from '../support/push-crypto.ts';

/** RFC 8291, appendix A. */
const PRIVATE_KEY = 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94';
const PUBLIC_KEY =
  'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const AUTH_SECRET = 'BTBZMqHH6r4Tts7J_aSIgg';
const BODY =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';

const ecdh = createECDH('prime256v1');
ecdh.setPrivateKey(PRIVATE_KEY, 'base64url');
const keys = { ecdh, authSecret: Buffer.from(AUTH_SECRET, 'base64url') };
const body = Buffer.from(BODY, 'base64url');

test('RFC 8291, appendix A', () => {
  assert.equal(ecdh.getPublicKey('base64url'), PUBLIC_KEY);
  assert.equal(decrypt(body, keys), 'When I grow up, I want to be a watermelon');
});

test('a message that was changed on the way is not read', () => {
  for (let at = 0; at < body.length; at++) {
    const changed = Buffer.from(body);
    changed[at] = (changed[at] ?? 0) ^ 1;
    // The size of records says little of a single one.
    if (at < 16 || at > 19) assert.throws(() => decrypt(changed, keys), Error, `byte ${at}`);
  }
});

test('a signature that is not by the RFC is found out', () => {
  const origin = 'https://push.example';
  const now = Date.now();
  const pair = webPush.generateVAPIDKeys();
  const sign = (audience: string, subject: string, expiry?: number) =>
    webPush.getVapidHeaders(audience, subject, pair.publicKey, pair.privateKey, 'aes128gcm', expiry)
      .Authorization;
  const good = sign(origin, 'https://regatta.example');
  assert.equal(signatureObjection(good, origin, now), undefined);
  assert.equal(signatureObjection(sign(origin, 'mailto:a@b.example'), origin, now), undefined);

  const other = webPush.generateVAPIDKeys().publicKey;
  for (const [header, pattern] of [
    ['', /no key/],
    [good.replace(/k=.*/, `k=${other}`), /not of the key/],
    [good.replace(/t=[^.]+/, 't=eyJhbGciOiJub25lIn0'), /not of the key/],
    [sign('https://other.example', 'https://regatta.example'), /for https:\/\/other/],
    [sign(origin, 'https://regatta.example', Math.floor(now / 1000) - 1), /valid for -/],
  ] as const) {
    assert.match(signatureObjection(header, origin, now) ?? '', pattern);
  }
  assert.match(signatureObjection(good, origin, now - 24 * 3_600_000) ?? '', /valid for 1/);
});
