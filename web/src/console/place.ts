/**
 * Where in the console the reader is, and the token of the link that led there. Links between its pages load nothing; back
 * and forward work as ever.
 */
import { computed, signal } from '@preact/signals';
import { urlOf } from '../shared/page/page.ts';
import { type ConsolePage, pageAt } from './routing.ts';
import { readTab, writeTab } from './tab-storage.ts';

/** The key under which the tab stores the token of a link. */
const LINK_TOKEN = 'link-token';

const BASE_PATH = new URL(document.baseURI).pathname;

/** The full address of the page, with query and fragment. */
const address = signal(location.href);
/** Counts the page changes. 0 while the first page is shown, which the browser itself announces to screen readers. */
export const visits = signal(0);

export const page = computed<ConsolePage>(() => pageAt(new URL(address.value).pathname, BASE_PATH));

/** A value from the query of this page's address; `null` if there is none. */
export function queryValue(name: string): string | null {
  return new URL(address.value).searchParams.get(name);
}

export const basePath = BASE_PATH;

/** The full address of a page of the console, such as `clubs/3`; of its start for an empty text. */
export function consoleUrl(path = ''): string {
  return urlOf(path === '' ? 'console' : `console/${path}`);
}

/** Goes to a page of the console. @param url full address @param replaces whether "back" skips this page */
export function goTo(url: string, replaces = false): void {
  if (replaces) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  show();
  if (!location.hash) scrollTo(0, 0);
}

/** Takes the fragment out of the address bar and out of the history. @returns it, without `#` */
function takeFragment(): string {
  const { hash, pathname, search } = location;
  if (hash !== '') history.replaceState(null, '', pathname + search);
  return hash.slice(1);
}

/** Lets links within the console change the page without loading it. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    // The browser handles a jump within a page itself.
    if (pathOf(location.href) !== pathOf(address.peek())) show();
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target !== '' || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    const isWithin = url.origin === location.origin;
    if (!isWithin || pageAt(url.pathname, BASE_PATH).kind === 'unknown') return;
    if (pathOf(link.href) === pathOf(location.href) && url.hash !== '') return;
    event.preventDefault();
    goTo(link.href);
  });
}

function show(): void {
  address.value = location.href;
  visits.value += 1;
}

function pathOf(url: string): string {
  return url.replace(/#.*$/, '');
}

/**
 * The token of the link that was opened, or of the one before a reload. It comes in the fragment, which no server sees,
 * and is taken out of the address at once, so that nobody reads it from the screen; this tab keeps it until it is used.
 */
export function takeToken(): string | null {
  const fragment = takeFragment();
  if (fragment !== '') writeTab(LINK_TOKEN, fragment);
  return fragment || readTab(LINK_TOKEN);
}

/** Forgets the token once it was used or no longer works. */
export function forgetToken(): void {
  writeTab(LINK_TOKEN, null);
}
