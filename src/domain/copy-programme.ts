/** The programme of an event as that of another one, on other days and perhaps in another zone (console, "Events"). */
import type { RaceFields } from './plan-races.ts';
import { VenueClock } from './venue-clock.ts';

/** When and where an event begins. */
interface Beginning {
  /** YYYY-MM-DD */
  start: string;
  timezone: string | null;
}

/**
 * The races with local times counted from the first day, without the ids that other software gave them.
 *
 * @param from the event that they belong to
 * @param to the event that they are copied to
 */
export function copyRaces(
  races: readonly RaceFields[],
  from: Beginning,
  to: Beginning,
): RaceFields[] {
  const [oldClock, newClock] = [new VenueClock(from.timezone), new VenueClock(to.timezone)];
  const shiftMillis = Date.parse(to.start) - Date.parse(from.start);
  return races.map((race) => ({
    ...race,
    externalId: null,
    scheduledAt: newClock.momentOf(oldClock.wallOf(race.scheduledAt) + shiftMillis),
  }));
}
