/** Which requests are admitted, and how the others are refused (specification, "Authentication"; A12, R2, L15). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { apiKeyHash, mintApiKey } from '../../src/domain/accounts/api-key.ts';
import {
  findKey,
  insertEvent,
  insertUser,
  removeRole,
  revokeKey,
  setRole,
} from '../../src/storage/accounts/accounts.ts';
import { mintKey } from '../support/keys.ts';
import {
  chunked,
  exchange,
  head,
  problem,
  RawConnection,
  type RawReply,
  whole,
} from '../support/raw-http.ts';
import { startTestService } from '../support/service.ts';

const JSON_TYPE = 'Content-Type: application/json';

const service = await startTestService();
const event = await service.provision();
/** An event of another club, with a schedule, a crew and a race; the key of `event` must not see it. */
const foreign = await service.provision();
const auth = `Authorization: Bearer ${event.key}`;
for (const one of [event, foreign]) {
  await one.send('POST', '/schedule', {});
  await one.send('PUT', '/teams', [{ externalId: 'c', name: 'C' }]);
  await one.send('PUT', '/races', [
    { externalId: 'r', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' },
  ]);
  await one.send('POST', '/schedule/publish');
}

async function revoke(key: string): Promise<void> {
  await service.database.write(async (tx) => {
    const row = await findKey(tx, key.slice(0, 9));
    assert.ok(row);
    await revokeKey(tx, row.id, Date.now());
  });
}

function get(path: string, ...lines: string[]) {
  return exchange(service.url, Buffer.from(head('GET', path, ...lines), 'latin1'));
}

describe('A12: credentials', () => {
  const paths = [
    '/v1/me',
    '/v1/events',
    '/v1/events/1/schedule',
    '/v1/events/0/teams',
    '/v1/events/x/teams',
  ];

  test('no Authorization header is missing_credentials on every route', async () => {
    for (const path of paths) problem(await get(path), 'missing_credentials');
    for (const [method, path] of [
      ['POST', '/schedule'],
      ['POST', '/schedule/publish'],
      ['PUT', '/schedule/delay'],
      ['PUT', '/teams'],
      ['PUT', '/races'],
      ['PUT', '/races/r/entries'],
      ['PUT', '/races/r/results'],
    ] as const) {
      const target = `/v1/events/${event.eventId}${path}`;
      problem(
        await exchange(service.url, whole(method, target, '[]', JSON_TYPE)),
        'missing_credentials',
      );
    }
    for (const line of ['Proxy-Authorization', 'X-Api-Key', 'Cookie', 'X-Authorization']) {
      problem(await get('/v1/me', `${line}: Bearer ${event.key}`), 'missing_credentials');
    }
    problem(await get(`/v1/me?access_token=${event.key}&key=${event.key}`), 'missing_credentials');
  });

  test('Bearer is case-insensitive and may stand far from its key', async () => {
    for (const value of [
      `Bearer ${event.key}`,
      `bearer ${event.key}`,
      `BEARER ${event.key}`,
      `bEaReR ${event.key}`,
      `Bearer    ${event.key}`,
      `   Bearer ${event.key}   `,
    ]) {
      assert.equal((await get('/v1/me', `Authorization: ${value}`)).status, 200, value);
      assert.equal((await get('/v1/me', `AUTHORIZATION: ${value}`)).status, 200, value);
    }
  });

  test('anything else that leads to no live key is invalid_credentials', async () => {
    const { key } = event;
    const other = key.at(-1) === 'a' ? 'b' : 'a';
    const values = [
      '',
      ' ',
      'Bearer',
      'Bearer ',
      key,
      `Basic ${key}`,
      `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      `Token ${key}`,
      `Bearer:${key}`,
      `Bearer${key}`,
      `Bearer=${key}`,
      `Bearer "${key}"`,
      `Bearer ${key},`,
      `Bearer ${key} x`,
      `Bearer x ${key}`,
      `Bearer ${key}, Bearer ${key}`,
      `Bearer token=${key}`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key.slice(0, -1)}${other}`,
      `Bearer ${key}0`,
      `Bearer ${key.toUpperCase()}`,
      `Bearer ro_${'0'.repeat(36)}`,
      `Bearer ${mintApiKey()}`,
      `Bearer ${apiKeyHash(key)}`,
      `Bearer ${key.slice(0, 9)}`,
      "Bearer ' or 1=1 --",
      `Bearer ${'x'.repeat(8000)}`,
      `Bearer ${key}\u00a0`,
      `Bearer\u00a0${key}`,
      `Bearer \u00e9`,
      'null',
      'undefined',
    ];
    for (const value of values) {
      problem(await get('/v1/me', `Authorization: ${value}`), 'invalid_credentials');
      problem(await get('/v1/events/0/schedule', `Authorization: ${value}`), 'invalid_credentials');
    }
  });

  test('a tab before the key, if it is not refused, is white space', async () => {
    const reply = await get('/v1/me', `Authorization: Bearer\t${event.key}`);
    if (reply.status !== 200) problem(reply, 'invalid_credentials');
  });

  test('two Authorization headers are invalid, whichever is good', async () => {
    const bad = 'Authorization: Bearer nonsense';
    for (const lines of [
      [auth, auth],
      [auth, bad],
      [bad, auth],
      [auth, 'authorization:'],
      [auth, 'X-Between: 1', auth],
    ]) {
      problem(await get('/v1/me', ...lines), 'invalid_credentials');
    }
  });

  test('a refusal has no rate-limit headers and does not repeat the credentials', async () => {
    for (const lines of [[], [`Authorization: Bearer ${event.key}x`]]) {
      const reply = await get('/v1/me', ...lines);
      assert.equal(reply.headers['x-ratelimit-limit'], undefined);
      assert.ok(!reply.text.includes(event.key));
    }
  });
});

describe('GET /me and GET /events tell a bad key from a wrong event', () => {
  test('/me has four members and no address', async () => {
    const { status, json, text } = await get('/v1/me', auth);
    assert.equal(status, 200);
    assert.deepEqual(json, {
      userId: String(event.userId),
      displayName: 'Race office',
      keyLabel: 'Timing',
      keyPrefix: event.key.slice(0, 9),
    });
    assert.ok(!text.includes(event.key));
  });
  test('an owner who manages nothing gets an empty list, never 403', async () => {
    const own = await service.provision();
    await service.database.write(async (tx) => {
      await removeRole(tx, own.userId, own.clubId);
      await tx
        .updateTable('events')
        .set({ creator_id: event.userId })
        .where('id', '=', own.eventId)
        .execute();
    });
    const reply = await service.send('GET', '/v1/events', { key: own.key });
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.json, { events: [] });
    problem(await own.send('GET', '/schedule'), 'event_not_found');
  });
});

