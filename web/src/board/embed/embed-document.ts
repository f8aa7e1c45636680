/**
 * The board document of the embedded page and the overlay, in signals like those of the board; nothing is stored on the device.
 */
import { signal } from '@preact/signals';
import type { Board } from '../../../../src/contract/board.ts';
import type { LiveDocument } from '../document/live-updates.ts';

export const board = signal<Board | undefined>(undefined);
export const notFound = signal(false);
/** When the document was last current, epoch milliseconds; `undefined` while connected. */
export const offlineSince = signal<number | undefined>(undefined);
/** When something last came from the service, epoch milliseconds. */
export const aliveAt = signal(Date.now());
/** The clock, epoch milliseconds. */
export const now = signal(Date.now());

/** A connection that is lost for a shorter time is not reported. */
const STALE_AFTER_MILLIS = 10_000;

let currentAt = Date.now();
let staleTimer: ReturnType<typeof setTimeout> | undefined;

export const liveDocument: LiveDocument = {
  board,
  notFound,
  show: (document) => {
    notFound.value = false;
    board.value = document;
  },
  markAlive: () => {
    aliveAt.value = Date.now();
  },
  markCurrent: () => {
    clearTimeout(staleTimer);
    staleTimer = undefined;
    currentAt = Date.now();
    offlineSince.value = undefined;
  },
  markDisconnected: () => {
    staleTimer ??= setTimeout(() => {
      offlineSince.value = currentAt;
    }, STALE_AFTER_MILLIS);
  },
  markNotFound: () => {
    notFound.value = true;
  },
};
