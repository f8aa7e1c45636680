/** A race and the days of an event as the race office sees them: with ids, and nothing hidden. */
import type { OfficeDay, OfficeRace } from '../contract/console/office.ts';
import { estimatedAt } from './board-view.ts';
import type { Lane } from './lane.ts';
import type { Race } from './plan-races.ts';
import { raceView } from './race-view.ts';
import { isScored } from './standings.ts';

/**
 * @param lanes the race's lanes, by position
 * @param delayMinutes of the race's venue day
 */
export function officeRace(
  race: Race,
  lanes: readonly Lane[],
  scheduleLaneScheme: readonly string[] | null,
  delayMinutes: number,
): OfficeRace {
  const { lanes: views, ...view } = raceView(race, lanes, scheduleLaneScheme);
  return {
    id: race.id,
    ...view,
    estimatedAt: estimatedAt(race.scheduledAt, isScored(lanes), delayMinutes),
    lanes: views.map(({ teamExternalId: _, teamName: __, ...lane }, index) => {
      const { position, positionLabel, ...result } = lane;
      return { position, positionLabel, crewId: lanes[index]?.team?.id ?? null, ...result };
    }),
  };
}

/** The days of an event; YYYY-MM-DD. */
export interface DaySpan {
  startDate: string;
  endDate: string;
}

const DAY_MILLIS = 24 * 3_600_000;

/**
 * The days of an event, and those on which something is rowed or delayed, in order.
 *
 * @param raceDays venue days of the races, in any order, repeated or not
 * @param delays in minutes, by venue day
 */
export function officeDays(
  { startDate, endDate }: DaySpan,
  raceDays: readonly string[],
  delays: ReadonlyMap<string, number>,
): OfficeDay[] {
  const days = new Set([...raceDays, ...delays.keys()]);
  for (let at = Date.parse(startDate); at <= Date.parse(endDate); at += DAY_MILLIS) {
    days.add(new Date(at).toISOString().slice(0, 10));
  }
  return [...days].sort().map((day) => ({ venueDay: day, delayMinutes: delays.get(day) ?? 0 }));
}
