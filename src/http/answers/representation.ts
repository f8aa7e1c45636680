/** Bytes that answer many requests: with an `ETag`, and compressed on first use (decision A14). */
import { createHash, hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { mapInSlices } from '../../concurrency/long-work.ts';
import type { Encoding } from './negotiation.ts';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/**
 * How hard to compress. `usual`, for what is read often: Brotli's quality 11 takes half a second for a
 * large schedule, 5 takes milliseconds and loses little. `low`, for what changes often: a tenth more
 * bytes in a quarter of the time. `most`: for what never changes.
 */
const EFFORTS = {
  most: { brotli: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION },
  usual: { brotli: 5, gzip: constants.Z_DEFAULT_COMPRESSION },
  low: { brotli: 2, gzip: 1 },
};

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

  /** The bytes in an encoding; a promise while they are being compressed. */
  in(encoding: Encoding): Buffer | Promise<Buffer> {
    this.encoded[encoding] ??= this.compress(encoding);
    return this.encoded[encoding];
  }

  /** Compresses in every encoding in which `other`, such as the version before, has been requested. */
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

/** How many items are joined to one part of a text: some 100 KB of races, less of crews. */
const ITEMS_OF_PART = 64;

/**
 * The JSON of an object in parts: the properties of `head` in their order, then `list` with `items`.
 *
 * @param head properties with JSON values; its lists may be long, too
 * @param jsonOf the text of one item
 */
export function* textParts<Item>(
  head: object,
  list: string,
  items: readonly Item[],
  jsonOf: (item: Item) => string,
): Generator<string> {
  yield '{';
  for (const [name, value] of Object.entries(head)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) yield* listParts(name, value, (item) => JSON.stringify(item));
    else yield JSON.stringify({ [name]: value }).slice(1, -1);
    yield ',';
  }
  yield* listParts(list, items, jsonOf);
  yield '}';
}

function* listParts<Item>(
  name: string,
  items: readonly Item[],
  jsonOf: (item: Item) => string,
): Generator<string> {
  yield `${JSON.stringify(name)}:[`;
  for (let start = 0; start < items.length; start += ITEMS_OF_PART) {
    const part = items.slice(start, start + ITEMS_OF_PART).map(jsonOf);
    yield (start === 0 ? '' : ',') + part.join(',');
  }
  yield ']';
}

/** The bytes of a long text and their `ETag`, made in slices. @param parts of some 100 KB at most */
export async function bytesOf(parts: Iterable<string>): Promise<{ bytes: Buffer; etag: string }> {
  const sum = createHash('sha1');
  const buffers = await mapInSlices(parts, (text) => {
    const bytes = Buffer.from(text);
    sum.update(bytes);
    return bytes;
  });
  // Filled in slices, because first writes to new memory take tens of milliseconds for ten megabytes.
  const bytes = Buffer.allocUnsafeSlow(buffers.reduce((total, { length }) => total + length, 0));
  let end = 0;
  await mapInSlices(buffers, (part) => {
    end += part.copy(bytes, end);
  });
  return { bytes, etag: `W/"${sum.digest('base64url')}"` };
}

/** A weak `ETag` made of the content. */
export function tagOf(text: string | Buffer): string {
  return `W/"${hash('sha1', text, 'base64url')}"`;
}
