/** Every way in which a push service may answer, over real connections. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { describe, mock, test } from 'node:test';
import { mintVapidKeys } from '../../src/notify/push/push-crypto.ts';
import {
  type Outcome,
  type Outgoing,
  PushSender,
  parseRetryAfter,
  subjectOf,
} from '../../src/notify/push/web-push.ts';
import { type NameAnswer, startNameServer } from '../support/name-server.ts';
import { type Device, type Script, startPushService } from '../support/push-service.ts';
import { freePort } from '../support/server.ts';
import { stopAtEndOfFile } from '../support/started.ts';

const KEYS = mintVapidKeys();
const SUBJECT = 'https://regatta.example';
/** A time-out longer than any other step takes, also on a busy machine. */
const FOREVER_MILLIS = 30_000;
const MESSAGE: Outgoing = {
  payload: JSON.stringify({ kind: 'results-posted', title: 'Ergebnisse – Doppelvierer 🚣' }),
  ttlSeconds: 14_400,
  urgency: 'normal',
  topic: 'results 7 12',
};

const service = await startPushService();
const sender = senderTo([service.origin]);
stopAtEndOfFile(() => sender.close());

function senderTo(origins: string[], timeoutMillis = 500, nameServers?: string[]): PushSender {
  return new PushSender({ keys: KEYS, subject: SUBJECT, origins, timeoutMillis, nameServers });
}

/** Sends a message to a new device, whose push service answers by a script. */
async function outcomeOf(script: Script): Promise<{ outcome: Outcome; device: Device }> {
  const device = service.subscribe();
  service.answer(device, script);
  return { outcome: await sender.send(device, MESSAGE), device };
}

describe('a message', () => {
  test('arrives as it was sent, by the RFCs', async () => {
    const device = service.subscribe();
    const other = service.subscribe();
    assert.deepEqual(await sender.send(device, MESSAGE), { kind: 'delivered' });
    const urgent: Outgoing = { ...MESSAGE, ttlSeconds: 0.4, urgency: 'high', topic: 'delay' };
    assert.deepEqual(await sender.send(other, urgent), { kind: 'delivered' });
    assert.deepEqual(await sender.send(device, MESSAGE), { kind: 'delivered' });
    const [first, second, third] = service.messages.slice(-3);
    assert.ok(first && second && third);
    assert.deepEqual(
      [first.device, first.ttl, first.urgency, first.json],
      [device.id, 14_400, 'normal', JSON.parse(MESSAGE.payload)],
    );
    assert.deepEqual([second.device, second.ttl, second.urgency], [other.id, 0, 'high']);
    assert.match(first.topic, /^[\w-]{32}$/);
    assert.equal(third.topic, first.topic);
    assert.notEqual(second.topic, first.topic);
    assert.deepEqual(service.complaints, []);
  });

  test('that is encrypted for somebody else is not readable', async () => {
    const device = service.subscribe();
    const { p256dh, auth } = service.subscribe();
    const outcome = await sender.send({ endpoint: device.endpoint, p256dh, auth }, MESSAGE);
    assert.equal(outcome.kind, 'refused');
    assert.match(service.complaints.splice(0).join(), /no browser can read it/);
  });

  test('finds its signatures again', async () => {
    const own = senderTo([service.origin], 10_000);
    const devices = Array.from({ length: 100 }, () => service.subscribe());
    const outcomes = await Promise.all(devices.map((device) => own.send(device, MESSAGE)));
    assert.ok(outcomes.every(({ kind }) => kind === 'delivered'));
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_700_000 });
    await own.send(service.subscribe(), MESSAGE);
    mock.timers.reset();
    // Two signatures of the same text differ, so equal headers mean that a signature was reused.
    const signatures = service.messages.slice(-101).map(({ authorization }) => authorization);
    assert.equal(new Set(signatures.slice(0, 100)).size, 1);
    assert.notEqual(signatures[100], signatures[0]);
    own.close();
  });
});

