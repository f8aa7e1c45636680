/**
 * Every answer goes out here, with one call of `writeHead`: Fastify's own way, a call per header
 * and a chain of hooks, costs more than the rest of a read.
 */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { ProblemCode } from '../contract/problem.ts';
import type { Metrics } from './metrics.ts';

export interface Outgoing {
  status: number;
  headers: OutgoingHttpHeaders;
  /** Left out on a 304. */
  body?: string | Buffer;
  /** Set when the request is turned away, so that it is counted. */
  code?: ProblemCode;
}

/** Sends an answer and takes the reply out of Fastify's hands. */
export function send(reply: FastifyReply, { status, headers, body, code }: Outgoing): void {
  const { server } = reply;
  reply.hijack();
  headers['x-request-id'] = reply.request.id;
  headers['x-content-type-options'] = 'nosniff';
  if (body !== undefined) headers['content-length'] = Buffer.byteLength(body);
  if (server.isDraining) headers.connection = 'close';
  reply.raw.writeHead(status, headers);
  if (code !== undefined) server.metrics.rejected(code);
  finish(exchangeOf(reply), body);
}

/** An answer whose header fields are ready, its length among them. */
export interface Ready {
  status: number;
  /** Names and values in turn. */
  fields: readonly string[];
  /** Left out on a 304. */
  body?: Buffer | undefined;
}

/** Sends such an answer; the fields of this one request are added. */
export function sendReady(reply: FastifyReply, ready: Ready): void {
  reply.hijack();
  writeReady(exchangeOf(reply), ready, reply.request.id, reply.server.isDraining);
}

/** The same, for a request that has not gone through Fastify. */
export function writeReady(
  exchange: Exchange,
  { status, fields, body }: Ready,
  requestId: string,
  isDraining: boolean,
): void {
  const all = [...fields, 'x-request-id', requestId];
  if (isDraining) all.push('connection', 'close');
  exchange.response.writeHead(status, all);
  finish(exchange, body);
}

/** A request that is being answered, as far as it is counted. */
export interface Exchange {
  response: ServerResponse;
  metrics: Metrics;
  /** The template of its path. */
  route: string;
  method: string;
  startedAt: number;
}

function exchangeOf({ raw, request, server }: FastifyReply): Exchange {
  return {
    response: raw,
    metrics: server.metrics,
    route: request.routeOptions.url ?? '',
    method: request.method,
    startedAt: request.startedAt,
  };
}

/**
 * Answers that become ready in one turn of the event loop are written together at its end. Each
 * write to a socket wakes whoever reads it, and under load that wake-up costs as much as all the
 * rest; one after the other they cost it once. An answer that is alone waits for nothing.
 */
let waiting: { exchange: Exchange; body: string | Buffer | undefined }[] = [];

function finish(exchange: Exchange, body: string | Buffer | undefined): void {
  if (waiting.length === 0) setImmediate(flush);
  waiting.push({ exchange, body });
}

function flush(): void {
  const answers = waiting;
  waiting = [];
  for (const { exchange, body } of answers) exchange.response.end(body);
  const now = performance.now();
  for (const { exchange } of answers) count(exchange, now);
}

/** Counts a request that has been answered. @param now of the clock of `startedAt` */
function count({ response, metrics, route, method, startedAt }: Exchange, now: number): void {
  metrics.answered(route, method, response.statusCode, (now - startedAt) / 1000);
}

/** Counts a request whose answer goes on for as long as its client stays. */
export function countStream(reply: FastifyReply): void {
  count(exchangeOf(reply), performance.now());
}
