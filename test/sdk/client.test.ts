/** The client against the real service, through a proxy that makes some requests fail. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  Conflict,
  ConnectionFailed,
  EventNotFound,
  InternalError,
  InvalidArgument,
  InvalidCredentials,
  NotFound,
  type Options,
  RaceNotFound,
  RateLimited,
  RunningOrder,
  RunningOrderError,
  ScheduleNotFound,
  TimedOut,
  Unauthorized,
  UnexpectedAnswer,
  ValidationFailed,
} from '../../sdk/src/index.ts';
import { type Provisioned, startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { startFaultProxy } from './fault-proxy.ts';

const APP = 'ClientTest/1.0';
const TEAMS = [
  { externalId: 'a', name: 'Saline' },
  { externalId: 'b', name: 'Riverview' },
];
const RACE = {
  externalId: 'W8+ Heat 1/2',
  raceNumber: 1,
  scheduledAt: '2026-06-13T09:00:00+02:00',
};

let event: Provisioned;

const service = await startTestService();
const proxy = await startFaultProxy(service.url);
beforeEach(async () => {
  event = await service.provision();
  proxy.faults.length = 0;
  proxy.noted.length = 0;
});

/** A client that goes through the proxy. */
function client(options: Partial<Options> = {}): RunningOrder {
  return new RunningOrder({ baseUrl: proxy.url, key: event.key, app: APP, ...options });
}

/** An event with a schedule and one race of two crews. */
async function withRace(options?: Partial<Options>) {
  const it = client(options).event(event.eventId);
  await it.createSchedule();
  await it.putTeams(TEAMS);
  await it.putRaces([RACE]);
  proxy.noted.length = 0;
  return it;
}

