/** The client verifies who sent a delivery: Standard Webhooks signatures, their age, and headers in the forms of servers. */
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { InvalidWebhook, RunningOrderError, verifyWebhook } from '../../sdk/src/index.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const BODY = JSON.stringify({
  type: 'test',
  timestamp: '2026-06-13T09:00:00Z',
  data: { races: [], name: 'Ü' },
});

const now = () => Math.floor(Date.now() / 1000);

function sign(secret: string, text: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

function headersFor(body = BODY, at = now(), secret = SECRET): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at),
    'webhook-signature': sign(secret, `msg_1.${at}.${body}`),
  };
}

test('verifyWebhook: the example of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const signed = 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}';
  assert.equal(sign(secret, signed), 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('verifyWebhook: what is signed is returned, whatever a server makes of it', () => {
  const headers = headersFor();
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  for (const each of [headers, upper, new Headers(headers)]) {
    for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)]) {
      assert.deepEqual(verifyWebhook(each, body, SECRET), JSON.parse(BODY));
    }
  }
});

test('verifyWebhook: one of several signatures is enough, and those of other versions are left out', () => {
  const headers = headersFor();
  const [good, other] = [
    headers['webhook-signature'],
    headersFor(BODY, now(), `whsec_${'A'.repeat(43)}=`)['webhook-signature'],
  ];
  const several = (text: string) => ({ ...headers, 'webhook-signature': text });
  verifyWebhook(several(`${other} v1a,xyz ${good}`), BODY, SECRET);
  assert.throws(() => verifyWebhook(several(`${other} v1a,xyz`), BODY, SECRET), InvalidWebhook);
  assert.throws(
    () => verifyWebhook(several(String(good).replace('v1,', 'v2,')), BODY, SECRET),
    InvalidWebhook,
  );
});

for (const [what, headers, body, secret] of [
  ['another body', headersFor(), `${BODY} `, SECRET],
  ['another secret', headersFor(), BODY, `whsec_${randomBytes(32).toString('base64')}`],
  ['no secret', headersFor(), BODY, 'whsec_'],
  ['another id', { ...headersFor(), 'webhook-id': 'msg_2' }, BODY, SECRET],
  ['another time', { ...headersFor(), 'webhook-timestamp': String(now() - 1) }, BODY, SECRET],
  ['what is too old', headersFor(BODY, now() - 302), BODY, SECRET],
  ['what is ahead', headersFor(BODY, now() + 302), BODY, SECRET],
  ['a time that is none', headersFor(BODY, Number.NaN), BODY, SECRET],
  ['no signature', { ...headersFor(), 'webhook-signature': '' }, BODY, SECRET],
  [
    'half a signature',
    {
      ...headersFor(),
      'webhook-signature': String(headersFor()['webhook-signature']).slice(0, 20),
    },
    BODY,
    SECRET,
  ],
  ['no headers', {}, BODY, SECRET],
] as const) {
  test(`verifyWebhook: ${what} is refused`, () => {
    assert.throws(
      () => verifyWebhook(headers, body, secret),
      (error) =>
        error instanceof InvalidWebhook && error instanceof RunningOrderError && !error.isRetryable,
    );
  });
}

test('verifyWebhook: what is up to five minutes off is taken', () => {
  for (const off of [-298, 298]) verifyWebhook(headersFor(BODY, now() + off), BODY, SECRET);
});
