/** Requests by which devices follow events, crews, races and clubs, over real HTTP. */
import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { clubNumber } from '../../src/domain/following/followers.ts';
import { removeRace, removeTeam } from '../../src/operations/remove.ts';
import { newDatabase } from '../support/databases.ts';
import { performOn } from '../support/perform.ts';
import { type Device, startPushService } from '../support/push-service.ts';
import { raw } from '../support/raw.ts';
import { type Provisioned, type Reply, startTestService } from '../support/service.ts';

interface Regatta extends Provisioned {
  crews: number[];
  races: number[];
}

const push = await startPushService();
const service = await startTestService({ PUSH_ORIGINS: push.origin, TRUSTED_PROXIES: '1' });
/** A published event with crews and races. */
const event = await publishedRegatta();
const other = await publishedRegatta();

async function publishedRegatta(): Promise<Regatta> {
  const provisioned = await service.provision();
  await provisioned.send('POST', '/schedule');
  const crews = Array.from({ length: 4 }, (_, n) => ({ externalId: `c${n}`, name: `Crew ${n}` }));
  const races = Array.from({ length: 3 }, (_, n) => ({
    externalId: `r${n}`,
    raceNumber: n + 1,
    scheduledAt: `2026-06-13T0${n + 7}:00:00Z`,
  }));
  assert.equal((await provisioned.send('PUT', '/teams', crews)).status, 200);
  assert.equal((await provisioned.send('PUT', '/races', races)).status, 200);
  assert.equal((await provisioned.send('POST', '/schedule/publish')).status, 200);
  const { eventId } = provisioned;
  return { ...provisioned, crews: await ids('teams', eventId), races: await ids('races', eventId) };
}

async function ids(table: string, eventId: number): Promise<number[]> {
  const rows = await raw(
    service.databaseUrl,
    `select id from ${table} where event_id = ${eventId} order by id`,
  );
  return rows.map(({ id }) => Number(id));
}

let visitor = 0;
let address = '';

/** Each test sends from an address of its own, so that none uses up the rate limit of another. */
beforeEach(() => {
  visitor++;
  address = `203.0.113.${visitor}`;
});

function request(method: string, body: unknown, headers: Record<string, string> = {}) {
  return service.send(method, '/board/api/follows', {
    body,
    headers: { 'x-forwarded-for': address, ...headers },
  });
}

/** A valid request body: a new device follows the whole event. */
function change(fields: object = {}, device: Device = push.subscribe()) {
  const { subscription } = device;
  const { eventId } = event;
  return { subscription, eventId, wholeEvent: true, crews: [], races: [], ...fields };
}

/** What a device follows, as `event 3`, `crew 7`. */
async function followed({ endpoint }: Device): Promise<string[]> {
  const rows = await raw(
    service.databaseUrl,
    `select f.kind, f.target_id, f.event_id from follows f join devices d on d.id = f.device_id
      where d.endpoint = '${endpoint}' order by f.kind, f.target_id`,
  );
  return rows.map(({ kind, target_id }) => `${kind} ${target_id}`);
}

async function stored({ endpoint }: Device) {
  const rows = await raw(
    service.databaseUrl,
    `select p256dh, auth, language from devices where endpoint = '${endpoint}'`,
  );
  assert.ok(rows.length <= 1);
  return rows[0];
}

async function countAll(): Promise<number[]> {
  const [row] = await raw(
    service.databaseUrl,
    'select (select count(*) from devices) as devices, (select count(*) from follows) as follows',
  );
  return [Number(row?.devices), Number(row?.follows)];
}

function refused(reply: Reply, status: number, code: string, fields?: string[]): void {
  assert.equal(reply.status, status, reply.text);
  assert.equal(reply.json.code, code);
  assert.equal(reply.headers.get('content-type'), 'application/problem+json');
  assert.equal(reply.headers.get('access-control-allow-origin'), null);
  if (!fields) return;
  assert.deepEqual(
    reply.json.errors.map(({ field }: { field: string }) => field),
    fields,
    reply.text,
  );
  assert.equal(reply.json.field, fields[0]);
}

