/** How bodies are read up to JSON, and the order of all checks (decisions R2, R4, R5, R7). */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { removeRole } from '../../src/storage/accounts/accounts.ts';
import { chunked, exchange, head, problem, RawConnection, whole } from '../support/raw-http.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

const JSON_TYPE = 'Content-Type: application/json';
const MAX = 5 * 1024 * 1024;

const service = await startTestService();
const event = await service.provision();
/** An event without a schedule, of another club and with a key of its own. */
const bare = await service.provision();
const auth = `Authorization: Bearer ${event.key}`;
const bareAuth = `Authorization: Bearer ${bare.key}`;
await event.send('POST', '/schedule', {});
await event.send('PUT', '/teams', [{ externalId: 'c1', name: 'Crew 1' }]);
await event.send('PUT', '/races', [
  { externalId: 'r1', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' },
  { externalId: 'r2', raceNumber: 2, scheduledAt: '2026-06-13T09:10:00Z' },
]);

/** Every route that takes a body, with a body that it accepts. */
const WITH_BODY: [method: string, path: string, body: string, wrapped: string | null][] = [
  ['POST', '/schedule', '{}', null],
  ['PUT', '/schedule/delay', '{"venueDay":"2026-06-13","delayMinutes":0}', null],
  ['PUT', '/teams', '[]', 'teams'],
  ['PUT', '/races', '[]', 'races'],
  ['PUT', '/races/r1/entries', '[]', 'lanes'],
  ['PUT', '/races/r1/results', '[]', 'results'],
];

function send(method: string, path: string, body: string | Uint8Array, ...lines: string[]) {
  const target = `/v1/events/${event.eventId}${path}`;
  return exchange(service.url, whole(method, target, body, auth, ...lines));
}

describe('R4: content type', () => {
  const good = [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json ; charset="utf-8"',
    'APPLICATION/JSON; CHARSET=Utf-8',
    'application/json; profile=x; charset=utf-8',
    'application/json;',
    'application/json; profile="https://example.org/a"',
  ];
  for (const type of good) {
    test(`${type} is taken`, async () => {
      for (const [method, path, body] of WITH_BODY) {
        const reply = await send(method, path, body, `Content-Type: ${type}`);
        assert.equal(reply.status, 200, `${method} ${path}: ${reply.text.slice(0, 200)}`);
      }
    });
  }
  const bad = [
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/problem+json',
    'application/ld+json',
    'application/json+x',
    'application/json-patch+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/json; charset=utf-16le',
    'application/json; profile=x; charset=latin1',
    'application/json; charset=utf-8; charset=latin1',
    'application/json; charset = utf-16',
    'application/json; charset=',
    'application/json, text/plain',
    'json',
    'foo',
    '*/*',
    'application/*',
    '/',
    ';',
    '; charset=utf-8',
    'application /json',
    'application/json charset=utf-8',
    '"application/json"',
    '',
    '\u00e9',
    'a/b/c',
    'application/\u00e9',
  ];
  for (const type of bad) {
    test(`${JSON.stringify(type)} is 400 malformed_json that says what to send`, async () => {
      for (const [method, path, body] of WITH_BODY) {
        const target = `/v1/events/${event.eventId}${path}`;
        const bytes = whole(method, target, body, auth, `Content-Type: ${type}`);
        const { detail } = problem(await exchange(service.url, bytes), 'malformed_json');
        assert.match(detail ?? '', /application\/json|UTF-8/i);
      }
    });
  }
  test('no content type at all is 400', async () => {
    for (const [method, path, body] of WITH_BODY) {
      const { detail } = problem(await send(method, path, body), 'malformed_json');
      assert.match(detail ?? '', /application\/json/);
    }
  });
  test('a type that no parser can read does not get in front of the checks before it (R2)', async () => {
    for (const type of ['foo', '/', ';', '\u00e9', '']) {
      const line = `Content-Type: ${type}`;
      const at = (method: string, path: string, ...lines: string[]) =>
        exchange(service.url, whole(method, path, '{}', line, ...lines));
      problem(await at('PUT', '/v1/nothing'), 'route_not_found');
      problem(await at('PATCH', '/v1/me'), 'method_not_allowed');
      problem(await at('DELETE', '/v1/me'), 'method_not_allowed');
      problem(await at('PUT', '/v1/events/1/teams'), 'missing_credentials');
      problem(await at('PUT', '/v1/events/999/teams', auth), 'event_not_found');
    }
  });
  test('a content type on a request without a body does no harm', async () => {
    for (const type of ['foo', 'text/plain', 'application/json', '']) {
      const line = `Content-Type: ${type}`;
      const get = await exchange(service.url, head('GET', '/v1/me', auth, line));
      assert.equal(get.status, 200, type);
      const target = `/v1/events/${event.eventId}/schedule/publish`;
      const publish = await exchange(
        service.url,
        head('POST', target, auth, line, 'Content-Length: 0'),
      );
      assert.equal(publish.status, 200, type);
      const create = `/v1/events/${event.eventId}/schedule`;
      const again = await exchange(
        service.url,
        head('POST', create, auth, line, 'Content-Length: 0'),
      );
      assert.equal(again.status, 200, type);
    }
  });
});

describe('R4: content encoding and UTF-8', () => {
  const encodings: [string, Buffer][] = [
    ['gzip', gzipSync('[]')],
    ['br', brotliCompressSync('[]')],
    ['gzip', Buffer.from('[]')],
    ['x-gzip', Buffer.from('[]')],
    ['deflate', Buffer.from('[]')],
    ['zstd', Buffer.from('[]')],
    ['GZIP', Buffer.from('[]')],
    ['gzip, identity', Buffer.from('[]')],
    ['nonsense', Buffer.from('[]')],
  ];
  for (const [encoding, body] of encodings) {
    test(`Content-Encoding: ${encoding} (${body.length} bytes) is 400`, async () => {
      const reply = await send('PUT', '/teams', body, JSON_TYPE, `Content-Encoding: ${encoding}`);
      const { detail } = problem(reply, 'malformed_json');
      assert.match(detail ?? '', /encod/i);
    });
  }
  const bytes: [name: string, body: Buffer, status: number][] = [
    ['Latin-1', Buffer.from('[{"externalId":"\u00e9","name":"x"}]', 'latin1'), 400],
    ['a truncated sequence at the end', Buffer.from([0x5b, 0x5d, 0xe4, 0xb8]), 400],
    ['overlong', Buffer.from([0x5b, 0x22, 0xc0, 0xaf, 0x22, 0x5d]), 400],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 400],
    ['invalid UTF-8 in an ignored property', Buffer.from('{"teams":[],"x":"\xff"}', 'latin1'), 400],
    ['UTF-16 with its mark', Buffer.from('\ufeff[]', 'utf16le'), 400],
    ['a byte-order mark', Buffer.from('\ufeff[]'), 200],
    ['two byte-order marks', Buffer.from('\ufeff\ufeff[]'), 400],
    ['a byte-order mark at the end', Buffer.from('[]\ufeff'), 400],
    ['only a byte-order mark', Buffer.from('\ufeff'), 400],
    ['white space around', Buffer.from(' \r\n\t[]\n '), 200],
    ['only white space', Buffer.from('  \n'), 400],
    ['no-break space around', Buffer.from('\u00a0[]'), 400],
    ['NUL at the end', Buffer.from('[]\0'), 400],
    ['a comment', Buffer.from('[] // none'), 400],
    ['two values', Buffer.from('[][]'), 400],
    ['a trailing comma', Buffer.from('[{"externalId":"x","name":"x"},]'), 400],
    ['single quotes', Buffer.from("{'teams':[]}"), 400],
    ['NaN', Buffer.from('[NaN]'), 400],
    ['a raw line break in a string', Buffer.from('{"teams":[],"x":"\n"}'), 400],
    ['a leading zero', Buffer.from('{"teams":[],"x":01}'), 400],
    ['half a body', Buffer.from('[{"externalId":'), 400],
    ['a lone escape', Buffer.from('{"teams":[],"x":"\\ud800"}'), 200],
    ['a bad escape', Buffer.from('{"teams":[],"x":"\\u12"}'), 400],
  ];
  for (const [name, body, status] of bytes) {
    test(`${name}: ${status}`, async () => {
      const reply = await send('PUT', '/teams', body, JSON_TYPE);
      if (status === 400) problem(reply, 'malformed_json');
      else assert.equal(reply.status, status, reply.text.slice(0, 200));
    });
  }
});

