/** What is known of a venue day: its delay and the delay before, a lack of results, its end. Pure. */
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import {
  type BoardClock,
  ITEM_MILLIS,
  type JudgedRace,
  lastRacedIndex,
  type RacePhase,
} from './race-phase.ts';
import type { Day } from './running-order.ts';

/** A delay as this page has seen it. */
interface SeenDelay {
  minutes: number;
  /** What it was before; `null` where this page has not seen it change. */
  was: number | null;
  /** When it came, epoch milliseconds; `null` where this page has not seen it change. */
  cameAt: number | null;
}

/** By venue day, YYYY-MM-DD. */
export type SeenDelays = Readonly<Record<string, SeenDelay>>;

/** For this long after a change, the page shows what the delay was before. */
const WAS_MILLIS = 15 * 60_000;
/** Where no result has come for this long although races wait for theirs, the page says since when. */
const NO_RESULTS_MILLIS = 20 * 60_000;
/** Results or boats of a race that are missing this long after its start are no longer waited for. */
const NOT_COMING_MILLIS = 60 * 60_000;

/**
 * The delays seen so far, with those of a newer document. A delay has come by the last change of the document, whose time
 * counts where the page was asleep since.
 *
 * @param now epoch milliseconds
 */
export function seeDelays(
  seen: SeenDelays,
  { days, updatedAt }: Pick<Board, 'days' | 'updatedAt'>,
  now: number,
): SeenDelays {
  const cameAt = Math.min(now, Date.parse(updatedAt));
  const entries = days.map(({ day, delayMinutes: minutes }): [string, SeenDelay] => {
    const old = seen[day];
    if (!old) return [day, { minutes, was: null, cameAt: null }];
    return [day, old.minutes === minutes ? old : { minutes, was: old.minutes, cameAt }];
  });
  return Object.fromEntries(entries);
}

/** When the delays came, for `BoardClock`; without those that this page has not seen change. */
export function delaysCameAt(seen: SeenDelays): Map<string, number> {
  return new Map(
    Object.entries(seen).flatMap(([day, { cameAt }]) => (cameAt === null ? [] : [[day, cameAt]])),
  );
}

/** The delay of the races that are to come, in minutes: 0 once a delay that ends moves no race that is still to come. */
export function delayNow({ delayMinutes, until, races }: Day, now: number): number {
  const isOn = races.some(
    ({ scheduledAt, estimatedAt }) => estimatedAt !== scheduledAt && Date.parse(estimatedAt) > now,
  );
  return until === null || isOn ? delayMinutes : 0;
}

/** The delay of a day, as pages show it. */
interface ToldDelay {
  minutes: number;
  /** What it was until lately; `null` where that is not shown. */
  was: number | null;
  /** When it ends; `null` where it does not. */
  until: string | null;
}

/**
 * The delay of a day to show; `undefined` for a past day, for a delay that has ended, and for a day that has run to plan for a
 * while. There is room for one fact beside it: its end goes first; that it was 0 before is never shown.
 */
export function toldDelay(
  day: Day,
  seen: SeenDelays,
  { now, today }: BoardClock,
): ToldDelay | undefined {
  const delay = seen[day.day];
  if (!delay || day.day < today || delayNow(day, now) !== day.delayMinutes) return undefined;
  const { minutes, was, cameAt } = delay;
  const isNew = cameAt !== null && now - cameAt < WAS_MILLIS;
  const until = minutes === 0 ? null : day.until;
  return minutes === 0 && !isNew
    ? undefined
    : { minutes, was: (isNew && !until && was) || null, until };
}

/**
 * Since when there have been no results although races wait for theirs: the last result of the day, else the expected start of
 * the first race that waits.
 *
 * @param waiting today's races that wait for a result
 * @param lastResultAt when the last result came, epoch milliseconds
 * @returns epoch milliseconds; `undefined` until `NO_RESULTS_MILLIS` have passed
 */
export function noResultsSince(
  waiting: readonly BoardRace[],
  judged: ReadonlyMap<number, JudgedRace>,
  lastResultAt: number | undefined,
  now: number,
): number | undefined {
  const starts = waiting.map(({ id }) => judged.get(id)?.expectedAt ?? now);
  const since = Math.max(Math.min(...starts), lastResultAt ?? Number.NEGATIVE_INFINITY);
  return now - since >= NO_RESULTS_MILLIS ? since : undefined;
}

/** Whether a day is over, so that its results are what people look for: nothing is to come, on, or waited for. */
export function isDayOver(
  { day, races }: { day: string; races: readonly BoardRace[] },
  judged: ReadonlyMap<number, JudgedRace>,
  { now, today }: BoardClock,
): boolean {
  if (day !== today) return day < today;
  return races.every(({ id, kind }) => {
    const { phase, isOnCourse, expectedAt } = judged.get(id) ?? unjudged(now);
    if (phase === 'coming' || phase === 'due' || (isOnCourse && kind === 'head')) return false;
    if (phase === 'item') return now - expectedAt >= ITEM_MILLIS;
    return !isUnfinished(phase) || now - expectedAt >= NOT_COMING_MILLIS;
  });
}

function unjudged(now: number): JudgedRace {
  return { phase: 'passed', isOnCourse: false, hasEnded: false, expectedAt: now };
}

/** Whether a race has started and is not over: nobody is in, or boats are missing. */
function isUnfinished(phase: RacePhase): boolean {
  return phase === 'waiting' || phase === 'partial';
}

/** The phases of races that are not rowed, whether their time has come or not. */
const OFF: readonly RacePhase[] = ['cancelled', 'postponed', 'passed'];

/**
 * How many races of a running day are grouped as "earlier": those before the first one that is still open. Open are races to
 * come or on the course; a break that is on; races called off whose time is to come; and races that wait for a result or for
 * boats, for an hour and until a later one has been raced. 0 for a day that has not begun or is over.
 *
 * @param races of the day, in running order
 */
export function earlierCount(
  races: readonly BoardRace[],
  judged: ReadonlyMap<number, JudgedRace>,
  now: number,
): number {
  const lastScored = lastRacedIndex(races);
  const lastStarted = races.findLastIndex(
    ({ id, state }) => state === 'planned' && (judged.get(id)?.expectedAt ?? now) <= now,
  );
  const isOpen = ({ id, kind }: BoardRace, index: number) => {
    const { phase, isOnCourse, expectedAt } = judged.get(id) ?? unjudged(now);
    // The boats of a head race come in one after another, for hours.
    if (isOnCourse && kind === 'head') return true;
    if (isUnfinished(phase)) return index >= lastScored && now - expectedAt < NOT_COMING_MILLIS;
    if (phase === 'item') return index >= lastStarted;
    if (OFF.includes(phase)) return expectedAt > now;
    return phase === 'coming' || phase === 'due';
  };
  const first = races.findIndex(isOpen);
  return Math.max(first, 0);
}
