/** What the reader has opened and searched for, which dialog is open, and the confirmation of what was just done. */
import { computed, signal } from '@preact/signals';
import { readLocal, writeLocal } from '../../shared/page/local-storage.ts';
import { dayOf } from '../../shared/race/running-order.ts';
import { board, races } from '../document/document-on-screen.ts';
import { later } from '../document/later.ts';
import { listing, openEarlier } from './listing.ts';
import type { Opened } from './routing.ts';
import { makeRoomForStrip } from './scroll-anchoring.ts';

/** The key of the view that was chosen last, for each regatta: where nothing is followed, my races are empty. */
const viewKey = (eventId: number) => `view ${eventId}`;

/** The text in the search box. */
export const query = signal('');
export const openRaces = signal<ReadonlySet<number>>(new Set());
/** The race that was opened last, if it is still open: the address names it. */
export const lastOpened = signal<number | undefined>(undefined);
/** The chosen view: all races, or those of what is followed. */
export const view = signal<'all' | 'mine'>('all');
/** The id of the crew whose races alone are shown. */
export const shownCrew = signal<number | undefined>(undefined);
/** Whether the whole running order is listed. */
export const listsAll = computed(
  () => view.value === 'all' && query.value.trim() === '' && shownCrew.value === undefined,
);
/** What the address names, or what was open, that the board does not have; `printed`: the number of a race as printed. */
export const missing = signal<(Opened & { printed?: string }) | undefined>(undefined);
/** Days that the reader has opened or closed; the others are open unless they are past. */
export const toggledDays = signal<ReadonlyMap<string, boolean>>(new Map());

/** The parameter of an address that says how races with categories are ranked (`ranking.tsx`). */
export const BY = 'by';
/** How an open race with categories is ranked. */
export const rankBy = signal<'overall' | 'category'>('overall');

/** How many races of the open days are drawn: none until the strip can be seen. */
export const drawnRaces = signal(0);

/** What the search has found, once its code has loaded; all races while nothing is searched for. */
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

/** The dialog that is open. */
export const dialog = signal<DialogContent | undefined>(undefined);

/** Opens a dialog, and ends a confirmation, which would cover it. */
export function openDialog(content: DialogContent): void {
  endConfirmation();
  dialog.value = content;
}

const SHOWN_MILLIS = 5000;

/** A short sentence that confirms what was done, shown and read out for `SHOWN_MILLIS`. */
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