describe('R4: nesting', () => {
  const nested = (depth: number, open = '[', close = ']') =>
    open.repeat(depth) + close.repeat(depth);
  const cases: [name: string, body: string, status: number][] = [
    ['16 lists', `{"teams":[],"x":${nested(15)}}`, 200],
    ['17 lists', `{"teams":[],"x":${nested(16)}}`, 400],
    ['16 bare lists are a matter of content', nested(16), 422],
    ['17 bare lists', nested(17), 400],
    ['16 objects', `{"teams":[],"x":${nested(15, '{"a":', '}').replace('{"a":}', '{}')}}`, 200],
    ['17 objects', `{"teams":[],"x":${nested(16, '{"a":', '}').replace('{"a":}', '{}')}}`, 400],
    ['brackets in a string', `{"teams":[],"x":"${'[{'.repeat(40)}"}`, 200],
    ['brackets in a key', `{"teams":[],"${'[{'.repeat(40)}":1}`, 200],
    ['brackets after an escaped quote', `{"teams":[],"x":"\\"${'['.repeat(40)}"}`, 200],
    ['brackets after escaped backslashes', `{"teams":[],"x":"\\\\\\"${'['.repeat(40)}\\\\"}`, 200],
    [
      'deep after a string that ends in a backslash',
      `{"teams":[],"y":"\\\\","x":${nested(16)}}`,
      400,
    ],
    ['closing brackets in strings win no depth', `{"teams":[],"y":"]]]]","x":${nested(16)}}`, 400],
    ['side by side is not deep', `{"teams":[],"x":[${'[[]],'.repeat(400)}[]]}`, 200],
    ['unclosed and deep', '['.repeat(100_000), 400],
    ['unopened', ']'.repeat(100), 400],
    ['deep behind an unclosed string', `{"teams":[],"x":"${'['.repeat(50)}`, 400],
  ];
  for (const [name, body, status] of cases) {
    test(`${name}: ${status}`, async () => {
      const reply = await send('PUT', '/teams', body, JSON_TYPE);
      if (status === 400) problem(reply, 'malformed_json');
      else assert.equal(reply.status, status, reply.text.slice(0, 200));
    });
  }
  test('the detail of what is too deep says so, before any other error in the text', async () => {
    const { detail } = problem(
      await send('PUT', '/teams', '['.repeat(17), JSON_TYPE),
      'malformed_json',
    );
    assert.match(detail ?? '', /deep|nest/i);
  });
});

