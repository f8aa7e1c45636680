/**
 * The token of a link. It comes in the fragment, which no server sees, and is taken out of the address at once,
 * so that nobody reads it from the screen; this tab keeps it until it has been used.
 */
import { takeFragment } from '../place.ts';
import { readTab, writeTab } from './session-storage.ts';

const KEY = 'link-token';

/** The token of the link that was opened, or of the one before a reload. */
export function takeToken(): string | null {
  const fragment = takeFragment();
  if (fragment !== '') writeTab(KEY, fragment);
  return fragment || readTab(KEY);
}

/** Forgets it, once it was used or is dead. */
export function forgetToken(): void {
  writeTab(KEY, null);
}
