/**
 * The parts of the board that the first view does not need. The code that loads them is in another file, because in a cycle of
 * imports the bundler would split the first script in two.
 */
import { signal } from '@preact/signals';

export type Later = typeof import('../components/later.tsx');

/** `undefined` until they have loaded. */
export const later = signal<Later | undefined>(undefined);