describe('R4: lists and objects', () => {
  const containers = (count: number, unit: string) =>
    `{"teams":[],"x":[${unit.repeat(count - 4)}${unit.slice(0, 2)}]}`;

  test('200,000 are taken, one more is refused and the detail says so', async () => {
    for (const unit of ['[],', '{},']) {
      const most = await send('PUT', '/teams', containers(200_000, unit), JSON_TYPE);
      assert.equal(most.status, 200, most.text.slice(0, 200));
      const reply = await send('PUT', '/teams', containers(200_001, unit), JSON_TYPE);
      const { detail } = problem(reply, 'malformed_json');
      assert.match(detail ?? '', /200000 lists and objects/);
    }
  });

  test('200,000 members of objects are taken, one more is refused and the detail says so', async () => {
    const members = (count: number) =>
      `{"teams":[],"x":{${Array.from({ length: count - 2 }, (_, n) => `"${n}":":"`).join(',')}}}`;
    const most = await send('PUT', '/teams', members(200_000), JSON_TYPE);
    assert.equal(most.status, 200, most.text.slice(0, 200));
    const reply = await send('PUT', '/teams', members(200_001), JSON_TYPE);
    assert.match(problem(reply, 'malformed_json').detail ?? '', /200000 members of objects/);
  });

  test('brackets in texts are none', async () => {
    const body = `{"teams":[],"x":"${'[{'.repeat(150_000)}"}`;
    assert.equal((await send('PUT', '/teams', body, JSON_TYPE)).status, 200);
  });

  test('5 MiB of them cost no more than 5 MiB of anything else', async () => {
    const millis = async (body: string) => {
      const start = performance.now();
      await send('PUT', '/teams', body, JSON_TYPE);
      return performance.now() - start;
    };
    const lists = containers(Math.floor((MAX - 100) / 3), '[],');
    const text = `{"teams":[],"x":"${'x'.repeat(lists.length - 20)}"}`;
    const ratios: number[] = [];
    for (let round = 0; round < 5; round++)
      ratios.push((await millis(lists)) / (await millis(text)));
    const median = ratios.sort((a, b) => a - b)[2] ?? 0;
    assert.ok(median < 2, `${ratios.map((ratio) => ratio.toFixed(1))}`);
  });
});

