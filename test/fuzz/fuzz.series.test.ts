/**
 * A seeded fuzz of the whole interface over real HTTP: payloads derived from the wire schemas, valid
 * ones and mutants, strange paths, headers and methods, and raw bytes. It asserts what has to
 * be true of every answer, whatever was sent.
 *
 * FUZZ_SEED repeats a run, FUZZ_REQUESTS sets how many requests it makes. Requests run side by
 * side, so a repeated run sends the same requests, in nearly the same order.
 */
import assert from 'node:assert/strict';
import { Agent, request as httpRequest, type IncomingHttpHeaders, METHODS } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { LaneWrite, Race, RaceWrite, ResultWrite, RunningOrder } from '../../src/contract/race.ts';
import {
  Delay,
  DelayWrite,
  EventList,
  Identity,
  Schedule,
  ScheduleCreate,
  ScheduleSummary,
} from '../../src/contract/schedule.ts';
import { PushedTeams, Teams, TeamWrite } from '../../src/contract/team.ts';
import { isOnServer } from '../support/databases.ts';
import { anyProblem, RawConnection } from '../support/raw-http.ts';
import { type Provisioned, startTestService } from '../support/service.ts';
import { stopAtEndOfFile } from '../support/started.ts';

const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** On the second database fewer, because what is read and refused does not depend on it. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (isOnServer ? 2000 : 5000));
const WORKERS = 8;
const BATCH = 250;
/** A run with so many failures stops early. */
const MAX_FAILURES = 20;
/** One request in so many is sent as mutated bytes on a connection of its own. */
const RAW_SHARE = 20;

const IDS = ['r1', 'a/b', 'c d', '%2F', '\u{1F6A3}', 'é', 'e\u0301', 'x'.repeat(128), ';', '...'];
const NAMES = ['Saline A', 'saline a', 'Ruder-Club é', '\u{1F6A3}'.repeat(120), 'B', 'C', 'D'];

const service = await startTestService();
const agent = new Agent({ keepAlive: true, maxSockets: WORKERS });
stopAtEndOfFile(() => agent.destroy());
const events = [
  await service.provision(),
  await service.provision({ timezone: null }),
  await service.provision(),
];
for (const event of events.slice(0, 2)) {
  await event.send('POST', '/schedule', { laneScheme: ['A', 'B'] });
  await event.send(
    'PUT',
    '/teams',
    IDS.slice(0, 6).map((externalId, i) => ({ externalId, name: NAMES[i] })),
  );
  const races = IDS.slice(0, 5).map((externalId, i) => ({
    externalId,
    raceNumber: i + 1,
    scheduledAt: `2026-06-13T0${i}:00:00Z`,
    ...(i % 2 === 1 && { resultMode: 'placesOnly' }),
  }));
  const pushed = await event.send('PUT', '/races', races);
  assert.equal(pushed.status, 200, pushed.text);
}

/** The keywords of the schemas. */
interface Keywords {
  type: string | string[];
  properties?: Record<string, Keywords>;
  required?: string[];
  items?: Keywords;
  enum?: unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

type Json = fc.Arbitrary<unknown>;

/** Values that a schema allows, most of them from small pools so that pushes name the same rows. */
function valid(schema: Keywords): Json {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  const plain = notNull(schema, types);
  return types.includes('null')
    ? fc.oneof({ weight: 4, arbitrary: plain }, fc.constant(null))
    : plain;
}

function notNull(schema: Keywords, types: string[]): Json {
  if (schema.enum) return fc.constantFrom(...schema.enum.filter((word) => word !== null));
  if (types.includes('object')) return validObject(schema);
  if (types.includes('array')) {
    const maxLength = Math.min(schema.maxItems ?? 8, 8);
    return fc.array(valid(schema.items as Keywords), { maxLength });
  }
  if (types.includes('integer')) {
    const { minimum = 0, maximum = 2 ** 31 - 1 } = schema;
    const few = fc.integer({ min: minimum, max: Math.min(minimum + 6, maximum) });
    return fc.oneof({ weight: 8, arbitrary: few }, fc.integer({ min: minimum, max: maximum }));
  }
  return validText(schema);
}

function validObject({ properties = {}, required = [] }: Keywords): Json {
  const entries = Object.entries(properties).map(
    ([name, schema]) => [name, valid(schema)] as const,
  );
  return fc.record(Object.fromEntries(entries), { requiredKeys: required });
}

function validText({ format, minLength = 0, maxLength = 40 }: Keywords): Json {
  if (format === 'external-id') {
    const odd = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
    return fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...IDS) }, odd);
  }
  if (format === 'crew-name') return fc.constantFrom(...NAMES);
  if (format === 'date')
    return fc.constantFrom('2026-06-13', '2026-06-14', '9999-12-31', '0001-01-01');
  if (format === 'date-time') {
    return fc.oneof(
      fc
        .date({ min: new Date('2026-06-13'), max: new Date('2026-06-15'), noInvalidDate: true })
        .map((date) => date.toISOString()),
      fc.constantFrom(
        '2026-06-13T09:00:00+02:00',
        '0001-01-01T00:00:00Z',
        '9999-12-31T23:59:59.999Z',
      ),
    );
  }
  return fc.string({ unit: 'grapheme', minLength, maxLength });
}

