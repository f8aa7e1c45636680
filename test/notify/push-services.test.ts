/** Which addresses of subscriptions and webhooks are accepted, and to which addresses messages are sent. */
import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { test } from 'node:test';
import { isPublicAddress } from '../../src/domain/public-address.ts';
import { isWebhookAddress } from '../../src/domain/webhooks/webhook-rules.ts';
import {
  destinationOf,
  isAuthSecret,
  isPublicKey,
  isPushEndpoint,
} from '../../src/notify/push/push-services.ts';

const LISTED = ['https://push.example', 'http://127.0.0.1:4711', 'http://[::1]:4712'];

const TRUSTED = [
  'https://fcm.googleapis.com/fcm/send/dGVzdA:APA91b-_x',
  'https://fcm.googleapis.com/wp/dGVzdA',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAAA',
  'https://web.push.apple.com/QGuQyavXutnMH',
  'https://web-eu1.push.apple.com/x',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAC%2fx%3d%3d',
  'https://wns2-bl2p.notify.windows.com/w/?token=x',
  'https://wns2-apse1p.notify.windows.com/w/?token=x',
  'https://db5p.notify.windows.com/w/?token=x',
  'https://bn1.notify.windows.com/?token=x',
  'https://sin.notify.windows.com/?token=x',
  'https://push.example/any/path?and=query',
  'http://127.0.0.1:4711/push/1',
  'http://[::1]:4712/push/1',
];

const HOSTILE = [
  '',
  'x',
  'https://',
  '//fcm.googleapis.com/x',
  'http://fcm.googleapis.com/x',
  'ftp://fcm.googleapis.com/x',
  'file:///etc/passwd',
  'data:text/plain,x',
  'javascript:alert(1)',
  'blob:https://fcm.googleapis.com/x',
  'view-source:https://fcm.googleapis.com/x',
  'https://example.com/x',
  'https://fcm.googleapis.com.example/x',
  'https://fcm.googleapis.com.example.com/x',
  'https://xfcm.googleapis.com/x',
  'https://x.fcm.googleapis.com/x',
  'https://googleapis.com/x',
  'https://fcm.googleapis.com./x',
  'https://fcm.googleapis.com:443/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com:0/x',
  'https://user@fcm.googleapis.com/x',
  'https://user:word@fcm.googleapis.com/x',
  'https://@fcm.googleapis.com/x',
  'https://:@fcm.googleapis.com/x',
  'https://fcm.googleapis.com@127.0.0.1/x',
  'https://fcm.googleapis.com%40127.0.0.1/x',
  'https://127.0.0.1\\@fcm.googleapis.com/x',
  'https://fcm.googleapis.com\\x',
  'https:\\\\fcm.googleapis.com\\x',
  'https:/fcm.googleapis.com/x',
  'https:fcm.googleapis.com/x',
  'https:///fcm.googleapis.com/x',
  'HTTPS://fcm.googleapis.com/x',
  'https://FCM.googleapis.com/x',
  'https://fcm。googleapis.com/x',
  'https://ｆcm.googleapis.com/x',
  'https://fc%6d.googleapis.com/x',
  ' https://fcm.googleapis.com/x',
  'https://fcm.googleapis.com/x ',
  'https://fcm.googleapis.com/x\n',
  'https://fcm.google\tapis.com/x',
  'https://fcm.googleapis.com/x\r\nHost: example.com',
  'https://fcm.googleapis.com/x#',
  'https://fcm.googleapis.com/x#y',
  'https://fcm.googleapis.com#@127.0.0.1/',
  'https://fcm.googleapis.com',
  'https://fcm.googleapis.com/../x',
  'https://fcm.googleapis.com/%2e%2e/x',
  'https://fcm.googleapis.com/ä',
  'https://fcm.googleapis.com/a b',
  'https://push.apple.com/x',
  'https://a.b-c.push.apple.com/x',
  'https://api.push.apple.com/3/device/x',
  'https://1-courier.push.apple.com/x',
  'https://x17.push.apple.com/x',
  'https://a.web.push.apple.com/x',
  'https://web_1.push.apple.com/x',
  `https://web${'a'.repeat(21)}.push.apple.com/x`,
  'https://a.b.notify.windows.com/x',
  'https://x1y2z3.notify.windows.com/x',
  'https://wns2-.notify.windows.com/x',
  'https://wns2-par02p-x.notify.windows.com/x',
  `https://${'a'.repeat(12)}.notify.windows.com/x`,
  'https://.push.apple.com/x',
  'https://a..push.apple.com/x',
  'https://-web.push.apple.com/x',
  'https://web.push.apple.com./x',
  'https://web.push.apple.com:8443/x',
  'https://web.push.apple.com.example/x',
  'https://apush.apple.com/x',
  'https://example.com/.push.apple.com',
  'https://example.com?.push.apple.com',
  'https://example.com\\.push.apple.com/x',
  'https://127.0.0.1/.notify.windows.com/x',
  'http://db5p.notify.windows.com/x',
  'https://notify.windows.com/x',
  'https://db5p.notify.windows.com@example.com/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f000001/x',
  'https://0177.0.0.1/x',
  'https://127.1/x',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://localhost/x',
  'http://169.254.169.254/latest/meta-data',
  'https://metadata.google.internal/x',
  'http://push.example/x',
  'https://push.example:8443/x',
  'https://a.push.example/x',
  'https://push.example./x',
  'http://127.0.0.1/x',
  'http://127.0.0.1:4712/x',
  'https://127.0.0.1:4711/x',
  'http://127.1:4711/x',
  'http://0x7f.0.0.1:4711/x',
  'http://2130706433:4711/x',
  'http://localhost:4711/x',
  'http://127.0.0.1:04711/x',
  'http://[::ffff:127.0.0.1]:4711/x',
  'http://[0:0:0:0:0:0:0:1]:4712/x',
  `https://${'a.'.repeat(100_000)}push.apple.com/x`,
  `https://${'a-'.repeat(100_000)}.push.apple.com/x`,
];

