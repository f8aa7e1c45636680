/** Answers of reads that carry header fields of their own each time, such as those of the rate limit. */
import type { OutgoingHttpHeaders } from 'node:http';
import type { Exchange } from '../exchange.ts';
import { isHeld, preferredEncoding } from './negotiation.ts';
import { type Representation, representationOf } from './representation.ts';
import { send } from './send.ts';

export class Read {
  readonly etag: string;
  /** Makes the representation; not called when the client holds it already. */
  readonly get: () => Representation | Promise<Representation>;

  private readonly cacheControl: string;

  /** @param cacheControl who may keep the answer, and for how long */
  constructor(
    etag: string,
    get: () => Representation | Promise<Representation>,
    cacheControl = 'private, no-cache',
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