describe('R7: keys', () => {
  const cases: [name: string, body: string, status: number][] = [
    ['__proto__ at the top', '{"teams":[],"__proto__":{}}', 400],
    ['__proto__ in an element', '[{"externalId":"k","name":"K","__proto__":1}]', 400],
    ['__proto__ deep in an unknown property', '{"teams":[],"x":[{"y":{"__proto__":null}}]}', 400],
    ['__proto__ with escapes', '{"teams":[],"\\u005f_pr\\u006fto__":{}}', 400],
    ['__proto__ with space before the colon', '{"teams":[],"__proto__" : {}}', 400],
    ['__proto__ as a value', '{"teams":[],"x":"__proto__"}', 200],
    ['a key that contains it', '{"teams":[],"x__proto__":1,"__proto__x":2}', 200],
    ['constructor holding prototype', '{"teams":[],"constructor":{"prototype":{}}}', 400],
    ['constructor holding prototype null', '{"teams":[],"constructor":{"prototype":null}}', 400],
    ['constructor with escapes', '{"teams":[],"c\\u006fnstructor":{"\\u0070rototype":1}}', 400],
    ['constructor holding something else', '{"teams":[],"constructor":{"x":1}}', 200],
    ['constructor null', '{"teams":[],"constructor":null}', 200],
    ['constructor a string', '{"teams":[],"constructor":"prototype"}', 200],
    ['constructor a list', '{"teams":[],"constructor":["prototype"]}', 200],
    ['prototype alone', '{"teams":[],"prototype":{"constructor":1}}', 200],
    [
      'hasOwnProperty, toString, valueOf',
      '{"teams":[],"hasOwnProperty":1,"toString":2,"valueOf":3}',
      200,
    ],
    ['a list named by a duplicate key: the last counts', '{"teams":5,"teams":[]}', 200],
    ['the last of two lists counts', '{"teams":[],"teams":5}', 422],
    ['an empty key', '{"":1,"teams":[]}', 200],
    ['unknown properties of every kind', '{"teams":[],"a":1,"b":null,"c":[],"d":{},"e":"x"}', 200],
  ];
  for (const [name, body, status] of cases) {
    test(`${name}: ${status}`, async () => {
      const reply = await send('PUT', '/teams', body, JSON_TYPE);
      if (status === 400) problem(reply, 'malformed_json');
      else assert.equal(reply.status, status, reply.text.slice(0, 200));
    });
  }
  test('an element: the last of duplicate keys counts; unknown ones are not kept', async () => {
    const body =
      '[{"externalId":"dup","name":"First","name":"Last","outcome":"x","adopted":true,"toString":1}]';
    const reply = await send('PUT', '/teams', body, JSON_TYPE);
    assert.equal(reply.status, 200);
    assert.equal(reply.json.teams[0].name, 'Last');
    assert.equal(reply.json.teams[0].adopted, false);
    assert.equal(Object.hasOwn(reply.json.teams[0], 'toString'), false);
  });
  test('what was read may be sent back', async () => {
    const own = await service.provision();
    await own.send('POST', '/schedule', { laneScheme: ['A'] });
    await own.send('PUT', '/teams', [{ externalId: 'c', name: 'C' }]);
    const pushed = await own.send('PUT', '/races', [
      {
        externalId: 'r',
        raceNumber: 1,
        scheduledAt: '2026-06-13T09:00:00Z',
        resultMode: 'placesOnly',
      },
    ]);
    const drawn = await own.send('PUT', '/races/r/entries', [{ position: 1, teamExternalId: 'c' }]);
    assert.equal((await own.send('PUT', '/races', pushed.json)).status, 200);
    const schedule = await own.send('GET', '/schedule');
    assert.equal((await own.send('PUT', '/races', schedule.json)).status, 200);
    assert.equal(
      (await own.send('PUT', '/teams', (await own.send('GET', '/teams')).json)).status,
      200,
    );
    assert.equal((await own.send('PUT', '/races/r/entries', drawn.json)).status, 200);
    assert.equal(
      (await own.send('PUT', '/races/r/results', { results: drawn.json.lanes })).status,
      200,
    );
    assert.equal((await own.send('POST', '/schedule', schedule.json)).status, 200);
  });
});

