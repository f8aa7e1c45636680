/** What a client prefers, by its `Accept-…` headers (RFC 9110, section 12.5). */

export type Encoding = 'br' | 'gzip' | 'identity';

/** Best first, for clients that like several equally. */
const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity'];
/** Below this, compression saves less than its headers cost. */
const COMPRESSIBLE_BYTES = 1024;
/** How many different headers are cached: clients send few, and each of them again and again. */
const MAX_PREFERENCES = 100;
/** How many items of a header are read: no client names more, and thousands would cost as much as a hundred requests. */
const MAX_ITEMS = 20;

const preferences = new Map<string, Encoding>();
const preferencesWithoutBrotli = new Map<string, Encoding>();

/** The encoding in which to answer, by an `Accept-Encoding` header and the length of the body. */
export function preferredEncoding(
  accepted: string | undefined,
  length: number,
  among: 'all' | 'without Brotli' = 'all',
): Encoding {
  if (accepted === undefined || length < COMPRESSIBLE_BYTES) return 'identity';
  const known = among === 'all' ? preferences : preferencesWithoutBrotli;
  let preferred = known.get(accepted);
  if (!preferred) {
    const offered = ENCODINGS.filter((encoding) => among === 'all' || encoding !== 'br');
    preferred = negotiateEncoding(accepted, offered);
    if (known.size >= MAX_PREFERENCES) known.clear();
    known.set(accepted, preferred);
  }
  return preferred;
}

/** The offered encoding of the highest quality; `identity` has the lowest unless named, and is used if all are refused. */
function negotiateEncoding(accepted: string, offered: readonly Encoding[]): Encoding {
  const qualities = new Map(acceptedItems(accepted).map(({ name, quality }) => [name, quality]));
  const qualityOf = (encoding: Encoding) =>
    qualities.get(encoding) ?? qualities.get('*') ?? (encoding === 'identity' ? 0.001 : 0);
  const acceptable = offered.filter((encoding) => qualityOf(encoding) > 0);
  const [first = 'identity'] = acceptable;
  return acceptable.reduce(
    (best, next) => (qualityOf(next) > qualityOf(best) ? next : best),
    first,
  );
}

/** The names of the items that an `Accept-…` header accepts, those of the highest quality first. */
export function acceptedNames(header = ''): string[] {
  return acceptedItems(header)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ name }) => name);
}

/**
 * The items of an `Accept-…` header in its order, in lower case.
 *
 * @returns qualities from 0, which refuses an item, to 1
 */
function acceptedItems(header: string): { name: string; quality: number }[] {
  return header
    .toLowerCase()
    .split(',', MAX_ITEMS)
    .map((item) => {
      const [name = '', ...parameters] = item.split(';').map((text) => text.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { name, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
    });
}

/**
 * Whether an `Accept` header names HTML, as browsers do when a person follows a link, and gives no kind of JSON a higher
 * quality.
 */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const items = acceptedItems(accept);
  const best = (type: RegExp) =>
    Math.max(0, ...items.map(({ name, quality }) => (type.test(name) ? quality : 0)));
  const html = best(/^text\/html$/);
  return html > 0 && html >= best(/[/+]json$/);
}

/** Whether an `If-None-Match` header names the tag; tags of reads are compared weakly. */
export function isHeld(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}
