/**
 * Which push endpoints are one and the same. A push service reads `%54` as `T`, `//` as `/`, and ignores
 * a query that it does not know, so one subscription can be written in any number of ways. Messages still go to
 * the endpoint as it was given.
 */
import { hash } from 'node:crypto';

/**
 * An endpoint that is hard to guess holds at least 120 random bits (RFC 8030, section 8.3): 20 characters of
 * base64url. Where a segment of the path is as long, the path names the subscription and the query is ignored.
 */
const SECRET_LENGTH = 20;

/**
 * The identity of an endpoint: equal for all ways to write it.
 *
 * @param endpoint any text; one that is no address is its own identity
 * @returns 43 characters
 */
export function endpointIdentity(endpoint: string): string {
  return hash('sha256', JSON.stringify(partsOf(endpoint)), 'base64url');
}

function partsOf(endpoint: string): string[] {
  if (!URL.canParse(endpoint)) return [endpoint];
  const { protocol, host, pathname, searchParams } = new URL(endpoint);
  const segments = decoded(pathname)
    .split('/')
    .filter((segment) => segment !== '');
  const name = [protocol, host, ...segments];
  if (segments.some(({ length }) => length >= SECRET_LENGTH)) return name;
  // The push service of Windows: /w/?token=…
  const token = searchParams.get('token');
  if (token !== null) return [...name, '?', token];
  searchParams.sort();
  return [...name, '?', ...[...searchParams].flat()];
}

/** Without `decodeURIComponent`, which throws at what is no UTF-8. */
function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
