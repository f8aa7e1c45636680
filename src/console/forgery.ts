/**
 * Whether a request that changes something comes from a page of ours, and not from one of another site that
 * sends the visitor's cookie along (console, "Forgery").
 */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Browsers say in `Sec-Fetch-Site` where a request comes from, but only where the page is secure; else `Origin`
 * must be ours.
 *
 * @param publicUrl how users reach the service
 */
export function isFromOurPage(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined || origin === 'null') return false;
  const isOwnHost = host !== undefined && /^https?:\/\//.test(origin) && hostOf(origin) === host;
  return origin === new URL(publicUrl).origin || isOwnHost;
}

/** Host and port as they stand in an origin. */
function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '');
}
