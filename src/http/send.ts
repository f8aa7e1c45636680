/**
 * Every answer goes out here, with one call of `writeHead`: Fastify's own way, a call per header
 * and a chain of hooks, costs more than the rest of a read.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { ProblemCode } from '../contract/problem.ts';

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
  finish(reply, body);
}

/**
 * Sends an answer whose header fields are ready, its length among them; those of this one request
 * are added.
 *
 * @param fields names and values in turn
 */
export function sendReady(
  reply: FastifyReply,
  status: number,
  fields: readonly string[],
  body?: Buffer,
): void {
  reply.hijack();
  const all = [...fields, 'x-request-id', reply.request.id];
  if (reply.server.isDraining) all.push('connection', 'close');
  reply.raw.writeHead(status, all);
  finish(reply, body);
}

function finish(reply: FastifyReply, body: string | Buffer | undefined): void {
  if (ready.length === 0) setImmediate(flush);
  ready.push({ reply, body });
}

/**
 * Answers that become ready in one turn of the event loop are written together at its end. Each
 * write to a socket wakes whoever reads it, and under load that wake-up costs as much as all the
 * rest; one after the other they cost it once. An answer that is alone waits for nothing.
 */
let ready: { reply: FastifyReply; body: string | Buffer | undefined }[] = [];

function flush(): void {
  const answers = ready;
  ready = [];
  for (const { reply, body } of answers) reply.raw.end(body);
  const now = performance.now();
  for (const { reply } of answers) reply.server.metrics.answered(reply, now);
}