/** The error of a call that must fail. */
async function failure<Kind extends RunningOrderError>(
  call: Promise<unknown>,
  kind: abstract new (...words: never[]) => Kind,
): Promise<Kind> {
  const error = await call.then(
    () => assert.fail('it does not fail'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof kind, String(error));
  return error;
}

test('a regatta from nothing to its results', async () => {
  const api = client();
  assert.equal((await api.me()).keyLabel, 'Timing');
  assert.deepEqual(
    (await api.events()).events.map(({ id, hasSchedule }) => [id, hasSchedule]),
    [[event.eventId, false]],
  );
  const it = api.event(event.eventId);
  assert.equal((await it.createSchedule({ laneScheme: ['A', 'B'] })).status, 'draft');
  assert.deepEqual((await it.createSchedule()).laneScheme, ['A', 'B'], 'the existing one');
  assert.deepEqual(
    (await it.putTeams(TEAMS)).teams.map(({ outcome }) => outcome),
    ['inserted', 'inserted'],
  );
  assert.equal((await it.teams()).teams.length, 2);
  assert.equal((await it.putRaces([RACE])).races[0]?.outcome, 'inserted');
  const race = it.race(RACE.externalId);
  const drawn = await race.putEntries([
    { position: 1, teamExternalId: 'a' },
    { position: 2, teamExternalId: 'b' },
  ]);
  assert.deepEqual(
    drawn.lanes.map(({ positionLabel }) => positionLabel),
    ['A', 'B'],
  );
  const scored = await race.putResults([
    { position: 1, finishTimeMillis: 402_700 },
    { position: 2, finishTimeMillis: 399_500 },
  ]);
  assert.deepEqual(
    scored.lanes.map(({ finishPlace }) => finishPlace),
    [2, 1],
  );
  assert.equal((await it.publish()).status, 'published');
  assert.equal((await it.setDelay('2026-06-13', 25)).delayMinutes, 25);
  assert.deepEqual((await it.schedule()).races[0]?.lanes, scored.lanes);
});

test('an answer is the JSON of the service, with its rate limit beside it', async () => {
  const me = await client().me();
  const { json } = await service.send('GET', '/v1/me', { key: event.key });
  assert.deepEqual(Object.keys(me), Object.keys(json));
  assert.equal(JSON.stringify(me), JSON.stringify(json));
  assert.equal(me.rateLimit.limit, 1_000_000);
  assert.equal(me.rateLimit.remaining, 999_999);
  assert.ok(me.rateLimit.reset > Date.now() / 1000);
});

test('baseUrl is taken with and without /v1, below a path, and with slashes', async () => {
  for (const baseUrl of ['', '/', '/v1', '/v1/', '//'].map((end) => proxy.url + end)) {
    await client({ baseUrl }).me();
  }
  assert.deepEqual(new Set(proxy.noted.map(({ url }) => url)), new Set(['/v1/me']));
  await failure(client({ baseUrl: `${proxy.url}/regatta` }).me(), NotFound);
  assert.equal(proxy.noted.at(-1)?.url, '/regatta/v1/me');
  for (const baseUrl of ['', 'regatta.example', 'ftp://regatta.example', 'http://a.example/?b']) {
    assert.throws(() => client({ baseUrl }), /baseUrl must be an address/, baseUrl);
  }
  for (const user of ['maja:hunter2', ':hunter2', 'hunter2']) {
    const baseUrl = `https://${user}@a.example`;
    assert.throws(() => client({ baseUrl }), /baseUrl must be an address .+ not "…@a\.example"/);
  }
});

test('a key is taken with a line break behind it; no message shows a wrong one', async () => {
  await client({ key: `${event.key}\n` }).me();
  for (const key of ['', ' ', 'se cret', 'se\ncret', 'sécret', undefined as unknown as string]) {
    assert.throws(() => client({ key }), {
      name: 'InvalidArgument',
      message: 'key is no API key.',
    });
  }
});

test('an argument that cannot be is said before anything is sent', async () => {
  const wrong = (value: unknown) => value as never;
  for (const id of [0, -1, 1.5, Number.NaN, 2 ** 53, '7', undefined, null, Symbol('x')]) {
    assert.throws(() => client().event(wrong(id)), InvalidArgument, String(id));
  }
  const it = client().event(event.eventId);
  for (const id of ['', '.', '..', 'a\ud800', 7, undefined]) {
    assert.throws(() => it.race(wrong(id)), InvalidArgument, String(id));
  }
  for (const options of [{ timeoutMs: -1 }, { deadlineMs: Number.NaN }, { retries: wrong('x') }]) {
    assert.throws(() => client(options), InvalidArgument);
  }
  const textless = Object.create(null);
  assert.throws(() => client().event(wrong(textless)), InvalidArgument);
  assert.throws(() => it.race(wrong(textless)), InvalidArgument);
  for (const options of [undefined, null, 7, { key: 'k', baseUrl: textless, app: textless }]) {
    assert.throws(() => new RunningOrder(wrong(options)), InvalidArgument);
  }
  for (const options of [{ baseUrl: textless }, { retries: Symbol('x') }, { key: textless }]) {
    assert.throws(() => client(wrong(options)), InvalidArgument);
  }
  const cycle: object[] = [];
  cycle.push(cycle);
  for (const call of [
    () => it.putTeams(wrong(undefined)),
    () => it.putRaces(wrong(7)),
    () => it.race('r').putEntries(wrong({})),
    () => it.race('r').putResults([wrong(7n)]),
    () => it.putTeams(wrong(cycle)),
    () => it.schedule({ signal: wrong('soon') }),
  ]) {
    const error = await failure(call(), InvalidArgument);
    assert.ok(!error.isRetryable && error instanceof RunningOrderError, error.message);
  }
  for (const options of [
    { signal: 'soon' },
    { everyMs: null },
    { everyMs: Symbol('x') },
    { onOutage: 7 },
  ]) {
    await assert.rejects(it.watch(wrong(options)).next(), InvalidArgument);
  }
  assert.equal(proxy.noted.length, 0);
});

test('options that are null are none', async () => {
  const none = null as never;
  const it = client().event(event.eventId);
  await it.createSchedule({}, none);
  const watch = it.watch(none);
  await watch.next();
  await watch.return(undefined);
  await it.schedule(none);
});

test('the service is told who asks', async () => {
  await client({ app: 'Mein Zielgericht (ü)/2\r\n' }).me();
  const agent = proxy.noted[0]?.headers['user-agent'];
  assert.match(
    String(agent),
    /^running-order-client\/\d+\.\d+\.\d+ \(Mein Zielgericht \?\?\?\/2\?\?\)$/,
  );
  assert.match(String(proxy.noted[0]?.headers['x-request-id']), /^[\da-f-]{36}$/);
});

test('each problem has its class, with what the service says', async () => {
  const it = client().event(event.eventId);
  const missing = await failure(it.schedule(), ScheduleNotFound);
  assert.ok(missing instanceof NotFound && missing.status === 404);
  await failure(client().event(9999).schedule(), EventNotFound);
  const forged = `${event.key.slice(0, -1)}${event.key.endsWith('0') ? '1' : '0'}`;
  const wrongKey = await failure(client({ key: forged }).me(), InvalidCredentials);
  assert.ok(wrongKey instanceof Unauthorized);
  await it.createSchedule();
  await failure(it.race('nobody').putResults([{ position: 1 }]), RaceNotFound);
  const twice = [RACE, { ...RACE, externalId: 'other' }];
  const invalid = await failure(it.putRaces(twice), ValidationFailed);
  assert.deepEqual(
    [invalid.name, invalid.code, invalid.status, invalid.field],
    ['ValidationFailed', 'validation_failed', 422, 'races[1].raceNumber'],
  );
  assert.deepEqual(
    invalid.errors.map(({ field }) => field),
    ['races[1].raceNumber'],
  );
  assert.match(invalid.message, /repeats 1/);
  assert.equal(invalid.requestId, proxy.noted.at(-1)?.headers['x-request-id']);
  await it.putRaces([RACE]);
  const conflict = await failure(it.putRaces([{ ...RACE, externalId: 'other' }]), Conflict);
  assert.equal(conflict.field, undefined);
  assert.deepEqual(
    conflict.conflicts.map(({ property, heldBy }) => [property, heldBy.externalId]),
    [['raceNumber', RACE.externalId]],
  );
  assert.equal(proxy.noted.length, 8, 'none of these is tried again');
});

test('what is not of the service is said so', async () => {
  const once = client({ retries: 0 });
  proxy.faults.push({ status: 403, body: '<h1>No</h1>' });
  const refused = await failure(once.me(), UnexpectedAnswer);
  assert.deepEqual(
    [refused.status, refused.code, refused.name, refused.firstBytes, refused.isRetryable],
    [403, undefined, 'UnexpectedAnswer', '<h1>No</h1>', false],
  );
  proxy.faults.push({ status: 302, headers: { location: 'http://login.example/' } });
  assert.match((await failure(once.me(), UnexpectedAnswer)).message, /302 http:\/\/login/);
  const json = { 'content-type': 'application/json' };
  const long = `{"keyLabel": "${'x'.repeat(1000)}`;
  for (const [headers, body] of [
    [{ 'content-type': 'text/html' }, 'Sign in'],
    [json, 'Sign in'],
    [json, long],
    [json, '[]'],
    [json, 'null'],
    [json, ''],
  ] as const) {
    proxy.faults.push({ status: 200, headers, body });
    const strange = await failure(once.me(), UnexpectedAnswer);
    assert.match(strange.message, /sign-in/);
    assert.deepEqual([strange.status, strange.firstBytes], [200, body.slice(0, 200)]);
    assert.equal(strange.isRetryable, true, 'whoever signs in lets the next one through');
  }
  const nobody = client({ retries: 0, baseUrl: 'http://127.0.0.1:9' });
  assert.match((await failure(nobody.me(), ConnectionFailed)).message, /127\.0\.0\.1:9/);
  const unknown = { status: 418, body: '{"code":"teapot","detail":"I am one"}' };
  proxy.faults.push(unknown);
  const teapot = await failure(once.me(), RunningOrderError);
  assert.deepEqual([teapot.code, teapot.message], ['teapot', 'I am one']);
});

for (const fault of ['cut', 'lose the answer', 'cut the body'] as const) {
  test(`it tries again where the network does this: ${fault}`, async () => {
    const it = await withRace();
    proxy.faults.push(fault);
    const drawn = await it.race(RACE.externalId).putEntries([{ position: 1, teamExternalId: 'a' }]);
    assert.equal(drawn.lanes[0]?.teamName, 'Saline');
    assert.equal(proxy.noted.length, 2);
    const ids = new Set(proxy.noted.map(({ headers }) => headers['x-request-id']));
    assert.equal(ids.size, 1, 'all attempts have one request id');
  });
}

for (const status of [408, 429, 500, 502, 503, 504]) {
  test(`it tries again after ${status}`, async () => {
    const fault = { status, headers: { 'retry-after': '0' } };
    proxy.faults.push(fault, fault);
    await client().me();
    assert.equal(proxy.noted.length, 3);
  });
}

test('it gives up after the number of retries, with the last reason', async () => {
  proxy.faults.push({ status: 503 }, 'cut', { status: 500, body: '{"code":"internal_error"}' });
  await failure(client({ retries: 2 }).me(), InternalError);
  assert.equal(proxy.noted.length, 3);
});

test('Retry-After goes before the own wait, as seconds and as a date', async () => {
  proxy.faults.push({ status: 503, headers: { 'retry-after': '1' } });
  await client().me();
  const [first, second] = proxy.noted;
  assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 990);
  // The date is compared with the `Date` of the answer, not with the clock of this machine.
  const date = new Date('2031-01-01T00:00:00Z').toUTCString();
  const later = new Date('2031-01-01T00:02:00Z').toUTCString();
  proxy.faults.push({ status: 429, headers: { 'retry-after': later, date } });
  const late = await failure(client().me(), RunningOrderError);
  assert.equal(late.retryAfterMs, 120_000);
});

