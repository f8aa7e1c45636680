/**
 * Pages with a beginning of their own and a common end: the document that all pages of an event carry is their last part.
 * So the document is compressed once, not once for each page, and a page that nobody has requested yet costs little more
 * than its beginning. Texts that were compressed separately can be joined in one gzip stream (a flush aligns to bytes,
 * RFC 1951), but not in a Brotli stream: these pages are sent as gzip.
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import type { Exchange } from '../exchange.ts';
import { isHeld, preferredEncoding } from './negotiation.ts';
import { tagOf } from './representation.ts';
import { sendReady } from './send.ts';

/** The polynomial of CRC-32, its lowest coefficient in the highest bit. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** x^(2^n) modulo the polynomial, by n. */
const POWERS = powers();

/** The factor by which the CRC-32 of a text is multiplied when so many bytes follow the text. */
export function shiftOf(bytes: number): number {
  let shift = ONE;
  // Eight bits a byte, so the exponents begin at 2^3.
  for (let rest = bytes, n = 3; rest > 0; rest = Math.floor(rest / 2), n++) {
    if (rest % 2 === 1) shift = product(POWERS[n % 32] as number, shift);
  }
  return shift >>> 0;
}

/** The CRC-32 of two parts, one after the other. @param shift `shiftOf` the length of the second part */
export function joinedCrc32(first: number, second: number, shift: number): number {
  return (product(shift, first) ^ second) >>> 0;
}

/** The product of two polynomials, modulo the polynomial. */
function product(a: number, b: number): number {
  let [sum, factor] = [0, b];
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) sum ^= factor;
    factor = (factor & 1) === 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return sum >>> 0;
}

function powers(): number[] {
  const list = [0x40000000];
  while (list.length < 32) {
    const last = list.at(-1) as number;
    list.push(product(last, last));
  }
  return list;
}

const deflateAsync = promisify(deflateRaw);

/** For the document, compressed once: as small as Brotli would make it in the time that there is for each page. */
const END_LEVEL = 5;
/** For the beginning: a few thousand characters, compressed synchronously while other requests wait. */
const START = { level: 1, windowBits: 12, memLevel: 5, finishFlush: constants.Z_SYNC_FLUSH };
/** Says: deflated, no time of modification, unknown operating system (RFC 1952). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const GZIP_TRAILER_BYTES = 8;

/** The end that many pages share. */
export class PageEnd {
  /** Identifies the content. */
  readonly tag: string;
  readonly length: number;
  private readonly parts: readonly Buffer[];
  private compressed: Compressed | Promise<Compressed> | undefined;

  /** @param tag that no other content ever has */
  constructor(tag: string, parts: readonly Buffer[]) {
    this.tag = tag;
    this.parts = parts;
    this.length = parts.reduce((sum, { length }) => sum + length, 0);
  }

  /** The bytes as they are. */
  get identity(): readonly Buffer[] {
    return this.parts;
  }

  /** The compressed bytes, made on first use; a promise until they are ready. */
  deflated(): Compressed | Promise<Compressed> {
    this.compressed ??= this.deflate();
    return this.compressed;
  }

  private async deflate(): Promise<Compressed> {
    const bytes = Buffer.concat(this.parts);
    const deflated = await deflateAsync(bytes, { level: END_LEVEL });
    const compressed = { bytes: deflated, crc: crc32(bytes), shift: shiftOf(bytes.length) };
    this.compressed = compressed;
    return compressed;
  }
}

interface Compressed {
  /** Deflated, up to and including the last block of the stream. */
  bytes: Buffer;
  crc: number;
  /** See `shiftOf`. */
  shift: number;
}

/** The beginning of one page, and its header fields. */
export class PageStart {
  readonly bytes: Buffer;
  readonly etag: string;
  /** Names and values in turn. */
  readonly fields: readonly string[];
  private compressed: { bytes: Buffer; crc: number } | undefined;

  /** @param end of the page; not kept, because a document is larger than the beginnings of all its pages */
  constructor(text: string, { tag }: PageEnd, fields: readonly string[]) {
    this.bytes = Buffer.from(text);
    this.etag = tagOf(text + tag);
    this.fields = ['etag', this.etag, ...fields, 'x-content-type-options', 'nosniff'];
  }

  deflated(): { bytes: Buffer; crc: number } {
    const { bytes } = this;
    this.compressed ??= { bytes: deflateRawSync(bytes, START), crc: crc32(bytes) };
    return this.compressed;
  }
}

/** An answer for many clients, joined from its two parts as it is sent. */
export class SplicedPage {
  private readonly start: PageStart;
  private readonly end: PageEnd;
  private readonly contentType: string;

  constructor(start: PageStart, end: PageEnd, contentType: string) {
    this.start = start;
    this.end = end;
    this.contentType = contentType;
  }

  /** Answers a request: 304 when the client holds it, else as gzip where that is accepted. */
  send(exchange: Exchange): void | Promise<void> {
    const { start, end } = this;
    const { 'if-none-match': ifNoneMatch, 'accept-encoding': accepted } = exchange.request.headers;
    if (ifNoneMatch !== undefined && isHeld(ifNoneMatch, start.etag)) {
      return sendReady(exchange, { status: 304, fields: start.fields });
    }
    const length = start.bytes.length + end.length;
    if (preferredEncoding(accepted, length, 'without Brotli') === 'identity') {
      return this.sendParts(exchange, [start.bytes, ...end.identity]);
    }
    const compressed = end.deflated();
    return compressed instanceof Promise
      ? compressed.then((done) => this.sendGzip(exchange, done))
      : this.sendGzip(exchange, compressed);
  }

  private sendGzip(exchange: Exchange, { bytes, crc, shift }: Compressed): void {
    const { start, end } = this;
    const begun = start.deflated();
    const trailer = Buffer.allocUnsafe(GZIP_TRAILER_BYTES);
    trailer.writeUInt32LE(joinedCrc32(begun.crc, crc, shift), 0);
    trailer.writeUInt32LE((start.bytes.length + end.length) % 2 ** 32, 4);
    const parts = [GZIP_HEADER, begun.bytes, bytes, trailer];
    this.sendParts(exchange, parts, ['content-encoding', 'gzip']);
  }

  private sendParts(
    exchange: Exchange,
    parts: readonly Buffer[],
    encoding: readonly string[] = [],
  ): void {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const fields = [
      ...['content-type', this.contentType, 'content-length', String(length)],
      ...encoding,
      ...this.start.fields,
    ];
    sendReady(exchange, { status: 200, fields, body: parts });
  }
}