/** Values that hardly any property accepts. */
const junk: Json = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 31) - 1,
    1e308,
    '',
    ' ',
    '7',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00\ud800',
    '\ufeff',
    '..',
    'x'.repeat(600),
    'e\u0301'.repeat(300),
    '2026-02-30T00:00:00Z',
    '2026-06-13T09:00:00',
    "'; drop table races; --",
    '{{7*7}}',
    [],
    {},
    [[]],
    [null],
    { toString: 1 },
    { valueOf: 'x' },
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
);

interface Mutation {
  where: number;
  kind: 'replace' | 'remove' | 'add' | 'double';
  value: unknown;
  name: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  where: fc.nat(1000),
  kind: fc.constantFrom('replace', 'replace', 'remove', 'add', 'double'),
  value: junk,
  name: fc.oneof(
    fc.constantFrom(
      'outcome',
      'lanes',
      'id',
      'constructor',
      'toString',
      '',
      'length',
      'hasOwnProperty',
      'team_external_id',
      'raceNumbr',
      'finishTime',
      'Position',
    ),
    fc.string(),
  ),
});

/** Applies a mutation somewhere in a value; the root itself may be replaced. */
function mutate(root: unknown, { where, kind, value, name }: Mutation): unknown {
  const holder = { root: structuredClone(root) };
  const places: [container: Record<string, unknown> | unknown[], key: string | number][] = [];
  const walk = (container: Record<string, unknown> | unknown[]) => {
    const keys = Array.isArray(container) ? container.keys() : Object.keys(container);
    for (const key of keys) {
      places.push([container, key]);
      const child = (container as Record<string | number, unknown>)[key];
      if (typeof child === 'object' && child !== null) walk(child as Record<string, unknown>);
    }
  };
  walk(holder);
  const [container, key] = places[where % places.length] as (typeof places)[0];
  const slots = container as Record<string | number, unknown>;
  if (kind === 'replace') slots[key] = value;
  else if (kind === 'double' && Array.isArray(container))
    container.push(structuredClone(slots[key]));
  else if (kind === 'remove' && Array.isArray(container)) container.splice(Number(key), 1);
  else if (kind === 'remove') delete slots[key];
  else if (!Array.isArray(container)) {
    Object.defineProperty(container, name, { value, enumerable: true, configurable: true });
  }
  return holder.root;
}

/** The text of a body: JSON, now and then with its bytes damaged. */
function bodyOf(payload: Json): fc.Arbitrary<string | Buffer> {
  const texts = fc
    .tuple(payload, fc.array(mutation, { maxLength: 3 }), fc.nat(9))
    .map(([value, mutations, chance]) => {
      const mutated = chance < 4 ? value : mutations.reduce(mutate, value);
      return JSON.stringify(mutated) ?? '';
    });
  const damaged = fc
    .tuple(texts, fc.nat(), fc.nat(3), fc.string({ unit: 'binary', maxLength: 4 }))
    .map(([text, at, kind, inserted]) =>
      damage(Buffer.from(text), at, kind, Buffer.from(inserted)),
    );
  const odd = fc.constantFrom(
    '',
    ' ',
    'null',
    '[',
    '[]]',
    '[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]',
    '{"__proto__":{}}',
    '{"constructor":{"prototype":{}}}',
    '\ufeff[]',
    'NaN',
    '"\\ud800"',
    '[1e999]',
    '[{"externalId":"d","externalId":"d","raceNumber":1,"raceNumber":2}]',
  );
  return fc.oneof({ weight: 16, arbitrary: texts }, damaged, odd);
}