describe('the push key', () => {
  test('is a point of P-256, the same for all, and may be kept for a while', async () => {
    const reply = await service.send('GET', '/board/api/push-key');
    assert.equal(reply.status, 200);
    assert.deepEqual(Object.keys(reply.json), ['publicKey']);
    const point = Buffer.from(reply.json.publicKey, 'base64url');
    assert.deepEqual([point.length, point[0]], [65, 4]);
    assert.match(reply.json.publicKey, /^[\w-]{87}$/);
    assert.equal(reply.headers.get('cache-control'), 'public, max-age=3600');
    const [row] = await raw(service.databaseUrl, 'select public_key from vapid_keys');
    assert.equal(row?.public_key, reply.json.publicKey);
    const etag = reply.headers.get('etag') ?? '';
    const again = await service.send('GET', '/board/api/push-key', {
      headers: { 'if-none-match': etag },
    });
    assert.equal(again.status, 304);
  });

  test('is not there for other methods', async () => {
    const reply = await service.send('PUT', '/board/api/push-key', { body: {} });
    refused(reply, 405, 'method_not_allowed');
    assert.equal(reply.headers.get('allow'), 'GET, HEAD');
  });

  test('survives a restart', async () => {
    const made = await newDatabase();
    const keys = [];
    for (let round = 1; round <= 2; round++) {
      const own = await startTestService({ DATABASE_URL: made.url });
      keys.push((await own.send('GET', '/board/api/push-key')).json);
      await own.stop();
    }
    await made.drop();
    assert.deepEqual(keys[1], keys[0]);
  });
});

