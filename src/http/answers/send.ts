/** Every answer goes out here, with one call of `writeHead`. */
import type { OutgoingHttpHeaders } from 'node:http';
import type { ProblemCode } from '../../contract/problem.ts';
import type { Exchange } from '../exchange.ts';

export interface Outgoing {
  status: number;
  /** Besides those that the exchange holds already. */
  headers: OutgoingHttpHeaders;
  /** Left out on a 304. */
  body?: string | Buffer;
  /** Set when the request is turned away, so that it is counted. */
  code?: ProblemCode;
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
 * Answers that become ready in one turn of the event loop are written together at its end. Each
 * write to a socket wakes whoever reads it, and under load that wake-up costs as much as all the
 * rest; one after the other they cost it once. An answer that is alone waits for nothing.
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

/** Counts a request that has been answered. @param now of the clock of `startedAt` */
function count({ response, server, route, method, startedAt }: Exchange, now: number): void {
  server.metrics.answered(route, method, response.statusCode, (now - startedAt) / 1000);
}
