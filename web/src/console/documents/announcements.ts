/** Short sentences about what has just been done: on the screen for a moment, and read out. */
import { signal } from '@preact/signals';
import { readTab, writeTab } from '../tab-storage.ts';

const SHOWN_MILLIS = 7000;
/** With a button, such as "Undo" (console, "Quick ways"). */
const OFFERED_MILLIS = 10_000;
const STORAGE_KEY = 'announcement';

interface Offer {
  label: string;
  run: () => void;
}

export const announcement = signal('');
/** The button of the announcement, while it is on the screen. */
export const offer = signal<Offer | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces that something was done. @param offered button beside the text; gone with the text, or once pressed */
export function announce(text: string, offered?: Offer): void {
  clearTimeout(timer);
  announcement.value = text;
  offer.value = offered && {
    ...offered,
    run: () => {
      silence();
      offered.run();
    },
  };
  timer = setTimeout(silence, offered ? OFFERED_MILLIS : SHOWN_MILLIS);
}

function silence(): void {
  clearTimeout(timer);
  announcement.value = '';
  offer.value = undefined;
}

/** Reloads the page, which then announces the text. */
export function reloadAndAnnounce(text: string): void {
  writeTab(STORAGE_KEY, text);
  location.reload();
}

/** Announces the text of `reloadAndAnnounce`, if this is that reload. */
export function announceKept(): void {
  const text = readTab(STORAGE_KEY);
  if (text === null) return;
  writeTab(STORAGE_KEY, null);
  announce(text);
}