describe('following', () => {
  test('answers with what is followed, without the subscription', async () => {
    const device = push.subscribe();
    const [a, b, c] = event.crews as [number, number, number];
    const [race] = event.races as [number];
    const reply = await request(
      'PUT',
      change({ crews: [c, a, b, a, c], races: [race, race], language: 'DE-ch' }, device),
    );
    assert.equal(reply.status, 200, reply.text);
    const { eventId } = event;
    assert.deepEqual(reply.json, {
      ...{ eventId, wholeEvent: true, crews: [a, b, c], races: [race], language: 'de-CH' },
      ...{ clubs: [], remindMinutes: null },
    });
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    assert.deepEqual(await followed(device), [
      ...[a, b, c].map((id) => `crew ${id}`),
      `event ${eventId}`,
      `race ${race}`,
    ]);
    const { p256dh, auth } = device;
    assert.deepEqual(await stored(device), { p256dh, auth, language: 'de-CH' });
  });

  test('replaces what was followed of this event, and only of this', async () => {
    const device = push.subscribe();
    const [a, b, c] = event.crews as [number, number, number];
    const [elsewhere] = other.crews as [number];
    await request('PUT', change({ crews: [a, b] }, device));
    await request(
      'PUT',
      change({ eventId: other.eventId, wholeEvent: false, crews: [elsewhere] }, device),
    );
    const reply = await request('PUT', change({ wholeEvent: false, crews: [b, c] }, device));
    assert.deepEqual(reply.json.crews, [b, c]);
    assert.deepEqual(
      await followed(device),
      [b, c, elsewhere].map((id) => `crew ${id}`),
    );
    await request('PUT', change({ wholeEvent: false, crews: [b, c] }, device));
    assert.deepEqual(
      await followed(device),
      [b, c, elsewhere].map((id) => `crew ${id}`),
    );
  });

  test('keys and language follow the newest change', async () => {
    const device = push.subscribe();
    await request('PUT', change({ language: 'de' }, device));
    const { keys } = push.subscribe().subscription;
    const subscription = { endpoint: device.endpoint, keys };
    const french = { 'accept-language': 'fr-CH, fr;q=0.9, en;q=0.8' };
    const reply = await request('PUT', change({ subscription }), french);
    assert.equal(reply.json.language, 'fr-CH');
    assert.deepEqual(await stored(device), { ...keys, language: 'fr-CH' });
    const english = await request('PUT', change({ subscription }), { 'accept-language': '*' });
    assert.equal(english.json.language, 'en');
  });

  test('nothing followed is an event forgotten, and at last the device', async () => {
    const device = push.subscribe();
    await request('PUT', change({}, device));
    await request('PUT', change({ eventId: other.eventId }, device));
    const nothing = await request('PUT', change({ wholeEvent: false, language: 'fr' }, device));
    assert.deepEqual(nothing.json, {
      ...{ eventId: event.eventId, wholeEvent: false, crews: [], races: [], language: 'fr' },
      ...{ clubs: [], remindMinutes: null },
    });
    assert.deepEqual(await followed(device), [`event ${other.eventId}`]);
    assert.equal((await stored(device))?.language, 'fr');
    await request('PUT', change({ eventId: other.eventId, wholeEvent: false }, device));
    assert.equal(await stored(device), undefined);
    const before = await countAll();
    const again = await request('PUT', change({ wholeEvent: false }, device));
    assert.equal(again.status, 200);
    assert.deepEqual(await countAll(), before);
  });

  test('what is removed at the moment stays followed while anything else of the event is', async () => {
    const regatta = await publishedRegatta();
    const { eventId, crews, races } = regatta;
    const device = push.subscribe();
    const follow = (fields: object) =>
      request('PUT', change({ eventId, wholeEvent: false, ...fields }, device));
    await follow({ crews: crews.slice(0, 2), races: races.slice(0, 2) });
    await performOn(service, eventId, removeTeam, { name: 'Crew 0' });
    await performOn(service, eventId, removeRace, { raceNumber: 1 });
    const reply = await follow({ crews: [crews[2]] });
    assert.deepEqual(reply.json.crews, [crews[2]]);
    assert.deepEqual(await followed(device), [
      ...[`crew ${crews[0]}`, `crew ${crews[2]}`, `race ${races[0]}`],
    ]);
    await follow({});
    assert.deepEqual(await followed(device), []);
  });

  test('clubs are followed by their text, letter for letter, whether they have crews or not', async () => {
    const device = push.subscribe();
    // A crew's clubId may be any of these, so each can be followed.
    const clubs = [
      'SAL',
      'sal',
      ' SAL',
      'Cre\u0301teil',
      'Cr\u00e9teil',
      'a\u0001b',
      '🚣'.repeat(64),
    ];
    const reply = await request(
      'PUT',
      change({ wholeEvent: false, clubs: [...clubs, 'SAL'] }, device),
    );
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.json.clubs, clubs.toSorted());
    assert.equal((await followed(device)).length, clubs.length);
    await request('PUT', change({ wholeEvent: false, clubs: ['SAL'] }, device));
    assert.deepEqual(await followed(device), [`club ${clubNumber('SAL')}`]);
    const old = await request('PUT', change({}, device));
    assert.deepEqual(old.json.clubs, [], 'an old page names no clubs and follows none');
    assert.deepEqual(await followed(device), [`event ${event.eventId}`]);
    const fifty = Array.from({ length: 50 }, (_, n) => `Club ${n}`);
    assert.equal((await request('PUT', change({ clubs: fifty }, device))).status, 200);
    assert.equal((await followed(device)).length, 51);
  });

  test('how long before a race to be reminded is one number for each device and event', async () => {
    const device = push.subscribe();
    const minutes = async () => {
      const rows = await raw(
        service.databaseUrl,
        `select distinct f.event_id, f.remind_minutes from follows f
          join devices d on d.id = f.device_id where d.endpoint = '${device.endpoint}' order by 1`,
      );
      return rows.map((row) => row.remind_minutes);
    };
    const [a, b, c] = event.crews as [number, number, number];
    await request('PUT', change({ eventId: other.eventId, remindMinutes: 120 }, device));
    for (const [crews, remindMinutes] of [
      [[a, b], 20],
      [[b, c], 20],
      [[b, c], 5],
    ] as const) {
      const reply = await request('PUT', change({ crews, remindMinutes }, device));
      assert.equal(reply.json.remindMinutes, remindMinutes);
      assert.deepEqual(await minutes(), [remindMinutes, 120]);
    }
    assert.equal((await request('PUT', change({ crews: [a] }, device))).json.remindMinutes, null);
    assert.deepEqual(await minutes(), [null, 120]);
    const never = await request('PUT', change({ crews: [a], remindMinutes: null }, device));
    assert.equal(never.json.remindMinutes, null);
  });

  test('DELETE forgets a device everywhere, known or not', async () => {
    const [device, neighbour] = [push.subscribe(), push.subscribe()];
    for (const { eventId } of [event, other]) {
      await request('PUT', change({ eventId }, device));
      await request('PUT', change({ eventId }, neighbour));
    }
    const { endpoint } = device;
    for (const body of [{ endpoint }, { endpoint }, { endpoint: 'https://nobody.example/' }]) {
      const reply = await request('DELETE', body);
      assert.equal(reply.status, 204, reply.text);
      assert.equal(reply.text, '');
    }
    assert.equal(await stored(device), undefined);
    assert.equal((await followed(neighbour)).length, 2);
  });

  test('changes of many devices at once are all kept', async () => {
    const devices = Array.from({ length: 60 }, () => push.subscribe());
    const replies = await Promise.all(
      devices.flatMap((device) =>
        [event, other].map(({ eventId, crews }) =>
          request('PUT', change({ eventId, wholeEvent: false, crews }, device)),
        ),
      ),
    );
    assert.ok(replies.every(({ status }) => status === 200));
    for (const device of devices) assert.equal((await followed(device)).length, 8);
  });

  test('is no news to the boards', async () => {
    const told: unknown[] = [];
    const stop = service.database.changes.subscribe((eventIds) => {
      // `all` comes every 20 seconds, whatever happens.
      if (eventIds !== 'all') told.push(eventIds);
    });
    await request('PUT', change());
    await new Promise((resolve) => setTimeout(resolve, 200));
    stop();
    assert.deepEqual(told, []);
  });
});