describe('R4, R11: empty bodies and JSON null, route by route', () => {
  for (const [method, path, , key] of WITH_BODY) {
    const isOptional = method === 'POST';
    test(`${method} ${path}: an empty body is ${isOptional ? 'fine' : '400'}`, async () => {
      const target = `/v1/events/${event.eventId}${path}`;
      const empties: [name: string, bytes: Uint8Array | string][] = [
        ['no body', head(method, target, auth)],
        ['length 0', head(method, target, auth, 'Content-Length: 0')],
        ['length 0, typed', head(method, target, auth, 'Content-Length: 0', JSON_TYPE)],
        [
          'no chunks, typed',
          Buffer.concat([
            Buffer.from(head(method, target, auth, JSON_TYPE, 'Transfer-Encoding: chunked')),
            chunked(),
          ]),
        ],
        [
          'no chunks',
          Buffer.concat([
            Buffer.from(head(method, target, auth, 'Transfer-Encoding: chunked')),
            chunked(),
          ]),
        ],
      ];
      for (const [name, bytes] of empties) {
        const reply = await exchange(service.url, bytes);
        if (isOptional) assert.equal(reply.status, 200, `${name}: ${reply.text}`);
        else problem(reply, 'malformed_json');
      }
    });
    test(`${method} ${path}: bodies of another kind are 422 on ${key ?? 'body'}`, async () => {
      const others = ['null', 'true', '7', '"text"', key === null ? '[]' : '{}'];
      if (key !== null)
        others.push('{"other":[]}', `{"${key}":null}`, `{"${key}":{}}`, `{"${key}":"x"}`);
      for (const body of others) {
        problem(await send(method, path, body, JSON_TYPE), 'validation_failed', key ?? 'body');
      }
    });
  }
  test('publish ignores whatever body comes, typed, encoded or chunked', async () => {
    const target = `/v1/events/${event.eventId}/schedule/publish`;
    const bodies: (string | Buffer)[] = [
      '{"status":',
      'null',
      '[[[',
      Buffer.from([0xff, 0xfe, 0]),
      '{"__proto__":1}',
      'x'.repeat(100_000),
    ];
    for (const body of bodies) {
      for (const lines of [
        [],
        [JSON_TYPE],
        ['Content-Type: text/plain'],
        ['Content-Type: foo'],
        ['Content-Type: image/png', 'Content-Encoding: gzip'],
      ]) {
        const connection = await RawConnection.open(service.url);
        connection.write(whole('POST', target, body, auth, ...lines));
        connection.write(head('GET', '/v1/me', auth));
        const reply = await connection.reply();
        assert.equal(reply.status, 200, `${lines}: ${reply.text}`);
        assert.equal(reply.json.status, 'published');
        assert.equal(
          (await connection.reply()).json.keyLabel,
          'Timing',
          'the body was passed over',
        );
        connection.close();
      }
    }
    const typeless = Buffer.concat([
      Buffer.from(head('POST', target, auth, 'Transfer-Encoding: chunked')),
      chunked('garbage', '[]'),
    ]);
    assert.equal((await exchange(service.url, typeless)).status, 200);
  });
  test('a GET with a body is answered as without one', async () => {
    const connection = await RawConnection.open(service.url);
    connection.write(whole('GET', '/v1/me', '{"broken', auth, 'Content-Type: foo'));
    connection.write(head('GET', '/v1/me', auth));
    assert.equal((await connection.reply()).status, 200);
    assert.equal((await connection.reply()).status, 200);
    connection.close();
  });
});

