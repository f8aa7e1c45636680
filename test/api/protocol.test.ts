/** Routes, methods, paths and the HTTP layer under them (decisions R1, R3, R13, R14, A13, A15). */
import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { before, describe, test } from 'node:test';
import {
  anyProblem,
  chunked,
  exchange,
  head,
  headerOf,
  problem,
  RawConnection,
  STATUS_OF,
  whole,
} from '../support/raw-http.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
const event = await service.provision();
const auth = `Authorization: Bearer ${event.key}`;
await event.send('POST', '/schedule', {});

const ROUTES: [path: string, allow: string[]][] = [
  ['/v1/me', ['GET', 'HEAD']],
  ['/v1/events', ['GET', 'HEAD']],
  ['/v1/events/1/schedule', ['GET', 'HEAD', 'POST']],
  ['/v1/events/1/schedule/publish', ['POST']],
  ['/v1/events/1/schedule/delay', ['PUT']],
  ['/v1/events/1/teams', ['GET', 'HEAD', 'PUT']],
  ['/v1/events/1/races', ['PUT']],
  ['/v1/events/1/races/a%2Fb/entries', ['PUT']],
  ['/v1/events/1/races/a%2Fb/results', ['PUT']],
  ['/problems/conflict', ['GET', 'HEAD']],
];

