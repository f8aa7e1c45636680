/** Which race of a running order is due next, and how far the regatta has come. Pure. */
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import {
  type FieldLane,
  hasRaced,
  isRowed,
  isScored,
} from '../../../../../src/domain/results/standings.ts';
import { venueDay } from '../../../shared/times.ts';

type DueRace = Pick<OfficeRace, 'id' | 'estimatedAt' | 'state'> & {
  lanes: readonly FieldLane[];
};

/**
 * The race whose result is due next. Today's races come first, else those still to come, else earlier ones that were left open.
 * Of these it is the first that is not complete from the last race on that was on the course: a race that timing has left out
 * before that waits under "Needs attention".
 *
 * @param races in running order
 * @param now epoch milliseconds
 * @returns the last race where all are complete; `undefined` where there is none
 */
export function raceDueNext<Race extends DueRace>(
  races: readonly Race[],
  timezone: string | null,
  now: number,
): Race | undefined {
  const today = venueDay(now, timezone);
  const dayOf = (race: Race) => venueDay(Date.parse(race.estimatedAt), timezone);
  const groups = [
    races.filter((race) => dayOf(race) === today),
    races.filter((race) => dayOf(race) > today),
    races.filter((race) => dayOf(race) < today),
  ];
  for (const group of groups) {
    const isOpen = (race: Race) => race.state === 'planned' && !isRowed(race.lanes);
    const lastRaced = group.findLastIndex(({ lanes }) => hasRaced(lanes));
    const due = group.slice(Math.max(lastRaced, 0)).find(isOpen) ?? group.find(isOpen);
    if (due) return due;
  }
  return races.at(-1);
}

/**
 * The race to which the person who enters results goes next; cancelled races are skipped.
 *
 * @param from the index of the race that is shown
 * @param by 1 to the next one, -1 back
 */
export function raceToEnter<Race extends Pick<DueRace, 'state'>>(
  races: readonly Race[],
  from: number,
  by: number,
): Race | undefined {
  for (let index = from + by; index >= 0 && index < races.length; index += by)
    if (races[index]?.state !== 'cancelled') return races[index];
  return undefined;
}

/** How many races are rowed, of those that are not cancelled or have a result. */
export function racesRowed(races: readonly DueRace[]): { rowed: number; all: number } {
  const held = races.filter(({ state, lanes }) => state !== 'cancelled' || isScored(lanes));
  return { rowed: held.filter(({ lanes }) => isRowed(lanes)).length, all: held.length };
}
