/** Reads: order, tags, caching and compression (decisions A1, A2, A3, A8, A14). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { insertEvent } from '../../src/storage/accounts/accounts.ts';
import { exchange, head, problem, RawConnection, type RawReply } from '../support/raw-http.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

const service = await startTestService();
/** An event whose answers are long enough to be compressed. */
const event = await service.provision();
const auth = `Authorization: Bearer ${event.key}`;
await event.send('POST', '/schedule', { laneScheme: ['A', 'B'] });
await event.send(
  'PUT',
  '/teams',
  Array.from({ length: 60 }, (_, i) => ({ externalId: `c${i}`, name: `Crew number ${i}` })),
);
await event.send(
  'PUT',
  '/races',
  Array.from({ length: 40 }, (_, i) => ({
    externalId: `r${i}`,
    raceNumber: i + 1,
    scheduledAt: '2026-06-13T09:00:00Z',
  })),
);
for (let i = 0; i < 20; i++) await addEvent(event, `Event ${i}`, '2020-01-01');
const base = `/v1/events/${event.eventId}`;
const reads = ['/v1/me', '/v1/events', `${base}/schedule`, `${base}/teams`];

function addEvent(
  own: Provisioned,
  name: string,
  startDate: string,
  timezone: string | null = null,
) {
  return service.database.write((tx) =>
    insertEvent(tx, {
      club_id: own.clubId,
      creator_id: own.userId,
      name,
      start_date: startDate,
      end_date: startDate,
      timezone,
      city: '',
      country_code: '',
      created_at: Date.now(),
    }),
  );
}

function ask(path: string, ...lines: string[]): Promise<RawReply> {
  return exchange(service.url, head('GET', path, auth, ...lines));
}

/** The entity tag of an answer; asserts that it has a valid one. */
async function tagOf(path: string, ...lines: string[]): Promise<string> {
  const { etag } = (await ask(path, ...lines)).headers;
  assert.match(etag ?? '', /^(W\/)?"[\x21\x23-\x7e]*"$/, `${path} has an entity tag`);
  return etag as string;
}

