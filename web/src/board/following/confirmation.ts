/** A short sentence that says that something has been done, seen and spoken for a moment. */
import { signal } from '@preact/signals';

const SHOWN_MILLIS = 5000;

export const confirmation = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

export function confirm(text: string): void {
  clearTimeout(timer);
  confirmation.value = text;
  timer = setTimeout(endConfirmation, SHOWN_MILLIS);
}

export function endConfirmation(): void {
  clearTimeout(timer);
  confirmation.value = '';
}
