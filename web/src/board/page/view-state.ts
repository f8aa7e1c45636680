/** What the reader has opened and searched for, which dialog is open, and what has just been done. */
import { computed, signal } from '@preact/signals';
import { readLocal, writeLocal } from '../../shared/page/local-storage.ts';
import { dayOf } from '../../shared/race/running-order.ts';
import { board, races } from '../document/document-on-screen.ts';
import { later } from '../document/later.ts';
import { listing, openEarlier } from './listing.ts';
import type { Opened } from './routing.ts';
import { makeRoomForStrip } from './scroll-anchoring.ts';

/** Which view was chosen last, for each regatta: where nothing is followed, my races are empty. */
const viewKey = (eventId: number) => `view ${eventId}`;

/** The text in the search box. */
export const query = signal('');
export const openRaces = signal<ReadonlySet<number>>(new Set());
/** The one of them that was opened last, if it is still open: the address is its. */
export const lastOpened = signal<number | undefined>(undefined);
/** All races, or those of what is followed. */
export const view = signal<'all' | 'mine'>('all');
/** The crew whose races stand alone, by id. */
export const shownCrew = signal<number | undefined>(undefined);
/** Whether the whole running order is listed. */
export const listsAll = computed(
  () => view.value === 'all' && query.value.trim() === '' && shownCrew.value === undefined,
);
/** What the address leads to, or what was open, and the board does not have; `printed`: the number of a race as printed. */
export const missing = signal<(Opened & { printed?: string }) | undefined>(undefined);
/** Days that the reader has opened or closed; the others are open unless they are past. */
export const toggledDays = signal<ReadonlyMap<string, boolean>>(new Map());

/** In an address: how races with categories are ranked (`ranking.tsx`). */
export const BY = 'by';
/** How an open race with categories is ranked. */
export const rankBy = signal<'overall' | 'category'>('overall');

/** So many races of the days that are open are drawn: none until the strip can be seen. */
export const drawnRaces = signal(0);

/** What the search has found, once it has been loaded; all races while nothing is searched for. */
export const found = computed(() => {
  const { crews = [], races: all = [] } = board.value ?? {};
  return later.value?.search(crews, all, query.value) ?? { clubs: [], crews: [], races: all };
});

export function toggleRace(raceId: number): void {
  const open = new Set(openRaces.value);
  const isOpen = !open.delete(raceId);
  if (isOpen) open.add(raceId);
  openRaces.value = open;
  missing.value = undefined;
  if (isOpen) lastOpened.value = raceId;
  else if (lastOpened.value === raceId) lastOpened.value = undefined;
}

/** Opens these races and closes all others. Earlier ones of today are drawn, so that they can be seen. */
export function openOnly(raceIds: readonly number[]): void {
  if (raceIds.some((id) => listing.value.earlier.has(id))) openEarlier();
  openRaces.value = new Set(raceIds);
  lastOpened.value = undefined;
  missing.value = undefined;
}

/** Shows the view of a regatta that was chosen on the last visit. */
export function restoreView(eventId: number): void {
  if (readLocal(viewKey(eventId)) === 'mine') view.value = 'mine';
}

/** Shows all races, or those of what is followed; kept for the next visit. */
export function showView(eventId: number, chosen: 'all' | 'mine'): void {
  view.value = chosen;
  query.value = '';
  shownCrew.value = undefined;
  missing.value = undefined;
  writeLocal(viewKey(eventId), chosen);
}

/** Shows the races of one crew alone. */
export function showCrew(crewId: number): void {
  query.value = '';
  missing.value = undefined;
  lastOpened.value = undefined;
  shownCrew.value = crewId;
  scrollTo({ top: 0, behavior: 'instant' });
}

export function toggleDay(day: string, isOpen: boolean): void {
  toggledDays.value = new Map(toggledDays.value).set(day, isOpen);
}

/** Opens a day and scrolls to it. */
export function revealDay(day: string): void {
  drawnRaces.value = Number.POSITIVE_INFINITY;
  view.value = 'all';
  toggleDay(day, true);
  requestAnimationFrame(() => {
    makeRoomForStrip();
    document.getElementById(`day-${day}`)?.scrollIntoView();
  });
}

/** Opens a race and its day, and scrolls to it. Does nothing when there is no such race. */
export function revealRace(raceId: number): void {
  const race = races.value.get(raceId);
  if (!race) return;
  drawnRaces.value = Number.POSITIVE_INFINITY;
  query.value = '';
  view.value = 'all';
  shownCrew.value = undefined;
  missing.value = undefined;
  lastOpened.value = raceId;
  openRaces.value = new Set(openRaces.value).add(raceId);
  if (listing.value.earlier.has(raceId)) openEarlier();
  toggleDay(dayOf(race, board.value?.timezone ?? null), true);
  scrollToRace(raceId);
}

/** Scrolls to a race once it is drawn, and puts the focus on it. */
export function scrollToRace(raceId: number): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(`race-${raceId}`);
    makeRoomForStrip();
    element?.scrollIntoView({ block: 'start' });
    element?.querySelector<HTMLElement>('h3 button')?.focus({ preventScroll: true });
  });
}

export type DialogContent =
  | { kind: 'notifications' }
  /** An address as a QR code. @property title what it leads to */
  | { kind: 'qr'; url: string; title: string };

/** The one that is open. */
export const dialog = signal<DialogContent | undefined>(undefined);

/** A confirmation would lie over it. */
export function openDialog(content: DialogContent): void {
  endConfirmation();
  dialog.value = content;
}

const SHOWN_MILLIS = 5000;

/** A short sentence that says that something has been done, seen and spoken for a moment. */
export const confirmation = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

export function confirm(text: string): void {
  clearTimeout(timer);
  confirmation.value = text;
  timer = setTimeout(endConfirmation, SHOWN_MILLIS);
}

function endConfirmation(): void {
  clearTimeout(timer);
  confirmation.value = '';
}
