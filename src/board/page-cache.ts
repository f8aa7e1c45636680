/**
 * Pages, feeds and tables that have been made of a document. Those that nobody has asked for the longest go first, so
 * that asking for all races of an event in all languages takes no more memory than this.
 */
import { Publication } from '../http/publication.ts';
import { Representation, tagOf } from '../http/representation.ts';

/** A page of a large regatta takes half a megabyte, and a third of that again in its compressed forms. */
const MAX_BYTES = 64 * 1024 * 1024;
const BYTES_FACTOR = 1.5;

/** What a page is made of; another object stands for other content. */
type Source = object;

export interface Made {
  publication: Publication;
  /** Of what is sent, before it is compressed. */
  bytes: number;
}

/** A text as it is published. @param fields the media type, then names and values of header fields in turn */
export function made(
  text: string,
  [type = '', ...fields]: readonly string[],
  effort?: 'low' | 'usual',
): Made {
  const representation = new Representation(tagOf(text), Buffer.from(text), effort);
  return {
    publication: new Publication(representation, type, fields),
    bytes: representation.length,
  };
}

interface Entry extends Made {
  /** Weak: a small file, such as a calendar, must not keep the whole document that it was once made of. */
  source: WeakRef<Source>;
}

export class PageCache {
  private readonly maxBytes: number;
  /** The ones asked for last at the end. */
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.maxBytes = maxBytes;
  }

  /** How many it holds. */
  get size(): number {
    return this.entries.size;
  }

  /**
   * What was made of the source under this key, or what is made of it now.
   *
   * @param key tells apart all that is made of one source, and of different events
   */
  get(key: string, source: Source, make: () => Made): Publication {
    const known = this.entries.get(key);
    this.remove(key);
    const isCurrent = known?.source.deref() === source;
    const entry = known && isCurrent ? known : { ...make(), source: new WeakRef(source) };
    this.entries.set(key, entry);
    this.bytes += entry.bytes * BYTES_FACTOR;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.maxBytes || oldest === key) break;
      this.remove(oldest);
    }
    return entry.publication;
  }

  private remove(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.bytes -= entry.bytes * BYTES_FACTOR;
  }
}
