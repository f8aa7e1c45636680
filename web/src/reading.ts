/** What the reader has opened and looked for; none of it changes by itself. */
import { computed, signal } from '@preact/signals';
import { find } from './find.ts';
import { board } from './shown.ts';

export const typed = signal('');
export const openRaces = signal<ReadonlySet<number>>(new Set());
/** Days that were opened or closed by hand; the others are open unless they are past. */
export const handledDays = signal<ReadonlyMap<string, boolean>>(new Map());

/** Whether races below the first screen are drawn, too. */
export const drawsAll = signal(false);

export function drawAll(): void {
  drawsAll.value = true;
}

export const found = computed(() => {
  const { crews = [], races = [] } = board.value ?? {};
  return find(crews, races, typed.value);
});

export function toggleOpen(raceId: number): void {
  const open = new Set(openRaces.value);
  if (!open.delete(raceId)) open.add(raceId);
  openRaces.value = open;
}

/** Opens a day and brings it into view. */
export function revealDay(day: string): void {
  drawAll();
  handledDays.value = new Map(handledDays.value).set(day, true);
  requestAnimationFrame(() => document.getElementById(`day-${day}`)?.scrollIntoView());
}

/** Opens a race and its day, and brings it into view. */
export function reveal(raceId: number, day: string): void {
  drawAll();
  typed.value = '';
  openRaces.value = new Set(openRaces.value).add(raceId);
  handledDays.value = new Map(handledDays.value).set(day, true);
  requestAnimationFrame(() => {
    const race = document.getElementById(`race-${raceId}`);
    race?.scrollIntoView({ block: 'start' });
    race?.querySelector<HTMLElement>('h3 button')?.focus({ preventScroll: true });
  });
}
