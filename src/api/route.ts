/** What a route of the API is made of. */
import type { Reading } from '../contract/read-body.ts';
import type { Method } from '../contract/routes.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Exchange, Params } from '../http/exchange.ts';
import { type Payload, readPayload } from '../http/payload.ts';
import type { Read } from '../http/read.ts';
import type { Route } from '../http/router.ts';
import type { Outgoing } from '../http/send.ts';
import { keyOwner } from '../operations/actor.ts';
import {
  type OperationOutcome,
  type LoadedRows,
  type Operation,
  perform,
} from '../operations/operation.ts';
import { turnOf } from '../concurrency/turn-queue.ts';
import { admit, type Caller, managerOf } from './admit.ts';
import type { Service } from './service.ts';

export interface ApiRoute {
  method: Method;
  path: string;
  /** Decides the answer to a request that has been admitted. */
  handle(service: Service, caller: Caller, exchange: Exchange): Promise<Read | Outgoing | Refusal>;
}

/** A route of the API as the server answers it: only who is admitted gets to its handler. */
export function admitted(service: Service, { method, path, handle }: ApiRoute): Route {
  return {
    method,
    path,
    handle: async (exchange) => {
      const caller = await admit(service, exchange);
      return caller instanceof Refusal ? caller : handle(service, caller, exchange);
    },
  };
}

/** A route that reads. */
export function read(
  path: string,
  handle: (service: Service, caller: Caller) => Promise<Read | Refusal>,
): ApiRoute {
  return { method: 'GET', path, handle };
}

/** A route that carries out an operation. */
interface WriteRoute<Body, Input, Stored extends LoadedRows, Result> {
  method: Method;
  path: string;
  body: BodyReader<Body>;
  operation: Operation<Input, Stored, Result>;
  /** @param params of the path */
  input(body: Body, params: Params): Input;
  /** Makes JSON of what came of it, while the database still works on the changes. */
  answer(done: OperationOutcome<Stored['rows'], Result>): Outgoing;
}

/** @param keyId of the caller */
type BodyReader<Body> = (exchange: Exchange, keyId: number) => Promise<Payload<Body> | Refusal>;

export function write<Body, Input, Stored extends LoadedRows, Result>({
  method,
  path,
  body: readBody,
  operation,
  input,
  answer,
}: WriteRoute<Body, Input, Stored, Result>): ApiRoute {
  return {
    method,
    path,
    handle: async (service, caller, exchange) => {
      const { eventId, keyHash, access, ...author } = managerOf(caller);
      const body = await readBody(exchange, access.keyId);
      if (body instanceof Refusal) return body;
      const { value, turn } = body;
      const actor = keyOwner(author, keyHash);
      const call = { operation, actor, eventId, input: input(value, exchange.params), turn };
      const result = await perform(service, call, answer);
      if (!(result instanceof Refusal)) log(caller, exchange);
      return result;
    },
  };
}

/** Without the query: nothing reads it, and whoever sends one may have put a secret there. */
function log({ keyPrefix }: Caller, { request, id, server }: Exchange): void {
  const [url] = (request.url ?? '').split('?', 1);
  server.log.info({ url, key: keyPrefix, id }, 'write');
}

/** The answer of a write. */
export function ok(body: object, status: 200 | 201 = 200): Outgoing {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { status, headers, body: JSON.stringify(body) };
}

/** Where no body is expected, whatever is sent is ignored (decision R4). */
export const noBody: BodyReader<void> = async (_exchange, keyId) => ({
  value: undefined,
  turn: turnOf(keyId),
});

/**
 * Reads a request's JSON.
 *
 * @param read a reader of `contract/read-body.ts`
 * @param whenEmpty stands in for an empty body; left out where a body is needed
 */
export function jsonBody<Body>(
  read: (json: unknown) => Reading<Body>,
  whenEmpty?: object,
): BodyReader<Body> {
  return (exchange, party) => readPayload(exchange, read, { party, whenEmpty });
}
