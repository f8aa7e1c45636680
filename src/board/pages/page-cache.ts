/** Pages, feeds and tables that have been made of a document, and how many more are made for one network. */
import type { Refusal } from '../../domain/refusal.ts';
import { Publication } from '../../http/answers/answer.ts';
import { Representation, tagOf } from '../../http/answers/representation.ts';
import type { Exchange } from '../../http/exchange.ts';
import { AddressLimits } from '../../http/limits/rate-limits.ts';

/** What is compressed takes up to half of its size again. */
const MAX_BYTES = 64 * 1024 * 1024;
const BYTES_FACTOR = 1.5;

/** What a page is made of; another object stands for other content. */
type Source = object;

export interface Made<Value = Publication> {
  value: Value;
  /** Of what is sent, before it is compressed. */
  bytes: number;
}

/** A text as an answer that is kept. @param fields the media type, then names and values of header fields in turn */
export function publishedText(
  text: string,
  [type = '', ...fields]: readonly string[],
  effort?: 'low' | 'usual',
  status?: number,
): Made {
  const representation = new Representation(tagOf(text), Buffer.from(text), effort);
  return {
    value: new Publication(representation, type, fields, status),
    bytes: representation.length,
  };
}

interface Entry extends Made<unknown> {
  /** Weak: a small file, such as a calendar, must not keep the whole document that it was once made of. */
  source: WeakRef<Source>;
}

/**
 * Keeps what was made. What nobody has asked for the longest goes first, so that asking for all races of an event in
 * all languages takes no more memory than this.
 */
export class PageCache {
  private readonly maxBytes: number;
  /** The ones asked for last at the end. */
  private readonly entries = new Map<string, Entry>();
  private readonly underWay = new Map<string, { source: Source; value: Promise<unknown> }>();
  private bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.maxBytes = maxBytes;
  }

  /** How many it holds. */
  get size(): number {
    return this.entries.size;
  }

  /** Whether something was made of the source under this key, so that it costs nothing. */
  has(key: string, source: Source): boolean {
    return (
      this.entries.get(key)?.source.deref() === source || this.underWay.get(key)?.source === source
    );
  }

  /**
   * What was made of the source under this key, or what is made of it now, once however many wait for it.
   *
   * @param key tells apart all that is made of one source, and of different events
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

  /** Keeps an entry as the one that was asked for last. */
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

/** A whole regatta may sit behind one carrier's address, and all pages are made anew after a change. */
const MADE_PER_MINUTE = 1200;

/**
 * How many pages of races, crews and lists are made for one network: whoever walks over all of them, again and again,
 * waits.
 */
export class ColdPages {
  private readonly limits = new AddressLimits(MADE_PER_MINUTE);
  private readonly trustedProxies: number;

  /** @param trustedProxies how many proxies stand in front of the service */
  constructor(trustedProxies: number) {
    this.trustedProxies = trustedProxies;
  }

  /** Counts a page that has to be made. @returns why it is not */
  take(exchange: Exchange): Refusal | undefined {
    return this.limits.objection(
      exchange,
      this.trustedProxies,
      (limit) =>
        `${limit} pages of races, crews and lists of regattas are made in 60 seconds for one address; boards have all races and crews.`,
    );
  }
}
