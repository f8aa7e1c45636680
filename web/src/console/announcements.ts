/** Short sentences about what has just been done: on the screen for a moment, and read out. */
import { signal } from '@preact/signals';
import { readTab, writeTab } from './session-storage.ts';

const SHOWN_MILLIS = 7000;
const KEPT = 'announcement';

export const announcement = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says that something was done. */
export function announce(text: string): void {
  clearTimeout(timer);
  announcement.value = text;
  timer = setTimeout(() => {
    announcement.value = '';
  }, SHOWN_MILLIS);
}

/** Loads the page anew, which then says something. */
export function reloadAndAnnounce(text: string): void {
  writeTab(KEPT, text);
  location.reload();
}

/** Says what was to be said after a reload, if this is one. */
export function announceKept(): void {
  const text = readTab(KEPT);
  if (text === null) return;
  writeTab(KEPT, null);
  announce(text);
}
