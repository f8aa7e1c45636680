/** What a screen does that stays on: it keeps the device awake, and takes a new version of the pages when the service has one. */
import { effect } from '@preact/signals';
import { urlOf } from '../../shared/page/page.ts';
import { isStale } from '../document/document-on-screen.ts';

/**
 * Keeps the screen of this device on, where the browser can. Asks again whenever the page becomes visible, for a hidden page
 * loses the lock.
 */
export function keepScreenOn(): void {
  const request = () => {
    // Refused on a low battery and unknown to some browsers: then the device's settings apply.
    if (document.visibilityState === 'visible')
      navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  request();
  document.addEventListener('visibilitychange', request);
}

const CHECK_MILLIS = 5 * 60_000;
/** A service that has come back answers many at once. */
const SPREAD_MILLIS = 5000;
/** Kept as long as the tab: for which version it was loaded anew. */
const KEY = 'running-order display loaded for';

let served: string | undefined;

/** Asks every few minutes, and when the connection is back. @returns what stops it */
export function watchVersion(): () => void {
  const timer = setInterval(() => void check(), CHECK_MILLIS);
  let wasStale = false;
  const stopWatching = effect(() => {
    if (wasStale && !isStale.value) setTimeout(() => void check(), Math.random() * SPREAD_MILLIS);
    wasStale = isStale.value;
  });
  return () => {
    clearInterval(timer);
    stopWatching();
  };
}

/** Loads the page anew where the service has a new version; to be called between two views. */
export function takeNewVersion(): void {
  const own = versionOf(document.head.innerHTML);
  if (!isNewVersion({ own, served, triedFor: readTried() })) return;
  // Where nothing can be kept, a page that comes from a cache would be loaded for ever.
  if (served !== undefined && keepTried(served)) location.reload();
}

/** The list of regattas is the smallest page. */
async function check(): Promise<void> {
  try {
    const answer = await fetch(urlOf('.'), { cache: 'no-cache' });
    if (answer.ok) served = versionOf(await answer.text());
  } catch {
    // Without a connection there is nothing new.
  }
}

function readTried(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function keepTried(version: string): boolean {
  try {
    sessionStorage.setItem(KEY, version);
    return true;
  } catch {
    return false;
  }
}

/** Which version of the pages this is, and whether the service has another one. Pure. */
interface Versions {
  /** Of the page on the screen. */
  own: string | undefined;
  /** Of what the service answers now. */
  served: string | undefined;
  /** For which one the page was loaded anew already. */
  triedFor: string | undefined;
}

/** Once for each version: a page that is still the old one afterwards came from a cache, and stays. */
export function isNewVersion({ own, served, triedFor }: Versions): boolean {
  return own !== undefined && served !== undefined && served !== own && served !== triedFor;
}

/**
 * The version of a page of the service: the name of its script, which has the hash of all of them in it. A page in another
 * language than English has its words in front of it.
 */
export function versionOf(html: string): string | undefined {
  const scripts = html.matchAll(/<script\b[^>]*\bsrc="[^"]*?(assets\/[\w-]+\.js)"/g);
  return [...scripts].at(-1)?.[1];
}