function damage(bytes: Buffer, at: number, kind: number, inserted: Uint8Array): Buffer {
  const index = at % (bytes.length + 1);
  const [left, right] = [bytes.subarray(0, index), bytes.subarray(index)];
  if (kind === 0) return Buffer.concat([left, right.subarray(1)]);
  if (kind === 1) return left;
  if (kind === 2) return Buffer.concat([left, Buffer.of(at % 256), right.subarray(1)]);
  return Buffer.concat([left, inserted, right]);
}

function listBody(element: TSchema, key: string): fc.Arbitrary<string | Buffer> {
  const elements = fc.array(valid(element as unknown as Keywords), { maxLength: 6 });
  return bodyOf(
    fc.oneof(
      elements,
      elements.map((list) => ({ [key]: list })),
    ),
  );
}

interface RouteKind {
  method: string;
  path: (eventId: string, raceId: string) => string;
  body?: fc.Arbitrary<string | Buffer>;
  /** Documented statuses when the request reaches the route with a good key. */
  statuses: number[];
  answer: Record<number, Validator>;
}

const READ = [200, 304, 404];
const WRITE = [200, 400, 404, 409, 413, 422];
const NO_CONFLICT = [200, 400, 404, 413, 422];

const check = (schema: TSchema) => Compile(schema) as unknown as Validator;
const summary = check(ScheduleSummary);
const race = check(Race);

const ROUTES: RouteKind[] = [
  { method: 'GET', path: () => '/v1/me', statuses: [200, 304], answer: { 200: check(Identity) } },
  {
    method: 'GET',
    path: () => '/v1/events',
    statuses: [200, 304],
    answer: { 200: check(EventList) },
  },
  {
    method: 'GET',
    path: (id) => `/v1/events/${id}/schedule`,
    statuses: READ,
    answer: { 200: check(Schedule) },
  },
  {
    method: 'POST',
    path: (id) => `/v1/events/${id}/schedule`,
    body: bodyOf(valid(ScheduleCreate as unknown as Keywords)),
    statuses: [...NO_CONFLICT, 201],
    answer: { 200: summary, 201: summary },
  },
  {
    method: 'POST',
    path: (id) => `/v1/events/${id}/schedule/publish`,
    body: bodyOf(junk),
    statuses: [200, 404],
    answer: { 200: summary },
  },
  {
    method: 'PUT',
    path: (id) => `/v1/events/${id}/schedule/delay`,
    body: bodyOf(valid(DelayWrite as unknown as Keywords)),
    statuses: NO_CONFLICT,
    answer: { 200: check(Delay) },
  },
  {
    method: 'GET',
    path: (id) => `/v1/events/${id}/teams`,
    statuses: READ,
    answer: { 200: check(Teams) },
  },
  {
    method: 'PUT',
    path: (id) => `/v1/events/${id}/teams`,
    body: listBody(TeamWrite, 'teams'),
    statuses: WRITE,
    answer: { 200: check(PushedTeams) },
  },
  {
    method: 'PUT',
    path: (id) => `/v1/events/${id}/races`,
    body: listBody(RaceWrite, 'races'),
    statuses: WRITE,
    answer: { 200: check(RunningOrder) },
  },
  {
    method: 'PUT',
    path: (id, raceId) => `/v1/events/${id}/races/${raceId}/entries`,
    body: listBody(LaneWrite, 'lanes'),
    statuses: WRITE,
    answer: { 200: race },
  },
  {
    method: 'PUT',
    path: (id, raceId) => `/v1/events/${id}/races/${raceId}/results`,
    body: listBody(ResultWrite, 'results'),
    statuses: NO_CONFLICT,
    answer: { 200: race },
  },
];

const eventIndex = fc.constantFrom(0, 0, 0, 0, 1, 1, 2);
const strangeId = fc.oneof(
  fc.constantFrom(
    '0',
    '01',
    '1.0',
    '-1',
    '9223372036854775807',
    '9223372036854775808',
    '1e3',
    '%31',
  ),
  fc.string({ maxLength: 8 }).map(encodeURIComponent),
);
const raceId = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...IDS.map(encodeURIComponent)) },
  fc
    .string({ unit: 'binary', maxLength: 130 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '%zz',
    '%',
    '%00',
    '%C0%AF',
    '%2e%2e',
    '..',
    '.',
    '',
    '%ED%A0%80',
    'a%252Fb',
    ';a',
  ),
);

