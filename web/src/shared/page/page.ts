/** The URLs of the service, and the data and the title of this page. */
import { useEffect } from 'preact/hooks';

/** The full URL of a path below the public URL, such as `board/api/events`. */
export function urlOf(path: string): string {
  return new URL(path, document.baseURI).href;
}

/** The URL of an event's board document. */
export function documentUrl(eventId: number): string {
  return urlOf(`board/api/events/${eventId}`);
}

/** The JSON document in this page; `undefined` in a page from the service worker's cache. */
export function embeddedData(): unknown {
  try {
    return JSON.parse(document.getElementById('data')?.textContent ?? '');
  } catch {
    return undefined;
  }
}

/** Where the logo of the installation is, for events without one of their own; nothing where there is none. */
export function logoUrl(): string | undefined {
  const logo = document.querySelector<HTMLMetaElement>('meta[name="logo"]')?.content;
  return logo && urlOf(logo);
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
