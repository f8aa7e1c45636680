/** What the reader has opened and searched for. */
import { computed, signal } from '@preact/signals';
import { dayOf } from '../shared/running-order.ts';
import { search } from '../shared/search.ts';
import { board, races } from './document-on-screen.ts';

/** The text in the search box. */
export const query = signal('');
export const openRaces = signal<ReadonlySet<number>>(new Set());
/** Days that the reader has opened or closed; the others are open unless they are past. */
export const toggledDays = signal<ReadonlyMap<string, boolean>>(new Map());

/** Whether races below the first screen are drawn, too. */
export const drawsAll = signal(false);

export const found = computed(() => {
  const { crews = [], races: all = [] } = board.value ?? {};
  return search(crews, all, query.value);
});

export function toggleRace(raceId: number): void {
  const open = new Set(openRaces.value);
  if (!open.delete(raceId)) open.add(raceId);
  openRaces.value = open;
}

export function toggleDay(day: string, isOpen: boolean): void {
  toggledDays.value = new Map(toggledDays.value).set(day, isOpen);
}

/** Opens a day and scrolls to it. */
export function revealDay(day: string): void {
  drawsAll.value = true;
  toggleDay(day, true);
  requestAnimationFrame(() => document.getElementById(`day-${day}`)?.scrollIntoView());
}

/** Opens a race and its day, and scrolls to it. Does nothing when there is no such race. */
export function revealRace(raceId: number): void {
  const race = races.value.get(raceId);
  if (!race) return;
  drawsAll.value = true;
  query.value = '';
  openRaces.value = new Set(openRaces.value).add(raceId);
  toggleDay(dayOf(race, board.value?.timezone ?? null), true);
  requestAnimationFrame(() => {
    const element = document.getElementById(`race-${raceId}`);
    element?.scrollIntoView({ block: 'start' });
    element?.querySelector<HTMLElement>('h3 button')?.focus({ preventScroll: true });
  });
}
