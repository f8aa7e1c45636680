/** Values that this device keeps between visits. A browser that refuses to store keeps none. */

/** Several services may share an origin, so the path of this one is part of the key. */
export function storageKey(key: string): string {
  return `running-order ${new URL(document.baseURI).pathname} ${key}`;
}

/** The value under a key, or `undefined`. */
export function readLocal<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(storageKey(key));
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Stores a JSON value, or none with `undefined`; does nothing where the browser refuses. */
export function writeLocal(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(storageKey(key));
    else localStorage.setItem(storageKey(key), JSON.stringify(value));
  } catch {
    // A private window or a full store: the page works without.
  }
}

/** Calls back when another tab has changed the value under a key. */
export function onLocalChange(key: string, listener: () => void): void {
  addEventListener('storage', (event: Event) => {
    if ((event as StorageEvent).key === storageKey(key)) listener();
  });
}
