/**
 * What `/v1` and `/timing/v1` answer: each route is a row of `contract/routes.ts` or `contract/timing.ts` with its
 * handler.
 */
import type { Static, TArray, TObject, TSchema } from 'typebox';
import { turnOf } from '../concurrency/turn-queue.ts';
import type { LaneWrite, PushedRace, RaceWrite, ResultWrite } from '../contract/race.ts';
import {
  type Judge,
  type Reading,
  readList,
  readObject,
  repeats,
} from '../contract/reading/read-body.ts';
import {
  assertHandled,
  type Method,
  routerPath,
  type Sendable,
  splitKey,
} from '../contract/route-table.ts';
import { API_ROUTES, type ApiRow } from '../contract/routes.ts';
import type { EventList } from '../contract/schedule.ts';
import type { TeamWrite } from '../contract/team.ts';
import { TIMING_ROUTES } from '../contract/timing.ts';
import { scheduleEtag } from '../documents/schedule-documents.ts';
import { teamView } from '../domain/crews/team.ts';
import { delayView } from '../domain/day/delay.ts';
import { summaryOf } from '../domain/event/schedule.ts';
import { byRunningOrder, raceView } from '../domain/races/race.ts';
import { raceTiming } from '../domain/races/racing.ts';
import { Refusal } from '../domain/refusal.ts';
import { judgeRacing } from '../domain/results/plan-racing.ts';
import { judgeTakenBack } from '../domain/results/plan-results.ts';
import { Read } from '../http/answers/answer.ts';
import { bytesOf, Representation, textParts } from '../http/answers/representation.ts';
import { type Outgoing, ownAnswer } from '../http/answers/send.ts';
import type { Exchange, Params } from '../http/exchange.ts';
import { type Payload, readPayload } from '../http/requests/body.ts';
import type { Route } from '../http/router.ts';
import { keyOwner } from '../operations/actor.ts';
import { loadRace, oneRaceOf, type RaceRows, raceNotFound } from '../operations/load-rows.ts';
import {
  type LoadedRows,
  type Operation,
  type OperationOutcome,
  perform,
  scheduleNotFound,
} from '../operations/operation.ts';
import { drawLanes } from '../operations/pushes/draw-lanes.ts';
import { pushRaces } from '../operations/pushes/races.ts';
import { pushResults, setRacing, type TimingRows } from '../operations/pushes/results.ts';
import {
  createSchedule,
  publishSchedule,
  scheduleOf,
  setDelay,
} from '../operations/pushes/schedule.ts';
import { pushTeams } from '../operations/pushes/teams.ts';
import { findIdentity, listManagedEvents } from '../storage/accounts/access.ts';
import { findSchedule, listDelays } from '../storage/event/schedules.ts';
import { listTeams } from '../storage/event/teams.ts';
import { admit, type Caller, managerOf, type Service } from './admit.ts';

/** Both interfaces that take a key; no route of the one has the method and path of one of the other. */
const TABLE = { ...API_ROUTES, ...TIMING_ROUTES };

/** A route, such as `PUT /events/{eventId}/races`. */
type ApiKey = keyof typeof TABLE;
type RowOf<Key extends ApiKey> = (typeof TABLE)[Key];

/** A row of a table with its handler. */
interface ApiRoute {
  key: ApiKey;
  method: Method;
  /** Such as `/v1/events/:eventId/races`. */
  path: string;
  /** Decides the answer to a request that has been admitted. */
  handle(service: Service, caller: Caller, exchange: Exchange): Promise<Read | Outgoing | Refusal>;
}

/** The routes as the server answers them: only who is admitted gets to a handler. @throws as `assertHandled` */
export function apiRoutes(service: Service, routes: readonly ApiRoute[]): Route[] {
  assertHandled(
    TABLE,
    routes.map(({ key }) => key),
  );
  return routes.map(({ method, path, handle }) => ({
    method,
    path,
    handle: async (exchange) => {
      const caller = await admit(service, exchange);
      return caller instanceof Refusal ? caller : handle(service, caller, exchange);
    },
  }));
}

/** A route that reads. */
function read(
  key: ApiKey,
  handle: (service: Service, caller: Caller, params: Params) => Promise<Read | Refusal>,
): ApiRoute {
  return attached(key, (service, caller, { params }) => handle(service, caller, params));
}

