/** What this device remembers between visits; a browser that refuses to store remembers nothing. */

/** Names are apart for each service that shares the origin. */
function nameOf(key: string): string {
  return `running-order ${new URL(document.baseURI).pathname} ${key}`;
}

/** What was stored under the key, or `undefined`. */
export function recall<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(nameOf(key));
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Stores a value of JSON, or nothing when the browser refuses. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(nameOf(key), JSON.stringify(value));
  } catch {
    // A private window or a full store: the page works without.
  }
}

/** Calls back when another tab has stored something under the key. */
export function onRemembered(key: string, listener: () => void): void {
  addEventListener('storage', (event: Event) => {
    if ((event as StorageEvent).key === nameOf(key)) listener();
  });
}
