/** The regatta on the screen: the document shown, how current it is, and what has just changed. */
import { computed, signal } from '@preact/signals';
import type { Board } from '../../src/contract/board.ts';
import { keep } from './kept.ts';
import { keepPlace } from './keep-place.ts';
import { urlOf } from './page.ts';
import { changedDelays, changedRaces } from './running-order.ts';

export const board = signal<Board | undefined>(undefined);
/** The service says that there is no such regatta. */
export const missing = signal(false);
/** What is shown may be older than what the service knows. */
export const stale = signal(false);
/** When the service last said that what is shown is current, epoch milliseconds. */
export const asOf = signal(Date.now());
/** Epoch milliseconds; moves every few seconds, on the big screen every second. */
export const now = signal(Date.now());
/** Races that have just changed. */
export const fresh = signal<ReadonlySet<number>>(new Set());

/** Found once per document, for several parts of a page need it. */
export const races = computed(() => new Map(board.value?.races.map((race) => [race.id, race])));

export type Change = {
  races: ReturnType<typeof changedRaces>;
  delays: ReturnType<typeof changedDelays>;
};

const listeners = new Set<(change: Change) => void>();

/** Calls back with what has changed whenever a newer document is shown. */
export function onChange(listener: (change: Change) => void): void {
  listeners.add(listener);
}

const FRESH_MILLIS = 6000;
const KEEP_DELAY_MILLIS = 1000;
const KEEP_AGAIN_MILLIS = 60_000;
const STALE_AFTER_MILLIS = 10_000;

let freshTimer: ReturnType<typeof setTimeout> | undefined;
let staleTimer: ReturnType<typeof setTimeout> | undefined;
let keptAt = 0;
let isConfirmed = false;

/** Shows a document in place of an earlier one, without moving what is being read. */
export function show(document: Board): void {
  const before = board.value;
  missing.value = false;
  if (!before) {
    board.value = document;
    return;
  }
  const change = {
    races: changedRaces(before, document),
    delays: changedDelays(before, document),
  };
  keepPlace();
  board.value = document;
  keptAt = 0;
  if (change.races.length > 0) {
    fresh.value = new Set(change.races.map((race) => race.id));
    clearTimeout(freshTimer);
    freshTimer = setTimeout(() => {
      fresh.value = new Set();
    }, FRESH_MILLIS);
  }
  for (const listener of listeners) listener(change);
}

/** The service has just said, or shown by being connected, that what is shown is current. */
export function confirm(): void {
  clearTimeout(staleTimer);
  staleTimer = undefined;
  isConfirmed = true;
  asOf.value = Date.now();
  if (stale.value) {
    keepPlace();
    stale.value = false;
  }
  if (!board.value || asOf.value - keptAt < KEEP_AGAIN_MILLIS) return;
  keptAt = asOf.value;
  const { value } = board;
  // Not while the page is still being drawn for the first time.
  setTimeout(() => void keep(documentUrl(value.eventId), value, asOf.value), KEEP_DELAY_MILLIS);
}

/**
 * The connection was lost: said on the screen when it does not come back soon, or at once when what
 * is shown is from an earlier visit.
 */
export function lost(atOnce = !isConfirmed): void {
  if (atOnce) {
    clearTimeout(staleTimer);
    markStale();
  } else staleTimer ??= setTimeout(markStale, STALE_AFTER_MILLIS);
}

function markStale(): void {
  if (stale.value) return;
  keepPlace();
  stale.value = true;
}

export function documentUrl(eventId: number): string {
  return urlOf(`board/api/events/${eventId}`);
}
