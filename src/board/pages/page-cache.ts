/** A cache of pages, feeds and tables made of a document, and a limit on how many are made for one network. */
import type { Refusal } from '../../domain/refusal.ts';
import { Publication } from '../../http/answers/answer.ts';
import { bytesOf, Representation, tagOf } from '../../http/answers/representation.ts';
import type { Exchange } from '../../http/exchange.ts';
import { AddressLimits } from '../../http/limits/rate-limits.ts';

/** The size of the cache. The factor is for compressed copies, which take up to half of the size again. */
const MAX_BYTES = 64 * 1024 * 1024;
const BYTES_FACTOR = 1.5;

/** What a page is made of; other content is always another object. */
type Source = object;

export interface Made<Value = Publication> {
  value: Value;
  /** The size of what is sent, before compression. */
  bytes: number;
}

/** A text as an answer for the cache. @param fields the media type, then names and values of header fields in turn */
export function publishedText(
  text: string,
  [type = '', ...fields]: readonly string[],
  effort?: 'low' | 'usual',
  status?: number,
): Made {
  const representation = new Representation(tagOf(text), Buffer.from(text), effort);
  return madeOf(representation, type, fields, status);
}

/** A long text in parts as an answer for the cache, made in slices. @param parts of some 100 KB at most */
export async function publishedParts(
  parts: Iterable<string>,
  [type = '', ...fields]: readonly string[],
): Promise<Made> {
  const { bytes, etag } = await bytesOf(parts);
  return madeOf(new Representation(etag, bytes), type, fields);
}

function madeOf(
  representation: Representation,
  type: string,
  fields: readonly string[],
  status?: number,
): Made {
  const value = new Publication(representation, type, fields, status);
  return { value, bytes: representation.length };
}

interface Entry extends Made<unknown> {
  /** Weak: a small file, such as a calendar, must not keep the whole document that it was once made of. */
  source: WeakRef<Source>;
}

/**
 * Keeps what was made, up to a size. The least recently used entry is dropped first, so that requests for all races of an
 * event in all languages take no more memory.
 */
export class PageCache {
  private readonly maxBytes: number;
  /** The least recently used entry first. */
  private readonly entries = new Map<string, Entry>();
  private readonly underWay = new Map<string, { source: Source; value: Promise<unknown> }>();
  private bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.maxBytes = maxBytes;
  }

  /** How many entries it holds. */
  get size(): number {
    return this.entries.size;
  }

  /** Whether the value of the source under this key is there or being made, so that it costs nothing. */
  has(key: string, source: Source): boolean {
    return (
      this.entries.get(key)?.source.deref() === source || this.underWay.get(key)?.source === source
    );
  }

  /**
   * The value of the source under this key; made where it is missing, once for all who wait for it.
   *
   * @param key differs for all values made of one source, and between events
   */
  get<Value>(key: string, source: Source, make: () => Made<Value>): Value;
  get<Value>(key: string, source: Source, make: () => Promise<Made<Value>>): Value | Promise<Value>;
  get(key: string, source: Source, make: () => Made<unknown> | Promise<Made<unknown>>): unknown {
    const known = this.entries.get(key);
    if (known?.source.deref() === source) {
      this.keep(key, known);
      return known.value;
    }
    const underWay = this.underWay.get(key);
    if (underWay?.source === source) return underWay.value;
    const made = make();
    if (!(made instanceof Promise)) return this.put(key, source, made);
    const value = made
      .then((result) => this.put(key, source, result))
      .finally(() => {
        if (this.underWay.get(key)?.value === value) this.underWay.delete(key);
      });
    this.underWay.set(key, { source, value });
    return value;
  }

  private put(key: string, source: Source, made: Made<unknown>): unknown {
    this.keep(key, { ...made, source: new WeakRef(source) });
    return made.value;
  }

  /** Keeps an entry as the most recently used one. */
  private keep(key: string, entry: Entry): void {
    this.remove(key);
    this.entries.set(key, entry);
    this.bytes += entry.bytes * BYTES_FACTOR;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.maxBytes || oldest === key) break;
      this.remove(oldest);
    }
  }

  private remove(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.bytes -= entry.bytes * BYTES_FACTOR;
  }
}

/** The spectators of a regatta may share the address of a carrier, and all pages are made again after a change. */
const MADE_PER_MINUTE = 1200;

/**
 * Limits how many pages of races, crews and lists are made for one network: a client that fetches all of them again and
 * again has to wait.
 */
export class PageRenderLimit {
  private readonly limits = new AddressLimits(MADE_PER_MINUTE);
  private readonly trustedProxies: number;

  /** @param trustedProxies how many proxies stand in front of the service */
  constructor(trustedProxies: number) {
    this.trustedProxies = trustedProxies;
  }

  /** Counts a page that has to be made. @returns a refusal where that is over the limit */
  take(exchange: Exchange): Refusal | undefined {
    return this.limits.objection(
      exchange,
      this.trustedProxies,
      (limit) =>
        `${limit} pages of races, crews and lists of regattas are made in 60 seconds for one address; boards have all races and crews.`,
    );
  }
}