/** The header fields beside the key; `null` leaves the usual content type out. */
const headers: fc.Arbitrary<Record<string, string | string[] | null>> = fc.oneof(
  { weight: 20, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string | string[] | null>[]>(
    { 'content-type': null },
    { 'content-type': 'text/plain' },
    { 'content-type': 'foo' },
    { 'content-type': ';' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json; charset=UTF-8' },
    { 'content-encoding': 'gzip' },
    { 'transfer-encoding': 'chunked' },
    { 'if-none-match': '*' },
    { 'if-none-match': 'W/"x", "y"' },
    { 'accept-encoding': 'gzip, br;q=0.5' },
    { 'accept-encoding': 'identity;q=0, *;q=0' },
    { accept: 'text/html' },
    { 'x-request-id': 'fuzz-1' },
    { 'x-request-id': 'not valid' },
    { 'x-request-id': ['a', 'b'] },
    { 'accept-version': '9.9.9' },
    { 'x-http-method-override': 'DELETE' },
    { expect: '100-continue' },
    { expect: 'nothing' },
    { connection: 'close' },
    { upgrade: 'websocket', connection: 'upgrade' },
    { authorization: 'Bearer ro_000000000000000000000000000000000000' },
    { authorization: '' },
  ),
  fc
    .tuple(fc.stringMatching(/^[a-z]{1,12}-[a-z]{1,12}$/), fc.stringMatching(/^[ -~]{0,40}$/))
    .map(([name, value]) => ({ [name]: value })),
);

interface Planned {
  method: string;
  path: string;
  body: string | Buffer | undefined;
  headers: Record<string, string | string[] | null>;
  event: number;
  statuses: number[];
  route: RouteKind | undefined;
}

function planned(): fc.Arbitrary<Planned> {
  const onRoute = fc.constantFrom(...ROUTES.keys()).chain((index) => {
    const route = ROUTES[index] as RouteKind;
    return fc
      .record({
        event: eventIndex,
        strange: fc.oneof({ weight: 24, arbitrary: fc.constant(null) }, strangeId),
        raceId,
        body: route.body ?? fc.constant(undefined),
        headers,
        query: fc.constantFrom('', '', '', '', '?x=1', '?%', '?__proto__=1'),
        isHead: fc.nat(9).map((n) => n === 0 && route.method === 'GET'),
      })
      .map(({ event, strange, raceId, body, headers, query, isHead }): Planned => {
        const path = route.path(strange ?? String((events[event] as Provisioned).eventId), raceId);
        // An empty or dotted part may name no route at all.
        const statuses = [...route.statuses, 401, 404, ...(raceId === '' ? [405] : [])];
        const method = isHead ? 'HEAD' : route.method;
        return { method, path: path + query, body, headers, event, statuses, route };
      });
  });
  const elsewhere = fc
    .record({
      method: fc.constantFrom(...METHODS.filter((method) => method !== 'CONNECT')),
      path: fc.oneof(
        fc.constantFrom(...ROUTES.map(({ path }) => path('1', 'r1'))),
        fc.webPath().map((path) => (path.startsWith('/') ? path : `/${path}`)),
        fc.webPath().map((path) => `/v1/events/1${path}`),
        fc.constantFrom(
          '/',
          '//',
          '/v1',
          '/%',
          '/problems/conflict',
          '/problems/x',
          '/v1/events/1/teams/',
        ),
      ),
      event: eventIndex,
      headers,
    })
    .map((request): Planned => ({ ...request, body: undefined, statuses: [], route: undefined }));
  return fc.oneof({ weight: 12, arbitrary: onRoute }, elsewhere);
}

interface Answered {
  status: number;
  headers: Record<string, string>;
  text: string;
}

function send(plan: Planned): Promise<Answered> {
  const { hostname, port } = new URL(service.url);
  const given: Record<string, string | string[]> = {
    authorization: `Bearer ${(events[plan.event] as Provisioned).key}`,
  };
  if (plan.body !== undefined) given['content-type'] = 'application/json';
  for (const [name, value] of Object.entries(plan.headers)) {
    if (value === null) delete given[name];
    else given[name] = value;
  }
  if (plan.body !== undefined && given['transfer-encoding'] === undefined) {
    given['content-length'] = String(Buffer.byteLength(plan.body));
  }
  return new Promise((resolve, reject) => {
    const { method, path } = plan;
    const request = httpRequest(
      { agent, hostname, port, method, path, headers: given },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode = 0, headers } = response;
          const isPacked = headers['content-encoding'] !== undefined;
          const text = isPacked ? '' : Buffer.concat(chunks).toString('utf8');
          resolve({ status: statusCode, headers: flat(headers), text });
        });
      },
    );
    request.on('error', reject);
    request.end(plan.body);
  });
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join() : (value ?? ''),
    ]),
  );
}

