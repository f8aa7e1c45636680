/**
 * Values that this tab stores until it is closed. Drafts outlive the tab: when its page goes, they are copied to where all tabs
 * of the browser can read, and a page that starts without drafts takes over those of the tab that was left last. A browser that
 * refuses to store keeps none.
 *
 * Whether a tab was closed or only reloaded is known only once it is back. A lock held by the page would not tell either,
 * because it ends with each page, needs https, and keeps pages out of the back/forward cache. So a page does not take over a
 * copy that is younger than a reload takes, but waits. Where a tab comes back even later, from another site, both tabs have the
 * drafts: better twice than lost, and the person who saves second is asked.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import {
  divided,
  hasDraftOf,
  isTooOld,
  type LeftTab,
  lastLeft,
  ownerOf,
  readLeftTab,
  waitMillis,
} from './left-drafts.ts';

/** Several services may share an origin, so the path of this one is part of the key. */
function storageKey(key: string): string {
  return `running-order console ${new URL(document.baseURI).pathname} ${key}`;
}

const keys = signal<readonly string[]>(readKeys());
/** Every key under which something is kept. */
export const storedKeys: ReadonlySignal<readonly string[]> = keys;

function readKeys(): string[] {
  try {
    const start = storageKey('');
    return Object.keys(sessionStorage).flatMap((key) =>
      key.startsWith(start) ? key.slice(start.length) : [],
    );
  } catch {
    return [];
  }
}

/** The text under a key, or `null`. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(storageKey(key));
  } catch {
    return null;
  }
}

/** Stores a text; `null` removes it. Does nothing where the browser refuses. */
export function writeTab(key: string, text: string | null): void {
  const isNew = !keys.peek().includes(key);
  try {
    if (text === null) sessionStorage.removeItem(storageKey(key));
    else sessionStorage.setItem(storageKey(key), text);
  } catch {
    // A private window or a full store: the page works without.
  }
  if (isNew === (text !== null)) keys.value = readKeys();
}

/**
 * The key under which a tab stores the id of its own copy. The id belongs to the copy, not to the tab: a tab that the browser
 * has duplicated would have the id of the other one.
 */
const OWN_COPY = 'left';

/** Copies the drafts whenever this page goes; to be called once, when it starts. */
export function keepDraftsOfClosedTabs(): void {
  takeBack();
  for (const [id, tab] of leftTabs()) if (isTooOld(tab, Date.now())) writeLeft(id, undefined);
  addEventListener('pagehide', leave);
  // The page is back from the back/forward cache; after a load there is nothing left to take back.
  addEventListener('pageshow', takeBack);
}

/** Takes over the drafts of the tab that was left last, unless this one has drafts of the person. */
export async function takeOverDrafts(personId: number): Promise<void> {
  while (!hasDraftOf(storedKeys.peek(), personId)) {
    const [id, tab] = lastLeft(leftTabs(), personId) ?? [];
    if (id === undefined || tab === undefined) return;
    const wait = waitMillis(tab, Date.now());
    if (wait === 0) {
      const { own, others } = divided(tab, personId);
      // A copy that cannot be removed would go to every new tab.
      if (writeLeft(id, others))
        for (const [name, text] of Object.entries(own)) writeTab(name, text);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

function leave(): void {
  const names = storedKeys.peek().filter((name) => ownerOf(name) !== undefined);
  if (names.length === 0) return;
  const drafts = Object.fromEntries(names.map((name) => [name, readTab(name) ?? '']));
  const id = Math.random().toString(36).slice(2);
  if (writeLeft(id, { leftAt: Date.now(), drafts })) writeTab(OWN_COPY, id);
}

/** Removes the tab's own copy: the tab is back and has its drafts. */
function takeBack(): void {
  const id = readTab(OWN_COPY);
  if (id === null) return;
  writeLeft(id, undefined);
  writeTab(OWN_COPY, null);
}

function leftTabs(): Map<string, LeftTab> {
  const found = new Map<string, LeftTab>();
  try {
    const start = leftKey('');
    for (const key of Object.keys(localStorage).filter((key) => key.startsWith(start))) {
      const tab = readLeftTab(localStorage.getItem(key));
      if (tab) found.set(key.slice(start.length), tab);
    }
  } catch {
    // A browser that refuses to store has no copies.
  }
  return found;
}

/** @returns whether the browser allowed it and had the room */
function writeLeft(id: string, tab: LeftTab | undefined): boolean {
  try {
    if (tab) localStorage.setItem(leftKey(id), JSON.stringify(tab));
    else localStorage.removeItem(leftKey(id));
    return true;
  } catch {
    return false;
  }
}

function leftKey(id: string): string {
  return storageKey(`left ${id}`);
}
