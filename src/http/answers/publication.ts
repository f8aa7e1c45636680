/**
 * An answer for many: bytes with their header fields ready, so that sending it again costs little
 * more than writing to a socket.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Exchange } from '../exchange.ts';
import { type Encoding, isHeld, preferredEncoding } from './negotiation.ts';
import type { Representation } from './representation.ts';
import { type Ready, sendReady } from './send.ts';

export class Publication {
  private readonly representation: Representation;
  private readonly status: number;
  private readonly contentType: string;
  /** For who holds it already, with the fields of every answer. */
  private readonly held: Ready;
  private readonly made: Partial<Record<Encoding, Ready>> = {};

  /** @param fields names and values in turn, such as `['cache-control', 'no-cache']`; `vary` where it is more than the encoding */
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

  /** What answers a request with these fields, if it has been made already. */
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