test('a Retry-After beyond the deadline throws at once', async () => {
  proxy.faults.push({
    status: 429,
    headers: { 'retry-after': '61' },
    body: '{"code":"rate_limited","title":"Too many requests"}',
  });
  const start = performance.now();
  const limited = await failure(client().me(), RateLimited);
  assert.equal(limited.retryAfterMs, 61_000);
  assert.ok(performance.now() - start < 30_000);
});

test('one attempt has its time, and all together have theirs', async () => {
  proxy.faults.push('hang');
  await client({ timeoutMs: 1500 }).me();
  assert.equal(proxy.noted.length, 2, 'the second attempt had time of its own');
  proxy.noted.length = 0;
  proxy.faults.push(...Array<'hang'>(50).fill('hang'));
  const start = performance.now();
  const late = await failure(
    client({ timeoutMs: 150, deadlineMs: 700, retries: 50 }).me(),
    TimedOut,
  );
  assert.match(late.message, /no answer in \d+ ms/);
  assert.ok(performance.now() - start < 5000, String(performance.now() - start));
  assert.ok(proxy.noted.length >= 2);
});

test('no limit of time is a limit, too', async () => {
  proxy.faults.push({ status: 503, headers: { 'retry-after': '0' } });
  const patient = { timeoutMs: Infinity, deadlineMs: Infinity, retries: Infinity };
  await client(patient).me();
});

