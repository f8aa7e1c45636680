/**
 * The documents last seen, for use without a connection, and what this device follows, for the
 * service worker. Both are in the browser's cache storage, which page and worker share.
 */
import type { FollowSet } from '../following/follow-set.ts';

export const DOCUMENTS = 'running-order documents';
export const DEVICE = 'running-order device';
const CACHED_AT = 'x-kept-at';

/** How many documents can be read offline: those seen last. */
const MAX_DOCUMENTS = 8;

interface CachedDocument<T> {
  body: T;
  /** When it was last known to be current, epoch milliseconds. */
  cachedAt: number;
}

/** Caches a document under its URL; beyond the limit the oldest ones go. */
export async function cacheDocument(url: string, body: unknown, cachedAt: number): Promise<void> {
  await orUndefined(async () => {
    const cache = await caches.open(DOCUMENTS);
    await cache.put(url, response(body, cachedAt));
    const all: { request: Request; at: number }[] = [];
    for (const request of await cache.keys())
      all.push({ request, at: cachedAtOf(await cache.match(request)) });
    all.sort((a, b) => b.at - a.at);
    for (const { request } of all.slice(MAX_DOCUMENTS)) await cache.delete(request);
  });
}

/** The document that is cached under a URL, or `undefined`. */
export async function cachedDocument<T>(url: string): Promise<CachedDocument<T> | undefined> {
  return orUndefined(async () => {
    const found = await (await caches.open(DOCUMENTS)).match(url);
    return found && { body: (await found.json()) as T, cachedAt: cachedAtOf(found) };
  });
}

/** Removes the document that is cached under a URL. */
export async function uncacheDocument(url: string): Promise<void> {
  await orUndefined(async () => (await caches.open(DOCUMENTS)).delete(url));
}

/** What the worker needs to follow again with a new subscription. */
export interface DeviceFollows {
  language: string;
  events: Record<string, FollowSet>;
}

/** Caches what is followed, for the service worker. @param base the public URL, as several services may share an origin */
export async function cacheFollows(base: string, follows: DeviceFollows): Promise<void> {
  await orUndefined(async () =>
    (await caches.open(DEVICE)).put(base, response(follows, Date.now())),
  );
}

/** @see cacheFollows */
export async function cachedFollows(base: string): Promise<DeviceFollows | undefined> {
  return orUndefined(async () => (await (await caches.open(DEVICE)).match(base))?.json());
}

function response(body: unknown, cachedAt: number): Response {
  return new Response(JSON.stringify(body), {
    headers: { 'content-type': 'application/json', [CACHED_AT]: String(cachedAt) },
  });
}

function cachedAtOf(found: Response | undefined): number {
  return Number(found?.headers.get(CACHED_AT) ?? 0);
}

/** `undefined` where the storage fails: it does not exist without https, and a full device refuses to store more. */
function orUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  return work().catch(() => undefined);
}
