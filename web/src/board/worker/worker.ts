/**
 * The service worker: opens the pages without a connection, shows notifications, and keeps
 * following when the browser changes the subscription.
 */
import { cachedFollows } from '../document/document-cache.ts';
import { followAgain, subscribe } from '../following/push-api.ts';
import { isSameBoard, showsCached } from '../page/routing.ts';
import { notificationOf } from './notification.ts';

declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build: the names of its assets, and its own hash. */
declare const ASSETS: string[];
declare const BUILD: string;

const BASE = self.registration.scope;
const BASE_PATH = new URL(BASE).pathname;
const PREFIX = `running-order assets ${BASE_PATH} `;
const CACHE = PREFIX + BUILD;
/** What pages load beside the assets. */
const BESIDE_ASSETS = ['icon.svg', 'dates.js'];
/** With a weak signal, a page is waited for this long before the cached template is shown. */
const PAGE_TIMEOUT_MILLIS = 4000;

const urlOf = (path: string) => new URL(path, BASE).href;

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      await cache.addAll(['manifest.webmanifest', ...BESIDE_ASSETS, ...ASSETS].map(urlOf));
      // With a URL of its own: under the usual one, a cache in between may have the page of the build before.
      const template = await fetch(`${BASE}?build=${BUILD}`, { cache: 'no-store' });
      if (!template.ok) throw new Error(`the page came with ${template.status}`);
      await cache.put(BASE, template);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(BASE)) return;
  const { pathname } = new URL(request.url);
  const path = pathname.slice(BASE_PATH.length);
  if (path.startsWith('assets/') || BESIDE_ASSETS.includes(path)) event.respondWith(asset(request));
  else if (request.mode === 'navigate' && showsCached(pathname, BASE_PATH))
    event.respondWith(page(request));
});

async function asset(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** A page from the service; on a server error or a late answer the cached template, which shows cached documents. */
async function page(request: Request): Promise<Response> {
  const template = await (await caches.open(CACHE)).match(BASE, { ignoreVary: true });
  if (!template) return fetch(request);
  const timeout = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(template.clone()), PAGE_TIMEOUT_MILLIS);
  });
  const answer = fetch(request).then(
    (response) => (response.status >= 500 ? template.clone() : response),
    () => template.clone(),
  );
  return Promise.race([answer, timeout]);
}

self.addEventListener('push', (event) => {
  const { title, options } = notificationOf(event.data?.text() ?? '', BASE);
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const target = String(event.notification.data?.url ?? BASE);
  event.waitUntil(open(target));
});

/** Focuses the board where it is open, whatever race it shows, and has it show the target; else opens it. */
async function open(target: string): Promise<void> {
  const pathOf = (url: string) => new URL(url).pathname;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isBoardOf = ({ url }: WindowClient) => isSameBoard(pathOf(url), pathOf(target), BASE_PATH);
  const opened = windows.find(({ url }) => url === target) ?? windows.find(isBoardOf);
  if (!opened) {
    await self.clients.openWindow(target);
    return;
  }
  await opened.focus();
  opened.postMessage({ open: target });
}

self.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(subscribeAgain());
});

async function subscribeAgain(): Promise<void> {
  const device = await cachedFollows(BASE);
  if (!device) return;
  await followAgain(await subscribe(self.registration, urlOf), device, urlOf);
}
