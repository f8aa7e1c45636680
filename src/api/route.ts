/** A route of the API: its row in the table (`contract/routes.ts`) with the handler that answers it. */
import type { Static, TArray, TObject, TSchema } from 'typebox';
import { turnOf } from '../concurrency/turn-queue.ts';
import { type Judge, type Reading, readList, readObject } from '../contract/reading/read-body.ts';
import {
  assertHandled,
  type Method,
  routerPath,
  type Sendable,
  splitKey,
} from '../contract/route-table.ts';
import { API_ROUTES, type ApiRow } from '../contract/routes.ts';
import { TIMING_ROUTES } from '../contract/timing.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Read } from '../http/answers/answer.ts';
import type { Outgoing } from '../http/answers/send.ts';
import type { Exchange, Params } from '../http/exchange.ts';
import { type Payload, readPayload } from '../http/requests/body.ts';
import type { Route } from '../http/router.ts';
import { keyOwner } from '../operations/actor.ts';
import {
  type LoadedRows,
  type Operation,
  type OperationOutcome,
  perform,
} from '../operations/operation.ts';
import { admit, type Caller, managerOf } from './admit.ts';
import type { Service } from './service.ts';

/** Both interfaces that take a key; no route of the one has the method and path of one of the other. */
const TABLE = { ...API_ROUTES, ...TIMING_ROUTES };

/** A route, such as `PUT /events/{eventId}/races`. */
type ApiKey = keyof typeof TABLE;
type RowOf<Key extends ApiKey> = (typeof TABLE)[Key];

/** A row of a table with its handler. */
export interface ApiRoute {
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
export function read(
  key: ApiKey,
  handle: (service: Service, caller: Caller, params: Params) => Promise<Read | Refusal>,
): ApiRoute {
  return attached(key, (service, caller, { params }) => handle(service, caller, params));
}

/** What is read of a body: the elements of a push, or an object. */
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
  /** For a push: what is wrong with its elements that their shape does not say; made for each request. */
  judge?(): Judge<BodyOf<RowOf<Key>> extends (infer Element)[] ? Element : never>;
  /** For an object: what is wrong with it that its shape does not say. */
  judgeObject?(body: BodyOf<RowOf<Key>>): Refusal | undefined;
  operation: Operation<Input, Stored, Result>;
  /** @param params of the path */
  input(body: BodyOf<RowOf<Key>>, params: Params): Input;
  /** What came of it, made while the database still works on the changes. */
  answer(done: OperationOutcome<Stored['rows'], Result>): AnswerOf<RowOf<Key>>;
  /** 201 where something new was made; 200 otherwise. */
  status?(done: OperationOutcome<Stored['rows'], Result>): 200 | 201;
}

export function write<Key extends ApiKey, Input, Stored extends LoadedRows, Result>(
  key: Key,
  { judge, judgeObject, operation, input, answer, status }: Write<Key, Input, Stored, Result>,
): ApiRoute {
  const row: ApiRow = TABLE[key];
  const answered = (done: OperationOutcome<Stored['rows'], Result>) =>
    ok(answer(done), status?.(done));
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

/** Without the query: nothing reads it, and whoever sends one may have put a secret there. */
function log({ keyPrefix }: Caller, { request, id, server }: Exchange): void {
  const [url] = (request.url ?? '').split('?', 1);
  server.log.info({ url, key: keyPrefix, id }, 'write');
}

function ok(body: unknown, status: 200 | 201 = 200): Outgoing {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { status, headers, body: JSON.stringify(body) };
}

/** Where no body is expected, whatever is sent is ignored (decision R4). @param party the id of the key */
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
