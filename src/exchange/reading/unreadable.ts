/** How readers give up: the sentence that a person gets is thrown where it is known, and caught once. */
import type { ReadFile, Unreadable } from './reading.ts';

/** The file cannot be read; the message is the sentence that says why and what to do. */
export class UnreadableError extends Error {}

/** Runs a reader. What it throws besides an {@link UnreadableError} is a defect of ours and passes through. */
export function orUnreadable(read: () => ReadFile | Unreadable): ReadFile | Unreadable {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableError) return { unreadable: error.message };
    throw error;
  }
}
