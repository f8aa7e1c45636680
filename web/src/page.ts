/** Where the service is reached, and what it put into this page. */

/** The full URL of a path below the public URL, such as `board/api/events`. */
export function urlOf(path: string): string {
  return new URL(path, document.baseURI).href;
}

/** The document that the server put into the page; `undefined` in a page kept by the worker. */
export function embeddedData(): unknown {
  try {
    return JSON.parse(document.getElementById('data')?.textContent ?? '');
  } catch {
    return undefined;
  }
}