describe('R2: an event that the caller may not see is one that does not exist', () => {
  const missing = '987654321';
  const bodies: [name: string, lines: string[], body: string][] = [
    ['a good body', [JSON_TYPE], '[]'],
    ['a body that would be 422', [JSON_TYPE], '[{}]'],
    ['a broken body', [JSON_TYPE], '{"'],
    ['another content type', ['Content-Type: text/plain'], 'x'],
    ['no content type', [], 'x'],
    ['a content type that is none', ['Content-Type: foo'], 'x'],
    ['an encoded body', [JSON_TYPE, 'Content-Encoding: gzip'], 'x'],
    ['no body', [], ''],
  ];
  const routes: [method: string, path: string][] = [
    ['GET', '/schedule'],
    ['HEAD', '/schedule'],
    ['GET', '/teams'],
    ['POST', '/schedule'],
    ['POST', '/schedule/publish'],
    ['PUT', '/schedule/delay'],
    ['PUT', '/teams'],
    ['PUT', '/races'],
    ['PUT', '/races/r/entries'],
    ['PUT', '/races/r/results'],
    ['PUT', '/races/%zz/results'],
  ];
  for (const [name, lines, body] of bodies) {
    test(`status, header fields and bytes agree: ${name}`, async () => {
      for (const [method, path] of routes) {
        const ask = async (id: string) => {
          const bytes = whole(method, `/v1/events/${id}${path}`, body, auth, ...lines);
          return comparable(await exchange(service.url, bytes, method));
        };
        const seen = await ask(String(foreign.eventId));
        assert.equal(seen.status, 404, `${method} ${path}: ${seen.text}`);
        assert.deepEqual(seen, await ask(missing), `${method} ${path}`);
        assert.deepEqual(seen, await ask('0'), `${method} ${path}`);
        assert.deepEqual(seen, await ask('x'), `${method} ${path}`);
        if (method !== 'HEAD') {
          assert.equal(JSON.parse(seen.text).code, 'event_not_found', `${method} ${path}`);
        }
      }
    });
  }
  test('conditional and compressed requests learn nothing either', async () => {
    const { etag } = (
      await get(`/v1/events/${foreign.eventId}/schedule`, `Authorization: Bearer ${foreign.key}`)
    ).headers;
    const lines = ['If-None-Match: *', `If-None-Match: ${etag}`, 'Accept-Encoding: br, gzip'];
    for (const line of lines) {
      const seen = comparable(await get(`/v1/events/${foreign.eventId}/schedule`, auth, line));
      const none = comparable(await get(`/v1/events/${missing}/schedule`, auth, line));
      assert.equal(seen.status, 404);
      assert.deepEqual(seen, none);
    }
  });
  test('the refusal comes before the body: it is not waited for', async () => {
    for (const id of [String(foreign.eventId), missing]) {
      const target = `/v1/events/${id}/teams`;
      const reply = await exchange(
        service.url,
        head('PUT', target, auth, JSON_TYPE, 'Content-Length: 1000000'),
      );
      problem(reply, 'event_not_found');
    }
  });
  test('a foreign event is not written and not listed', async () => {
    const before = (await foreign.send('GET', '/schedule')).text;
    const target = `/v1/events/${foreign.eventId}/teams`;
    const body = '[{"externalId":"intruder","name":"Intruder"}]';
    problem(
      await exchange(service.url, whole('PUT', target, body, auth, JSON_TYPE)),
      'event_not_found',
    );
    assert.equal((await foreign.send('GET', '/schedule')).text, before);
    assert.doesNotMatch((await foreign.send('GET', '/teams')).text, /Intruder/);
    const { json } = await get('/v1/events', auth);
    const ids = json.events.map(({ id }: { id: number }) => id);
    assert.ok(ids.includes(event.eventId));
    assert.ok(!ids.includes(foreign.eventId));
  });
});

