/** Pages of races and crews that are requested for the first time: complete, cheap, and limited in number for a network. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { fillEvent } from '../support/large-event.ts';
import { exchange, head } from '../support/raw-http.ts';
import { startTestService } from '../support/service.ts';

const RACES = 450;
const CREWS = 400;
const MADE_PER_MINUTE = 1200;
const LANGUAGES = ['en', 'de', 'fr'];

const service = await startTestService({ TRUSTED_PROXIES: '1' });
const event = await service.provision();
await event.send('POST', '/schedule');
await fillEvent(service.database, event.eventId, { races: RACES, lanesOfEach: 6, crews: CREWS });
await event.send('POST', '/schedule/publish');
// Characters that would end a script or a line of it.
const name = '</script><b>&\u2028\u2029Ärö';
await event.send('PUT', '/teams', [{ externalId: 'odd', name }]);

const board = async () => (await service.send('GET', `/board/api/events/${event.eventId}`)).json;
const raceOf = (number: number) => `/events/${event.eventId}/races/${number}`;
const get = (path: string, address: string, ...more: string[]) =>
  exchange(service.url, head('GET', path, `X-Forwarded-For: ${address}`, ...more));

describe('a page that is put together', () => {
  test('is the same compressed and not, byte for byte, for races, crews, frames and the list', async () => {
    const crews = (await board()).crews as { id: number }[];
    const paths = [
      ...[1, 2, 17, RACES].map(raceOf),
      ...crews.slice(0, 3).map(({ id }) => `/events/${event.eventId}/crews/${id}`),
      ...['', '/embed', '/overlay', '/display'].map((tail) => `/events/${event.eventId}${tail}`),
      '/',
    ];
    const tags = new Set<unknown>();
    for (const path of paths) {
      const plain = await get(path, '192.0.2.1');
      const packed = await get(path, '192.0.2.1', 'Accept-Encoding: br, gzip');
      assert.equal(packed.headers['content-encoding'], 'gzip', path);
      assert.equal(packed.headers['content-length'], String(packed.body.length));
      assert.ok(gunzipSync(packed.body).equals(plain.body), path);
      assert.equal(packed.headers.etag, plain.headers.etag);
      tags.add(plain.headers.etag);
      const again = await get(path, '192.0.2.1', `If-None-Match: ${plain.headers.etag}`);
      assert.deepEqual([again.status, again.body.length], [304, 0]);
    }
    assert.equal(tags.size, paths.length, 'each has a tag of its own');
  });

  test('carries the document, whatever stands in it', async () => {
    const { body } = await get(raceOf(3), '192.0.2.1', 'Accept-Encoding: gzip');
    const text = gunzipSync(body).toString();
    const [, json = ''] =
      /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(text) ?? [];
    assert.deepEqual(JSON.parse(json), await board());
    assert.doesNotMatch(json, /[<\u2028\u2029]/);
  });

  test('has another tag after a change', async () => {
    const { headers } = await get(raceOf(4), '192.0.2.1');
    await event.send('PUT', '/races/r5/results', [{ position: 1, status: 'dns' }]);
    const later = await get(raceOf(4), '192.0.2.1', `If-None-Match: ${headers.etag}`);
    assert.equal(later.status, 200);
    assert.notEqual(later.headers.etag, headers.etag);
  });

  test('costs little more than one that has been asked for before', async () => {
    // CPU time in milliseconds, which other programs do not lengthen.
    const timed = async (path: string) => {
      const before = process.cpuUsage();
      await get(path, '192.0.2.2', 'Accept-Encoding: gzip, br');
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const [cold, warm]: [number[], number[]] = [[], []];
    // The first request also compresses the document, so it is not counted.
    await timed(raceOf(100));
    for (let number = 101; number <= 200; number++) {
      cold.push(await timed(raceOf(number)));
      warm.push(await timed(raceOf(number)));
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[list.length / 2] as number;
    assert.ok(median(cold) < 2.5 * median(warm), `${median(cold)} ms, ${median(warm)} ms`);
  });
});

test('one network has so many of them made in a minute, and those that are made cost it nothing', async () => {
  const address = '198.51.100.7';
  const all = LANGUAGES.flatMap((language) =>
    Array.from({ length: RACES }, (_, index) => [raceOf(index + 1), language] as const),
  );
  await event.send('PUT', '/races/r5/results', [{ position: 2, status: 'dns' }]);
  const ask = ([path, language]: readonly [string, string], by = address) =>
    get(path, by, `Accept-Language: ${language}`, 'Accept-Encoding: gzip');
  const [made, rest] = [all.slice(0, MADE_PER_MINUTE), all.slice(MADE_PER_MINUTE)];
  for (const each of made) assert.equal((await ask(each)).status, 200);
  const [next, other] = rest as [(typeof all)[number], (typeof all)[number]];
  const refused = await ask(next);
  assert.equal(refused.status, 429);
  assert.match(String(refused.headers['retry-after']), /^[1-9]\d?$/);
  assert.equal(refused.headers['content-type'], 'application/problem+json');
  assert.equal((await ask(made[0] as (typeof all)[number])).status, 200, 'it is there already');
  assert.equal((await get(`/events/${event.eventId}`, address)).status, 200, 'the board itself');
  assert.equal((await ask(next, '198.51.100.8')).status, 200, 'another network');
  assert.equal((await ask(next)).status, 200, 'which has had it made');
  assert.equal((await ask(other)).status, 429);
});
