/** How long browsers and shared caches keep an answer: every value of `Cache-Control` that the service sends. */

/** For answers about one caller, or that may change at any moment: no cache stores them. */
export const NO_STORE = 'no-store';
/** For answers that caches store, but revalidate before each use, which an `ETag` makes cheap. */
export const REVALIDATE = 'no-cache';
/** As `REVALIDATE`, for what one key or person alone may read: shared caches do not store it. */
export const PRIVATE = 'private, no-cache';
/**
 * For every public document and page. A browser reuses it for 2 s; a shared cache for 5 s, and for 3 s more while it
 * fetches the new one. So what is un-published is gone everywhere within 10 s.
 */
export const PUBLIC_CACHE = 'public, max-age=2, s-maxage=5, stale-while-revalidate=3';
/** For what changes only with the next version of the service, or when an operator changes a setting. */
export const ONE_HOUR = 'public, max-age=3600';
/** For a file with the hash of its content in its name, whose content therefore never changes: one year. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
