/** The board document of an embedded page: the same signals as those of the board, without anything stored. */
import { signal } from '@preact/signals';
import type { Board } from '../../../../src/contract/board.ts';
import type { LiveDocument } from '../document/live-updates.ts';

export const board = signal<Board | undefined>(undefined);
export const notFound = signal(false);
/** When the connection was lost, epoch milliseconds; `undefined` while it is there. */
export const offlineSince = signal<number | undefined>(undefined);
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
