/**
 * What can be said of a race at an instant: whether it is to come, due, waited for or in, and when it is expected to start.
 * Decided from the document, the clock, and when delays came.
 */
import type { BoardRace } from '../../../../src/contract/board.ts';
import {
  ASSUMED_ON_COURSE_MILLIS,
  coursePhase,
  isWaitedFor,
} from '../../../../src/domain/races/race-phase.ts';
import {
  hasNoCrewLeft,
  hasRaced,
  hasResults,
  isOver,
} from '../../../../src/domain/results/standings.ts';
import { isolated } from '../../../../src/domain/text/bidi.ts';
import type { Words } from '../words/board.ts';

/**
 * - `coming`: its time is to come.
 * - `due`: it is on the course, and nobody is in. Where that is only guessed, no later race has started or has a result.
 * - `waiting`: its result is due and has not come.
 * - `partial`: some of its crews are in, and it is on the course; `results`: it is over.
 * - `noResult`: its day is over, and there is no result; `notPublic`: its results will not be shown.
 * - `item`: not a race but an item of the programme, such as a break.
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

/** A break counts as on for this long after its start. */
export const ITEM_MILLIS = ASSUMED_ON_COURSE_MILLIS.lanes;

/** A race as a page shows it: with `hasEnded`, which depends on the time alone (see `JudgedRace`). */
export type ShownRace = BoardRace & { hasEnded?: boolean };

/** The verdict on a race at an instant. */
export interface JudgedRace {
  phase: RacePhase;
  /** Whether it is between start and finish. */
  isOnCourse: boolean;
  /** Whether it is over although boats are missing, because none came in for a while. */
  hasEnded: boolean;
  /** When it starts or started, as far as is known; epoch milliseconds. */
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

/** What the day and its later races say about the race that is judged. */
interface Neighbours {
  isPastDay: boolean;
  /** Whether a later race of the day, whose planned time has come, has results. */
  isOvertaken: boolean;
  /** Whether a later race of the day has started after this one, by the clock. */
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
  // From the last race backwards, so that what is later is known.
  for (const race of [...races].reverse()) {
    const hasPassed = Date.parse(race.scheduledAt) <= now;
    const isGone = hasPassed && ((isOvertaken && race.kind === 'lanes') || isPastDay);
    const expectedAt = expectedStart(race, isGone, delayCameAt?.get(day));
    const isLaterStarted = lastStart > expectedAt;
    judged.push([
      race.id,
      judgeRace(race, expectedAt, { isPastDay, isOvertaken, isLaterStarted }, now),
    ]);
    // A head race says nothing about earlier races: its boats are on the course for hours, and other races beside it.
    if (race.kind === 'head') continue;
    if (race.state !== 'cancelled' && hasRaced(race.lanes)) isOvertaken ||= hasPassed;
    const isHeld = race.state === 'planned' && !isProgrammeItem(race) && !hasNoCrewLeft(race.lanes);
    if (isHeld && expectedAt <= now) lastStart = Math.max(lastStart, expectedAt);
  }
  return judged.reverse();
}

/**
 * When a race is expected to start, epoch milliseconds: when it did, where that is known. A delay does not move a race that has
 * results, that a later race has overtaken, or whose delayed start had passed already when the delay came.
 */
function expectedStart(race: BoardRace, isGone: boolean, delayCameAt: number | undefined): number {
  const planned = Date.parse(race.scheduledAt);
  const estimated = Date.parse(race.estimatedAt);
  if (race.startedAt !== null) return estimated;
  if (isGone || race.state !== 'planned' || hasRaced(race.lanes)) return planned;
  return delayCameAt !== undefined && estimated <= delayCameAt ? planned : estimated;
}

function judgeRace(race: BoardRace, expectedAt: number, near: Neighbours, now: number): JudgedRace {
  const expected = expectedRace(race, expectedAt);
  const course = coursePhase(expected, now);
  const isHeld = !isProgrammeItem(race) && !hasNoCrewLeft(race.lanes);
  // Without a recorded start or a boat in, being on the course is a guess: what is known of later races overrules it.
  const isGuess = race.kind === 'lanes' && race.startedAt === null && !hasRaced(race.lanes);
  const isGone = isGuess && (near.isOvertaken || near.isLaterStarted);
  const phase = (): RacePhase => {
    if (race.state !== 'planned') return race.state;
    if (hasResults(race.lanes)) return course === 'over' ? 'results' : 'partial';
    if (isProgrammeItem(race)) return 'item';
    if (hasNoCrewLeft(race.lanes)) return 'passed';
    if (course !== 'over') {
      if (expectedAt > now) return 'coming';
      if (course === 'onCourse' && !isGone && !isWaitedFor(expected, now)) return 'due';
    }
    if (!isWanted(race)) return 'passed';
    if (race.results === 'hidden') return 'notPublic';
    return course === 'over' || near.isPastDay ? 'noResult' : 'waiting';
  };
  return {
    phase: phase(),
    isOnCourse: course === 'onCourse' && isHeld && !isGone,
    hasEnded: course === 'over' && !isOver(race),
    expectedAt,
  };
}

/** Whether a crew is drawn in a race, or will come from another race. */
function isWanted({ entered, lanes }: BoardRace): boolean {
  return entered > 0 || lanes.some(({ from }) => from !== null);
}

/** The index of the last race of a day that has been on the course and is not cancelled; -1 where there is none. */
export function lastRacedIndex(races: readonly BoardRace[]): number {
  return races.findLastIndex(({ state, lanes }) => state !== 'cancelled' && hasRaced(lanes));
}

/** Whether this is no race but an item of the programme: a break or a ceremony has notes and nothing that races have. */
export function isProgrammeItem(race: BoardRace): boolean {
  const { lanes, notes, boatClass, round, divisionLabel, distanceMeters } = race;
  const isRace = boatClass || round || divisionLabel || distanceMeters;
  return lanes.length === 0 && Boolean(notes) && !isRace;
}

/** A race as the page shows it: with the start that can be expected, and marked where time alone has ended it. */
export function shownRace(race: BoardRace, { expectedAt, hasEnded }: JudgedRace): ShownRace {
  const shown = expectedRace(race, expectedAt);
  return hasEnded ? { ...shown, hasEnded } : shown;
}

function expectedRace(race: BoardRace, expectedAt: number): BoardRace {
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

/** A race that starts later has no countdown, only its time. */
const SOON_MINUTES = 60;

/** The whole minutes until a start that is near; `undefined` for one that has come or is an hour away. */
export function minutesIfSoon(
  race: Pick<BoardRace, 'estimatedAt'>,
  now: number,
): number | undefined {
  const minutes = minutesUntil(race, now);
  return minutes > 0 && minutes < SOON_MINUTES ? minutes : undefined;
}

/**
 * The state of a race in words: `Cancelled`, with the reason where there is one; `Postponed: time not known yet`. Empty where
 * it is planned.
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

/** The state with the number of the race before it, for screen readers. */
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
