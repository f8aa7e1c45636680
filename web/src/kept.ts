/**
 * What was seen last, for when there is no connection, and what this device follows, for the
 * service worker: both in the browser's cache storage, which page and worker share.
 */

const DOCUMENTS = 'running-order documents';
const DEVICE = 'running-order device';
const KEPT_AT = 'x-kept-at';

/** The regattas that stay readable offline: the last ones seen. */
const MOST_DOCUMENTS = 8;

export interface Kept<T> {
  body: T;
  /** When the service last said that this is current, epoch milliseconds. */
  keptAt: number;
}

/** Keeps a document under its URL; those kept longest ago go. Does nothing where it is refused. */
export async function keep(url: string, body: unknown, keptAt: number): Promise<void> {
  await quietly(async () => {
    const cache = await caches.open(DOCUMENTS);
    await cache.put(url, response(body, keptAt));
    const others: { request: Request; at: number }[] = [];
    for (const request of await cache.keys())
      others.push({ request, at: keptAtOf(await cache.match(request)) });
    others.sort((a, b) => b.at - a.at);
    for (const { request } of others.slice(MOST_DOCUMENTS)) await cache.delete(request);
  });
}

/** The document that was kept under a URL. */
export async function kept<T>(url: string): Promise<Kept<T> | undefined> {
  return quietly(async () => {
    const found = await (await caches.open(DOCUMENTS)).match(url);
    return found && { body: (await found.json()) as T, keptAt: keptAtOf(found) };
  });
}

/** Removes what was kept under a URL. */
export async function dropKept(url: string): Promise<void> {
  await quietly(async () => (await caches.open(DOCUMENTS)).delete(url));
}

/** What this device follows, as the worker needs it to follow again with a new subscription. */
export interface DeviceFollows {
  language: string;
  events: Record<string, { wholeEvent: boolean; crews: number[]; races: number[] }>;
}

/** @param base the public URL, for several services may share an origin */
export async function keepFollows(base: string, follows: DeviceFollows): Promise<void> {
  await quietly(async () => (await caches.open(DEVICE)).put(base, response(follows, Date.now())));
}

/** @see keepFollows */
export async function keptFollows(base: string): Promise<DeviceFollows | undefined> {
  return quietly(async () => (await (await caches.open(DEVICE)).match(base))?.json());
}

function response(body: unknown, keptAt: number): Response {
  return new Response(JSON.stringify(body), {
    headers: { 'content-type': 'application/json', [KEPT_AT]: String(keptAt) },
  });
}

function keptAtOf(found: Response | undefined): number {
  return Number(found?.headers.get(KEPT_AT) ?? 0);
}

/** There is no cache storage without https, and a full device refuses to keep more. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