describe('what cannot be followed', () => {
  test('an event that is not published looks like one that is not there', async () => {
    const without = await service.provision();
    const draft = await service.provision();
    await draft.send('POST', '/schedule');
    const replies = [];
    for (const eventId of [without.eventId, draft.eventId, 2_147_483_647]) {
      replies.push(await request('PUT', change({ eventId })));
    }
    for (const reply of replies) {
      refused(reply, 404, 'event_not_found');
      assert.equal(reply.text, replies[0]?.text);
    }
  });

  test('crews and races of nowhere and of elsewhere', async () => {
    const [crew] = event.crews as [number];
    const [race] = event.races as [number];
    const reply = await request(
      'PUT',
      change({
        crews: [crew, other.crews[0], 2_147_483_647, other.crews[0]],
        races: [other.races[0], race, 2_147_483_646],
      }),
    );
    refused(reply, 422, 'validation_failed', [
      ...['crews[1]', 'crews[2]', 'crews[3]', 'races[0]', 'races[2]'],
    ]);
  });

  test('200 of each, and no more', async () => {
    const [crew] = event.crews as [number];
    const [race] = event.races as [number];
    const lists = (count: number) => ({
      crews: new Array(count).fill(crew),
      races: new Array(count).fill(race),
    });
    const most = await request('PUT', change(lists(200)));
    assert.equal(most.status, 200);
    assert.deepEqual([most.json.crews, most.json.races], [[crew], [race]]);
    for (const count of [201, 10_000]) {
      const reply = await request('PUT', change(lists(count)));
      refused(reply, 422, 'validation_failed', ['crews', 'races']);
    }
  });
});