describe('outcomes', () => {
  for (const status of [200, 201, 202, 204]) {
    test(`${status} is delivered`, async () => {
      assert.deepEqual((await outcomeOf({ status })).outcome, { kind: 'delivered' });
    });
  }

  for (const status of [404, 410]) {
    test(`${status} is gone`, async () => {
      assert.deepEqual((await outcomeOf({ status })).outcome, { kind: 'gone' });
    });
  }

  for (const status of [301, 302, 304, 307, 308, 400, 401, 403, 405, 406, 413, 451]) {
    test(`${status} is refused, and followed nowhere`, async () => {
      const elsewhere = service.subscribe();
      const taken = service.messages.length;
      const headers = { location: elsewhere.endpoint };
      const body = status === 304 ? '' : '{"reason": "BadJwtToken"}\n';
      const { outcome } = await outcomeOf({ status, headers, body });
      assert.deepEqual(outcome, { kind: 'refused', status, detail: body.trim() });
      assert.equal(service.messages.length, taken);
    });
  }

  for (const status of [408, 429, 500, 501, 502, 503, 504, 507]) {
    test(`${status} is for later`, async () => {
      const plain = await outcomeOf({ status });
      const reason = `the push service answered ${status}`;
      assert.deepEqual(plain.outcome, { kind: 'later', reason, isSilent: false });
      const asked = await outcomeOf({ status, headers: { 'retry-after': '7' } });
      assert.deepEqual(asked.outcome, {
        kind: 'later',
        reason,
        isSilent: false,
        retryAfterMillis: 7000,
      });
    });
  }

  test('a Retry-After may be a date', async () => {
    const date = new Date(Date.now() + 90_000).toUTCString();
    const { outcome } = await outcomeOf({ status: 429, headers: { 'retry-after': date } });
    assert.ok(outcome.kind === 'later' && outcome.retryAfterMillis !== undefined);
    assert.ok(outcome.retryAfterMillis > 85_000 && outcome.retryAfterMillis <= 90_000);
  });

  for (const [text, expected] of [
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['0', 0],
    ['120', 120_000],
    ['99999999999999999999', 86_400_000],
    ['9'.repeat(400), 86_400_000],
    ['Sat, 13 Jun 2026 09:00:30 GMT', 30_000],
    ['Saturday, 13-Jun-26 09:00:30 GMT', 30_000],
    ['Sat, 13 Jun 2026 08:00:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
    ['Sat, 99 Jun 2026 08:00:00 GMT', undefined],
  ] as const) {
    test(`Retry-After: ${text?.slice(0, 40)}`, () => {
      assert.equal(parseRetryAfter(text, Date.parse('2026-06-13T09:00:00Z')), expected);
    });
  }

  test('a broken connection is for later', async () => {
    const { outcome } = await outcomeOf('reset');
    assert.ok(outcome.kind === 'later', outcome.kind);
    assert.match(outcome.reason, /ECONNRESET|hang up/);
    const { outcome: lost, device } = await outcomeOf('lose');
    assert.equal(lost.kind, 'later');
    assert.equal(service.messages.at(-1)?.device, device.id);
  });

  test('no answer is for later, once the time is over', async () => {
    const { outcome } = await outcomeOf('hang');
    assert.deepEqual(outcome, { kind: 'later', reason: 'timed out', isSilent: true });
  });

  test('an answer that stops in the middle counts by its status', async () => {
    const { outcome } = await outcomeOf('stall');
    assert.deepEqual(outcome, { kind: 'refused', status: 400, detail: 'x'.repeat(100) });
  });

  test('an answer without end is not read on', async () => {
    const own = senderTo([service.origin], FOREVER_MILLIS);
    const device = service.subscribe();
    service.answer(device, 'endless');
    const start = performance.now();
    const outcome = await own.send(device, MESSAGE);
    assert.deepEqual(outcome, { kind: 'refused', status: 400, detail: 'x'.repeat(200) });
    assert.ok(performance.now() - start < FOREVER_MILLIS);
    own.close();
  });

  test('nobody listens: later', async () => {
    const origin = `http://127.0.0.1:${await freePort()}`;
    const { p256dh, auth } = service.subscribe();
    const own = senderTo([origin]);
    const outcome = await own.send({ endpoint: `${origin}/push/1`, p256dh, auth }, MESSAGE);
    assert.ok(outcome.kind === 'later' && /ECONNREFUSED/.test(outcome.reason));
    own.close();
  });

  test('what is no HTTP is for later', async () => {
    const strange = net.createServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n');
    });
    const nonsense = net.createServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.end('220 mail.example ESMTP\r\n');
    });
    for (const server of [strange, nonsense]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { p256dh, auth } = service.subscribe();
      const own = senderTo([origin]);
      const outcome = await own.send({ endpoint: `${origin}/push/1`, p256dh, auth }, MESSAGE);
      assert.equal(outcome.kind, 'later');
      own.close();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('a certificate that nobody vouches for is for later, and gets no message', async () => {
    let requests = 0;
    const pem = readFileSync(new URL('../support/localhost.pem', import.meta.url));
    const server = https.createServer({ key: pem, cert: pem }, (_, response) => {
      requests++;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
    const { p256dh, auth } = service.subscribe();
    const own = senderTo([origin], 5000);
    const outcome = await own.send({ endpoint: `${origin}/push/1`, p256dh, auth }, MESSAGE);
    assert.ok(outcome.kind === 'later' && /self-signed certificate/.test(outcome.reason));
    assert.equal(requests, 0);
    own.close();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('what is not sent at all', () => {
  test('to an origin that is no longer listed', async () => {
    const own = senderTo([]);
    const requests = service.requests();
    const outcome = await own.send(service.subscribe(), MESSAGE);
    assert.equal(outcome.kind, 'refused');
    assert.equal(service.requests(), requests);
    own.close();
  });

  test('with keys that are no good', async () => {
    const device = service.subscribe();
    for (const wrong of [{ p256dh: 'x' }, { auth: 'x' }, { p256dh: device.auth }]) {
      const outcome = await sender.send({ ...device, ...wrong }, MESSAGE);
      assert.deepEqual(outcome, { kind: 'refused', detail: 'its keys are no good' });
    }
  });

  test('to a trusted name that leads somewhere private, or nowhere', async (t) => {
    const known: Record<string, NameAnswer> = {
      'fcm.googleapis.com': ['142.250.185.74'],
      'wns2-db1p.notify.windows.com': ['127.0.0.1'],
      'wns2-db2p.notify.windows.com': ['142.250.185.74', '10.0.0.1'],
    };
    const server = await startNameServer((name) => known[name] ?? 'absent');
    t.after(() => server.stop());
    const own = senderTo([], 5000, [server.address]);
    const { p256dh, auth } = service.subscribe();
    for (const host of Object.keys(known).slice(1)) {
      const outcome = await own.send(
        { endpoint: `https://${host}/w/?token=x`, p256dh, auth },
        MESSAGE,
      );
      assert.ok(outcome.kind === 'later' && /not public/.test(outcome.reason), host);
    }
    const endpoint = 'https://wns2-db3p.notify.windows.com/w/?token=x';
    assert.deepEqual(await own.send({ endpoint, p256dh, auth }, MESSAGE), { kind: 'nowhere' });
    own.close();
  });

  test('but to a listed name that only this machine knows', async () => {
    const { port } = new URL(service.origin);
    const device = service.subscribe();
    const endpoint = device.endpoint.replace('127.0.0.1', 'localhost');
    const own = senderTo([`http://localhost:${port}`], 5000);
    const outcome = await own.send({ ...device, endpoint }, MESSAGE);
    // It arrived: the push service of the test refuses it only because it is signed for `localhost`.
    assert.ok(
      outcome.kind === 'refused' && outcome.detail === `it is for http://localhost:${port}`,
    );
    service.complaints.pop();
    own.close();
  });
});

test('an outcome contains nothing secret', async () => {
  const device = service.subscribe();
  const { pathname } = new URL(device.endpoint);
  service.answer(device, { status: 403, body: `<p>Forbidden: ${pathname}\u0000\u001b[31m</p>` });
  const outcome = await sender.send(device, MESSAGE);
  assert.ok(outcome.kind === 'refused');
  assert.equal(outcome.detail, '<p>Forbidden: /push/… [31m</p>');
});

test('a push service that hangs does not hold up another one', async () => {
  const hanging = await startPushService();
  hanging.answer('all', 'hang');
  const own = senderTo([service.origin, hanging.origin], FOREVER_MILLIS);
  let ended = 0;
  const stuck = Array.from({ length: 40 }, async () => {
    const outcome = await own.send(hanging.subscribe(), MESSAGE);
    ended++;
    return outcome;
  });
  assert.deepEqual(await own.send(service.subscribe(), MESSAGE), { kind: 'delivered' });
  assert.equal(ended, 0);
  own.close();
  const outcomes = await Promise.all(stuck);
  assert.ok(outcomes.every(({ kind }) => kind === 'later'));
  await hanging.stop();
});

test('closing ends what is under way', async () => {
  const device = service.subscribe();
  service.answer(device, 'hang');
  const own = senderTo([service.origin], 60_000);
  const sent = own.send(device, MESSAGE);
  setTimeout(() => own.close(), 100);
  assert.equal((await sent).kind, 'later');
});

test('the sender names itself by its public address', () => {
  assert.equal(subjectOf('https://regatta.example'), 'https://regatta.example');
  assert.match(subjectOf('http://127.0.0.1:8080'), /^mailto:/);
});
