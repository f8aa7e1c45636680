/** Copies the programme of an event to another one, on other days and perhaps in another time zone (console, "Events"). */
import { VenueClock } from '../day/venue-clock.ts';
import { venueDay } from '../day/venue-day.ts';
import { emptyLane, type Lane } from '../draw/lane.ts';
import { RACE_DEFAULTS, type RaceFields } from './race.ts';

/** When and where an event begins. */
interface Beginning {
  /** YYYY-MM-DD */
  start: string;
  timezone: string | null;
}

/** The event that is copied; `end` is its last day, YYYY-MM-DD. */
interface Original extends Beginning {
  end: string;
}

/**
 * Copies of the races at the local times, counted from the first day, at which they were first published, before any delay.
 * They keep printed numbers, kinds and start intervals, but not `externalId` and what happened on the day (state, start, …).
 *
 * @param from the event of the races
 * @param to the event of the copies
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
    ...RACE_DEFAULTS,
    externalId: null,
    printedNumber: race.printedNumber,
    kind: race.kind,
    startIntervalSeconds: race.startIntervalSeconds,
    scheduledAt: newClock.momentOf(oldClock.wallTimeOf(firstPlan(race, from)) + shiftMillis),
  }));
}

/** The first published start of a race; the present one if that was on no day of the event, which has moved since. */
function firstPlan({ scheduledAt, firstPublishedAt }: RaceFields, event: Original): number {
  if (firstPublishedAt === null) return scheduledAt;
  const day = venueDay(firstPublishedAt, event.timezone);
  return day >= event.start && day <= event.end ? firstPublishedAt : scheduledAt;
}

/**
 * The lanes that a copy keeps: those with a rule whose races are all copied, with their labels, without crews and results.
 *
 * @param lanes by race id
 * @param copies the id of each copy, by the id of its original
 * @returns the lanes of each copy that has rules, by the id of the copy
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