describe('what is refused', () => {
  const device = () => push.subscribe().subscription;
  const withKeys = (keys: object) => {
    const good = device();
    return { ...good, keys: { ...good.keys, ...keys } };
  };
  const at = (endpoint: unknown) => ({ ...device(), endpoint });
  const point = createECDH('prime256v1').generateKeys();
  const beside = Buffer.from(point);
  beside[64] = (beside[64] ?? 0) ^ 1;

  const WRONG: [what: string, fields: () => object, wrong: string[]][] = [
    ['no subscription', () => ({ subscription: undefined }), ['subscription']],
    [
      'everything, in the order of the document',
      () => ({
        subscription: { endpoint: 'https://push.example/1', keys: { p256dh: 'x', auth: '!' } },
        crews: 'x',
        language: '??',
      }),
      [
        'subscription.endpoint',
        'subscription.keys.p256dh',
        'subscription.keys.auth',
        'crews',
        'language',
      ],
    ],
    ['null', () => ({ subscription: null }), ['subscription']],
    ['a list', () => ({ subscription: [] }), ['subscription']],
    ['an empty one', () => ({ subscription: {} }), ['subscription.endpoint', 'subscription.keys']],
    [
      'no keys in it',
      () => ({ subscription: { ...device(), keys: {} } }),
      ['subscription.keys.p256dh', 'subscription.keys.auth'],
    ],
    [
      'keys that are text',
      () => ({ subscription: { ...device(), keys: 'x' } }),
      ['subscription.keys'],
    ],
    ['an endpoint that is no text', () => ({ subscription: at(7) }), ['subscription.endpoint']],
    ['an empty endpoint', () => ({ subscription: at('') }), ['subscription.endpoint']],
    [
      'an endpoint that is too long',
      () => ({ subscription: at(`${push.origin}/${'x'.repeat(2000)}`) }),
      ['subscription.endpoint'],
    ],
    [
      'an endpoint with half a pair',
      () => ({ subscription: at(`${push.origin}/\ud800`) }),
      ['subscription.endpoint'],
    ],
    ...[
      'https://example.com/push',
      'http://127.0.0.1/push',
      'http://127.0.0.1:1/push',
      'http://localhost:4711/push',
      'http://[::1]/push',
      'http://169.254.169.254/latest/meta-data',
      'http://fcm.googleapis.com/push',
      'https://user:word@fcm.googleapis.com/push',
      'https://fcm.googleapis.com:8443/push',
      'https://fcm.googleapis.com./push',
      'https://fcm.googleapis.com@127.0.0.1/push',
      'https://fcm.googleapis.com.example/push',
      'https://2130706433/push',
      'https://0x7f.1/push',
      'blob:https://fcm.googleapis.com/push',
      'file:///etc/passwd',
      'javascript:alert(1)',
      '//fcm.googleapis.com/push',
      'push',
      '\u0001',
    ].map((endpoint): [string, () => object, string[]] => [
      endpoint,
      () => ({ subscription: at(endpoint) }),
      ['subscription.endpoint'],
    ]),
    [
      'the origin of the push service with its port in another notation',
      () => ({ subscription: at(push.origin.replace(/:(\d+)$/, ':0$1/push')) }),
      ['subscription.endpoint'],
    ],
    [
      'the host of the push service in another notation',
      () => ({ subscription: at(`${push.origin.replace('127.0.0.1', '127.1')}/push`) }),
      ['subscription.endpoint'],
    ],
    ...[
      ['a point beside the curve', beside.toString('base64url')],
      ['zero', Buffer.concat([Buffer.of(4), Buffer.alloc(64)]).toString('base64url')],
      ['64 bytes', point.toString('base64url', 1)],
      ['padding', `${point.toString('base64url')}=`],
      ['a word', 'p256dh'],
    ].map(([what, p256dh]): [string, () => object, string[]] => [
      `a public key: ${what}`,
      () => ({ subscription: withKeys({ p256dh }) }),
      ['subscription.keys.p256dh'],
    ]),
    ...[
      ['15 bytes', randomBytes(15).toString('base64url')],
      ['17 bytes', randomBytes(17).toString('base64url')],
      ['padding', `${randomBytes(16).toString('base64url')}==`],
    ].map(([what, auth]): [string, () => object, string[]] => [
      `a secret: ${what}`,
      () => ({ subscription: withKeys({ auth }) }),
      ['subscription.keys.auth'],
    ]),
    [
      'everything in the subscription, and the language',
      () => ({
        subscription: { endpoint: 'x', keys: { p256dh: 'x', auth: 'x' } },
        language: 'no such language',
      }),
      [
        ...['subscription.endpoint', 'subscription.keys.p256dh', 'subscription.keys.auth'],
        'language',
      ],
    ],
    ['no event', () => ({ eventId: undefined }), ['eventId']],
    ['an event as text', () => ({ eventId: '1' }), ['eventId']],
    ['event 0', () => ({ eventId: 0 }), ['eventId']],
    ['event 1.5', () => ({ eventId: 1.5 }), ['eventId']],
    ['an event beyond all', () => ({ eventId: 2 ** 53 }), ['eventId']],
    ['no wholeEvent', () => ({ wholeEvent: undefined }), ['wholeEvent']],
    ['wholeEvent: 1', () => ({ wholeEvent: 1 }), ['wholeEvent']],
    ['wholeEvent: "true"', () => ({ wholeEvent: 'true' }), ['wholeEvent']],
    ['wholeEvent: null', () => ({ wholeEvent: null }), ['wholeEvent']],
    ['no lists', () => ({ crews: undefined, races: undefined }), ['crews', 'races']],
    ['lists that are none', () => ({ crews: 1, races: {} }), ['crews', 'races']],
    [
      'ids that are none',
      () => ({ crews: [0, '1', null, 1.5, -1, 2 ** 31] }),
      [...['crews[0]', 'crews[1]', 'crews[2]', 'crews[3]', 'crews[4]', 'crews[5]']],
    ],
    ['a list in a list', () => ({ races: [[1]] }), ['races[0]']],
    ...[0, 1.5, 4, 121, 1e9, -20, 2 ** 53, '20', true, [20], {}].map(
      (remindMinutes): [string, () => object, string[]] => [
        `remindMinutes ${JSON.stringify(remindMinutes)}`,
        () => ({ remindMinutes }),
        ['remindMinutes'],
      ],
    ),
    ['51 clubs', () => ({ clubs: Array.from({ length: 51 }, (_, n) => `Club ${n}`) }), ['clubs']],
    [
      'clubs that are none',
      () => ({
        clubs: ['', 'x'.repeat(65), 'x'.repeat(10_000), 7, null, 'a\u0000b', '\ud800', 'A'],
      }),
      Array.from({ length: 7 }, (_, n) => `clubs[${n}]`),
    ],
    ['clubs that are no list', () => ({ clubs: 'SAL' }), ['clubs']],
    ['clubs: null', () => ({ clubs: null }), ['clubs']],
    ...['', 'x', 'de_DE', 'englischdeutsch', '*', 'de;q=1', 7, null, 'x-'.repeat(20)].map(
      (language): [string, () => object, string[]] => [
        `language ${JSON.stringify(language)}`,
        () => ({ language }),
        ['language'],
      ],
    ),
  ];

  for (const [what, fields, wrong] of WRONG) {
    test(`422: ${what}`, async () => {
      const before = await countAll();
      refused(await request('PUT', change(fields())), 422, 'validation_failed', wrong);
      assert.deepEqual(await countAll(), before);
    });
  }

  const UNKNOWN: [sent: object, fields: string[], detail: RegExp][] = [
    [{ club: ['SAL'] }, ['club'], /is not known; "clubs" was probably meant/],
    [{ Clubs: ['SAL'] }, ['Clubs'], /"clubs" was probably meant/],
    [{ remindMinute: 20 }, ['remindMinute'], /"remindMinutes" was probably meant/],
    [{ remind: 20 }, ['remind'], /"remindMinutes" was probably meant/],
    [{ crew: [1], crews: undefined }, ['crew'], /"crews" was probably meant/],
    [{ race: [1], races: undefined }, ['race'], /"races" was probably meant/],
    [{ event: 1, eventId: undefined }, ['event'], /"eventId" was probably meant/],
    [{ lang: 'de' }, ['lang'], /"language" was probably meant/],
    [{ reminder: 20, crew: [1] }, ['reminder', 'crew'], /there are subscription, eventId, /],
    // Refused also beside the property that is meant, because one of the two lists would be ignored.
    [{ club: ['SAL'], clubs: ['HUD'] }, ['club'], /there are .* clubs, remindMinutes, language$/],
    [{ [`x${'y'.repeat(10_000)}`]: 1 }, [`x${'y'.repeat(63)}`], /is not known/],
    [{ language: '??', lang: 'de' }, ['language', 'lang'], /BCP 47/],
  ];
  for (const [sent, fields, detail] of UNKNOWN) {
    test(`422: properties that are not known, and nothing is unfollowed: ${fields}`, async () => {
      const device = push.subscribe();
      await request('PUT', change({ clubs: ['SAL'], crews: event.crews }, device));
      const before = await followed(device);
      const reply = await request('PUT', change({ wholeEvent: false, ...sent }, device));
      refused(reply, 422, 'validation_failed', fields);
      assert.match(reply.json.errors[0].detail, detail);
      assert.deepEqual(await followed(device), before);
    });
  }

  test('422: of many unknown properties a hundred are named', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`own${n}`, n]));
    const reply = await request('PUT', change(many));
    assert.equal(reply.json.errors.length, 100, reply.text);
  });

  test('what was answered can be sent back, and what browsers say of a subscription', async () => {
    const device = push.subscribe();
    const { json } = await request('PUT', change({ clubs: ['SAL'], remindMinutes: 20 }, device));
    const subscription = { ...device.subscription, expirationTime: null, options: {} };
    const again = await request('PUT', { ...json, subscription });
    assert.equal(again.status, 200, again.text);
    assert.deepEqual(again.json, json);
    assert.equal((await request('DELETE', subscription)).status, 204);
  });

  for (const body of ['[]', '"text"', '7', 'null', 'true']) {
    test(`422: a body that is ${body}`, async () => {
      refused(await request('PUT', body), 422, 'validation_failed', ['body']);
      refused(await request('DELETE', body), 422, 'validation_failed', ['body']);
    });
  }

  test('422: a DELETE of nothing', async () => {
    for (const body of [{}, { endpoint: 7 }, { endpoint: '' }, { endpoint: null }]) {
      refused(await request('DELETE', body), 422, 'validation_failed', ['endpoint']);
    }
    const long = { endpoint: `https://fcm.googleapis.com/${'x'.repeat(100_000)}` };
    refused(await request('DELETE', long), 422, 'validation_failed', ['endpoint']);
  });

  test('400: what is no JSON, or means to be more', async () => {
    const good = JSON.stringify(change());
    for (const body of [
      '{',
      good.slice(0, -1),
      good.replace('{', '{"__proto__": {"wholeEvent": true}, '),
      good.replace('{', '{"constructor": {"prototype": {}}, '),
      good.replace('"keys":{', '"keys":{"__proto__":{},'),
      `${'['.repeat(17)}${']'.repeat(17)}`,
    ]) {
      refused(await request('PUT', body), 400, 'malformed_json');
    }
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-encoding': 'gzip' },
    ] as Record<string, string>[]) {
      refused(await request('PUT', good, headers), 400, 'malformed_json');
      refused(await request('DELETE', good, headers), 400, 'malformed_json');
    }
    for (const method of ['PUT', 'DELETE']) {
      refused(await request(method, undefined), 400, 'malformed_json');
    }
  });

  test('413: more than 256 KiB', async () => {
    for (const length of [256 * 1024, 3 * 1024 * 1024]) {
      const endpoint = `https://fcm.googleapis.com/${'x'.repeat(length)}`;
      refused(
        await request('PUT', change({ subscription: at(endpoint) })),
        413,
        'payload_too_large',
      );
      refused(await request('DELETE', { endpoint }), 413, 'payload_too_large');
    }
    const padded = JSON.stringify(change()).padEnd(256 * 1024);
    assert.equal((await request('PUT', padded)).status, 200);
  });

  test('405: other methods', async () => {
    for (const method of ['GET', 'POST', 'PATCH', 'OPTIONS']) {
      const reply = await request(method, undefined);
      refused(reply, 405, 'method_not_allowed');
      assert.equal(reply.headers.get('allow'), 'PUT, DELETE');
    }
  });

  test('404 comes after the content, and before unknown crews', async () => {
    const nowhere = { eventId: 2_147_483_647, crews: [2_147_483_647] };
    refused(await request('PUT', change(nowhere)), 404, 'event_not_found');
    const wrong = change({ ...nowhere, subscription: at('https://example.com/x') });
    refused(await request('PUT', wrong), 422, 'validation_failed', ['subscription.endpoint']);
  });
});