/** What is true of every answer. */
function judge(plan: Planned, answer: Answered): void {
  const { status, headers, text } = answer;
  assert.ok(status >= 200 && status < 500, `status ${status}`);
  assert.match(headers['x-request-id'] ?? '', /^[A-Za-z0-9_-]{1,64}$/);
  for (const name of Object.keys(headers)) assert.ok(!name.startsWith('access-control'), name);
  if (status === 308) {
    // A path with surplus slashes is redirected to a page of this service, never to another host.
    assert.match(plan.path, /\/\/|\/(?:\?|$)/);
    assert.match(headers.location ?? '', /^\/(?![/\\])/);
    assert.equal(text, '');
    return;
  }
  if (plan.route) assert.ok(plan.statuses.includes(status), `undocumented status ${status}`);
  else assert.ok([200, 304, 400, 401, 404, 405, 422, 201].includes(status), `status ${status}`);
  if (plan.method === 'HEAD' || status === 304) {
    assert.equal(text, '');
    return;
  }
  if (status >= 300) {
    // Where there is no route, a client that accepts HTML gets a page, outside `/v1`.
    const isPage = status === 404 && /^text\/html/.test(headers['content-type'] ?? '');
    if (isPage) assert.ok(plan.headers.accept && !plan.path.startsWith('/v1'), plan.path);
    else anyProblem(answer);
    return;
  }
  if (!plan.route || headers['content-encoding'] !== undefined) return;
  assert.match(headers['content-type'] ?? '', /^application\/json/);
  const schema = plan.route.answer[status];
  assert.ok(schema, `no schema for ${status}`);
  const document = JSON.parse(text);
  if (!schema.Check(document)) {
    const [error] = schema.Errors(document);
    assert.fail(`the answer breaks its schema: ${JSON.stringify(error).slice(0, 400)}`);
  }
}

