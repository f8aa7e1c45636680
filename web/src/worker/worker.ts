/**
 * The service worker: opens the pages without a connection, shows notifications, and keeps
 * following when the browser changes the subscription.
 */
import { keptFollows } from '../kept.ts';
import { sendFollows, subscribe } from '../push-api.ts';
import { notificationOf } from './notification.ts';

declare const self: ServiceWorkerGlobalScope;
/** Names of this build's assets, and what tells this build from others. */
declare const ASSETS: string[];
declare const BUILD: string;

const BASE = self.registration.scope;
const PREFIX = `running-order assets ${new URL(BASE).pathname} `;
const CACHE = PREFIX + BUILD;
/** With one bar of signal: so long a page is waited for before what was kept is shown. */
const PATIENCE_MILLIS = 4000;

const urlOf = (path: string) => new URL(path, BASE).href;

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      await cache.addAll([
        new Request(BASE, { cache: 'no-cache' }),
        ...['icon.svg', 'manifest.webmanifest', ...ASSETS].map(urlOf),
      ]);
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
  const path = new URL(request.url).pathname.slice(new URL(BASE).pathname.length);
  if (path.startsWith('assets/') || path === 'icon.svg') event.respondWith(asset(request));
  else if (request.mode === 'navigate' && /^(events\/\d+(\/(display|print))?)?$/.test(path))
    event.respondWith(page(request));
});

async function asset(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** From the service; without an answer in time the kept template, which shows kept documents. */
async function page(request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(BASE, { ignoreVary: true });
  if (!kept) return fetch(request);
  const patience = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(kept.clone()), PATIENCE_MILLIS);
  });
  const answer = fetch(request).then(
    (response) => (response.status >= 500 ? kept.clone() : response),
    () => kept.clone(),
  );
  return Promise.race([answer, patience]);
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

/** Brings the page to the front when it is open, else opens it. */
async function open(target: string): Promise<void> {
  const pageOf = (url: string) => url.replace(/[#?].*$/, '');
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const known = windows.find((window) => pageOf(window.url) === pageOf(target));
  if (!known) {
    await self.clients.openWindow(target);
    return;
  }
  await known.focus();
  known.postMessage({ open: target });
}

self.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(followAgain());
});

async function followAgain(): Promise<void> {
  const device = await keptFollows(BASE);
  if (!device) return;
  const subscription = await subscribe(self.registration, urlOf);
  for (const [id, followed] of Object.entries(device.events)) {
    const wanted = { eventId: Number(id), ...followed, language: device.language };
    // A regatta that is no longer published is refused; the others are not to suffer from it.
    await sendFollows(subscription, wanted, urlOf).catch(() => undefined);
  }
}
