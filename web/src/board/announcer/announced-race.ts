/** Which race an announcer speaks of, which ones follow, how its crews came there, and how far apart they are. Pure. */
import type { BoardLane, BoardRace } from '../../../../src/contract/board.ts';
import { raceClass } from '../../../../src/domain/races/race-round.ts';
import { raceTimeWriter } from '../../../../src/domain/results/finish-time.ts';
import { totalMillis } from '../../../../src/domain/results/standings.ts';
import type { RacePhase } from '../../shared/race/race-phase.ts';
import { type LaneResult, laneResults } from '../../shared/race/results.ts';
import { dayOf } from '../../shared/race/running-order.ts';
import { dayName } from '../../shared/times.ts';
import type { Words } from '../../shared/words/board.ts';

/** So long after its last result a race is spoken of while none is on. */
const SPOKEN_OF_MILLIS = 3 * 60_000;

/** So many races to come stand below the one that is spoken of. */
const RACES_AHEAD = 3;

/** What is known of the moment. */
interface Moment {
  /** The last started first. */
  onCourse: readonly BoardRace[];
  next: BoardRace | undefined;
  /** Whose results came last. */
  lastResult: BoardRace | undefined;
  /** Epoch milliseconds. */
  now: number;
}

/** The race that is on; between two races the one that has just ended, else the next one, and after the last that one. */
export function raceOn({ onCourse, next, lastResult, now }: Moment): BoardRace | undefined {
  const [last] = onCourse;
  if (last) return last;
  const cameAt = lastResult?.resultsAt ? Date.parse(lastResult.resultsAt) : Number.NaN;
  const isSpokenOf = next === undefined || now - cameAt < SPOKEN_OF_MILLIS;
  return isSpokenOf ? (lastResult ?? next) : next;
}

/**
 * The races behind one that are still to come, without those that are cancelled.
 *
 * @param races in running order
 * @param phaseOf what is said of a race now
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

/** The race before or behind one; nothing beyond the first and the last. @param races in running order */
export function neighbour(
  races: readonly BoardRace[],
  shown: BoardRace,
  step: -1 | 1,
): BoardRace | undefined {
  return races[races.findIndex(({ id }) => id === shown.id) + step];
}

/** The day of a race, `Monday 30 Nov`; nothing of one of today. @param today the venue day, YYYY-MM-DD */
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
 * Says of the crews of a race which one they came from: the race whose rule has drawn them here, else their last one before
 * of the same class, such as a heat of a draw by hand.
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
 * The gap of each lane to the fastest one that is in, also while no places are told: whoever speaks says it as boats come in.
 * By position; nothing of the fastest one and of who has no time.
 */
export function gapsSoFar(
  results: readonly LaneResult[],
  { decimalMark }: Words,
): ReadonlyMap<number, string> {
  const lanes = results.map(({ lane }) => lane);
  const write = raceTimeWriter(lanes, decimalMark);
  const totals = lanes.map(totalMillis);
  // Who rows out of competition may be faster than all others.
  const ranked = totals.filter((total, index) => total !== null && !lanes[index]?.outOfCompetition);
  const best = Math.min(...(ranked as number[]));
  return new Map(
    lanes.flatMap(({ position }, index) => {
      const total = totals[index] ?? null;
      return total !== null && total > best ? [[position, write.gap(total, best)] as const] : [];
    }),
  );
}