/** The value of a body: the elements of a push, or an object. */
type BodyOf<Row> = Row extends { body: { list: infer List extends TArray } }
  ? Static<List>
  : Row extends { body: { schema: infer Schema extends TObject } }
    ? Static<Schema>
    : undefined;

type AnswerOf<Row> = Row extends { success: { schema: infer Schema extends TSchema }[] }
  ? Sendable<Static<Schema>>
  : never;

/** A route that carries out an operation. */
interface Write<Key extends ApiKey, Input, Stored extends LoadedRows, Result> {
  /** For a push: checks of its elements beyond their schema; made for each request, because they compare elements. */
  judge?(): Judge<BodyOf<RowOf<Key>> extends (infer Element)[] ? Element : never>;
  /** For an object: checks beyond its schema. @returns a refusal where it is wrong */
  judgeObject?(body: BodyOf<RowOf<Key>>): Refusal | undefined;
  operation: Operation<Input, Stored, Result>;
  /** @param params of the path */
  input(body: BodyOf<RowOf<Key>>, params: Params): Input;
  /** The body of the answer, made while the database still works on the changes. */
  answer(done: OperationOutcome<Stored['rows'], Result>): AnswerOf<RowOf<Key>>;
  /** 201 where something new was made; 200 otherwise. */
  status?(done: OperationOutcome<Stored['rows'], Result>): 200 | 201;
}

function write<Key extends ApiKey, Input, Stored extends LoadedRows, Result>(
  key: Key,
  { judge, judgeObject, operation, input, answer, status }: Write<Key, Input, Stored, Result>,
): ApiRoute {
  const row: ApiRow = TABLE[key];
  const answered = (done: OperationOutcome<Stored['rows'], Result>) =>
    ownAnswer(answer(done), status?.(done));
  return attached(key, async (service, caller, exchange) => {
    const { eventId, keyHash, access, ...author } = managerOf(caller);
    const body = await readBody<BodyOf<RowOf<Key>>>(row, exchange, access.keyId, judge?.());
    if (body instanceof Refusal) return body;
    const { value, turn } = body;
    const objection = judgeObject?.(value);
    if (objection) return objection;
    const actor = keyOwner(author, keyHash);
    const call = { operation, actor, eventId, input: input(value, exchange.params), turn };
    const result = await perform(service, call, answered);
    if (!(result instanceof Refusal)) log(caller, exchange);
    return result;
  });
}

function attached(key: ApiKey, handle: ApiRoute['handle']): ApiRoute {
  const [method, path] = splitKey(key);
  const root = key in TIMING_ROUTES ? '/timing/v1' : '/v1';
  return { key, method, path: `${root}${routerPath(path)}`, handle };
}

/** Logs a write without its query, which no route reads and which may contain a secret of the client. */
function log({ keyPrefix }: Caller, { request, id, server }: Exchange): void {
  const [url] = (request.url ?? '').split('?', 1);
  server.log.info({ url, key: keyPrefix, id }, 'write');
}

/** Reads the body; ignores it where the row has none (decision R4). @param party the id of the key */
async function readBody<Value>(
  { body }: ApiRow,
  exchange: Exchange,
  party: number,
  judge: unknown,
): Promise<Payload<Value> | Refusal> {
  if (!body) return { value: undefined as Value, turn: turnOf(party) };
  const isOptional = 'schema' in body && !body.isRequired;
  const whenEmpty = isOptional ? {} : undefined;
  return readPayload(exchange, readerOf<Value>(body, judge), { party, whenEmpty });
}

function readerOf<Value>(body: NonNullable<ApiRow['body']>, judge: unknown) {
  if ('schema' in body) return (json: unknown) => readObject(body.schema, json) as Reading<Value>;
  const list = body.list as TArray<TObject>;
  const ofElement = judge as Judge<Static<TObject>> | undefined;
  return (json: unknown) => readList(list, body.key, json, ofElement) as Reading<Value>;
}

