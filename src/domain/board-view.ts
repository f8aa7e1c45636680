/**
 * A race as the public may see it. What the organiser hides is taken away here, before anything
 * else sees it; no other way leads from stored results to the board.
 */
import type { BoardDay, BoardRace } from '../contract/board.ts';
import type { ResultVisibility } from '../contract/fields.ts';
import { formatInstant } from '../contract/instant.ts';
import { type Lane, NO_RESULT } from './lane.ts';
import { isScored } from './standings.ts';
import type { Race } from './plan-races.ts';
import { estimatedStart } from './race-day.ts';
import { positionLabel } from './race-view.ts';
import { effectiveVisibility, publicResults } from './visibility.ts';

/** What a race takes from its schedule. */
interface BoardDefaults {
  laneScheme: readonly string[] | null;
  defaultResultVisibility: ResultVisibility;
}

/**
 * @param lanes the race's lanes, by position
 * @param delayMinutes of the race's venue day
 */
export function boardRace(
  race: Race,
  lanes: readonly Lane[],
  { laneScheme, defaultResultVisibility }: BoardDefaults,
  delayMinutes: number,
): BoardRace {
  const visibility = effectiveVisibility(race, { defaultResultVisibility });
  const shown = publicResults(visibility, race.resultMode, lanes);
  return {
    id: race.id,
    raceNumber: race.raceNumber,
    title: race.title,
    scheduledAt: formatInstant(race.scheduledAt),
    estimatedAt: estimatedAt(race.scheduledAt, isScored(shown), delayMinutes),
    distanceMeters: race.distanceMeters,
    boatClass: race.boatClass,
    round: race.round,
    divisionLabel: race.divisionLabel,
    notes: race.notes,
    resultMode: race.resultMode,
    results: visibility,
    lanes: lanes.map((lane, index) => {
      const { status, finishTimeMillis, finishPlace, penaltyMillis } = shown[index] ?? NO_RESULT;
      return {
        position: lane.position,
        positionLabel: positionLabel(lane, race.laneScheme, laneScheme),
        crewId: lane.team?.id ?? null,
        crewName: lane.team?.name ?? null,
        status,
        finishTimeMillis,
        finishPlace,
        penaltyMillis,
      };
    }),
  };
}

/** When a race is expected to start, as the board shows it (decision A7). */
export function estimatedAt(
  scheduledAt: number,
  isRaceScored: boolean,
  delayMinutes: number,
): string {
  return formatInstant(isRaceScored ? scheduledAt : estimatedStart(scheduledAt, delayMinutes));
}

/**
 * The venue days on which something is rowed or delayed, in order.
 *
 * @param days of the races, in any order, repeated or not
 * @param delays in minutes, by venue day
 */
export function boardDays(days: Iterable<string>, delays: ReadonlyMap<string, number>): BoardDay[] {
  return [...new Set([...days, ...delays.keys()])]
    .sort()
    .map((day) => ({ day, delayMinutes: delays.get(day) ?? 0 }));
}