describe('revocation and loss of a role count at once', () => {
  test('a revoked key is refused on the very next request, on an open connection too', async () => {
    const own = await service.provision();
    const line = `Authorization: Bearer ${own.key}`;
    const connection = await RawConnection.open(service.url);
    const target = `/v1/events/${own.eventId}/teams`;
    connection.write(head('GET', target, line));
    assert.equal((await connection.reply()).status, 200);
    await revoke(own.key);
    connection.write(head('GET', target, line, 'If-None-Match: *'));
    problem(await connection.reply(), 'invalid_credentials');
    connection.write(head('GET', '/v1/me', line));
    problem(await connection.reply(), 'invalid_credentials');
    connection.close();
  });

  test("another key of the same person goes on, and so do other people's", async () => {
    const own = await service.provision();
    const second = await service.database.write((tx) => mintKey(tx, own.userId, 'Second'));
    await revoke(own.key);
    problem(await own.send('GET', '/teams'), 'invalid_credentials');
    const reply = await service.send('GET', '/v1/me', { key: second });
    assert.equal(reply.status, 200);
    assert.equal(reply.json.keyLabel, 'Second');
    assert.equal((await event.send('GET', '/teams')).status, 200);
  });

  const writes: [method: string, path: string, body: unknown][] = [
    ['POST', '/schedule', { laneScheme: ['late'] }],
    ['PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 77 }],
    ['PUT', '/teams', [{ externalId: 'late', name: 'Late' }]],
    ['PUT', '/races', [{ externalId: 'late', raceNumber: 9, scheduledAt: '2026-06-13T10:00:00Z' }]],
    ['PUT', '/races/r/entries', [{ position: 1, teamExternalId: 'c' }]],
    ['PUT', '/races/r/results', []],
  ];
  for (const [method, path, body] of writes) {
    for (const framing of ['length', 'chunks'] as const) {
      test(`revoked while the body of ${method} ${path} is on its way (${framing}): 401, nothing written`, async () => {
        const own = await service.provision();
        const second = await service.database.write((tx) => mintKey(tx, own.userId, 'Second'));
        if (path !== '/schedule') await own.send('POST', '/schedule', {});
        await own.send('PUT', '/teams', [{ externalId: 'c', name: 'C' }]);
        await own.send('PUT', '/races', [
          { externalId: 'r', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' },
        ]);
        const state = async () => {
          const schedule = await service.send('GET', `/v1/events/${own.eventId}/schedule`, {
            key: second,
          });
          const teams = await service.send('GET', `/v1/events/${own.eventId}/teams`, {
            key: second,
          });
          return [schedule.status, schedule.text, teams.text];
        };
        const before = path === '/schedule' ? [404] : await state();
        const text = JSON.stringify(body);
        const connection = await RawConnection.open(service.url);
        const framed =
          framing === 'length' ? `Content-Length: ${text.length}` : 'Transfer-Encoding: chunked';
        const lines = [
          `Authorization: Bearer ${own.key}`,
          JSON_TYPE,
          framed,
          'Expect: 100-continue',
        ];
        connection.write(head(method, `/v1/events/${own.eventId}${path}`, ...lines));
        // The interim answer shows that the request has been admitted.
        assert.equal((await connection.reply()).status, 100);
        await new Promise((resolve) => setTimeout(resolve, 20));
        connection.write(framing === 'length' ? text.slice(0, 1) : chunked(text).subarray(0, 3));
        await revoke(own.key);
        connection.write(framing === 'length' ? text.slice(1) : chunked(text).subarray(3));
        problem(await connection.reply(), 'invalid_credentials');
        connection.close();
        const afterwards = await state();
        if (path === '/schedule') assert.equal(afterwards[0], 404);
        else assert.deepEqual(afterwards, before);
      });
    }
  }

  test('L15: the creator and the managers and admins of the club manage it; nobody else does', async () => {
    const own = await service.provision();
    const { key, eventId, person } = await service.database.write(async (tx) => {
      const id = await insertUser(tx, 'Somebody', null, Date.now());
      await setRole(tx, id, foreign.clubId, 'admin');
      return { key: await mintKey(tx, id, 'Key'), eventId: own.eventId, person: id };
    });
    const teams = `/v1/events/${eventId}/teams`;
    const status = async () => {
      const read = (await service.send('GET', teams, { key })).status;
      const write = (await service.send('PUT', teams, { key, body: [] })).status;
      const { events } = (await service.send('GET', '/v1/events', { key })).json;
      const isListed = events.some(({ id }: { id: number }) => id === eventId);
      assert.equal(read, write);
      assert.equal(isListed, read === 200, 'the list and the event agree');
      return read;
    };
    const role = (name: 'member' | 'schedule_manager' | 'admin') =>
      service.database.write((tx) => setRole(tx, person, own.clubId, name));
    assert.equal(await status(), 404, 'no member');
    await role('member');
    assert.equal(await status(), 404, 'a mere member');
    await role('schedule_manager');
    assert.equal(await status(), 200);
    await role('admin');
    assert.equal(await status(), 200);
    await role('member');
    assert.equal(await status(), 404, 'back to member');
    await role('admin');
    await service.database.write((tx) => removeRole(tx, person, own.clubId));
    assert.equal(await status(), 404, 'left the club');
    await service.database.write((tx) =>
      tx.updateTable('events').set({ creator_id: person }).where('id', '=', eventId).execute(),
    );
    assert.equal(await status(), 200, 'the creator, without a role');
    await service.database.write((tx) => removeRole(tx, own.userId, own.clubId));
    problem(await own.send('GET', '/teams'), 'event_not_found');
    assert.equal(
      (await service.send('GET', '/v1/me', { key: own.key })).status,
      200,
      'the key lives',
    );
  });
});

test('the service keeps neither keys nor addresses in any answer', async () => {
  const own = await service.provision();
  const key = await service.database.write(async (tx) => {
    const id = await insertUser(tx, 'With address', 'person@example.org', Date.now());
    await setRole(tx, id, own.clubId, 'admin');
    await insertEvent(tx, {
      club_id: own.clubId,
      creator_id: id,
      name: 'E',
      start_date: '2026-01-01',
      end_date: '2026-01-01',
      timezone: null,
      city: '',
      country_code: '',
      created_at: Date.now(),
    });
    return mintKey(tx, id, 'L');
  });
  for (const path of ['/v1/me', '/v1/events']) {
    const { text } = await service.send('GET', path, { key });
    assert.doesNotMatch(text, /example\.org|email/);
    assert.ok(!text.includes(key));
  }
});

/** What must agree between two refusals. */
function comparable({ status, headers, text }: RawReply) {
  const { date: _, ...rest } = headers;
  for (const name of ['x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    assert.ok(rest[name], `${name} is there`);
    delete rest[name];
  }
  return { status, headers: rest, text };
}
