/**
 * The parts of the board that the first view does without. What loads them is a file of its own: in a circle of
 * imports the bundler would tear the first script in two.
 */
import { signal } from '@preact/signals';

export type Later = typeof import('../components/later.tsx');

/** `undefined` until they are here. */
export const later = signal<Later | undefined>(undefined);
