/**
 * The board document of a page that is shown elsewhere, in a frame or over a picture: signals like those of the board, and
 * nothing stored.
 */
import { signal } from '@preact/signals';
import type { Board } from '../../../../src/contract/board.ts';
import type { LiveDocument } from '../document/live-updates.ts';

export const board = signal<Board | undefined>(undefined);
export const notFound = signal(false);
/** When the connection was lost, epoch milliseconds; `undefined` while it is there. */
export const offlineSince = signal<number | undefined>(undefined);
/** When something last came from the service, epoch milliseconds. */
export const aliveAt = signal(Date.now());
/** The clock, epoch milliseconds. */
export const now = signal(Date.now());

/** A connection that is lost for less is not worth a word. */
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