test('endpoints of the push services are taken', () => {
  for (const endpoint of TRUSTED) assert.ok(isPushEndpoint(endpoint, LISTED), endpoint);
});

test('endpoints of anybody else are not', () => {
  for (const endpoint of HOSTILE) {
    assert.ok(!isPushEndpoint(endpoint, LISTED), endpoint.slice(0, 200));
  }
});

test('nothing is listed unless it is', () => {
  for (const endpoint of TRUSTED.slice(-3)) assert.ok(!isPushEndpoint(endpoint, []), endpoint);
});

/** The hostile addresses that a webhook may have, because it may lead to any public name with `https:`. */
const PUBLIC_NAMES = HOSTILE.filter((address) => {
  const isElsewhere = /[\s\\#@]|127|::|0x7f|0177|2130706433|localhost|\.internal/.test(address);
  return /^https:/i.test(address) && !isElsewhere && URL.canParse(address);
});

test('webhooks: every hostile address that names no other public host is refused', () => {
  const others = HOSTILE.filter((address) => !PUBLIC_NAMES.includes(address));
  assert.ok(others.length > 45 && PUBLIC_NAMES.length > 25);
  for (const address of others) {
    assert.ok(!isWebhookAddress(address, LISTED), address.slice(0, 200));
  }
  for (const address of PUBLIC_NAMES) {
    assert.ok(isWebhookAddress(address, []), address.slice(0, 200));
  }
});

test('webhooks: only https: to public hosts, and origins that are listed', () => {
  for (const address of [
    ...[
      'https://hooks.example/x?token=y',
      'https://hooks.example:8443/',
      'https://142.250.185.74/x',
    ],
    ...[
      'https://[2a00:1450:4001:80e::200a]/x',
      'https://hooks.example',
      'https://hooks.example./x',
    ],
    ...['http://127.0.0.1:4711/x', 'http://[::1]:4712/x', 'https://push.example/x'],
  ]) {
    assert.ok(isWebhookAddress(address, LISTED), address);
  }
  for (const host of [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0', '127.0.0.1.', '10.1'],
    ...['①②⑦.0.0.1', '169.254.169.254', '192.168.1.1', '100.64.0.1', '224.0.0.1', '[::]', '[::1]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[fe80::1]', '[fc00::1]', '[64:ff9b::7f00:1]'],
    ...['[2002:7f00:1::1]', '[2001:db8::1]', 'localhost', 'LOCALHOST', 'localhost.', 'a.localhost'],
    ...['printer.local', 'metadata.google.internal', 'nas.home.arpa'],
  ]) {
    for (const origin of [`https://${host}`, `https://${host}:8443`, `http://${host}`]) {
      assert.ok(!isWebhookAddress(`${origin}/x`, LISTED), origin);
    }
  }
});

test('public keys are points of the curve', () => {
  const curve = createECDH('prime256v1');
  for (let round = 0; round < 50; round++) {
    const point = curve.generateKeys();
    assert.ok(isPublicKey(point.toString('base64url')));
    const beside = Buffer.from(point);
    beside[64] = (beside[64] ?? 0) ^ 1;
    assert.ok(!isPublicKey(beside.toString('base64url')));
  }
  const good = curve.getPublicKey();
  const text = good.toString('base64url');
  for (const [what, wrong] of Object.entries({
    nothing: '',
    words: 'not a key',
    'another alphabet': `${good.toString('base64').replace(/=+$/, '')}/`,
    padded: `${text}=`,
    'a space before it': ` ${text}`,
    'one character less': text.slice(0, -1),
    'one character more': `${text}A`,
    'bits that are left over': `${text.slice(0, -1)}${text.at(-1) === 'B' ? 'C' : 'B'}`,
    compressed: curve.getPublicKey('base64url', 'compressed'),
    hybrid: curve.getPublicKey('base64url', 'hybrid'),
    zero: Buffer.concat([Buffer.of(4), Buffer.alloc(64)]).toString('base64url'),
    'beyond the field': Buffer.concat([Buffer.of(4), Buffer.alloc(64, 255)]).toString('base64url'),
    'of another curve': createECDH('secp256k1').generateKeys('base64url'),
  })) {
    assert.ok(!isPublicKey(wrong), what);
  }
});

test('authentication secrets have 16 bytes', () => {
  assert.ok(isAuthSecret(Buffer.alloc(16, 7).toString('base64url')));
  for (const bytes of [0, 15, 17, 32]) {
    assert.ok(!isAuthSecret(Buffer.alloc(bytes, 7).toString('base64url')));
  }
  for (const wrong of [
    'BTBZMqHH6r4Tts7J/aSIgg',
    'BTBZMqHH6r4Tts7J_aSIgg==',
    'BTBZMqHH6r4Tts7J_aSIgh',
  ]) {
    assert.ok(!isAuthSecret(wrong), wrong);
  }
});

test('only hosts of the public internet are public', () => {
  for (const address of [
    '142.250.185.74',
    '17.188.143.1',
    '2a00:1450:4001:80e::200a',
    '::ffff:142.250.185.74',
  ]) {
    assert.ok(isPublicAddress(address), address);
    const host = address.includes(':') ? `[${address}]` : address;
    assert.ok(isWebhookAddress(`https://${host}/x`, []), address);
  }
  for (const address of [
    ...['', 'x', 'fcm.googleapis.com', '127.0.0.1', '127.1.2.3', '0.0.0.0', '0.1.2.3', '10.0.0.1'],
    ...['172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
    ...['239.255.255.250', '240.0.0.1', '255.255.255.255', '::', '::1', '::2', '::127.0.0.1'],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:0:127.0.0.1'],
    ...['fe80::1', 'fe80::1%eth0', 'fec0::1', 'fc00::1', 'fd12:3456::1', 'ff02::1'],
    ...['64:ff9b::7f00:1', '64:ff9b::8efa:b94a', '64:ff9b:1::7f00:1', '2002:7f00:1::1'],
    ...['2001::1', '2001:db8::1', '100::1', '3fff::1', '5f00::1', '4000::1'],
  ]) {
    assert.ok(!isPublicAddress(address), address);
    const host = address.includes(':') ? `[${address.replace('%eth0', '')}]` : address;
    if (/\d$/.test(address)) assert.ok(!isWebhookAddress(`https://${host}/x`, []), address);
  }
});

for (const [endpoint, host, service] of [
  ['https://fcm.googleapis.com/fcm/send/1', 'https://fcm.googleapis.com', 'the same'],
  ['https://web.push.apple.com/1', 'https://web.push.apple.com', 'the same'],
  ['https://web2.push.apple.com/1', 'https://web2.push.apple.com', 'https://*.push.apple.com'],
  [
    'https://wns2-db5p.notify.windows.com/1',
    'https://wns2-db5p.notify.windows.com',
    'https://*.notify.windows.com',
  ],
  ['http://127.0.0.1:8099/1', 'http://127.0.0.1:8099', 'the same'],
] as const) {
  test(`the push service of ${endpoint}`, () => {
    const expected = service === 'the same' ? host : service;
    assert.deepEqual(destinationOf(endpoint), { host, service: expected });
  });
}