export const API_HANDLERS: readonly ApiRoute[] = [
  read('GET /me', async ({ database }, { access }) =>
    Read.of(await findIdentity(database.reads, access.keyId)),
  ),
  read('GET /events', async ({ database }, { access: { userId } }) => {
    const list: EventList = { events: await listManagedEvents(database.reads, userId) };
    return Read.of(list);
  }),
  read('GET /events/{eventId}/schedule', async ({ documents }, { access }) => {
    const { revision, updatedAt, eventId } = access;
    if (eventId === null || revision === null || updatedAt === null) return scheduleNotFound();
    return new Read(scheduleEtag(revision, updatedAt), async () => {
      const document = await documents.get(eventId, revision);
      if (!document) throw new Error(`the schedule of event ${eventId} is gone`);
      return document;
    });
  }),
  // Idempotent: an existing schedule is answered as it is (specification, "Schedule status").
  write('POST /events/{eventId}/schedule', {
    operation: createSchedule,
    input: (settings) => settings,
    answer: (done) => summaryOf(scheduleOf(done)),
    status: ({ result: { isNew } }) => (isNew ? 201 : 200),
  }),
  write('POST /events/{eventId}/schedule/publish', {
    operation: publishSchedule,
    input: () => {},
    answer: (done) => summaryOf(scheduleOf(done)),
  }),
  write('PUT /events/{eventId}/schedule/delay', {
    operation: setDelay,
    input: (delay) => delay,
    answer: ({ result: day }) => delayView(day),
  }),
  read('GET /events/{eventId}/teams', async ({ database }, caller) => {
    const teams = await listTeams(database.reads, managerOf(caller).eventId);
    const parts = textParts({}, 'teams', teams, (team) => JSON.stringify(teamView(team)));
    const { bytes, etag } = await bytesOf(parts);
    return new Read(etag, () => new Representation(etag, bytes));
  }),
  // Answers with the crews of the payload, in its order (decision A5).
  write('PUT /events/{eventId}/teams', {
    judge: () => repeats<TeamWrite>('externalId', 'name'),
    operation: pushTeams,
    input: (teams) => teams,
    answer: ({ result: steps }) => ({
      teams: steps.map(({ after, outcome }) => ({ ...teamView(after), outcome })),
    }),
  }),
  write('PUT /events/{eventId}/races', {
    judge: () => repeats<RaceWrite>('externalId', 'raceNumber'),
    operation: pushRaces,
    input: (races) => races,
    answer: ({ rows: { races, lanes }, result: outcomes, schedule }) => ({
      // All races after the push in running order, each with its outcome, `null` unless pushed (decisions A3, A4).
      races: [...races].sort(byRunningOrder).map((race): PushedRace => {
        const view = raceView(race, lanes.get(race.id) ?? [], schedule?.laneScheme ?? null);
        return { ...view, outcome: outcomes.get(race.id) ?? null };
      }),
    }),
  }),
  write('PUT /events/{eventId}/races/{externalId}/entries', {
    judge: () => repeats<LaneWrite>('position'),
    operation: drawLanes,
    input: (lanes, { externalId = '' }) => ({ race: { externalId }, lanes }),
    answer: raceAnswer,
  }),
  write('PUT /events/{eventId}/races/{externalId}/results', {
    judge: () => {
      const isRepeat = repeats<ResultWrite>('position');
      return (property, result) => isRepeat(property, result) ?? judgeTakenBack(property, result);
    },
    operation: pushResults,
    input: (results, { externalId = '' }) => ({ race: { externalId }, results }),
    answer: raceAnswer,
  }),
  read('GET /events/{eventId}/races/{externalId}', async ({ database }, caller, params) => {
    const { eventId } = managerOf(caller);
    const name = { externalId: params.externalId ?? '' };
    const found = await database.snapshot(async (tx) => {
      const schedule = await findSchedule(tx, eventId);
      if (!schedule) return undefined;
      const rows = await loadRace(tx, eventId, name);
      return { schedule, rows, delays: await listDelays(tx, eventId) };
    });
    if (!found) return scheduleNotFound();
    if (found.rows.races.length === 0) return raceNotFound(name);
    const { race, lanes } = oneRaceOf(found.rows);
    return Read.of(raceTiming(race, lanes, found.schedule, found.delays));
  }),
  write('PATCH /events/{eventId}/races/{externalId}', {
    judgeObject: judgeRacing,
    operation: setRacing,
    input: (racing, { externalId = '' }) => ({ race: { externalId }, racing }),
    answer: timingAnswer,
  }),
];

function raceAnswer({ rows, schedule }: OperationOutcome<RaceRows, void>) {
  const { race, lanes } = oneRaceOf(rows);
  return raceView(race, lanes, schedule?.laneScheme ?? null);
}

function timingAnswer({ rows, schedule }: OperationOutcome<TimingRows, void>) {
  const { race, lanes } = oneRaceOf(rows);
  const settings = schedule ?? { laneScheme: null, timezone: null };
  return raceTiming(race, lanes, settings, rows.delays);
}
