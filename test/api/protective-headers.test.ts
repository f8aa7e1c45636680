/** Header fields of every answer: browsers must not frame it and, where the service is reached by https, use only https. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type Published, published } from '../support/board.ts';
import { exchange, head, type RawReply } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const DIST = new URL('../../web/dist/', import.meta.url);

let service: TestService;
let event: Published;

/** Requests of every kind, each with the status of its answer. */
function requests(): [name: string, request: string, status: number][] {
  const { eventId, key } = event;
  const withKey = `Authorization: Bearer ${key}`;
  const asset = readdirSync(new URL('assets/', DIST)).find((name) => name.endsWith('.js'));
  const held = (path: string) => head('GET', path, 'If-None-Match: *', withKey);
  return [
    ['a read', head('GET', `/v1/events/${eventId}/schedule`, withKey), 200],
    ['a read of what is held', held(`/v1/events/${eventId}/schedule`), 304],
    ['a write', head('POST', `/v1/events/${eventId}/schedule/publish`, withKey), 200],
    ['a refusal', head('GET', '/v1/me'), 401],
    ['a wrong method', head('POST', '/v1/me'), 405],
    ['an unknown path', head('GET', '/nowhere'), 404],
    ['a board', head('GET', `/board/api/events/${eventId}`), 200],
    ['a board that is held', held(`/board/api/events/${eventId}`), 304],
    ['the list of boards', head('GET', '/board/api/events'), 200],
    ['the head of a stream', head('HEAD', `/board/api/events/${eventId}/live`), 200],
    ['a page', head('GET', `/events/${eventId}`), 200],
    ['a page of nothing', head('GET', '/events/987654321'), 404],
    ['a calendar', head('GET', `/events/${eventId}/crews/nobody.ics`), 404],
    ['an asset', head('GET', `/assets/${asset}`), 200],
    ['the worker', head('GET', '/sw.js'), 200],
    ['the description', head('GET', '/openapi.json'), 200],
    ['a way on', head('GET', '/docs'), 301],
    ['a problem page', head('GET', '/problems/conflict'), 200],
    ['/livez', head('GET', '/livez'), 200],
    ['/readyz', head('GET', '/readyz'), 200],
    ['/metrics', head('GET', '/metrics'), 200],
    ['two hosts', 'GET /v1/me HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['too large a head', head('GET', '/', `X: ${'x'.repeat(20_000)}`), 413],
  ];
}

function ofField(reply: RawReply, name: string): string[] {
  return reply.rawHeaders.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}

for (const publicUrl of ['https://regatta.example', 'http://regatta.example']) {
  describe(`reached at ${publicUrl}`, () => {
    before(async () => {
      service = await startTestService({ PUBLIC_URL: publicUrl });
      event = await published(service);
    });
    after(() => service.stop());

    test('every answer forbids frames and use by other sites, and says once whether to come by https alone', async () => {
      for (const [name, request, status] of requests()) {
        const reply = await exchange(service.url, request, request.slice(0, request.indexOf(' ')));
        assert.equal(reply.status, status, name);
        const policies = ofField(reply, 'content-security-policy');
        assert.equal(policies.length, 1, `${name}: ${policies}`);
        assert.match(policies[0] as string, /(^|; )frame-ancestors 'none'$/, name);
        assert.deepEqual(ofField(reply, 'cross-origin-resource-policy'), ['same-origin'], name);
        const secured = ofField(reply, 'strict-transport-security');
        const isHttps = publicUrl.startsWith('https:');
        assert.deepEqual(secured, isHttps ? ['max-age=31536000'] : [], name);
      }
    });

    test('so does an event stream that goes on', async () => {
      const leave = new AbortController();
      const { headers } = await fetch(
        `${service.url}/board/api/events/${event.eventId}/live`,
        leave,
      );
      assert.equal(headers.get('content-security-policy'), "frame-ancestors 'none'");
      assert.equal(
        headers.get('strict-transport-security'),
        publicUrl.startsWith('https:') ? 'max-age=31536000' : null,
      );
      leave.abort();
    });
  });
}
