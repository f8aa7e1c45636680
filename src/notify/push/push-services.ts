/**
 * Which push subscriptions are accepted. This service sends requests to their endpoints, and anybody may send a
 * subscription, so only endpoints of the push services of browsers and of `PUSH_ORIGINS` are accepted.
 */
import { ECDH } from 'node:crypto';
import { AUTH_BYTES, POINT_BYTES } from './push-crypto.ts';

/** Of Chrome and browsers built on it; of Firefox; of Safari. */
const SERVICES = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
];
/**
 * Safari may get other names than `web`, and Edge on Windows gets the name of a data centre, such as
 * `wns2-par02p`, `db5p` or `bn1`. Anybody may invent names that fit.
 */
const HOST_FAMILIES = [
  { name: 'https://*.push.apple.com', hosts: /^https:\/\/web[a-z0-9-]{0,20}\.push\.apple\.com$/ },
  {
    name: 'https://*.notify.windows.com',
    hosts: /^https:\/\/(wns[0-9]{0,2}-)?[a-z]{2,10}[0-9]{0,3}[a-z]?\.notify\.windows\.com$/,
  },
];

/**
 * Whether messages may be sent to an endpoint. It must be a normalised address, so that it cannot be parsed in
 * two ways: no user information, fragment, `..`, default port, or other notation of a host.
 *
 * @param origins of further push services (`PUSH_ORIGINS`)
 */
export function isPushEndpoint(endpoint: string, origins: readonly string[]): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || url.href !== endpoint || endpoint.includes('#')) return false;
  if (url.username !== '' || url.password !== '') return false;
  // Not `URL.origin`, which is that of the inner address for `blob:`.
  const origin = `${url.protocol}//${url.host}`;
  return SERVICES.includes(origin) || familyOf(origin) !== undefined || origins.includes(origin);
}

export interface Destination {
  /** The origin. */
  host: string;
  /** One name for all hosts of a push service of whose hosts anybody may invent more; else the origin. */
  service: string;
}

/** @param endpoint one that `isPushEndpoint` accepts */
export function destinationOf(endpoint: string): Destination {
  const { origin } = new URL(endpoint);
  return {
    host: origin,
    service: SERVICES.includes(origin) ? origin : (familyOf(origin) ?? origin),
  };
}

/** All hosts to which messages may be sent, in a form for people. @param origins of further push services */
export function pushHosts(origins: readonly string[]): string[] {
  const all = [...SERVICES, ...HOST_FAMILIES.map(({ name }) => name), ...origins];
  return all.map((origin) => origin.replace(/^https?:\/\//, ''));
}

function familyOf(origin: string): string | undefined {
  return HOST_FAMILIES.find(({ hosts }) => hosts.test(origin))?.name;
}

/** Whether a text is the base64url of an uncompressed point of the curve P-256. */
export function isPublicKey(text: string): boolean {
  const bytes = bytesOf(text, POINT_BYTES);
  if (bytes?.[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1', undefined, undefined, 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

export function isAuthSecret(text: string): boolean {
  return bytesOf(text, AUTH_BYTES) !== undefined;
}

/** The bytes of a text; `undefined` unless it is base64url of that length. */
function bytesOf(text: string, length: number): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === length && bytes.toString('base64url') === text ? bytes : undefined;
}