describe('A14: tags', () => {
  test('every read has a tag and says private, no-cache; an answer to HEAD as well', async () => {
    for (const path of reads) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await exchange(service.url, head(method, path, auth), method);
        assert.equal(status, 200);
        assert.ok(headers.etag, path);
        assert.equal(headers['cache-control'], 'private, no-cache');
        assert.match(headers['content-type'] ?? '', /^application\/json(; *charset=utf-8)?$/i);
        assert.match(headers.vary ?? '', /accept-encoding/i);
      }
    }
  });

  test('If-None-Match that names the tag is 304 without a body; lists, W/, * and HEAD too', async () => {
    for (const path of reads) {
      const etag = await tagOf(path);
      const opaque = etag.replace(/^W\//, '');
      const values = [
        etag,
        opaque,
        `W/${opaque}`,
        '*',
        ` ${etag} `,
        `"other", ${etag}`,
        `${etag}, "other"`,
        `"other",${opaque},W/"third"`,
        `"a" , W/"b" ,\t${etag}`,
        `"with, comma", ${etag}`,
        `, ,${etag},`,
      ];
      for (const value of values) {
        for (const method of ['GET', 'HEAD']) {
          const reply = await exchange(
            service.url,
            head(method, path, auth, `If-None-Match: ${value}`),
            method,
          );
          assert.equal(reply.status, 304, `${method} ${path} ${value}`);
          assert.equal(reply.headers.etag, etag);
          assert.equal(reply.headers['cache-control'], 'private, no-cache');
          assert.equal(reply.headers['content-type'], undefined);
          assert.ok([undefined, '0'].includes(reply.headers['content-length']));
          assert.ok(reply.headers['x-request-id']);
        }
      }
      const twoFields = await ask(path, 'If-None-Match: "other"', `If-None-Match: ${etag}`);
      assert.equal(twoFields.status, 304, 'two fields are one list');
    }
  });

  test('anything else is 200', async () => {
    for (const path of reads) {
      const etag = await tagOf(path);
      const opaque = etag.replace(/^W\//, '');
      for (const value of [
        '',
        '"other"',
        'W/"other"',
        opaque.slice(1, -1),
        `${opaque.slice(0, -1)}`,
        `"${opaque}"`,
        opaque.toUpperCase() === opaque ? '"x"' : opaque.toUpperCase(),
        '"*"',
      ]) {
        const reply = await ask(path, `If-None-Match: ${value}`);
        assert.equal(reply.status, 200, `${path} ${value}`);
      }
    }
  });

  test('an answer to a 304 does not end the connection or the framing', async () => {
    const etag = await tagOf(reads[0] as string);
    const connection = await RawConnection.open(service.url);
    connection.write(head('GET', '/v1/me', auth, `If-None-Match: ${etag}`));
    connection.write(head('GET', '/v1/me', auth));
    assert.equal((await connection.reply()).status, 304);
    assert.equal((await connection.reply()).status, 200);
    connection.close();
  });

  test('a refusal comes before a 304', async () => {
    for (const path of ['/v1/events/999/schedule', '/v1/events/999/teams']) {
      problem(await ask(path, 'If-None-Match: *'), 'event_not_found');
    }
    const own = await service.provision();
    problem(
      await own.send('GET', '/schedule', undefined, { 'if-none-match': '*' }),
      'schedule_not_found',
    );
    problem(
      await exchange(service.url, head('GET', reads[2] as string, 'If-None-Match: *')),
      'missing_credentials',
    );
  });

  test('the tag of a schedule moves with every change that shows, and not without one', async () => {
    const own = await service.provision();
    const line = { authorization: `Bearer ${own.key}` };
    const schedule = async () => {
      const { headers, json } = await own.send('GET', '/schedule');
      return { etag: headers.get('etag'), updatedAt: json.updatedAt as string };
    };
    await own.send('POST', '/schedule', {});
    await own.send('PUT', '/teams', [{ externalId: 'c', name: 'C' }]);
    const race = { externalId: 'r', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' };
    const steps: [name: string, method: string, path: string, body: unknown, moves: boolean][] = [
      ['a race', 'PUT', '/races', [race], true],
      ['the same race', 'PUT', '/races', [race], false],
      [
        'the same instant',
        'PUT',
        '/races',
        [{ ...race, scheduledAt: '2026-06-13T11:00:00.0001+02:00' }],
        false,
      ],
      ['a title', 'PUT', '/races', [{ ...race, title: 'T' }], true],
      ['a cleared title', 'PUT', '/races', [{ ...race, title: null }], true],
      ['cleared again', 'PUT', '/races', [{ ...race, title: null, notes: null }], false],
      ['a draw', 'PUT', '/races/r/entries', [{ position: 1, teamExternalId: 'c' }], true],
      [
        'the same draw',
        'PUT',
        '/races/r/entries',
        { lanes: [{ position: 1, teamExternalId: 'c' }] },
        false,
      ],
      [
        'the default label',
        'PUT',
        '/races/r/entries',
        [{ position: 1, positionLabel: '1', teamExternalId: 'c' }],
        false,
      ],
      ['a result', 'PUT', '/races/r/results', [{ position: 1, finishTimeMillis: 5 }], true],
      [
        'the same result',
        'PUT',
        '/races/r/results',
        [{ position: 1, finishTimeMillis: 5, penaltyMillis: null }],
        false,
      ],
      ['no results', 'PUT', '/races/r/results', [], false],
      ['a delay', 'PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 5 }, true],
      [
        'the same delay',
        'PUT',
        '/schedule/delay',
        { venueDay: '2026-06-13', delayMinutes: 5 },
        false,
      ],
      ['no delay', 'PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 0 }, true],
      [
        'no delay again',
        'PUT',
        '/schedule/delay',
        { venueDay: '2026-06-13', delayMinutes: 0 },
        false,
      ],
      ['a crew drawn nowhere', 'PUT', '/teams', [{ externalId: 'd', name: 'D' }], false],
      [
        'the club of a drawn crew, which no reader of a schedule sees',
        'PUT',
        '/teams',
        [{ externalId: 'c', name: 'C', clubId: 'X' }],
        false,
      ],
      ['a drawn crew renamed', 'PUT', '/teams', [{ externalId: 'c', name: 'C2' }], true],
      ['publishing', 'POST', '/schedule/publish', undefined, true],
      ['publishing again', 'POST', '/schedule/publish', undefined, false],
      ['creating again', 'POST', '/schedule', { laneScheme: ['x'] }, false],
      ['a refused push', 'PUT', '/races', [{ externalId: 'z' }], false],
    ];
    for (const [name, method, path, body, moves] of steps) {
      const before = await schedule();
      await own.send(method, path, body, line);
      const now = await schedule();
      assert.equal(now.etag !== before.etag, moves, `${name}: tag`);
      if (moves)
        assert.ok(
          Date.parse(now.updatedAt) > Date.parse(before.updatedAt),
          `${name}: ${now.updatedAt}`,
        );
      else assert.equal(now.updatedAt, before.updatedAt, name);
      assert.match(now.updatedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
    }
  });

  test('the tag of the crews moves with them, that of the events with a schedule', async () => {
    const own = await service.provision();
    const tag = async (path: string) =>
      (await service.send('GET', path, { key: own.key })).headers.get('etag');
    const teams = `/v1/events/${own.eventId}/teams`;
    const empty = await tag(teams);
    await own.send('PUT', '/teams', [{ externalId: 'c', name: 'C' }]);
    const one = await tag(teams);
    assert.notEqual(one, empty);
    await own.send('PUT', '/teams', [{ externalId: 'c', name: 'C' }]);
    assert.equal(await tag(teams), one);
    const events = await tag('/v1/events');
    assert.equal(await tag('/v1/events'), events);
    await own.send('POST', '/schedule');
    const draft = await tag('/v1/events');
    assert.notEqual(draft, events);
    await own.send('POST', '/schedule/publish');
    assert.notEqual(await tag('/v1/events'), draft);
  });

  test('the tags of two events and two keys are not mistaken for each other', async () => {
    const [one, two] = [await service.provision(), await service.provision()];
    for (const own of [one, two]) await own.send('POST', '/schedule', {});
    const first = await one.send('GET', '/schedule');
    const etag = first.headers.get('etag') ?? '';
    const second = await two.send('GET', '/schedule', undefined, { 'if-none-match': etag });
    // A tag has to be unique only at its address, so both are right here; but `/me` has one address for all keys.
    assert.ok([200, 304].includes(second.status));
    const me = await service.send('GET', '/v1/me', { key: one.key });
    const other = await service.send('GET', '/v1/me', {
      key: two.key,
      headers: { 'if-none-match': me.headers.get('etag') ?? '' },
    });
    assert.equal(other.status, 200);
    assert.equal(other.json.userId, String(two.userId));
  });

  test('a write and a refusal are not kept: no tag, no 304', async () => {
    for (const [method, path, body] of [
      ['PUT', '/teams', []],
      ['POST', '/schedule', undefined],
      ['POST', '/schedule/publish', undefined],
    ] as const) {
      const reply = await event.send(method, path, body, {
        'if-none-match': '*',
        'if-match': '"x"',
      });
      assert.equal(reply.status, 200, 'no If-Match handling');
      assert.equal(reply.headers.get('etag'), null);
      assert.doesNotMatch(reply.headers.get('cache-control') ?? '', /public|max-age=[1-9]/);
    }
  });
});

describe('A14: gzip and br', () => {
  const unpack: Record<string, (bytes: Buffer) => Buffer> = {
    gzip: gunzipSync,
    br: brotliDecompressSync,
    identity: (bytes) => bytes,
  };
  const cases: [accept: string, coding: string[]][] = [
    ['gzip', ['gzip']],
    ['br', ['br']],
    ['GZIP', ['gzip']],
    ['gzip, br', ['gzip', 'br']],
    ['gzip, deflate, br, zstd', ['gzip', 'br']],
    ['gzip;q=1, br;q=0.5', ['gzip']],
    ['gzip;q=0.5, br;q=1', ['br']],
    ['gzip;q=0.5,br;q=0.501', ['br']],
    ['br; q=0.1 , gzip ; q=0.2', ['gzip']],
    ['gzip;q=0', ['identity']],
    ['gzip;q=0.0, br;q=0.000', ['identity']],
    ['gzip;q=0, br', ['br']],
    ['br;q=0, gzip', ['gzip']],
    ['gzip;q=0, *', ['br', 'identity']],
    ['br;q=0, *;q=0.5', ['gzip', 'identity']],
    ['gzip;q=0, br;q=0, *', ['identity']],
    ['identity', ['identity']],
    ['identity;q=1, gzip;q=0.5', ['identity']],
    ['identity;q=0, gzip', ['gzip']],
    ['gzip, identity;q=0', ['gzip']],
    ['*', ['gzip', 'br', 'identity']],
    ['deflate', ['identity']],
    ['zstd, compress', ['identity']],
    ['', ['identity']],
    ['nonsense;;;q=,', ['identity']],
    ['gzipx, xbr', ['identity']],
    ['gzip;q=2', ['gzip', 'identity']],
    ['gzip;q=-1', ['gzip', 'identity']],
    ['gzip;q=x', ['gzip', 'identity']],
  ];
  test('the coding that the client prefers, whose bytes are those of the plain answer', async () => {
    for (const path of reads.slice(1)) {
      const plain = (await ask(path)).body;
      assert.ok(plain.length > 1500, `${path} is long enough to tell`);
      const wrong: string[] = [];
      for (const [accept, codings] of cases) {
        const reply = await ask(path, `Accept-Encoding: ${accept}`);
        assert.equal(reply.status, 200, accept);
        const coding = reply.headers['content-encoding'] ?? 'identity';
        if (!codings.includes(coding)) wrong.push(`${accept} was answered in ${coding}`);
        assert.deepEqual((unpack[coding] as (b: Buffer) => Buffer)(reply.body), plain, accept);
        assert.match(reply.headers.vary ?? '', /accept-encoding/i);
        assert.equal(reply.headers['content-length'], String(reply.body.length));
        const headReply = await exchange(
          service.url,
          head('HEAD', path, auth, `Accept-Encoding: ${accept}`),
          'HEAD',
        );
        assert.equal(headReply.headers['content-encoding'], reply.headers['content-encoding']);
        assert.equal(headReply.headers['content-length'], reply.headers['content-length']);
      }
      assert.deepEqual(wrong, [], path);
    }
  });
  test('two Accept-Encoding fields are one list', async () => {
    const reply = await ask(reads[2] as string, 'Accept-Encoding: br;q=0', 'Accept-Encoding: gzip');
    assert.equal(reply.headers['content-encoding'], 'gzip');
  });
  test('a strong tag would name one coding only: what was read in one coding is 304 in another', async () => {
    for (const path of reads.slice(1)) {
      const plain = await tagOf(path);
      const packed = await tagOf(path, 'Accept-Encoding: gzip');
      if (!plain.startsWith('W/')) assert.notEqual(plain, packed, 'strong tags differ by coding');
      const reply = await ask(path, 'Accept-Encoding: gzip', `If-None-Match: ${packed}`);
      assert.equal(reply.status, 304);
      assert.equal(reply.headers['content-encoding'], undefined);
    }
  });
  test('a refusal is not compressed beyond recognition', async () => {
    const reply = await ask('/v1/events/999/teams', 'Accept-Encoding: gzip, br');
    problem(reply, 'event_not_found');
  });
  test('many different Accept-Encoding values do not wear the service out', async () => {
    for (let i = 0; i < 300; i++) {
      const reply = await ask('/v1/me', `Accept-Encoding: x${i}, gzip;q=0.${i}`);
      assert.equal(reply.status, 200);
    }
  });
});

describe('A1, A2, A8: GET /events', () => {
  test('newest first, ids descending within a day; 200 at most; UTC without a zone', async () => {
    const own = await service.provision({ timezone: null });
    const days = ['2025-05-01', '2027-05-01', '2025-05-01', '1999-12-31', '2027-05-01'];
    for (const [i, day] of days.entries()) await addEvent(own, `E${i}`, day);
    await addEvent(own, 'Zoned', '2000-01-01', 'America/New_York');
    const { json } = await service.send('GET', '/v1/events', { key: own.key });
    const { events } = json;
    assert.equal(events.length, 7);
    const keys = events.map((e: { startDate: string; id: number }) => [e.startDate, e.id]);
    const sorted = [...keys].sort(([a, i], [b, j]) => (a === b ? j - i : a < b ? 1 : -1));
    assert.deepEqual(keys, sorted);
    const first = events.find(({ id }: { id: number }) => id === own.eventId);
    assert.deepEqual(first, {
      id: own.eventId,
      name: 'Spring regatta',
      startDate: '2026-06-13',
      endDate: '2026-06-14',
      timezone: 'UTC',
      city: 'Berlin',
      countryCode: 'DE',
      hasSchedule: false,
      scheduleStatus: null,
    });
    const zoned = events.find(({ name }: { name: string }) => name === 'Zoned');
    assert.equal(zoned.timezone, 'America/New_York');
    await own.send('POST', '/schedule');
    assert.equal(
      (await own.send('GET', '/schedule')).json.timezone,
      null,
      'the schedule says null',
    );
    const status = async () => {
      const list = (await service.send('GET', '/v1/events', { key: own.key })).json.events;
      const { hasSchedule, scheduleStatus } = list.find(
        ({ id }: { id: number }) => id === own.eventId,
      );
      return [hasSchedule, scheduleStatus];
    };
    assert.deepEqual(await status(), [true, 'draft']);
    await own.send('POST', '/schedule/publish');
    assert.deepEqual(await status(), [true, 'published']);
  });
  test('the 200 newest of 205', async () => {
    const own = await service.provision();
    await service.database.write(async (tx) => {
      for (let i = 0; i < 204; i++) {
        await insertEvent(tx, {
          club_id: own.clubId,
          creator_id: own.userId,
          name: `Old ${i}`,
          start_date: `19${String(99 - (i % 90)).padStart(2, '0')}-01-01`,
          end_date: '2000-01-01',
          timezone: null,
          city: '',
          country_code: '',
          created_at: 0,
        });
      }
    });
    const { events } = (await service.send('GET', '/v1/events', { key: own.key })).json;
    assert.equal(events.length, 200);
    assert.equal(events[0].id, own.eventId);
    const dates: string[] = events.map(({ startDate }: { startDate: string }) => startDate);
    assert.ok(dates.every((date, i) => i === 0 || date <= (dates[i - 1] as string)));
    assert.equal(dates.at(-1), '1912-01-01', 'the five oldest are left out');
  });
});
