/**
 * Which push subscriptions are taken. An endpoint is an address that the service will send requests
 * to, and anybody may name one, so only the browsers' own push services count, and what the
 * installation lists in `PUSH_ORIGINS`.
 */
import { ECDH } from 'node:crypto';

/** Chrome and what is built on it; Firefox; Safari. */
const SERVICES = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
];
/**
 * Safari may be given others than `web`, and Edge on Windows is given the name of a data centre, such as
 * `wns2-par02p`, `db5p` or `bn1`. Other names in these domains are not for browsers; of those that fit,
 * anybody may invent more.
 */
const HOST_FAMILIES = [
  { name: 'https://*.push.apple.com', hosts: /^https:\/\/web[a-z0-9-]{0,20}\.push\.apple\.com$/ },
  {
    name: 'https://*.notify.windows.com',
    hosts: /^https:\/\/(wns[0-9]{0,2}-)?[a-z]{2,10}[0-9]{0,3}[a-z]?\.notify\.windows\.com$/,
  },
];

const PUBLIC_KEY_BYTES = 65;
const AUTH_BYTES = 16;

/**
 * Whether messages may be sent to an endpoint. It has to be written exactly as a browser writes an
 * address, so there is one way to read it: no user information, no fragment, no `..`, no port that
 * goes without saying, no other notation of a host.
 *
 * @param origins of further push services (`PUSH_ORIGINS`)
 */
export function isPushEndpoint(endpoint: string, origins: readonly string[]): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || url.href !== endpoint || endpoint.includes('#')) return false;
  if (url.username !== '' || url.password !== '') return false;
  // `URL.origin` would look through `blob:`.
  const origin = `${url.protocol}//${url.host}`;
  return SERVICES.includes(origin) || familyOf(origin) !== undefined || origins.includes(origin);
}

/** Where a message goes. */
export interface Destination {
  /** The origin. */
  host: string;
  /** The same, unless there may be more hosts: one name for all hosts of a push service, of which anybody may invent more. */
  service: string;
}

/** Which push service an endpoint that is taken belongs to. */
export function destinationOf(endpoint: string): Destination {
  const { origin } = new URL(endpoint);
  return {
    host: origin,
    service: SERVICES.includes(origin) ? origin : (familyOf(origin) ?? origin),
  };
}

function familyOf(origin: string): string | undefined {
  return HOST_FAMILIES.find(({ hosts }) => hosts.test(origin))?.name;
}

/** Whether a text is the base64url of an uncompressed point of the curve P-256. */
export function isPublicKey(text: string): boolean {
  const bytes = bytesOf(text, PUBLIC_KEY_BYTES);
  if (bytes?.[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1', undefined, undefined, 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is the base64url of an authentication secret. */
export function isAuthSecret(text: string): boolean {
  return bytesOf(text, AUTH_BYTES) !== undefined;
}

/** The bytes of a text in base64url, unless it is anything else or has another length. */
function bytesOf(text: string, length: number): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === length && bytes.toString('base64url') === text ? bytes : undefined;
}
