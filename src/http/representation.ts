/** A body that can be read: validated by its ETag, compressed when asked (decision A14). */
import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Outgoing } from './send.ts';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** Below this, compression saves less than its headers cost. */
const COMPRESSIBLE_BYTES = 1024;
/**
 * How hard to compress. For what is read often: Brotli's quality 11 takes half a second for a large
 * schedule, 5 takes milliseconds and loses little. For what changes often, a tenth more bytes come
 * in a quarter of the time. What never changes deserves the most.
 */
const EFFORTS = {
  most: { brotli: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION },
  usual: { brotli: 5, gzip: constants.Z_DEFAULT_COMPRESSION },
  low: { brotli: 2, gzip: 1 },
};

export type Encoding = 'br' | 'gzip' | 'identity';

/** Best first, for clients that like several equally. */
const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity'];

/** Bytes of JSON that are compressed at most once, however many requests wait for them. */
export class Representation {
  readonly etag: string;
  private readonly encoded: Partial<Record<Encoding, Buffer | Promise<Buffer>>>;
  private readonly effort: keyof typeof EFFORTS;

  constructor(etag: string, identity: Buffer, effort: keyof typeof EFFORTS = 'usual') {
    this.etag = etag;
    this.effort = effort;
    this.encoded = { identity };
  }

  get length(): number {
    return this.identity.length;
  }

  /** The bytes as they are. */
  get identity(): Buffer {
    return this.encoded.identity as Buffer;
  }

  /** The bytes in an encoding: at once when they are ready. */
  in(encoding: Encoding): Buffer | Promise<Buffer> {
    this.encoded[encoding] ??= this.compress(encoding);
    return this.encoded[encoding];
  }

  /** Compresses in every encoding that another one was asked for in. */
  async prepare(other: Representation): Promise<void> {
    await Promise.all((Object.keys(other.encoded) as Encoding[]).map((each) => this.in(each)));
  }

  private async compress(encoding: Encoding): Promise<Buffer> {
    const { identity } = this;
    const effort = EFFORTS[this.effort];
    const bytes =
      encoding === 'gzip'
        ? await gzipAsync(identity, { level: effort.gzip })
        : await brotliAsync(identity, {
            params: { [constants.BROTLI_PARAM_QUALITY]: effort.brotli },
          });
    this.encoded[encoding] = bytes;
    return bytes;
  }
}

/** A representation of a small answer, tagged by its content. */
export function representationOf(answer: unknown): Representation {
  const text = JSON.stringify(answer);
  return new Representation(tagOf(text), Buffer.from(text));
}

/** A tag made of the content. */
export function tagOf(text: string | Buffer): string {
  return `W/"${hash('sha1', text, 'base64url')}"`;
}

/** The answer of a read. */
export class Read {
  readonly etag: string;
  /** Makes the representation; not called when the client holds it already. */
  readonly get: () => Representation | Promise<Representation>;

  constructor(etag: string, get: () => Representation | Promise<Representation>) {
    this.etag = etag;
    this.get = get;
  }

  /** The read of a small answer, made already. */
  static of(answer: unknown): Read {
    const representation = representationOf(answer);
    return new Read(representation.etag, () => representation);
  }
}

/**
 * Answers a read: 304 when the client holds it, else the bytes in the encoding it prefers.
 *
 * @param headers that the answer carries besides; they are added to
 */
export async function readAnswer(
  request: IncomingMessage,
  { etag, get }: Read,
  headers: OutgoingHttpHeaders,
): Promise<Outgoing> {
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': accepted } = request.headers;
  headers.etag = etag;
  headers['cache-control'] ??= 'private, no-cache';
  headers.vary = 'Accept-Encoding';
  if (ifNoneMatch !== undefined && isHeld(ifNoneMatch, etag)) return { status: 304, headers };
  const representation = await get();
  // The document may be newer than what the look-up saw.
  headers.etag = representation.etag;
  headers['content-type'] = 'application/json';
  const encoding = preferredEncoding(accepted, representation.length);
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return { status: 200, headers, body: await representation.in(encoding) };
}

/** Whether an If-None-Match header names the tag; tags of reads are compared weakly. */
export function isHeld(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}

/** The encoding in which to answer, by an Accept-Encoding header and the length of the body. */
export function preferredEncoding(accepted: string | undefined, length: number): Encoding {
  if (accepted === undefined || length < COMPRESSIBLE_BYTES) return 'identity';
  let preferred = preferences.get(accepted);
  if (!preferred) {
    preferred = negotiate(accepted);
    if (preferences.size >= MAX_PREFERENCES) preferences.clear();
    preferences.set(accepted, preferred);
  }
  return preferred;
}

/** Clients send few different headers, and each of them over and over. */
const preferences = new Map<string, Encoding>();
const MAX_PREFERENCES = 100;

/** The encoding that an Accept-Encoding header likes best; what it refuses is never chosen. */
function negotiate(accepted: string): Encoding {
  const qualities = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    qualities.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0);
  }
  const qualityOf = (encoding: Encoding) =>
    qualities.get(encoding) ?? qualities.get('*') ?? (encoding === 'identity' ? 0.001 : 0);
  return ENCODINGS.reduce((best, next) => (qualityOf(next) > qualityOf(best) ? next : best));
}
