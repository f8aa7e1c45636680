/** How long browsers and shared caches keep an answer: every value of `Cache-Control` that the service sends. */

/** Of what is about one caller, or changes at any moment: nobody keeps it. */
export const NO_STORE = 'no-store';
/** Kept, but asked for again before each use, which an `ETag` makes cheap. */
export const REVALIDATE = 'no-cache';
/** As above, of what one key or person alone may read. */
export const PRIVATE = 'private, no-cache';
/**
 * Of every public document and page. Whoever asks again within two seconds need not; a shared cache has it for five, and
 * for three more while it fetches the new one, so that what is un-published is gone everywhere within ten.
 */
export const PUBLIC_CACHE = 'public, max-age=2, s-maxage=5, stale-while-revalidate=3';
/** Of what changes with the next version of the service, or when an operator changes a setting. */
export const ONE_HOUR = 'public, max-age=3600';
/** Of a file with its content's hash in its name, which never stands for anything else: one year. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
