/** A race as `/timing/v1` shows it: what is between start and finish, every lane of it (racing, "Interface for timing software"). */
import type { RaceTiming } from '../../contract/timing.ts';
import { type DayDelay, delayOfRace } from '../day/race-day.ts';
import type { Lane } from '../draw/lane.ts';
import { fieldLane, fieldOf } from '../results/standings.ts';
import type { Race } from './plan-races.ts';
import { raceView } from './race-view.ts';
import { racingOfLanes, racingOfRace } from './racing.ts';

interface OfSchedule {
  laneScheme: readonly string[] | null;
  timezone: string | null;
}

/**
 * @param lanes the race's lanes, by position
 * @param delays of the event, by venue day
 */
export function raceTiming(
  race: Race,
  lanes: readonly Lane[],
  { laneScheme, timezone }: OfSchedule,
  delays: ReadonlyMap<string, DayDelay>,
): RaceTiming {
  const { externalId, lanes: views } = raceView(race, lanes, laneScheme);
  const delay = delayOfRace(race.scheduledAt, delays, timezone);
  const racing = racingOfLanes(race, lanes, views, delay);
  return {
    externalId,
    ...racingOfRace(race),
    ...fieldOf(lanes.map(fieldLane)),
    entries: views.map(({ teamName: _, ...view }, index) => ({
      ...view,
      ...(racing[index] as (typeof racing)[number]),
      withdrawn: lanes[index]?.withdrawn ?? false,
    })),
  };
}
