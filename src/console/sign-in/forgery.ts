/**
 * Whether a request that changes something comes from a page of ours, and not from one of another site that
 * sends the visitor's cookie along (console, "Forgery").
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '../../settings.ts';

/**
 * Browsers say in `Sec-Fetch-Site` where a request comes from, but only where the page is secure; else `Origin`
 * must be ours: that of `PUBLIC_URL`, or, where none is set, the host that the request names. Where `PUBLIC_URL` is set,
 * another origin never is ours: any name that leads to this machine is of the same origin with itself.
 */
export function isFromOurPage(
  headers: IncomingHttpHeaders,
  { publicUrl, hasPublicUrl }: Pick<Settings, 'publicUrl' | 'hasPublicUrl'>,
): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  const isOurs = origin === new URL(publicUrl).origin;
  if (hasPublicUrl && origin !== undefined && !isOurs) return false;
  if (site !== undefined) return site === 'same-origin';
  if (isOurs || hasPublicUrl || origin === undefined) return isOurs;
  return host !== undefined && /^https?:\/\//.test(origin) && hostOf(origin) === host;
}

/** Host and port as they stand in an origin. */
function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '');
}
