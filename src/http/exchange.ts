/** One request and the answer to it, on their way through the service. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { ProblemCode } from '../contract/problem.ts';
import type { BodyQueue } from './limits/body-queue.ts';
import type { Metrics } from './metrics.ts';

/** What all requests of a server share. */
export interface ServerContext {
  /** How users reach the service. */
  readonly publicUrl: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly bodyQueue: BodyQueue;
  /** Whether the service is about to stop: every answer then asks the client to close its connection. */
  readonly isDraining: boolean;
}

/** The parameters of the path by name, decoded. */
export type Params = Readonly<Record<string, string | undefined>>;

export class Exchange {
  readonly server: ServerContext;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly method: string;
  /** When the request came, in milliseconds of a monotonic clock. */
  readonly startedAt = performance.now();
  /** The template of the path, such as `/v1/events/:eventId/teams`; empty where no route has it. */
  route = '';
  params: Params = {};
  /** Whether pages of every origin may read the answer. */
  isForEveryOrigin = false;
  /** Whether search engines are asked not to list the answer. */
  isUnindexed = false;
  /** Header fields of the answer, set before its body is known; names in lower case. */
  readonly headers: OutgoingHttpHeaders = {};

  /** Called with the status of the answer, and the code of a refusal. */
  onAnswer: ((status: number, code?: ProblemCode) => void) | undefined = undefined;

  constructor(server: ServerContext, request: IncomingMessage, response: ServerResponse) {
    this.server = server;
    this.request = request;
    this.response = response;
    this.method = request.method ?? '';
    this.id = requestId(request);
  }

  /** The parameters of the address. */
  get query(): URLSearchParams {
    const { url = '' } = this.request;
    const start = url.indexOf('?');
    return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
  }
}

const VALID_REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The caller's own request id when it is valid, else a new one (decision A15). */
function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && VALID_REQUEST_ID.test(given) ? given : randomUUID();
}
