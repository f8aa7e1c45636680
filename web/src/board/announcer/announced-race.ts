/** Which race the announcer's page shows, which races follow, where its crews came from, and the gaps between them. Pure. */
import type { BoardLane, BoardRace } from '../../../../src/contract/board.ts';
import { raceClass } from '../../../../src/domain/races/race-round.ts';
import { raceTimeWriter } from '../../../../src/domain/results/finish-time.ts';
import { totalMillis } from '../../../../src/domain/results/standings.ts';
import type { RacePhase } from '../../shared/race/race-phase.ts';
import { type LaneResult, laneResults } from '../../shared/race/results.ts';
import { dayOf } from '../../shared/race/running-order.ts';
import { dayName } from '../../shared/times.ts';
import type { Words } from '../../shared/words/board.ts';

/** While no race is on, the race with the last result stays on the page for this long after its results came. */
const SPOKEN_OF_MILLIS = 3 * 60_000;

/** How many races to come are listed below the one that is shown. */
const RACES_AHEAD = 3;

/** The current races at an instant. */
interface Moment {
  /** The last started first. */
  onCourse: readonly BoardRace[];
  next: BoardRace | undefined;
  /** The race whose results came last. */
  lastResult: BoardRace | undefined;
  /** Epoch milliseconds. */
  now: number;
}

/** The race that is on, else the one with the newest result (for `SPOKEN_OF_MILLIS`, or if none follows), else the next. */
export function raceOn({ onCourse, next, lastResult, now }: Moment): BoardRace | undefined {
  const [last] = onCourse;
  if (last) return last;
  const cameAt = lastResult?.resultsAt ? Date.parse(lastResult.resultsAt) : Number.NaN;
  const isSpokenOf = next === undefined || now - cameAt < SPOKEN_OF_MILLIS;
  return isSpokenOf ? (lastResult ?? next) : next;
}

/**
 * The next races after the shown one that are still to come or postponed, at most `RACES_AHEAD`; without cancelled races.
 *
 * @param races in running order
 * @param phaseOf the phase of a race now
 */
export function racesAhead(
  races: readonly BoardRace[],
  shown: BoardRace,
  phaseOf: (race: BoardRace) => RacePhase | undefined,
): BoardRace[] {
  const behind = races.slice(races.findIndex(({ id }) => id === shown.id) + 1);
  const toCome: readonly (RacePhase | undefined)[] = ['coming', 'item', 'postponed'];
  return behind.filter((race) => toCome.includes(phaseOf(race))).slice(0, RACES_AHEAD);
}

/** The race before or after the shown one; `undefined` beyond the first and the last. @param races in running order */
export function neighbour(
  races: readonly BoardRace[],
  shown: BoardRace,
  step: -1 | 1,
): BoardRace | undefined {
  return races[races.findIndex(({ id }) => id === shown.id) + step];
}

/** The day of a race, `Monday 30 Nov`; empty for a race of today. @param today the venue day, YYYY-MM-DD */
export function otherDayText(
  race: BoardRace,
  timezone: string | null,
  today: string,
  language: string,
): string {
  const day = dayOf(race, timezone);
  return day === today ? '' : dayName(day, language);
}

/** The race that a crew came from, with its lane there. */
interface CameFrom {
  race: BoardRace;
  lane: BoardLane;
}

/**
 * Finds for each crew of a race the race that it came from: the one whose rule has drawn it here, else its last race before
 * this one in the same class, such as a heat where the draw was made by hand.
 *
 * @param races in running order
 */
export function cameFrom(
  races: readonly BoardRace[],
  shown: BoardRace,
): (crewId: number) => CameFrom | undefined {
  const own = raceClass(shown);
  const found = new Map<number, CameFrom & { isByRule: boolean }>();
  for (const race of races) {
    if (race.id === shown.id) break;
    const isSameClass = own !== '' && raceClass(race) === own;
    for (const lane of race.lanes) {
      const { crewId, next, withdrawn } = lane;
      const isByRule = next?.raceId === shown.id;
      if (crewId === null || withdrawn || !(isByRule || isSameClass)) continue;
      if (isByRule || !found.get(crewId)?.isByRule) found.set(crewId, { race, lane, isByRule });
    }
  }
  return (crewId) => found.get(crewId);
}

/** The result of one lane of a race. */
export function resultOfLane(
  { race, lane }: CameFrom,
  { decimalMark }: Words,
): LaneResult | undefined {
  return laneResults(race, decimalMark).find((result) => result.lane.position === lane.position);
}

/**
 * The gap of each lane to the fastest ranked time so far, by position; none for lanes without a time and for those that are not
 * slower. It is given before places are shown as well, because the announcer reads it out as boats come in.
 */
export function gapsSoFar(
  results: readonly LaneResult[],
  { decimalMark }: Words,
): ReadonlyMap<number, string> {
  const lanes = results.map(({ lane }) => lane);
  const write = raceTimeWriter(lanes, decimalMark);
  const totals = lanes.map(totalMillis);
  // Gaps do not refer to a boat out of competition, even where it is faster than all others.
  const ranked = totals.filter((total, index) => total !== null && !lanes[index]?.outOfCompetition);
  const best = Math.min(...(ranked as number[]));
  return new Map(
    lanes.flatMap(({ position }, index) => {
      const total = totals[index] ?? null;
      return total !== null && total > best ? [[position, write.gap(total, best)] as const] : [];
    }),
  );
}
