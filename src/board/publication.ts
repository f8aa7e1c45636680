/**
 * An answer for many: bytes with their header fields ready, so that sending it again costs little
 * more than writing to a socket.
 */
import type { FastifyReply } from 'fastify';
import {
  type Encoding,
  isHeld,
  preferredEncoding,
  type Representation,
} from '../http/representation.ts';
import { sendReady } from '../http/send.ts';

export class Publication {
  private readonly representation: Representation;
  private readonly status: number;
  private readonly contentType: string;
  /** Of every answer, as a list of names and values. */
  private readonly fields: readonly string[];
  private readonly ready: Partial<Record<Encoding, { fields: readonly string[]; body: Buffer }>> =
    {};

  /** @param fields names and values in turn, such as `['cache-control', 'no-cache']` */
  constructor(
    representation: Representation,
    contentType: string,
    fields: readonly string[],
    status = 200,
  ) {
    this.representation = representation;
    this.status = status;
    this.contentType = contentType;
    this.fields = [
      ...['etag', representation.etag, 'vary', 'Accept-Encoding', ...fields],
      ...['x-content-type-options', 'nosniff'],
    ];
  }

  /** Answers a request: 304 when the client holds it, else in the encoding it prefers. */
  send(reply: FastifyReply): void | Promise<void> {
    const { 'if-none-match': ifNoneMatch, 'accept-encoding': accepted } = reply.request.headers;
    const { etag, length } = this.representation;
    if (ifNoneMatch !== undefined && this.status === 200 && isHeld(ifNoneMatch, etag)) {
      return sendReady(reply, 304, this.fields);
    }
    const encoding = preferredEncoding(accepted, length);
    const ready = this.ready[encoding];
    return ready
      ? sendReady(reply, this.status, ready.fields, ready.body)
      : this.prepare(reply, encoding);
  }

  private async prepare(reply: FastifyReply, encoding: Encoding): Promise<void> {
    const body = await this.representation.in(encoding);
    const fields = [
      ...['content-type', this.contentType, 'content-length', String(body.length)],
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
      ...this.fields,
    ];
    this.ready[encoding] = { fields, body };
    sendReady(reply, this.status, fields, body);
  }
}
