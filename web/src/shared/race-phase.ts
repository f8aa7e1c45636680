/**
 * What can honestly be said of a race at a moment: whether it is to come, due, waited for or in, when it is to be
 * expected, and whether its places can be told yet. Decided from the document, the clock, and when delays came.
 */
import type { BoardRace } from '../../../src/contract/board.ts';
import { isFieldComplete, isScored } from '../../../src/domain/standings.ts';

/**
 * - `coming`: its time is to come.
 * - `due`: its time has come, no later race has started or has a result, and it may still be on the course.
 * - `waiting`: its time has passed on this day, and there is no result.
 * - `partial`: some of its crews are in; `results`: all of them are.
 * - `noResult`: its day is over, and there is no result; `notPublic`: its results will not be shown.
 * - `item`: no race but an entry of the programme, such as a break; `passed`: nobody was drawn, and its time is over.
 */
export type RacePhase =
  | 'coming'
  | 'due'
  | 'waiting'
  | 'partial'
  | 'results'
  | 'noResult'
  | 'notPublic'
  | 'cancelled'
  | 'postponed'
  | 'item'
  | 'passed';

/** A race without a result counts as on the course for so long after its start. */
export const ON_COURSE_MILLIS = 20 * 60_000;
/** A field that has not changed for so long is taken for complete: a boat has withdrawn without a status. */
const SETTLED_MILLIS = 10 * 60_000;
/** The same, counted from the start, where it is not known when the results changed. */
const SETTLED_AFTER_START_MILLIS = 60 * 60_000;

/** What is said of a race. */
export interface JudgedRace {
  phase: RacePhase;
  /** When it starts or started, as far as can be told; epoch milliseconds. */
  expectedAt: number;
  /** Whether places may be told: all crews are in, or no more are to be expected. */
  showsPlaces: boolean;
}

/** The moment at which races are judged. */
export interface Moment {
  /** Epoch milliseconds. */
  now: number;
  /** The venue day, YYYY-MM-DD. */
  today: string;
  /** When the delay of a venue day came, epoch milliseconds, where this page has seen it come. */
  delayCameAt?: ReadonlyMap<string, number> | undefined;
}

/** The races of one venue day, in running order. */
interface RacesOfDay {
  day: string;
  races: readonly BoardRace[];
}

/** What stands in the neighbourhood of the race that is judged. */
interface Neighbours {
  isPastDay: boolean;
  /** A later race of the day, whose planned time has come, has results. */
  isOvertaken: boolean;
  /** A later race of the day has all its results. */
  isLaterComplete: boolean;
  /** A later race of the day has started after this one, by the clock. */
  isLaterStarted: boolean;
}

/**
 * Judges all races.
 *
 * @returns by the id of the race
 */
export function judgeRaces(days: readonly RacesOfDay[], moment: Moment): Map<number, JudgedRace> {
  return new Map(days.flatMap((day) => judgeDay(day, moment)));
}

function judgeDay({ day, races }: RacesOfDay, moment: Moment): [number, JudgedRace][] {
  const { now, today, delayCameAt } = moment;
  const isPastDay = day < today;
  const judged: [number, JudgedRace][] = [];
  let isOvertaken = false;
  let isLaterComplete = false;
  let lastStart = Number.NEGATIVE_INFINITY;
  // From the last one, so that what is later is known.
  for (const race of [...races].reverse()) {
    const hasPassed = Date.parse(race.scheduledAt) <= now;
    const isOver = hasPassed && (isOvertaken || isPastDay);
    const expectedAt = expectedStart(race, isOver, delayCameAt?.get(day));
    const isLaterStarted = lastStart > expectedAt;
    const neighbours = { isPastDay, isOvertaken, isLaterComplete, isLaterStarted };
    judged.push([race.id, judge(race, expectedAt, neighbours, now)]);
    if (race.state !== 'cancelled' && isScored(race.lanes)) {
      isOvertaken ||= hasPassed;
      isLaterComplete ||= isFieldComplete(race);
    }
    const hasStarted = race.state === 'planned' && expectedAt <= now && !isProgrammeItem(race);
    if (hasStarted) lastStart = Math.max(lastStart, expectedAt);
  }
  return judged.reverse();
}

function judge(race: BoardRace, expectedAt: number, near: Neighbours, now: number): JudgedRace {
  const phase = phaseOf(race, expectedAt, near, now);
  const showsPlaces = phase !== 'partial' || isSettled(race, expectedAt, near, now);
  return { phase, expectedAt, showsPlaces };
}