describe('R5: 5 MiB', () => {
  const padded = (length: number) => `[]${' '.repeat(length - 2)}`;
  const target = () => `/v1/events/${event.eventId}/teams`;

  test('exactly 5 MiB is taken, with a length and in chunks', async () => {
    const body = padded(MAX);
    assert.equal((await send('PUT', '/teams', body, JSON_TYPE)).status, 200);
    const inChunks = await exchange(service.url, [
      head('PUT', target(), auth, JSON_TYPE, 'Transfer-Encoding: chunked'),
      chunked(body.slice(0, 3_000_001), body.slice(3_000_001)),
    ]);
    assert.equal(inChunks.status, 200);
  });

  test('one byte more by Content-Length: 413 before a single byte of it was sent', async () => {
    for (const length of [MAX + 1, 2 ** 31, 2 ** 53, 1e15]) {
      const bytes = head('PUT', target(), auth, JSON_TYPE, `Content-Length: ${length}`);
      const reply = await exchange(service.url, bytes);
      problem(reply, 'payload_too_large');
    }
  });

  test('one byte more in chunks: 413 without the end of the body', async () => {
    const connection = await RawConnection.open(service.url);
    connection.write(head('PUT', target(), auth, JSON_TYPE, 'Transfer-Encoding: chunked'));
    connection.write(chunked(padded(MAX)).subarray(0, -5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    connection.write('1\r\n \r\n');
    problem(await connection.reply(), 'payload_too_large');
    connection.close();
  });

  test('a client that keeps sending still gets its 413, and the connection ends', async () => {
    for (const line of ['Transfer-Encoding: chunked', `Content-Length: ${64 * 1024 * 1024}`]) {
      const connection = await RawConnection.open(service.url);
      connection.write(head('PUT', target(), auth, JSON_TYPE, line));
      const mebibyte = Buffer.alloc(1024 * 1024, 0x20);
      const part = line.startsWith('T') ? chunked(mebibyte).subarray(0, -5) : mebibyte;
      for (let i = 0; i < 12; i++) connection.write(part);
      problem(await connection.reply(), 'payload_too_large');
      connection.close();
    }
  });

  test('Expect: 100-continue with too much announced is 413', async () => {
    const lines = [auth, JSON_TYPE, `Content-Length: ${MAX + 1}`, 'Expect: 100-continue'];
    const connection = await RawConnection.open(service.url);
    connection.write(head('PUT', target(), ...lines));
    let reply = await connection.reply();
    if (reply.status === 100) reply = await connection.reply();
    problem(reply, 'payload_too_large');
    connection.close();
  });

  test('too large after the element limit, too deep or not JSON: size comes first (R2)', async () => {
    const bytes = whole('PUT', target(), '{'.repeat(MAX + 1), auth, JSON_TYPE);
    problem(await exchange(service.url, bytes), 'payload_too_large');
  });
});

describe('R10: text that is dear to normalise', () => {
  test('300 KB of combining marks in a name are refused at once, others are served meanwhile', async () => {
    const name = `a${'\u0315'.repeat(40_000)}${'\u0300'.repeat(40_000)}`;
    const start = performance.now();
    const [reply, me] = await Promise.all([
      event.send('PUT', '/teams', [{ externalId: 'marks', name }]),
      service.send('GET', '/v1/me', { key: event.key }),
    ]);
    const took = performance.now() - start;
    problem(reply, 'validation_failed', 'teams[0].name');
    assert.equal(me.status, 200);
    assert.ok(took < 1500, `the service stood still for ${Math.round(took)} ms`);
  });
});

describe('R2: order of the checks, each against the next', () => {
  const TOO_LARGE = `Content-Length: ${MAX + 1}`;
  const raw = (method: string, target: string, ...lines: string[]) =>
    exchange(service.url, head(method, target, ...lines));
  const put = (target: string, body: string, ...lines: string[]) =>
    exchange(service.url, whole('PUT', target, body, ...lines));

  test('route before method, method before credentials', async () => {
    problem(await raw('PROPFIND', '/v1/nothing', 'Authorization: x'), 'route_not_found');
    problem(await raw('PATCH', '/v1/me', 'Authorization: x'), 'method_not_allowed');
    problem(await raw('PATCH', '/v1/events/0/teams', TOO_LARGE), 'method_not_allowed');
  });
  test('credentials before visibility, content type, size and JSON', async () => {
    for (const target of ['/v1/events/0/teams', `/v1/events/${event.eventId}/teams`]) {
      problem(
        await raw('PUT', target, TOO_LARGE, 'Content-Type: text/plain'),
        'missing_credentials',
      );
      problem(await put(target, '{', 'Authorization: Bearer x'), 'invalid_credentials');
    }
  });
  test('visibility before content type, size, JSON and content', async () => {
    for (const id of ['0', '999999', String(bare.eventId)]) {
      const target = `/v1/events/${id}/races/%zz/entries`;
      problem(await put(target, '[]', auth, 'Content-Type: text/plain'), 'event_not_found');
      problem(await raw('PUT', target, auth, JSON_TYPE, TOO_LARGE), 'event_not_found');
      problem(await put(target, '{', auth, JSON_TYPE), 'event_not_found');
      problem(await put(target, '[5]', auth, JSON_TYPE), 'event_not_found');
    }
  });
  test('content type before size, size before JSON', async () => {
    const target = `/v1/events/${event.eventId}/teams`;
    problem(
      await raw('PUT', target, auth, 'Content-Type: text/plain', TOO_LARGE),
      'malformed_json',
    );
    problem(await raw('PUT', target, auth, TOO_LARGE), 'malformed_json');
    problem(
      await raw('PUT', target, auth, JSON_TYPE, 'Content-Encoding: gzip', TOO_LARGE),
      'malformed_json',
    );
    problem(await raw('PUT', target, auth, JSON_TYPE, TOO_LARGE), 'payload_too_large');
  });

  /** `wrong`: invalid by itself. `right`: valid by itself, so that only stored rows can make it wrong. */
  const contents: [path: string, wrong: unknown, right: unknown][] = [
    ['/races', [{ externalId: 'x' }], [{ externalId: 'x', raceNumber: 7 }]],
    [
      '/races',
      [
        { externalId: 'x', raceNumber: 7 },
        { externalId: 'y', raceNumber: 7 },
      ],
      [{ externalId: 'x', raceNumber: 7 }],
    ],
    ['/races/nobody/entries', [{ position: 0 }], [{ position: 1, teamExternalId: 'nobody' }]],
    ['/races/nobody/entries', [{ position: 1 }, { position: 1 }], [{ position: 1 }]],
    ['/races/nobody/results', [{ position: 1, status: 'x' }], [{ position: 99, finishPlace: 1 }]],
    ['/races/nobody/results', [{ position: 1, status: 'assigned', finishTimeMillis: 1 }], []],
    [
      '/schedule/delay',
      { venueDay: '2026-02-30', delayMinutes: 1 },
      { venueDay: '2026-06-13', delayMinutes: 1 },
    ],
  ];
  for (const [path, wrong, right] of contents) {
    test(`${path}: content (${JSON.stringify(wrong).slice(0, 60)}) before schedule and race`, async () => {
      problem(await bare.send('PUT', path, wrong), 'validation_failed');
      problem(await bare.send('PUT', path, right), 'schedule_not_found');
      problem(await bare.send('PUT', path, '{'), 'malformed_json');
      if (path.includes('nobody')) {
        problem(await event.send('PUT', path, wrong), 'validation_failed');
        problem(await event.send('PUT', path, right), 'race_not_found');
      }
    });
  }
  test('schedule before race', async () => {
    problem(await bare.send('PUT', '/races/nobody/entries', []), 'schedule_not_found');
    problem(await bare.send('PUT', '/races/%zz/results', []), 'schedule_not_found');
    problem(await bare.send('GET', '/schedule'), 'schedule_not_found');
    problem(await bare.send('POST', '/schedule/publish'), 'schedule_not_found');
    const garbage = whole('POST', `/v1/events/${bare.eventId}/schedule/publish`, '{', bareAuth);
    problem(await exchange(service.url, garbage), 'schedule_not_found');
  });

  describe('what needs the store: 422 before 409', () => {
    let own: Provisioned;
    beforeEach(async () => {
      own = await service.provision();
      await own.send('POST', '/schedule', {});
      await own.send('PUT', '/teams', [
        { externalId: 'c1', name: 'Crew 1' },
        { externalId: 'c2', name: 'Crew 2' },
      ]);
      await own.send('PUT', '/races', [
        { externalId: 'r1', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' },
        { externalId: 'r2', raceNumber: 2, scheduledAt: '2026-06-13T09:10:00Z' },
      ]);
      await own.send('PUT', '/races/r1/entries', [
        { position: 1, teamExternalId: 'c1' },
        { position: 2, teamExternalId: 'c2' },
      ]);
    });
    test('a new race without scheduledAt, beside and after a number that is taken', async () => {
      const taken = { externalId: 'new1', raceNumber: 2, scheduledAt: '2026-06-13T10:00:00Z' };
      const undated = { externalId: 'new2', raceNumber: 9 };
      problem(await own.send('PUT', '/races', [taken]), 'conflict');
      problem(
        await own.send('PUT', '/races', [taken, undated]),
        'validation_failed',
        'races[1].scheduledAt',
      );
      problem(
        await own.send('PUT', '/races', [{ externalId: 'new3', raceNumber: 2 }]),
        'validation_failed',
        'races[0].scheduledAt',
      );
    });
    test('an unknown crew, beside a crew in two lanes and beside an incomplete draw', async () => {
      const twice = [
        { position: 1, teamExternalId: 'c1' },
        { position: 2, teamExternalId: 'c1' },
      ];
      problem(await own.send('PUT', '/races/r2/entries', twice), 'conflict');
      problem(
        await own.send('PUT', '/races/r2/entries', [
          ...twice,
          { position: 3, teamExternalId: 'nobody' },
        ]),
        'validation_failed',
        'lanes[2].teamExternalId',
      );
      const moved = [{ position: 3, teamExternalId: 'c1' }];
      problem(await own.send('PUT', '/races/r1/entries', moved), 'conflict');
      problem(
        await own.send('PUT', '/races/r1/entries', [
          ...moved,
          { position: 4, teamExternalId: 'nobody' },
        ]),
        'validation_failed',
        'lanes[1].teamExternalId',
      );
    });
    test('results: a position without a lane and a mode contradiction are 422', async () => {
      problem(
        await own.send('PUT', '/races/r1/results', [{ position: 9, finishTimeMillis: 1 }]),
        'validation_failed',
        'results[0].position',
      );
      problem(
        await own.send('PUT', '/races/r1/results', [{ position: 1, finishPlace: 1 }]),
        'validation_failed',
        'results',
      );
    });
    test('nothing of a refused push is written', async () => {
      const before = (await own.send('GET', '/schedule')).text;
      const good = { externalId: 'ok', raceNumber: 50, scheduledAt: '2026-06-13T10:00:00Z' };
      const pushes: unknown[] = [
        [good, { externalId: 'bad' }],
        [good, { externalId: 'undated', raceNumber: 51 }],
        [good, { externalId: 'taken', raceNumber: 1, scheduledAt: '2026-06-13T10:00:00Z' }],
      ];
      for (const push of pushes) assert.ok((await own.send('PUT', '/races', push)).status >= 400);
      assert.equal((await own.send('GET', '/schedule')).text, before);
    });
  });

  test('a role that is lost while the body is on its way: 404, nothing written', async () => {
    const own = await service.provision();
    // The creator of an event manages it without a role, so another person becomes its creator.
    const creator = await service.provision();
    await service.database.write(async (tx) => {
      await tx
        .updateTable('events')
        .set({ creator_id: creator.userId })
        .where('id', '=', own.eventId)
        .execute();
    });
    const body = JSON.stringify([{ externalId: 'late', name: 'Late' }]);
    const connection = await RawConnection.open(service.url);
    const lines = [`Authorization: Bearer ${own.key}`, JSON_TYPE, `Content-Length: ${body.length}`];
    connection.write(head('PUT', `/v1/events/${own.eventId}/teams`, ...lines));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await service.database.write((tx) => removeRole(tx, own.userId, own.clubId));
    connection.write(body);
    problem(await connection.reply(), 'event_not_found');
    connection.close();
    const rows = await service.database.reads
      .selectFrom('teams')
      .where('event_id', '=', own.eventId)
      .select('id')
      .execute();
    assert.deepEqual(rows, []);
  });
});
