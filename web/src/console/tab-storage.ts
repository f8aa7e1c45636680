/**
 * Values that this tab keeps until it is closed; drafts longer (`leave-tab.ts`). A browser that refuses to store keeps none.
 */
import { type ReadonlySignal, signal } from '@preact/signals';

/** Several services may share an origin, so the path of this one is part of the key. */
export function storageKey(key: string): string {
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
