/** Where the cursor goes in the results of a race. */
import type { ReadonlySignal } from '@preact/signals';
import { focusOnceDrawn } from '../frame/focus.ts';
import { type FieldEntry, firstPosition } from './results/field-entry.ts';

/** Puts the cursor into the field of a lane. */
export function focusLane(position: number | undefined): void {
  if (position !== undefined) laneField(position)?.focus();
}

/** Where the last lane leads to: the bar, not its button, so that an Enter too many posts nothing. */
export function focusPostBar(): void {
  document.querySelector<HTMLElement>('.post-bar')?.focus();
}

/** Takes the cursor out of the fields of a race, to its title: keys of letters mean something there. */
export function focusRace(): void {
  document.querySelector<HTMLElement>('#race-title')?.focus({ preventScroll: true });
}

/** Puts the cursor where typing begins. */
export function focusFirstLane(entry: ReadonlySignal<FieldEntry>): void {
  focusOnceDrawn(() => laneField(firstPosition(entry.peek().lanes)));
}

function laneField(position: number | undefined): HTMLElement | null {
  return document.querySelector<HTMLElement>(`input[data-lane="${position}"]`);
}
