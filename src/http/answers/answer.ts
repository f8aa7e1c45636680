/** What a route may answer, and how each kind becomes a response. */

import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Refusal } from '../../domain/refusal.ts';
import type { Exchange } from '../exchange.ts';
import { PRIVATE } from './cache-control.ts';
import { PICTURE_POLICY } from './content-security-policy.ts';
import { type Encoding, isHeld, preferredEncoding } from './negotiation.ts';
import { problemAnswer } from './problems.ts';
import { Representation, representationOf, tagOf } from './representation.ts';
import { type Outgoing, type Ready, send, sendReady } from './send.ts';
import { SplicedPage } from './spliced-page.ts';
import { pageFields } from './template.ts';

/** `undefined` when the route has begun to answer by itself, as a stream. */
export type Answer = Outgoing | Publication | SplicedPage | Read | Refusal | undefined;

/** Sends an answer. @returns a promise only where its bytes are still to be made */
export function reply(exchange: Exchange, answer: Answer): void | Promise<void> {
  if (answer === undefined) return;
  if (answer instanceof SplicedPage) return answer.send(exchange);
  if (answer instanceof Publication || answer instanceof Read) return answer.send(exchange);
  if (!(answer instanceof Refusal)) return send(exchange, answer);
  // The unread rest of a body that is too large would be parsed as the next request.
  if (answer.code === 'payload_too_large') exchange.headers.connection = 'close';
  send(exchange, problemAnswer(answer, exchange.server.publicUrl));
}

/**
 * An answer for many: bytes with their header fields ready, so that sending it again costs little more than writing to
 * a socket.
 */
export class Publication {
  private readonly representation: Representation;
  private readonly status: number;
  private readonly contentType: string;
  /** The 304 for clients that hold the bytes already; its fields are also part of every other answer. */
  private readonly held: Ready;
  private readonly made: Partial<Record<Encoding, Ready>> = {};

  /** @param fields names and values in turn, such as `['cache-control', 'no-cache']`; `vary` unless it is `Accept-Encoding` */
  constructor(
    representation: Representation,
    contentType: string,
    fields: readonly string[],
    status = 200,
  ) {
    this.representation = representation;
    this.status = status;
    this.contentType = contentType;
    const vary = fields.includes('vary') ? [] : ['vary', 'Accept-Encoding'];
    const all = ['etag', representation.etag, ...vary, ...fields];
    this.held = { status: 304, fields: [...all, 'x-content-type-options', 'nosniff'] };
  }

  /** Answers a request: 304 when the client holds it, else in the encoding it prefers. */
  send(exchange: Exchange): void | Promise<void> {
    const ready = this.ready(exchange.request.headers);
    return ready ? sendReady(exchange, ready) : this.make(exchange);
  }

  /** The answer to a request with these header fields, if it has been made already. */
  private ready(headers: IncomingHttpHeaders): Ready | undefined {
    const { 'if-none-match': ifNoneMatch, 'accept-encoding': accepted } = headers;
    const { etag, length } = this.representation;
    if (ifNoneMatch !== undefined && this.status === 200 && isHeld(ifNoneMatch, etag)) {
      return this.held;
    }
    return this.made[preferredEncoding(accepted, length)];
  }

  private async make(exchange: Exchange): Promise<void> {
    const accepted = exchange.request.headers['accept-encoding'];
    const encoding = preferredEncoding(accepted, this.representation.length);
    const body = await this.representation.in(encoding);
    const fields = [
      ...['content-type', this.contentType, 'content-length', String(body.length)],
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
      ...this.held.fields,
    ];
    const ready = { status: this.status, fields, body };
    this.made[encoding] = ready;
    sendReady(exchange, ready);
  }
}

/** Answers a read with header fields of its own each time, such as those of the rate limit. */
export class Read {
  readonly etag: string;
  /** Makes the representation; not called when the client holds it already. */
  readonly get: () => Representation | Promise<Representation>;

  private readonly cacheControl: string;

  /** @param cacheControl who may keep the answer, and for how long */
  constructor(
    etag: string,
    get: () => Representation | Promise<Representation>,
    cacheControl = PRIVATE,
  ) {
    this.etag = etag;
    this.get = get;
    this.cacheControl = cacheControl;
  }

  /** The read of a small answer, made already. */
  static of(answer: unknown): Read {
    const representation = representationOf(answer);
    return new Read(representation.etag, () => representation);
  }

  /** Answers a request: 304 when the client holds it, else in the encoding it prefers. */
  send(exchange: Exchange): void | Promise<void> {
    const ifNoneMatch = exchange.request.headers['if-none-match'];
    if (ifNoneMatch === undefined || !isHeld(ifNoneMatch, this.etag))
      return this.sendWhole(exchange);
    send(exchange, { status: 304, headers: this.fieldsOf(this.etag) });
  }

  private async sendWhole(exchange: Exchange): Promise<void> {
    const representation = await this.get();
    const accepted = exchange.request.headers['accept-encoding'];
    const encoding = preferredEncoding(accepted, representation.length);
    // The document may be newer than what the look-up saw.
    const headers = this.fieldsOf(representation.etag);
    headers['content-type'] = 'application/json';
    if (encoding !== 'identity') headers['content-encoding'] = encoding;
    send(exchange, { status: 200, headers, body: await representation.in(encoding) });
  }

  private fieldsOf(etag: string): OutgoingHttpHeaders {
    return { etag, 'cache-control': this.cacheControl, vary: 'Accept-Encoding' };
  }
}

/** The answer with a picture. @param type its media type */
export function pictureAnswer(bytes: Buffer, type: string, cacheControl: string): Publication {
  const representation = new Representation(tagOf(bytes), bytes, 'most');
  return new Publication(representation, type, pageFields(cacheControl, PICTURE_POLICY));
}