describe('limits', () => {
  test('429: who names other addresses in X-Forwarded-For is one all the same, without a proxy', async () => {
    const open = await startTestService();
    try {
      const ask = (n: number) =>
        open.send('DELETE', '/board/api/follows', {
          body: {},
          headers: { 'x-forwarded-for': `203.0.113.${n}` },
        });
      const replies = await Promise.all(Array.from({ length: 601 }, (_, n) => ask(n)));
      assert.equal(replies.filter(({ status }) => status === 422).length, 600);
      assert.equal(replies.filter(({ status }) => status === 429).length, 1);
    } finally {
      await open.stop();
    }
  });

  test('429: 600 changes in a minute from one address, good or bad', async () => {
    for (let n = 0; n < 599; n++) assert.equal((await request('DELETE', '{')).status, 400);
    const { endpoint } = push.subscribe();
    assert.equal((await request('DELETE', { endpoint })).status, 204);
    for (const [method, body] of [
      ['PUT', change()],
      ['DELETE', { endpoint }],
      ['PUT', '{'],
      ['PUT', 'x'.repeat(300_000)],
    ] as const) {
      const reply = await request(method, body);
      refused(reply, 429, 'rate_limited');
      const seconds = Number(reply.headers.get('retry-after'));
      assert.ok(seconds >= 1 && seconds <= 60);
    }
    refused(await request('POST', '{'), 405, 'method_not_allowed');
    address = `198.51.100.${visitor}`;
    assert.equal((await request('PUT', change())).status, 200);
    assert.equal((await service.send('GET', '/board/api/push-key')).status, 200);
  });
});

test('a change that cannot be written whole is not written at all', async () => {
  const broken = await startTestService({ PUSH_ORIGINS: push.origin });
  await raw(broken.databaseUrl, 'alter table follows rename to elsewhere');
  const made = await broken.provision();
  await made.send('POST', '/schedule');
  await made.send('POST', '/schedule/publish');
  const device = push.subscribe();
  const reply = await broken.send('PUT', '/board/api/follows', {
    body: change({ eventId: made.eventId }, device),
  });
  refused(reply, 500, 'internal_error');
  const rows = await raw(broken.databaseUrl, 'select endpoint from devices');
  assert.deepEqual(rows, []);
  await raw(broken.databaseUrl, 'alter table elsewhere rename to follows');
  await broken.stop();
});
