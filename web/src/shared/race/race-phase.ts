/**
 * What can honestly be said of a race at a moment: whether it is to come, due, waited for or in, when it is to be
 * expected. Decided from the document, the clock, and when delays came.
 */
import type { BoardRace } from '../../../../src/contract/board.ts';
import {
  hasRaced,
  hasResults,
  isDeserted,
  isOver,
} from '../../../../src/domain/results/standings.ts';
import { isolated } from '../page/isolated.ts';
import type { Words } from '../words/board.ts';

/**
 * - `coming`: its time is to come.
 * - `due`: its time has come, no later race has started or has a result, and it may still be on the course.
 * - `waiting`: its time has passed on this day, and there is no result.
 * - `partial`: some of its crews are in; `results`: it is over.
 * - `noResult`: its day is over, and there is no result; `notPublic`: its results will not be shown.
 * - `item`: no race but an entry of the programme, such as a break.
 * - `passed`: nobody rows: all have withdrawn, or nobody was drawn and its time is over.
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
/** What is said of a race. */
export interface JudgedRace {
  phase: RacePhase;
  /** When it starts or started, as far as can be told; epoch milliseconds. */
  expectedAt: number;
}

/** The time at which races are judged. */
export interface BoardClock {
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
  /** A later race of the day has started after this one, by the clock. */
  isLaterStarted: boolean;
}

/**
 * Judges all races.
 *
 * @returns by the id of the race
 */
export function judgeRaces(
  days: readonly RacesOfDay[],
  moment: BoardClock,
): Map<number, JudgedRace> {
  return new Map(days.flatMap((day) => judgeDay(day, moment)));
}

function judgeDay({ day, races }: RacesOfDay, moment: BoardClock): [number, JudgedRace][] {
  const { now, today, delayCameAt } = moment;
  const isPastDay = day < today;
  const judged: [number, JudgedRace][] = [];
  let isOvertaken = false;
  let lastStart = Number.NEGATIVE_INFINITY;
  // From the last one, so that what is later is known.
  for (const race of [...races].reverse()) {
    const hasPassed = Date.parse(race.scheduledAt) <= now;
    const isOver = hasPassed && (isOvertaken || isPastDay);
    const expectedAt = expectedStart(race, isOver, delayCameAt?.get(day));
    const isLaterStarted = lastStart > expectedAt;
    const neighbours = { isPastDay, isOvertaken, isLaterStarted };
    judged.push([race.id, { phase: phaseOf(race, expectedAt, neighbours, now), expectedAt }]);
    if (race.state !== 'cancelled' && hasRaced(race.lanes)) isOvertaken ||= hasPassed;
    const isHeld = race.state === 'planned' && !isProgrammeItem(race) && !isDeserted(race.lanes);
    const hasStarted = isHeld && expectedAt <= now;
    if (hasStarted) lastStart = Math.max(lastStart, expectedAt);
  }
  return judged.reverse();
}

/**
 * When a race is expected to start, epoch milliseconds. A delay moves neither what has results nor what was over
 * when it came: a race that a later one has overtaken, or whose time would have passed all the same.
 */
function expectedStart(race: BoardRace, isOver: boolean, delayCameAt: number | undefined): number {
  const planned = Date.parse(race.scheduledAt);
  const estimated = Date.parse(race.estimatedAt);
  if (isOver || race.state !== 'planned' || hasRaced(race.lanes)) return planned;
  return delayCameAt !== undefined && estimated <= delayCameAt ? planned : estimated;
}

function phaseOf(race: BoardRace, expectedAt: number, near: Neighbours, now: number): RacePhase {
  if (race.state !== 'planned') return race.state;
  if (hasResults(race.lanes)) return isOver(race) ? 'results' : 'partial';
  if (isProgrammeItem(race)) return 'item';
  if (isDeserted(race.lanes)) return 'passed';
  if (expectedAt > now) return 'coming';
  const mayBeOn = !near.isOvertaken && !near.isLaterStarted && now - expectedAt < ON_COURSE_MILLIS;
  if (mayBeOn) return 'due';
  const isHeld = race.entered > 0 || race.lanes.some(({ from }) => from !== null);
  if (!isHeld) return 'passed';
  if (race.results === 'hidden') return 'notPublic';
  return near.isPastDay ? 'noResult' : 'waiting';
}

/** Where the last race of a day stands that has been on the course and is not cancelled; -1 where there is none. */
export function lastRacedIndex(races: readonly BoardRace[]): number {
  return races.findLastIndex(({ state, lanes }) => state !== 'cancelled' && hasRaced(lanes));
}

/** Whether an entry of the running order is none: a break or a ceremony has notes and nothing that races have. */
export function isProgrammeItem(race: BoardRace): boolean {
  const { lanes, notes, boatClass, round, divisionLabel, distanceMeters } = race;
  const isRace = boatClass || round || divisionLabel || distanceMeters;
  return lanes.length === 0 && Boolean(notes) && !isRace;
}

/** A race as the page shows it: expected when it can be. */
export function shownRace(race: BoardRace, { expectedAt }: JudgedRace): BoardRace {
  const isMoved = expectedAt !== Date.parse(race.estimatedAt);
  return isMoved ? { ...race, estimatedAt: race.scheduledAt } : race;
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

/**
 * What has become of a race, in words: `Cancelled`, with the reason where there is one; `Postponed: time not known yet`. Empty where it is planned.
 */
export function stateText(
  { state, reason }: Pick<BoardRace, 'state' | 'reason'>,
  words: Words,
): string {
  if (state === 'planned') return '';
  const unknown = state === 'postponed' ? words.timeUnknown : '';
  const why = [unknown, isolated(reason ?? '')].filter((part) => part !== '').join('. ');
  return why === '' ? words[state] : `${words[state]}${words.colon}${why}`;
}

/** The same with the race before it, for those who only hear it. */
export function stateLine(race: BoardRace, words: Words): string {
  return `${words.race(race.number)}. ${stateText(race, words)}`;
}

/** Whether results are official, in words; empty where there are none, or the event does not say. */
export function officialText(
  { official, lanes }: Pick<BoardRace, 'official' | 'lanes'>,
  words: Words,
): string {
  if (official === null || !hasResults(lanes)) return '';
  return official ? words.official : words.provisional;
}
