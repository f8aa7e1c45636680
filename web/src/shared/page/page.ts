/** The URLs of the service, the data and the title of this page, and how it loads what its first view does not need. */
import { useEffect } from 'preact/hooks';

/** The full URL of a path below the public URL, such as `board/api/events`. */
export function urlOf(path: string): string {
  return new URL(path, document.baseURI).href;
}

/** The URL of an event's board document. */
export function documentUrl(eventId: number): string {
  return urlOf(`board/api/events/${eventId}`);
}

/** The content of a file as a URL of its own, which begins with `data:`. */
export function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** The JSON document in this page; `undefined` in a page from the service worker's cache. */
export function embeddedData(): unknown {
  try {
    return JSON.parse(document.getElementById('data')?.textContent ?? '');
  } catch {
    return undefined;
  }
}

/** The URL of the installation's logo, for events without one of their own; `undefined` where there is none. */
export function logoUrl(): string | undefined {
  const logo = document.querySelector<HTMLMetaElement>('meta[name="logo"]')?.content;
  return logo && urlOf(logo);
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Does some work once what has been drawn can be seen. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

const RETRY_MILLIS = 5000;

/** Loads a part of the program; tries again until it succeeds, because the connection may be bad. */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS));
    }
  }
}
