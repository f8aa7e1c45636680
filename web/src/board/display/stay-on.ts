/** For screens that stay on: keeps the device awake, and reloads the page when the service has a new version. */
import { effect } from '@preact/signals';
import { urlOf } from '../../shared/page/page.ts';
import { isStale } from '../document/document-on-screen.ts';

/**
 * Keeps the screen of this device on, where the browser can. Asks again whenever the page becomes visible, because a hidden
 * page loses the lock.
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
/** Spreads the requests of many screens to a service that has come back. */
const SPREAD_MILLIS = 5000;
/** Key in the session storage, which lasts as long as the tab: the version for which the page was reloaded. */
const KEY = 'running-order display loaded for';

let served: string | undefined;

/** Asks for the version every five minutes, and when the connection is back. @returns a function that stops this */
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

/** Reloads the page where the service has a new version; to be called between two views. */
export function reloadIfNewVersion(): void {
  const own = versionOf(document.head.innerHTML);
  if (!isNewVersion({ own, served, triedFor: readTried() })) return;
  // Where nothing can be stored, a page that comes from a cache would be reloaded for ever.
  if (served !== undefined && keepTried(served)) location.reload();
}

/** Reads the version of the list of regattas, which is the smallest page. */
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

/** The versions by which `isNewVersion` decides. */
interface Versions {
  /** The version of the page on the screen. */
  own: string | undefined;
  /** The version with which the service answers now. */
  served: string | undefined;
  /** The version for which the page was reloaded already. */
  triedFor: string | undefined;
}

/** Whether to reload. Once for each version: a page that is still old afterwards came from a cache, and stays. Pure. */
export function isNewVersion({ own, served, triedFor }: Versions): boolean {
  return own !== undefined && served !== undefined && served !== own && served !== triedFor;
}

/**
 * The version of a page: the name of its last script, which contains the hash of all scripts. In a language other than English,
 * a script with its words precedes it. `undefined` for a page without scripts.
 */
export function versionOf(html: string): string | undefined {
  const scripts = html.matchAll(/<script\b[^>]*\bsrc="[^"]*?(assets\/[\w-]+\.js)"/g);
  return [...scripts].at(-1)?.[1];
}
