/** Keys, encryption and signatures of push messages, by RFC 8291 and its example: what browsers and push services read. */
import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { test } from 'node:test';
import { encrypt, mintVapidKeys, VapidSigner } from '../../src/notify/push/push-crypto.ts';
import { decrypt, newBrowserKeys, signatureObjection } from '../support/push-crypto.ts';

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
    // Bytes 16 to 19 are the record size, which does not matter to a body of one record.
    if (at < 16 || at > 19) assert.throws(() => decrypt(changed, keys), Error, `byte ${at}`);
  }
});

test('what the service encrypts, a browser reads, and nobody else', () => {
  const browser = newBrowserKeys();
  const p256dh = browser.ecdh.getPublicKey('base64url');
  const auth = browser.authSecret.toString('base64url');
  const bodies = ['', 'a', 'Doppelvierer 🚣', 'x'.repeat(1024), 'x'.repeat(3993)].map((text) => {
    const sent = encrypt(text, { p256dh, auth });
    assert.equal(decrypt(sent, browser), text);
    assert.ok(sent.length <= 4096);
    assert.throws(() => decrypt(sent, { ...browser, authSecret: Buffer.alloc(16) }));
    assert.throws(() => decrypt(sent, newBrowserKeys()));
    return sent;
  });
  const salts = bodies.map((sent) => sent.toString('hex', 0, 16));
  const senderKeys = bodies.map((sent) => sent.toString('hex', 21, 86));
  assert.deepEqual([new Set(salts).size, new Set(senderKeys).size], [5, 5]);
});

test('nothing is encrypted with keys that no browser makes', () => {
  const { ecdh: other, authSecret } = newBrowserKeys();
  const point = other.getPublicKey();
  const beside = Buffer.from(point);
  beside[64] = (beside[64] ?? 0) ^ 1;
  const auth = authSecret.toString('base64url');
  for (const wrong of [
    Buffer.alloc(0),
    point.subarray(1),
    beside,
    Buffer.concat([Buffer.of(4), Buffer.alloc(64)]),
    Buffer.concat([Buffer.of(4), Buffer.alloc(64, 255)]),
  ]) {
    assert.throws(() => encrypt('x', { p256dh: wrong.toString('base64url'), auth }));
  }
  const p256dh = point.toString('base64url');
  assert.throws(() => encrypt('x', { p256dh, auth: auth.slice(2) }));
});

test('a signature that is not by the RFC is found out', () => {
  const origin = 'https://push.example';
  const now = Date.now();
  const pair = mintVapidKeys();
  const sign = (audience: string, subject: string) =>
    new VapidSigner(pair, subject).header(audience);
  const good = sign(origin, 'https://regatta.example');
  assert.equal(signatureObjection(good, origin, now), undefined);
  assert.equal(signatureObjection(sign(origin, 'mailto:a@b.example'), origin, now), undefined);

  const other = mintVapidKeys().publicKey;
  for (const [header, pattern] of [
    ['', /no key/],
    [good.replace(/k=.*/, `k=${other}`), /not of the key/],
    [good.replace(/t=[^.]+/, 't=eyJhbGciOiJub25lIn0'), /not of the key/],
    [sign('https://other.example', 'https://regatta.example'), /for https:\/\/other/],
    [sign(origin, 'regatta.example'), /it is of regatta/],
  ] as const) {
    assert.match(signatureObjection(header, origin, now) ?? '', pattern);
  }
  const hour = 3_600_000;
  assert.match(signatureObjection(good, origin, now + 13 * hour) ?? '', /valid for -/);
  assert.match(signatureObjection(good, origin, now - 13 * hour) ?? '', /valid for 89999/);
});

/** The keys were made by the package `web-push` 3.6.7, from which earlier installations have theirs. */
test('keys of an earlier installation are good', () => {
  const keys = {
    publicKey:
      'BP7R5ejUJatJz83wLaen6ClHT40TKYTnC69hVxU-yCR5wM-hffpdgYOFDe3mzTx_GgjdmbUqP_hLHrTEkP3Xg6M',
    privateKey: 'ANY-yYGHi1ewZRdOOFkmJTeBApsCKM4stCKzu0-okHU',
  };
  const header = new VapidSigner(keys, 'https://regatta.example').header('https://push.example');
  assert.equal(signatureObjection(header, 'https://push.example', Date.now()), undefined);
});