/**
 * When a race is expected to start, epoch milliseconds. A delay moves neither what has results nor what was over
 * when it came: a race that a later one has overtaken, or whose time would have passed all the same.
 */
function expectedStart(race: BoardRace, isOver: boolean, delayCameAt: number | undefined): number {
  const planned = Date.parse(race.scheduledAt);
  const estimated = Date.parse(race.estimatedAt);
  if (isOver || race.state !== 'planned' || isScored(race.lanes)) return planned;
  return delayCameAt !== undefined && estimated <= delayCameAt ? planned : estimated;
}

function phaseOf(race: BoardRace, expectedAt: number, near: Neighbours, now: number): RacePhase {
  if (race.state !== 'planned') return race.state;
  if (isScored(race.lanes)) return isFieldComplete(race) ? 'results' : 'partial';
  if (isProgrammeItem(race)) return 'item';
  if (expectedAt > now) return 'coming';
  const mayBeOn = !near.isOvertaken && !near.isLaterStarted && now - expectedAt < ON_COURSE_MILLIS;
  if (mayBeOn) return 'due';
  if (race.lanes.length === 0) return 'passed';
  if (race.results === 'hidden') return 'notPublic';
  return near.isPastDay ? 'noResult' : 'waiting';
}

/**
 * Whether no more results of an incomplete field are to be expected: nothing has changed for ten minutes; where it
 * is not known when it changed, a later race is complete or an hour has passed; or the day is over.
 */
function isSettled(
  { resultsAt }: BoardRace,
  expectedAt: number,
  near: Neighbours,
  now: number,
): boolean {
  if (near.isPastDay) return true;
  const changedAt = resultsAt === null ? Number.NaN : Date.parse(resultsAt);
  // A change in the future is one by another clock.
  if (changedAt <= now) return now - changedAt >= SETTLED_MILLIS;
  return near.isLaterComplete || now - expectedAt >= SETTLED_AFTER_START_MILLIS;
}

/**
 * Whether a race has crews, and all of them have a result. For races of the race office, which come without `entered`
 * and `scored`; `isFieldComplete` also holds for a race without crews.
 */
export function isComplete({
  lanes,
}: {
  lanes: readonly Pick<BoardRace['lanes'][number], 'crewId' | 'status'>[];
}): boolean {
  const crewed = lanes.filter(({ crewId }) => crewId !== null);
  return crewed.length > 0 && crewed.every(({ status }) => status !== 'assigned');
}

/** Where the last race of a day stands that has results and is not cancelled; -1 where there is none. */
export function lastScoredIndex(races: readonly BoardRace[]): number {
  return races.findLastIndex(({ state, lanes }) => state !== 'cancelled' && isScored(lanes));
}

/** Whether an entry of the running order is none: a break or a ceremony has notes and nothing that races have. */
export function isProgrammeItem(race: BoardRace): boolean {
  const { lanes, notes, boatClass, round, divisionLabel, distanceMeters } = race;
  const isRace = boatClass || round || divisionLabel || distanceMeters;
  return lanes.length === 0 && Boolean(notes) && !isRace;
}

/** A race as the page shows it: expected when it can be, and without places that may still change. */
export function shownRace(race: BoardRace, { expectedAt, showsPlaces }: JudgedRace): BoardRace {
  const isMoved = expectedAt !== Date.parse(race.estimatedAt);
  if (!isMoved && showsPlaces) return race;
  return {
    ...race,
    estimatedAt: isMoved ? race.scheduledAt : race.estimatedAt,
    lanes: showsPlaces ? race.lanes : race.lanes.map((lane) => ({ ...lane, finishPlace: null })),
  };
}

/**
 * Whole minutes until an estimated start, rounded up so that "in 1 min" is never said of a start that has come; 0 from
 * the start on.
 *
 * @param now epoch milliseconds
 */
export function minutesUntil({ estimatedAt }: Pick<BoardRace, 'estimatedAt'>, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(estimatedAt) - now) / 60_000));
}

/** A race that starts later is told by its time only. */
const SOON_MINUTES = 60;

/** The same of a start that is near; nothing of one that has come or is an hour away. */
export function minutesIfSoon(
  race: Pick<BoardRace, 'estimatedAt'>,
  now: number,
): number | undefined {
  const minutes = minutesUntil(race, now);
  return minutes > 0 && minutes < SOON_MINUTES ? minutes : undefined;
}
