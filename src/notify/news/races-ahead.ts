/** The races of which followers may be reminded soon, and what they were told of them: read in five queries. */
import { estimatedStart, MINUTE_MILLIS, ON_TIME, venueDay } from '../../domain/day/race-day.ts';
import {
  type GivenReminder,
  type ReminderRace,
  startsToLookAt,
} from '../../domain/following/reminder-rules.ts';
import { effectiveVisibility } from '../../domain/results/visibility.ts';
import type { Queries } from '../../storage/engine/database.ts';
import { listCrewsBetween, listRacesBetween } from '../../storage/event/races-between.ts';
import { listDelays } from '../../storage/event/schedules.ts';
import { listReminders, type RemindedEvent } from '../../storage/following/reminders.ts';

export interface RaceAhead extends ReminderRace {
  id: number;
  /** In ascending order. */
  crewIds: readonly number[];
}

export interface RacesAhead {
  races: RaceAhead[];
  /** The reminder that was sent so many minutes before a race. */
  given(raceId: number, minutes: number): GivenReminder | undefined;
}

/**
 * @param maxMinutes the longest time before a race for which anybody wants a reminder
 * @param now epoch milliseconds
 */
export async function listRacesAhead(
  db: Queries,
  { eventId, timezone, defaultResultVisibility }: RemindedEvent,
  maxMinutes: number,
  now: number,
): Promise<RacesAhead> {
  const starts = startsToLookAt(maxMinutes, now);
  const delays = await listDelays(db, eventId);
  const minutes = Array.from(delays.values(), ({ delayMinutes }) => delayMinutes);
  const bounds = [0, ...minutes].map((each) => each * MINUTE_MILLIS);
  const span = { from: starts.from - Math.max(...bounds), to: starts.to - Math.min(...bounds) };
  const races = await listRacesBetween(db, eventId, span);
  if (races.length === 0) return { races: [], given: () => undefined };
  const crews = await listCrewsBetween(db, eventId, span);
  return {
    races: races.map((race) => {
      const { id, scheduledAt, state } = race;
      const isHidden = effectiveVisibility(race, { defaultResultVisibility }) === 'hidden';
      // Most events have no delays, and days of zones take time to find.
      const delay = delays.size === 0 ? undefined : delays.get(venueDay(scheduledAt, timezone));
      const startAt = estimatedStart(scheduledAt, delay ?? ON_TIME);
      const hasRaced = race.hasRaced === 1 && !isHidden;
      return { id, startAt, state, hasRaced, crewIds: crews.get(id) ?? [] };
    }),
    given: await listReminders(db, eventId),
  };
}
