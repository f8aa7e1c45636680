/**
 * Sends answers, each with one call of `writeHead`. Every answer, also one that another module writes, has header fields
 * that forbid other sites to show it in a frame or to load it as a part of their pages, unless it has its own; where users
 * reach the service by https, another field tells browsers to use nothing else.
 */
import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { ProblemCode } from '../../contract/problem.ts';
import type { Exchange } from '../exchange.ts';
import { NO_STORE } from './cache-control.ts';
import { FRAME_POLICY } from './content-security-policy.ts';

export interface Outgoing {
  status: number;
  /** In addition to `headers` of the exchange. */
  headers: OutgoingHttpHeaders;
  /** Left out on a 304. */
  body?: string | Buffer;
  /** The code of a refusal, which is counted by it; left out of every other answer. */
  code?: ProblemCode;
}

/** An answer in JSON, or without a body, that is about one caller. @param value `undefined` for 204 */
export function ownAnswer(value: unknown, status = 200): Outgoing {
  if (value === undefined) return { status: 204, headers: { 'cache-control': NO_STORE } };
  const headers = { 'content-type': 'application/json', 'cache-control': NO_STORE };
  return { status, headers, body: JSON.stringify(value) };
}

/** Lets pages of other origins read an answer (CORS). */
const EVERY_ORIGIN = ['access-control-allow-origin', '*'] as const;
/** Asks search engines to leave an answer out. */
const UNINDEXED = ['x-robots-tag', 'noindex'] as const;

/** Sends an answer. */
export function send(exchange: Exchange, { status, headers, body, code }: Outgoing): void {
  const { server } = exchange;
  const all = Object.assign(exchange.headers, headers);
  all['x-request-id'] = exchange.id;
  all['x-content-type-options'] = 'nosniff';
  if (body !== undefined) all['content-length'] = Buffer.byteLength(body);
  if (server.isDraining) all.connection = 'close';
  if (exchange.isForEveryOrigin) all[EVERY_ORIGIN[0]] = EVERY_ORIGIN[1];
  if (exchange.isUnindexed) all[UNINDEXED[0]] = UNINDEXED[1];
  exchange.response.writeHead(status, all);
  if (code !== undefined) server.metrics.rejected(code);
  exchange.onAnswer?.(status, code);
  finish(exchange, body);
}

/** An answer whose header fields are ready, its length among them. */
export interface Ready {
  status: number;
  /** Names and values in turn. */
  fields: readonly string[];
  /** Left out on a 304; in parts where most of it is shared with other answers. */
  body?: Buffer | readonly Buffer[] | undefined;
}

/** Sends such an answer; only the id of the request is added. */
export function sendReady(exchange: Exchange, { status, fields, body }: Ready): void {
  const all = [...fields, 'x-request-id', exchange.id];
  if (exchange.server.isDraining) all.push('connection', 'close');
  if (exchange.isForEveryOrigin) all.push(...EVERY_ORIGIN);
  if (exchange.isUnindexed) all.push(...UNINDEXED);
  exchange.response.writeHead(status, all);
  finish(exchange, body);
}

/**
 * Answers that become ready in one turn of the event loop are written together at its end. A write
 * to a socket wakes the process that reads it, and under load that costs as much as all other work;
 * writes in direct succession cost it once. A single answer is not held up.
 */
type Body = string | Buffer | readonly Buffer[] | undefined;

let waiting: { exchange: Exchange; body: Body }[] = [];

function finish(exchange: Exchange, body: Body): void {
  if (waiting.length === 0) setImmediate(flush);
  waiting.push({ exchange, body });
}

function flush(): void {
  const answers = waiting;
  waiting = [];
  for (const { exchange, body } of answers) end(exchange, body);
  const now = performance.now();
  for (const { exchange } of answers) count(exchange, now);
}

function end({ response }: Exchange, body: Body): void {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) {
    response.end(body);
    return;
  }
  // Corked, so that head and parts leave together.
  response.cork();
  for (const part of body as readonly Buffer[]) response.write(part);
  response.end();
}

/** Counts a request whose answer goes on for as long as its client stays. */
export function countStream(exchange: Exchange): void {
  count(exchange, performance.now());
}

/** Counts a request that has been answered. @param now by the clock of `startedAt` */
function count({ response, server, route, method, startedAt }: Exchange, now: number): void {
  server.metrics.answered(route, method, response.statusCode, (now - startedAt) / 1000);
}

/** One year. Not for subdomains: they may belong to others. */
const TRANSPORT_SECURITY = 'max-age=31536000';

/** The fields of every answer. @param publicUrl how users reach the service */
export function protectiveHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': FRAME_POLICY,
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': TRANSPORT_SECURITY }),
  };
}

/**
 * The class of a server's answers. It adds these fields to each answer that does not set its own, so
 * that no way of answering can leave them out.
 *
 * @param publicUrl how users reach the service
 */
export function protectedResponse(publicUrl: string): typeof ServerResponse {
  const added = protectiveHeaders(publicUrl);
  const entries = Object.entries(added);
  return class<Asked extends IncomingMessage> extends ServerResponse<Asked> {
    /** @param rest a reason phrase or none, and header fields or none; names in lower case */
    override writeHead(status: number, ...rest: unknown[]): this {
      const reason = typeof rest[0] === 'string' ? [rest.shift() as string] : [];
      const fields = rest[0] as string[] | OutgoingHttpHeaders | undefined;
      const all = Array.isArray(fields)
        ? fields.concat(...entries.filter(([name]) => !fields.includes(name)))
        : { ...added, ...fields };
      return super.writeHead(status, ...(reason as [string]), all);
    }
  };
}
