/** The programme of an event as that of another one, on other days and perhaps in another zone (console, "Events"). */

import { VenueClock } from '../day/venue-clock.ts';
import { venueDay } from '../day/venue-day.ts';
import { emptyLane, type Lane } from '../draw/lane.ts';
import { NOT_SAID, type RaceFields } from './race.ts';

/** When and where an event begins. */
interface Beginning {
  /** YYYY-MM-DD */
  start: string;
  timezone: string | null;
}

/** The last day, too. */
interface Original extends Beginning {
  end: string;
}

/**
 * The races with local times counted from the first day, their printed numbers, kinds and start intervals, without the ids that
 * other software gave them and what became of them: as they were first published, so before anything was late.
 *
 * @param from the event that they belong to
 * @param to the event that they are copied to
 */
export function copyRaces<Race extends RaceFields>(
  races: readonly Race[],
  from: Original,
  to: Beginning,
): Race[] {
  const [oldClock, newClock] = [new VenueClock(from.timezone), new VenueClock(to.timezone)];
  const shiftMillis = Date.parse(to.start) - Date.parse(from.start);
  return races.map((race) => ({
    ...race,
    ...NOT_SAID,
    externalId: null,
    printedNumber: race.printedNumber,
    kind: race.kind,
    startIntervalSeconds: race.startIntervalSeconds,
    scheduledAt: newClock.momentOf(oldClock.wallTimeOf(firstPlan(race, from)) + shiftMillis),
  }));
}

/** The start of a race before it was re-timed; that of now where the whole event was on other days then. */
function firstPlan({ scheduledAt, firstPublishedAt }: RaceFields, event: Original): number {
  if (firstPublishedAt === null) return scheduledAt;
  const day = venueDay(firstPublishedAt, event.timezone);
  return day >= event.start && day <= event.end ? firstPublishedAt : scheduledAt;
}

/**
 * The lanes that a copy keeps: those with a rule, with their labels, without crews and results.
 *
 * @param lanes by race id
 * @param copies the ids of the copied races, by those of the races that they are copies of
 * @returns the lanes of each copied race, by its id
 */
export function copyRules(
  lanes: ReadonlyMap<number, readonly Lane[]>,
  copies: ReadonlyMap<number, number>,
): Map<number, Lane[]> {
  const copied = new Map<number, Lane[]>();
  for (const [raceId, ofRace] of lanes) {
    const id = copies.get(raceId);
    const kept = ofRace.flatMap(({ position, positionLabel, from }): Lane[] => {
      const races = from?.races.flatMap((source) => copies.get(source) ?? []) ?? [];
      if (!from || races.length < from.races.length) return [];
      return [{ ...emptyLane(position), positionLabel, from: { ...from, races } }];
    });
    if (id !== undefined && kept.length > 0) copied.set(id, kept);
  }
  return copied;
}