test('a signal ends an attempt, a wait between attempts, and a call before it began', async () => {
  const reason = new Error('enough');
  await assert.rejects(client().me({ signal: AbortSignal.abort(reason) }), reason);
  assert.equal(proxy.noted.length, 0);
  for (const fault of ['hang', { status: 503, headers: { 'retry-after': '30' } }] as const) {
    proxy.faults.push(fault);
    const ending = new AbortController();
    const call = client().me({ signal: ending.signal });
    setTimeout(() => ending.abort(reason), 50);
    await assert.rejects(call, reason);
  }
});

test('what has not changed is not sent again, and each answer is an object of its own', async () => {
  const it = await withRace();
  const first = await it.schedule();
  first.races.length = 0;
  const second = await it.schedule();
  assert.equal(second.races.length, 1, 'what the caller does to an answer stays there');
  assert.ok(proxy.noted[1]?.headers['if-none-match']);
  assert.ok(second.rateLimit.remaining < first.rateLimit.remaining);
  await it.setDelay('2026-06-13', 5);
  assert.notEqual((await it.schedule()).updatedAt, first.updatedAt);
});

/** A `fetch` whose answers have no ETag, like those through a proxy that removes it. */
const withoutEtag: typeof fetch = async (...asked) => {
  const { body, status, headers } = await fetch(...asked);
  const left = Array.from(headers).filter(([name]) => name !== 'etag');
  return new Response(body, { status, headers: left });
};

for (const [where, way] of [
  ['', {}],
  [' where a proxy takes the ETag away', { fetch: withoutEtag }],
] as const)
  test(`watching${where}: now, and after each change; outages are told and outlived`, async () => {
    const it = await withRace({ retries: 0, ...way });
    const ending = new AbortController();
    const outages: string[] = [];
    const asked = () => proxy.noted.filter(({ method }) => method === 'GET').length;
    const seen: number[] = [];
    const options = {
      everyMs: 20,
      signal: ending.signal,
      onOutage: (error: RunningOrderError) => outages.push(error.name),
    };
    for await (const schedule of it.watch(options)) {
      seen.push(schedule.races.length);
      if (seen.length === 1) {
        proxy.faults.push('none', 'cut', { status: 502 }, 'none');
        until('it goes on asking', () => asked() > 5).then(() =>
          it.putRaces([{ ...RACE, externalId: 'x', raceNumber: 2 }]),
        );
      } else ending.abort();
    }
    assert.deepEqual(seen, [1, 2]);
    assert.deepEqual(outages, ['ConnectionFailed', 'UnexpectedAnswer']);
  });

test('watching: an event that is not there ends it, and a wait of any length is waited', async () => {
  const nowhere = client().event(9999).watch();
  await assert.rejects(nowhere.next(), EventNotFound);
  const it = await withRace();
  const ending = new AbortController();
  const watch = it.watch({ everyMs: Number.POSITIVE_INFINITY, signal: ending.signal });
  await watch.next();
  const ended = watch.next();
  setTimeout(() => ending.abort(), 200);
  await ended;
  assert.equal(proxy.noted.length, 1);
});

test('it refuses to run in a browser', () => {
  const page = { window: {}, document: {}, process: undefined };
  const stored = Object.getOwnPropertyDescriptors(globalThis);
  Object.defineProperties(
    globalThis,
    Object.fromEntries(
      Object.entries(page).map(([name, value]) => [name, { value, configurable: true }]),
    ),
  );
  try {
    assert.throws(() => client(), /In a browser/);
  } finally {
    Object.defineProperty(globalThis, 'process', stored.process as PropertyDescriptor);
    for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name);
  }
  client();
});
