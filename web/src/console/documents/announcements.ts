/** Short sentences about what has just been done: on the screen for a moment, and read out. */
import { signal } from '@preact/signals';
import { readTab, writeTab } from '../tab-storage.ts';

const SHOWN_MILLIS = 7000;
/** With something to do about it (console, "Quick ways"). */
const OFFERED_MILLIS = 10_000;
const STORAGE_KEY = 'announcement';

interface Offer {
  label: string;
  run: () => void;
}

export const announcement = signal('');
/** What can be done about what was said, as long as it is on the screen. */
export const offer = signal<Offer | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says that something was done. @param offered goes with the text, or once it was taken */
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

/** Loads the page anew, which then says something. */
export function reloadAndAnnounce(text: string): void {
  writeTab(STORAGE_KEY, text);
  location.reload();
}

/** Says what was to be said after a reload, if this is one. */
export function announceKept(): void {
  const text = readTab(STORAGE_KEY);
  if (text === null) return;
  writeTab(STORAGE_KEY, null);
  announce(text);
}
