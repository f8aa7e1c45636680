/** What a route of the API is made of. */
import type { FastifyRequest, HTTPMethods } from 'fastify';
import type { Reading } from '../contract/read-body.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Payload, readPayload } from '../http/payload.ts';
import type { Read } from '../http/representation.ts';
import { keyOwner } from '../operations/actor.ts';
import { type Operation, perform } from '../operations/operation.ts';
import { turnOf } from '../storage/turn-queue.ts';
import { managerOf } from './admit.ts';
import type { Service } from './service.ts';

export interface Route {
  method: HTTPMethods;
  path: string;
  /** Decides the answer to a request that has been admitted. */
  handle(service: Service, request: FastifyRequest): Promise<Read | Answer | Refusal>;
}

/** The answer of a write. */
export interface Answer {
  status: 200 | 201;
  /** JSON; written while the database still works on the changes. */
  body: string;
}

export function ok(body: object, status: Answer['status'] = 200): Answer {
  return { status, body: JSON.stringify(body) };
}

/** A route that reads. */
export function read(
  path: string,
  handle: (service: Service, request: FastifyRequest) => Promise<Read | Refusal>,
): Route {
  return { method: 'GET', path, handle };
}

/** A route that carries out an operation. */
interface WriteRoute<Body, Input, Stored, Result> {
  method: HTTPMethods;
  path: string;
  body: BodyReader<Body>;
  operation: Operation<Input, Stored, Result>;
  /** @param params of the path, decoded */
  input(body: Body, params: Record<string, string>): Input;
  answer(result: Result): Answer;
}

/** @param keyId of the caller */
type BodyReader<Body> = (
  request: FastifyRequest,
  keyId: number,
) => Promise<Payload<Body> | Refusal>;

export function write<Body, Input, Stored, Result>({
  method,
  path,
  body: readBody,
  operation,
  input,
  answer,
}: WriteRoute<Body, Input, Stored, Result>): Route {
  return {
    method,
    path,
    handle: async (service, request) => {
      const { eventId, keyHash, access, ...author } = managerOf(request);
      const body = await readBody(request, access.keyId);
      if (body instanceof Refusal) return body;
      const { value, turn } = body;
      const actor = keyOwner(author, keyHash);
      const params = request.params as Record<string, string>;
      const call = { operation, actor, eventId, input: input(value, params), turn };
      return perform(service, call, answer);
    },
  };
}

/** Where no body is expected, whatever is sent is ignored (decision R4). */
export const noBody: BodyReader<void> = async (_request, keyId) => ({
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
  return (request, party) => readPayload(request, read, { party, whenEmpty });
}
