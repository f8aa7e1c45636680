/**
 * Which push subscriptions are taken. An endpoint is an address that the service will send requests
 * to, and anybody may name one, so only the browsers' own push services count, and what the
 * installation lists in `PUSH_ORIGINS`.
 */
import { ECDH } from 'node:crypto';

/** Chrome and what is built on it; Firefox. */
const SERVICES = ['https://fcm.googleapis.com', 'https://updates.push.services.mozilla.com'];
/** Safari; Edge on Windows. Both spread over many hosts. */
const HOST_FAMILIES =
  /^https:\/\/([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.){1,4}(push\.apple|notify\.windows)\.com$/;

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
  return SERVICES.includes(origin) || HOST_FAMILIES.test(origin) || origins.includes(origin);
}

/**
 * Which push service an endpoint that is taken belongs to: one name for all hosts of a family, of which
 * anybody may invent more.
 */
export function pushServiceOf(endpoint: string): string {
  const { origin } = new URL(endpoint);
  const [, , , family] = HOST_FAMILIES.exec(origin) ?? [];
  return family === undefined ? origin : `https://*.${family}.com`;
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