describe('R3: methods', () => {
  for (const [path, allow] of ROUTES) {
    test(`every other method on ${path} is 405 without a key, with Allow`, async () => {
      const others = METHODS.filter((method) => !allow.includes(method) && method !== 'CONNECT');
      for (const method of others) {
        const reply = await exchange(service.url, head(method, path), method);
        assert.equal(reply.status, 405, `${method} ${path}`);
        const allowed = (reply.headers.allow ?? '').split(/\s*,\s*/).sort();
        assert.deepEqual(allowed, [...allow].sort(), method);
        if (method !== 'HEAD') problem(reply, 'method_not_allowed');
        assert.equal(reply.headers['www-authenticate'], undefined);
      }
    });
  }

  test('OPTIONS is 405 and no answer carries Access-Control-*, preflight or not', async () => {
    const preflight = [
      'Origin: https://elsewhere.example',
      'Access-Control-Request-Method: PUT',
      'Access-Control-Request-Headers: authorization',
    ];
    const replies = [
      await exchange(service.url, head('OPTIONS', '/v1/me', ...preflight)),
      await exchange(service.url, head('GET', '/v1/me', auth, ...preflight)),
      await exchange(service.url, head('GET', '/v1/nothing', ...preflight)),
      await exchange(service.url, head('GET', '/v1/me', ...preflight)),
      await exchange(service.url, head('GET', '/problems/conflict', ...preflight)),
      await exchange(service.url, 'nonsense\r\n\r\n'),
    ];
    assert.deepEqual(
      replies.map(({ status }) => status),
      [405, 200, 404, 401, 200, 400],
    );
    for (const { headers } of replies) {
      const cors = Object.keys(headers).filter((name) => name.startsWith('access-control'));
      assert.deepEqual(cors, []);
    }
  });

  test('a method with a body, wrong credentials or a key all the same: 405 comes first (R2)', async () => {
    for (const lines of [[], ['Authorization: Bearer nonsense'], [auth]]) {
      const bytes = whole('PATCH', '/v1/events/1/races', '{"broken', ...lines);
      problem(await exchange(service.url, bytes), 'method_not_allowed');
    }
  });

  test('OPTIONS * and CONNECT leave the service standing', async () => {
    const star = await exchange(service.url, head('OPTIONS', '*'));
    assert.ok([404, 405].includes(star.status), String(star.status));
    anyProblem(star);
    const connection = await RawConnection.open(service.url);
    connection.write('CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const answer = await connection.maybeReply();
    if (answer) anyProblem(answer);
    connection.close();
    assert.equal((await service.send('GET', '/v1/me', { key: event.key })).status, 200);
  });

  test('HEAD answers as GET does, without the body', async () => {
    for (const path of ['/v1/me', '/v1/events', `/v1/events/${event.eventId}/schedule`]) {
      const get = await exchange(service.url, head('GET', path, auth));
      const headReply = await exchange(service.url, head('HEAD', path, auth), 'HEAD');
      assert.equal(headReply.status, 200);
      assert.deepEqual(comparable(headReply.headers), comparable(get.headers));
      assert.equal(headReply.headers['content-length'], String(get.body.length));
    }
  });

  test('HEAD refuses as GET does, without the body', async () => {
    for (const [path, lines, status] of [
      ['/v1/me', [], 401],
      ['/v1/events/999999/schedule', [auth], 404],
      ['/v1/nothing', [auth], 404],
    ] as const) {
      const get = await exchange(service.url, head('GET', path, ...lines));
      const connection = await RawConnection.open(service.url);
      connection.write(head('HEAD', path, ...lines, 'Connection: close'));
      const headReply = await connection.reply('HEAD');
      assert.equal(headReply.status, status);
      assert.equal((await connection.rest()).length, 0, 'HEAD must not have a body');
      const { connection: _, ...seen } = comparable(headReply.headers);
      const { connection: __, 'keep-alive': ___, ...wanted } = comparable(get.headers);
      assert.deepEqual(seen, wanted);
    }
  });
});

describe('R3: unknown paths', () => {
  const unknown = [
    '/v1',
    '/v1/',
    '/v2/me',
    '/v1/me/',
    '/V1/me',
    '/v1/Me',
    '//v1/me',
    '/v1//me',
    '/v1/me%2F',
    '/v1/./me',
    '/v1/x/../me',
    '/v1/x/%2e%2e/me',
    '/v1/events/',
    '/v1/events/1',
    '/v1/events/1/races/a',
    '/v1/events/1/races/a/b/entries',
    '/v1/events/1%2Fschedule',
    '/v1/events/1/schedule/',
    '/v1/events/1/schedule/unpublish',
    '/v1/%zz',
    '/%',
    '/%00',
    '/v1/events/1/%C0%AF',
    '/problems/nothing',
    '//localhost/v1/me',
    '/constructor',
    '/v1/__proto__',
    '/v1/;x',
    '/v1\\me',
  ];
  for (const path of unknown) {
    test(`${path} is 404 route_not_found, with and without a key, for any method`, async () => {
      for (const line of [false, auth] as const) {
        for (const method of ['GET', 'PUT', 'PROPFIND']) {
          problem(await exchange(service.url, head(method, path, line), method), 'route_not_found');
        }
      }
    });
  }
  test('the same 404 for every key, with no rate-limit headers because nobody asked who', async () => {
    const reply = await exchange(service.url, head('GET', '/v1/nothing', auth));
    assert.equal(reply.headers['x-ratelimit-limit'], undefined);
  });

  test('a query string is no part of the route', async () => {
    for (const query of ['?', '?a=b', '?a=%zz', '?%', '?a=/b/%C0', '??', '?__proto__=1']) {
      const reply = await exchange(service.url, head('GET', `/v1/me${query}`, auth));
      assert.equal(reply.status, 200, query);
    }
  });
});

describe('R13: event ids', () => {
  const bad = [
    '0',
    '00',
    '01',
    '1.0',
    '1.5',
    '+1',
    '%2B1',
    '-1',
    '1e3',
    '0x1',
    '1_000',
    '1%20',
    '%201',
    '1%00',
    '1%2F',
    '%D9%A1',
    '%EF%BC%91',
    'a',
    'null',
    '%zz',
    '%C0%B1',
    '1;',
    '1,2',
    'NaN',
    '2147483648',
    '9007199254740992',
    '9223372036854775807',
    '9223372036854775808',
    '18446744073709551617',
    '9'.repeat(400),
    '..',
    '%2e%2e',
    '',
  ];
  for (const id of bad) {
    test(`event ${JSON.stringify(id.slice(0, 30))} is 404 event_not_found on every route`, async () => {
      if (id === '..' || id === '%2e%2e' || id === '') {
        // No decision says whether this path has no event or an unknown one, so any problem with 404 is right.
        const reply = await exchange(service.url, head('GET', `/v1/events/${id}/schedule`, auth));
        assert.equal(reply.status, 404);
        anyProblem(reply);
        return;
      }
      for (const [method, rest] of [
        ['GET', '/schedule'],
        ['PUT', '/races'],
        ['PUT', '/races/a/entries'],
      ] as const) {
        const reply = await exchange(service.url, head(method, `/v1/events/${id}${rest}`, auth));
        problem(reply, 'event_not_found');
      }
    });
  }
  test('an id that a double cannot tell from a real one is not the real one', async () => {
    const reply = await exchange(service.url, head('GET', '/v1/events/1.0/schedule', auth));
    problem(reply, 'event_not_found');
    const padded = `0${event.eventId}`;
    problem(
      await exchange(service.url, head('GET', `/v1/events/${padded}/teams`, auth)),
      'event_not_found',
    );
  });
  test('percent-encoded digits are those digits (decoded once)', async () => {
    const encoded = [...String(event.eventId)]
      .map((digit) => `%${digit.charCodeAt(0).toString(16)}`)
      .join('');
    const reply = await exchange(service.url, head('GET', `/v1/events/${encoded}/teams`, auth));
    assert.ok(reply.status === 200 || reply.status === 404, String(reply.status));
  });
});

describe('R14: external ids in the path', () => {
  const astral = '\u{1F6A3}'.repeat(128);
  const ids: [externalId: string, inPath?: string][] = [
    ['plain'],
    ['a/b'],
    ['/'],
    ['a b'],
    ['100%'],
    ['%2F'],
    ['%252F'],
    ['%'],
    ['%zz'],
    ['a+b'],
    ['a+b', 'a+b'],
    ['a?b#c'],
    ['r;1', 'r;1'],
    ['r;1'],
    ['k=v&x', 'k=v&x'],
    ["!$&'()*,:@", "!$&'()*,:@"],
    ['...', '...'],
    ['..a'],
    [':externalId'],
    ['*'],
    ['__proto__'],
    ['constructor'],
    ['entries'],
    ['\u00e9'],
    ['e\u0301'],
    ['\u00df\u4e2d\u0416'],
    ['x'.repeat(128)],
    ['\u4e2d'.repeat(128)],
    [astral],
    [' leading and trailing '],
    ['\ufeffbom'],
    ['lower%2f', 'lower%252f'],
  ];
  before(async () => {
    const unique = [...new Set(ids.map(([externalId]) => externalId))];
    const races = unique.map((externalId, i) => ({
      externalId,
      raceNumber: i + 1,
      scheduledAt: '2026-06-13T09:00:00Z',
    }));
    const reply = await event.send('PUT', '/races', races);
    assert.equal(reply.status, 200, reply.text.slice(0, 300));
  });
  for (const [externalId, inPath = encodeURIComponent(externalId)] of ids) {
    test(`${inPath.slice(0, 40)} names the race ${JSON.stringify(externalId.slice(0, 20))}`, async () => {
      for (const [what, body] of [
        ['entries', { lanes: [{ position: 1 }] }],
        ['results', []],
      ] as const) {
        const target = `/v1/events/${event.eventId}/races/${inPath}/${what}`;
        const bytes = whole(
          'PUT',
          target,
          JSON.stringify(body),
          auth,
          'Content-Type: application/json',
        );
        const reply = await exchange(service.url, bytes);
        assert.equal(reply.status, 200, reply.text.slice(0, 300));
        assert.equal(reply.json.externalId, externalId);
      }
    });
  }

  const unknown: [name: string, inPath: string][] = [
    ['a name that no race has', 'nobody'],
    ['broken encoding', '%zz'],
    ['a lone percent sign', 'a%'],
    ['half an escape', '%2'],
    ['overlong UTF-8', '%C0%AF'],
    ['a truncated sequence', '%E4%B8'],
    ['an encoded surrogate', '%ED%A0%80'],
    ['beyond Unicode', '%F4%90%80%80'],
    ['Latin-1', '%E9'],
    ['129 code points', 'x'.repeat(129)],
    ['129 astral code points', encodeURIComponent('\u{1F6A3}'.repeat(129))],
    ['12,000 characters', 'x'.repeat(12_000)],
    ['U+0000', '%00'],
    ['a name with U+0000', 'plain%00'],
    ['a control character', '%0A'],
    ['another case', 'PLAIN'],
    ['a trailing space', 'plain%20'],
    ['decoded twice', 'a%252Fb'],
    ['plus for space', 'a+b+c'],
    ['other normal form of none', 'o%CC%88'],
    ['an encoded dot', '%2e'],
    ['two encoded dots', '%2e%2e'],
    ['two dots', '..'],
  ];
  for (const [name, inPath] of unknown) {
    test(`${name} is 404 race_not_found, after the content was judged (R2)`, async () => {
      const base = `/v1/events/${event.eventId}/races/${inPath}`;
      const lines = [auth, 'Content-Type: application/json'];
      for (const what of ['entries', 'results']) {
        const send = (body: string) =>
          exchange(service.url, whole('PUT', `${base}/${what}`, body, ...lines));
        const { detail } = problem(await send('[]'), 'race_not_found');
        assert.doesNotMatch(detail ?? '', /\\u0000/);
        problem(await send('[{"position":0}]'), 'validation_failed');
        problem(await send('{'), 'malformed_json');
        problem(await exchange(service.url, head('PUT', `${base}/${what}`)), 'missing_credentials');
        problem(await exchange(service.url, head('GET', `${base}/${what}`)), 'method_not_allowed');
      }
    });
  }
});

describe('R1: request targets and Host', () => {
  test('an absolute-form target is taken, whatever its authority', async () => {
    for (const target of [
      'http://localhost/v1/me',
      'HTTP://LOCALHOST:8080/v1/me',
      'https://elsewhere.example/v1/me?x=1',
    ]) {
      const reply = await exchange(service.url, head('GET', target, auth));
      assert.equal(reply.status, 200, target);
    }
    const slash = `http://localhost/v1/events/${event.eventId}/races/a%2Fb/entries`;
    const bytes = whole('PUT', slash, '[]', auth, 'Content-Type: application/json');
    assert.equal((await exchange(service.url, bytes)).status, 200);
    for (const target of ['http://localhost', 'http://localhost?x', 'ftp://localhost/v1/me']) {
      const reply = await exchange(service.url, head('GET', target, auth));
      if (reply.status !== 200) problem(reply, 'route_not_found');
    }
  });
  test('no Host, two Hosts: a problem document; HTTP/1.0 needs none', async () => {
    const requests: [bytes: string, status: number][] = [
      [`GET /v1/me HTTP/1.1\r\n${auth}\r\n\r\n`, 400],
      [`GET /v1/me HTTP/1.1\r\nHost: a\r\nHost: a\r\n${auth}\r\n\r\n`, 400],
      ['GET /nowhere HTTP/1.1\r\n\r\n', 400],
      [`GET /v1/me HTTP/1.0\r\n${auth}\r\n\r\n`, 200],
      [`GET /v1/me HTTP/1.0\r\nHost: a\r\n${auth}\r\n\r\n`, 200],
    ];
    for (const [bytes, status] of requests) {
      const reply = await exchange(service.url, bytes);
      assert.equal(reply.status, status, bytes);
      if (status !== 200) problem(reply, 'malformed_json');
    }
  });
  test('a Host with a value that no host has is answered whole, never an accident', async () => {
    for (const host of ['', ' ', 'a b', 'a/b', '\u00ff', 'a@b', '[', ':', 'x'.repeat(9000)]) {
      const bytes = Buffer.from(
        `GET /v1/me HTTP/1.1\r\nHost: ${host}\r\n${auth}\r\n\r\n`,
        'latin1',
      );
      const reply = await exchange(service.url, bytes);
      if (reply.status !== 200) problem(reply, 'malformed_json');
    }
  });
});

describe('R1: errors that the HTTP layer finds are problem documents', () => {
  const long = 'x'.repeat(20_000);
  const broken: [name: string, bytes: string, codes: string[]][] = [
    ['not HTTP', 'hello\r\n\r\n', ['malformed_json']],
    ['TLS on the plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', ['malformed_json']],
    ['HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ['malformed_json']],
    ['unknown version', 'GET /v1/me HTTP/9.9\r\nHost: a\r\n\r\n', ['malformed_json']],
    [
      'unknown method',
      'FETCH /v1/me HTTP/1.1\r\nHost: a\r\n\r\n',
      ['malformed_json', 'method_not_allowed'],
    ],
    ['lower-case method', 'get /v1/me HTTP/1.1\r\nHost: a\r\n\r\n', ['malformed_json']],
    ['space in the target', 'GET /v1/m e HTTP/1.1\r\nHost: a\r\n\r\n', ['malformed_json']],
    ['no target', 'GET HTTP/1.1\r\nHost: a\r\n\r\n', ['malformed_json']],
    [
      'header without colon',
      'GET /v1/me HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n',
      ['malformed_json'],
    ],
    ['space before the colon', 'GET /v1/me HTTP/1.1\r\nHost : a\r\n\r\n', ['malformed_json']],
    ['folded header', 'GET /v1/me HTTP/1.1\r\nHost: a\r\nx: 1\r\n 2\r\n\r\n', ['malformed_json']],
    ['NUL in a header', 'GET /v1/me HTTP/1.1\r\nHost: a\r\nx: \0\r\n\r\n', ['malformed_json']],
    [
      'header overflow',
      `GET /v1/me HTTP/1.1\r\nHost: a\r\nx: ${long}\r\n\r\n`,
      ['payload_too_large'],
    ],
    ['target overflow', `GET /${long} HTTP/1.1\r\nHost: a\r\n\r\n`, ['payload_too_large']],
    [
      'two Content-Length',
      'PUT /v1/me HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
      ['malformed_json'],
    ],
    [
      'Content-Length that is no number',
      'PUT /v1/me HTTP/1.1\r\nHost: a\r\nContent-Length: 1x\r\n\r\nx',
      ['malformed_json'],
    ],
    [
      'negative Content-Length',
      'PUT /v1/me HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\nx',
      ['malformed_json'],
    ],
    [
      'Content-Length and chunked',
      'PUT /v1/me HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ['malformed_json'],
    ],
  ];
  for (const [name, bytes, codes] of broken) {
    test(name, async () => {
      const reply = await exchange(service.url, Buffer.from(bytes, 'latin1'));
      const { code } = anyProblem(reply);
      assert.ok(codes.includes(code), `${reply.status} ${code}`);
      assert.equal(reply.status, STATUS_OF[code]);
      assert.equal(headerOf(reply, 'connection'), 'close');
    });
  }

  test('a broken chunk in the middle of a body: one refusal, nothing written', async () => {
    const connection = await RawConnection.open(service.url);
    const target = `/v1/events/${event.eventId}/teams`;
    const json = 'Content-Type: application/json';
    connection.write(head('PUT', target, auth, json, 'Transfer-Encoding: chunked'));
    connection.write('20\r\n[{"externalId":"broken-chunk","n\r\n');
    connection.write('zz\r\n');
    problem(await connection.reply(), 'malformed_json');
    assert.equal((await connection.rest()).length, 0, 'one request, one answer');
    const teams = await event.send('GET', '/teams');
    assert.doesNotMatch(teams.text, /broken-chunk/);
  });

  test('a client that goes away in the middle of a body writes nothing and breaks nothing', async () => {
    const body = JSON.stringify([{ externalId: 'gone', name: 'Gone' }]);
    for (const end of ['destroy', 'end'] as const) {
      const connection = await RawConnection.open(service.url);
      const json = 'Content-Type: application/json';
      const length = `Content-Length: ${body.length + 1}`;
      connection.write(head('PUT', `/v1/events/${event.eventId}/teams`, auth, json, length));
      connection.write(body);
      connection.socket[end]();
      await connection.rest();
    }
    assert.doesNotMatch((await event.send('GET', '/teams')).text, /Gone/);
  });
});

describe('connections', () => {
  test('pipelined requests are answered in order, early refusals and bodies included', async () => {
    const connection = await RawConnection.open(service.url);
    const teams = `/v1/events/${event.eventId}/teams`;
    const json = 'Content-Type: application/json';
    const body = JSON.stringify([{ externalId: 'pipe', name: 'Pipe' }]);
    connection.write(
      Buffer.concat([
        Buffer.from(head('GET', '/v1/me', auth, 'X-Request-Id: r1')),
        whole('PUT', teams, body, auth, json, 'X-Request-Id: r2'),
        whole('PUT', '/v1/events/999999/teams', body, auth, json, 'X-Request-Id: r3'),
        whole('PUT', teams, '{broken', auth, json, 'X-Request-Id: r4'),
        whole('PUT', teams, body, json, 'X-Request-Id: r5'),
        whole('DELETE', teams, body, auth, json, 'X-Request-Id: r6'),
        Buffer.from(
          head('PUT', teams, auth, json, 'X-Request-Id: r7', 'Transfer-Encoding: chunked'),
        ),
        chunked(body.slice(0, 5), body.slice(5)),
        Buffer.from(head('GET', teams, auth, 'X-Request-Id: r8')),
      ]),
    );
    const seen: [string | undefined, number][] = [];
    for (let i = 0; i < 8; i++) {
      const reply = await connection.reply();
      seen.push([reply.headers['x-request-id'], reply.status]);
    }
    connection.close();
    assert.deepEqual(seen, [
      ['r1', 200],
      ['r2', 200],
      ['r3', 404],
      ['r4', 400],
      ['r5', 401],
      ['r6', 405],
      ['r7', 200],
      ['r8', 200],
    ]);
  });

  test('a valid write that was followed by garbage is not answered as if it had been refused', async () => {
    const connection = await RawConnection.open(service.url);
    const body = JSON.stringify([{ externalId: 'then-garbage', name: 'Then garbage' }]);
    const bytes = whole(
      'PUT',
      `/v1/events/${event.eventId}/teams`,
      body,
      auth,
      'Content-Type: application/json',
    );
    connection.write(Buffer.concat([bytes, Buffer.from('garbage\r\n\r\n')]));
    const { status } = await connection.reply();
    connection.close();
    const isWritten = (await event.send('GET', '/teams')).text.includes('then-garbage');
    assert.equal(status === 200, isWritten, `answered ${status}, written: ${isWritten}`);
  });

  test('Expect: 100-continue is served; an unknown expectation is passed over', async () => {
    const body = '[]';
    const target = `/v1/events/${event.eventId}/teams`;
    const lines = [auth, 'Content-Type: application/json', `Content-Length: ${body.length}`];
    const connection = await RawConnection.open(service.url);
    connection.write(head('PUT', target, ...lines, 'Expect: 100-continue'));
    assert.equal((await connection.reply('PUT')).status, 100);
    connection.write(body);
    assert.equal((await connection.reply('PUT')).status, 200);
    connection.close();
    const unknown = await exchange(service.url, [
      head('PUT', target, ...lines, 'Expect: 200-ok'),
      body,
    ]);
    if (unknown.status !== 200) problem(unknown, 'malformed_json');
  });

  test('Upgrade is passed over', async () => {
    for (const protocol of ['websocket', 'h2c', 'nonsense']) {
      const lines = ['Connection: Upgrade', `Upgrade: ${protocol}`];
      const reply = await exchange(service.url, head('GET', '/v1/me', auth, ...lines));
      assert.equal(reply.status, 200, protocol);
    }
  });

  test('a request in single bytes is a request', async () => {
    const connection = await RawConnection.open(service.url);
    const bytes = whole(
      'PUT',
      `/v1/events/${event.eventId}/teams`,
      '[{"externalId":"é","name":"é"}]',
      auth,
      'Content-Type: application/json',
    );
    for (const byte of bytes) connection.write(Uint8Array.of(byte));
    assert.equal((await connection.reply()).status, 200);
    connection.close();
  });
});

describe('A15: X-Request-Id', () => {
  const echoed = ['a', 'A-z_0', 'x'.repeat(64), '-', '_'];
  for (const id of echoed) {
    test(`${id.slice(0, 20)} is echoed, on a success and on refusals`, async () => {
      for (const [target, line] of [
        ['/v1/me', auth],
        ['/v1/me', ''],
        ['/nowhere', ''],
        ['/problems/conflict', ''],
      ] as const) {
        const lines = [`X-Request-Id: ${id}`, line !== '' && line];
        const reply = await exchange(service.url, head('GET', target, ...lines));
        assert.equal(reply.headers['x-request-id'], id);
      }
      const deleted = await exchange(service.url, head('DELETE', '/v1/me', `X-Request-Id: ${id}`));
      assert.equal(deleted.headers['x-request-id'], id);
    });
  }
  const refused = [
    '',
    ' ',
    'x'.repeat(65),
    'a b',
    'a.b',
    'a,b',
    'a:b',
    '\u00e9',
    '<x>',
    'a\tb',
    '%41',
  ];
  for (const id of refused) {
    test(`${JSON.stringify(id.slice(0, 20))} is replaced by a new one`, async () => {
      const bytes = Buffer.from(head('GET', '/v1/me', auth, `X-Request-Id: ${id}`), 'latin1');
      const reply = await exchange(service.url, bytes);
      assert.equal(reply.status, 200);
      assert.match(reply.headers['x-request-id'] ?? '', /^[A-Za-z0-9_-]{1,64}$/);
      assert.notEqual(reply.headers['x-request-id'], id.trim());
    });
  }
  test('two of them are none; without one, every answer has its own; each stands once', async () => {
    const two = await exchange(
      service.url,
      head('GET', '/v1/me', auth, 'X-Request-Id: a', 'X-Request-Id: b'),
    );
    assert.match(two.headers['x-request-id'] ?? '', /^[A-Za-z0-9_-]{5,64}$/);
    const ids = new Set<string>();
    for (let i = 0; i < 5; i++) {
      const reply = await exchange(service.url, head('GET', '/v1/me', auth));
      assert.equal(reply.rawHeaders.filter(([name]) => /^x-request-id$/i.test(name)).length, 1);
      ids.add(reply.headers['x-request-id'] ?? '');
    }
    assert.equal(ids.size, 5);
  });
  test('304, 201 and HEAD carry it too', async () => {
    const other = await service.provision();
    const created = await other.send('POST', '/schedule', undefined, { 'x-request-id': 'made' });
    assert.equal(created.status, 201);
    assert.equal(created.headers.get('x-request-id'), 'made');
    const same = await event.send('GET', '/schedule', undefined, { 'if-none-match': '*' });
    assert.equal(same.status, 304);
    assert.ok(same.headers.get('x-request-id'));
  });
});

describe('A13: the page behind type', () => {
  for (const code of Object.keys(STATUS_OF)) {
    test(`/problems/${code} is a page for a person`, async () => {
      const reply = await exchange(service.url, head('GET', `/problems/${code}`));
      assert.equal(reply.status, 200);
      assert.match(reply.headers['content-type'] ?? '', /^text\/html; *charset=utf-8$/i);
      assert.match(reply.text, new RegExp(code));
      assert.match(reply.text, new RegExp(String(STATUS_OF[code])));
      const headReply = await exchange(service.url, head('HEAD', `/problems/${code}`), 'HEAD');
      assert.equal(headReply.status, 200);
    });
  }
  test('type stands under PUBLIC_URL, a path and trailing slashes included', async () => {
    const other = await startTestService({ PUBLIC_URL: 'https://clubs.example/regatta//' });
    try {
      for (const bytes of [head('GET', '/v1/me'), 'nonsense\r\n\r\n']) {
        const reply = await exchange(other.url, bytes);
        const { type, code } = reply.json;
        assert.equal(type, `https://clubs.example/regatta/problems/${code}`);
      }
    } finally {
      await other.stop();
    }
  });
});

/** The header fields that must agree between two answers. */
function comparable(headers: Record<string, string>): Record<string, string> {
  const { date: _, ...rest } = headers;
  delete rest['x-request-id'];
  delete rest['x-ratelimit-remaining'];
  delete rest['x-ratelimit-reset'];
  return rest;
}
