/** Short sentences about what has just been done: on the screen for a moment, and read out. */
import { signal } from '@preact/signals';

const SHOWN_MILLIS = 7000;

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
