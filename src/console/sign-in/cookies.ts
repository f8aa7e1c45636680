/** The cookies of the console: naming, writing and reading them. */
import type { IncomingMessage } from 'node:http';
import { MAX_SESSION_MILLIS } from '../../domain/accounts/sessions.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

export interface Cookie {
  name: string;
  /** The attributes with which the cookie is set. */
  attributes: string;
}

export interface Cookies {
  session: Cookie;
  /** Identifies a browser that has signed in before; it signs nobody in. */
  browser: Cookie;
}

/**
 * The cookies of an installation. With `https:` they have the prefix `__Host-`, so that browsers send them to one host only.
 * Without `https:` the name holds the port, because cookies ignore ports.
 *
 * @param publicUrl how users reach the service
 */
export function cookiesOf(publicUrl: string): Cookies {
  const { protocol, port } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  const name = (word: string) => (isSecure ? `__Host-${word}` : `${word}-${port || '80'}`);
  const attributes = (seconds: number) =>
    `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    session: { name: name('running-order'), attributes: attributes(MAX_SESSION_MILLIS / 1000) },
    browser: { name: name('running-order-browser'), attributes: attributes(YEAR_SECONDS) },
  };
}

/** The field `Set-Cookie` that sets a cookie. */
export function setCookie({ name, attributes }: Cookie, value: string): string {
  return `${name}=${value}; ${attributes}`;
}

/** The field `Set-Cookie` that removes a cookie. */
export function removeCookie({ name, attributes }: Cookie): string {
  return `${name}=; ${attributes.replace(/Max-Age=\d+/, 'Max-Age=0')}`;
}

/** The value of a cookie that a request carries; `undefined` where it carries none, or two. */
export function readCookie(request: IncomingMessage, { name }: Cookie): string | undefined {
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}