/** Sends a request with damaged bytes, and judges every answer on the connection; there may be none. */
async function sendRaw(plan: Planned, at: number, kind: number): Promise<void> {
  const key = (events[plan.event] as Provisioned).key;
  const body = Buffer.from((plan.body ?? '') as string);
  const lines = [
    `${plan.method} ${plan.path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
    '',
    '',
  ];
  const bytes = Buffer.concat([Buffer.from(lines.join('\r\n')), body]);
  const connection = await RawConnection.open(service.url);
  connection.write(damage(bytes, at, kind, Buffer.from('\r\n \0:%')));
  connection.socket.end();
  for (;;) {
    const reply = await connection.maybeReply(plan.method);
    if (!reply) break;
    assert.ok(
      reply.status < 500,
      `status ${reply.status} for damage ${kind} at ${at % (bytes.length + 1)} of ${JSON.stringify(bytes.toString('latin1', 0, 400))}`,
    );
    if (reply.status >= 400 && plan.method !== 'HEAD') anyProblem(reply);
  }
  connection.close();
}

test(`fuzz: ${REQUESTS} requests, FUZZ_SEED=${SEED}`, { timeout: 600_000 }, async (t) => {
  t.diagnostic(`FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}`);
  const arbitrary = fc.record({ plan: planned(), at: fc.nat(), kind: fc.nat(3) });
  const statuses = new Map<string, number>();
  const failures: string[] = [];
  let made = 0;
  for (let batch = 0; made < REQUESTS && failures.length < MAX_FAILURES; batch++) {
    const size = Math.min(BATCH, REQUESTS - made);
    const queue = fc.sample(arbitrary, { seed: SEED + batch, numRuns: size });
    let next = 0;
    const work = async () => {
      for (let item = queue[next++]; item; item = queue[next++]) {
        const { plan, at, kind } = item;
        const index = made++;
        let answer: Answered | undefined;
        try {
          if (index % RAW_SHARE === 0) {
            await sendRaw(plan, at, kind);
            continue;
          }
          answer = await send(plan);
          const name = `${plan.route ? plan.method : 'elsewhere'} ${answer.status}`;
          statuses.set(name, (statuses.get(name) ?? 0) + 1);
          judge(plan, answer);
        } catch (error) {
          failures.push(report(index, plan, answer, error));
        }
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    if (batch % 10 === 9) await judgeState(failures);
  }
  await judgeState(failures);
  t.diagnostic(
    [...statuses]
      .sort()
      .map(([name, count]) => `${name}: ${count}`)
      .join(', '),
  );
  assert.equal(failures.length, 0, `FUZZ_SEED=${SEED}\n${failures.slice(0, 5).join('\n\n')}`);
  assert.ok(made >= REQUESTS);
  if (REQUESTS >= 5000) {
    for (const name of [
      'GET 200',
      'PUT 200',
      'PUT 409',
      'PUT 422',
      'PUT 400',
      'PUT 404',
      'POST 200',
    ]) {
      assert.ok((statuses.get(name) ?? 0) > 10, `the fuzz hardly reaches ${name}`);
    }
  }
});

function report(
  index: number,
  plan: Planned,
  answer: Answered | undefined,
  error: unknown,
): string {
  const { method, path, body, headers } = plan;
  const sent = typeof body === 'string' ? body : body?.toString('latin1');
  return [
    `request ${index}: ${error instanceof Error ? error.message : String(error)}`,
    `${method} ${path} ${JSON.stringify(headers)}`,
    `body ${JSON.stringify(sent)?.slice(0, 1500)}`,
    `answer ${answer?.status} ${answer?.text.slice(0, 500)}`,
  ].join('\n');
}

interface StoredRace {
  externalId: string | null;
  raceNumber: number;
  scheduledAt: string;
  resultMode: string;
  lanes: {
    position: number;
    teamExternalId: string | null;
    teamName: string | null;
    status: string;
    finishTimeMillis: number | null;
    finishPlace: number | null;
    penaltyMillis: number | null;
  }[];
}

/** What must be true of what is stored, whatever was pushed. */
async function judgeState(failures: string[]): Promise<void> {
  for (const event of events) {
    const schedule = await event.send('GET', '/schedule');
    const crews = await event.send('GET', '/teams');
    assert.equal(crews.status, 200, 'the service still answers');
    try {
      const names = crews.json.teams.map(({ name }: { name: string }) => name);
      unique(names, 'crew names');
      unique(present(crews.json.teams, 'externalId'), "crews' externalIds");
      if (schedule.status === 404) continue;
      assert.equal(schedule.status, 200);
      const races: StoredRace[] = schedule.json.races;
      unique(
        races.map(({ raceNumber }) => raceNumber),
        'race numbers',
      );
      unique(present(races, 'externalId'), "races' externalIds");
      const order = races.map(({ scheduledAt, raceNumber }) => [
        Date.parse(scheduledAt),
        raceNumber,
      ]);
      const sorted = [...order].sort(([a = 0, m = 0], [b = 0, n = 0]) => a - b || m - n);
      assert.deepEqual(order, sorted, 'the running order is in order');
      for (const stored of races) judgeRace(stored, new Set(names));
    } catch (error) {
      failures.push(`event ${event.eventId}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

function judgeRace({ raceNumber, resultMode, lanes }: StoredRace, crews: Set<string>): void {
  const positions = lanes.map(({ position }) => position);
  unique(positions, `positions of race ${raceNumber}`);
  assert.deepEqual(
    positions,
    [...positions].sort((a, b) => a - b),
    'lanes by position',
  );
  unique(present(lanes, 'teamName'), `crews of race ${raceNumber}`);
  for (const { teamName } of lanes) if (teamName !== null) assert.ok(crews.has(teamName), teamName);
  for (const lane of lanes) {
    if (lane.status === 'assigned') {
      const { finishTimeMillis, finishPlace, penaltyMillis } = lane;
      assert.deepEqual([finishTimeMillis, finishPlace, penaltyMillis], [null, null, null]);
    }
    if (resultMode === 'placesOnly')
      assert.equal(lane.finishTimeMillis, null, 'no times are shown');
  }
  if (resultMode !== 'timed') return;
  const total = (lane: StoredRace['lanes'][0]) =>
    lane.status === 'finished' && lane.finishTimeMillis !== null
      ? lane.finishTimeMillis + (lane.penaltyMillis ?? 0)
      : null;
  const totals = lanes.map(total).filter((time) => time !== null);
  for (const lane of lanes) {
    const own = total(lane);
    const place = own === null ? null : 1 + totals.filter((time) => time < own).length;
    assert.equal(
      lane.finishPlace,
      place,
      `place of position ${lane.position} in race ${raceNumber}`,
    );
  }
}

function unique(values: unknown[], what: string): void {
  assert.equal(new Set(values).size, values.length, `${what} are unique`);
}

function present<Key extends string>(rows: { [K in Key]: unknown }[], key: Key): unknown[] {
  return rows.map((row) => row[key]).filter((value) => value !== null);
}
