/**
 * A race as the public may see it. What the organiser hides is taken away here, before anything
 * else sees it; no other way leads from stored results to the board.
 */
import type { BoardDay, BoardLane, BoardRace } from '../contract/board.ts';
import type { ResultVisibility } from '../contract/fields.ts';
import { formatInstant } from '../contract/instant.ts';
import { type Lane, NO_RESULT } from './lane.ts';
import { isScored } from './standings.ts';
import type { Race } from './plan-races.ts';
import { estimatedStart } from './race-day.ts';
import { resultsAt } from './results-changed.ts';
import { positionLabel } from './race-view.ts';
import { effectiveVisibility, publicResults } from './visibility.ts';

/** What a race takes from its schedule. */
interface BoardDefaults {
  laneScheme: readonly string[] | null;
  defaultResultVisibility: ResultVisibility;
  provisionalResults: boolean;
  /** When `defaultResultVisibility` last changed, in epoch milliseconds. */
  visibilityAt?: number | null;
}

/** `resultsAt` is left out where nobody asks when results changed. */
type RaceOfBoard = Race & { resultsAt?: number | null };

/**
 * @param lanes the race's lanes, by position
 * @param delayMinutes of the race's venue day
 */
export function boardRace(
  race: RaceOfBoard,
  lanes: readonly Lane[],
  { laneScheme, defaultResultVisibility, provisionalResults, visibilityAt = null }: BoardDefaults,
  delayMinutes: number,
): BoardRace {
  const visibility = effectiveVisibility(race, { defaultResultVisibility });
  const shown = publicResults(visibility, race.resultMode, lanes);
  const isShownScored = isScored(shown);
  const { resultVisibility, resultsAt: changedAt = null } = race;
  const changed = resultsAt(isShownScored, { resultVisibility, changedAt }, visibilityAt);
  return {
    id: race.id,
    raceNumber: race.raceNumber,
    number: printedNumber(race),
    title: race.title,
    scheduledAt: formatInstant(race.scheduledAt),
    estimatedAt: estimatedAt(race, isShownScored, delayMinutes),
    distanceMeters: race.distanceMeters,
    boatClass: race.boatClass,
    round: race.round,
    divisionLabel: race.divisionLabel,
    notes: race.notes,
    resultMode: race.resultMode,
    results: visibility,
    state: race.state,
    reason: race.reason,
    // That results which are hidden are official would say that there are some.
    official: provisionalResults ? race.official && isShownScored : null,
    ...fieldOf(
      lanes.map(({ team }, index) => ({
        ...(shown[index] ?? NO_RESULT),
        crewId: team?.id ?? null,
      })),
    ),
    resultsAt: changed === null ? null : formatInstant(changed),
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
        from: lane.team === null ? lane.from : null,
      };
    }),
  };
}

/**
 * How much of the field of a race is in: `entered` lanes have a crew, `scored` of them have a result (board, "Additions").
 *
 * @param lanes as far as the reader may see them
 */
export function fieldOf(
  lanes: readonly Pick<BoardLane, 'crewId' | 'status'>[],
): Pick<BoardRace, 'entered' | 'scored'> {
  const entered = lanes.filter(({ crewId }) => crewId !== null);
  return { entered: entered.length, scored: entered.filter((lane) => isScored([lane])).length };
}

/** What is printed for a race in place of its number (console, "Programme"). */
export function printedNumber({
  printedNumber,
  raceNumber,
}: Pick<Race, 'printedNumber' | 'raceNumber'>): string {
  return printedNumber ?? String(raceNumber);
}

/**
 * When a race is expected to start, as the board shows it (decision A7). One that is cancelled or postponed is
 * not expected at any other time than the planned one.
 */
export function estimatedAt(
  { scheduledAt, state }: Pick<Race, 'scheduledAt' | 'state'>,
  isRaceScored: boolean,
  delayMinutes: number,
): string {
  const isMoved = state === 'planned' && !isRaceScored;
  return formatInstant(isMoved ? estimatedStart(scheduledAt, delayMinutes) : scheduledAt);
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
