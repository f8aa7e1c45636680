/**
 * Moves planned starts together: by minutes, to a next start, or fitted into a span (console, "Day"). People type the
 * starts that crews are to see, so these become the planned starts, and the delay of the day no longer moves the races.
 */
import type { RetimeWrite } from '../../contract/console/office-writes.ts';
import { EARLIEST, LATEST } from '../../contract/instant.ts';
import { MINUTE_MILLIS } from '../../contract/time-units.ts';
import type { Race } from '../races/race.ts';
import { invalid, type Refusal } from '../refusal.ts';
import { type DayDelay, estimatedStart, isSameDelay, ON_TIME } from './delay.ts';
import { minutesUntil, readTimeNear, readTimeOfDay } from './read-venue-time.ts';
import { venueDay } from './venue-day.ts';

export type RetimeRequest = Omit<RetimeWrite, 'seen' | 'fromRaceId' | 'notify'>;

/** What is wrong with the properties of a wish: it needs a shift, a next start, or a span with its shortest gap. */
export function judgeRetime(wish: RetimeRequest): Refusal | undefined {
  const has = (name: keyof RetimeRequest) => wish[name] !== undefined;
  if (has('shiftMinutes')) {
    const surplus = (['nextAt', 'lastAt', 'minGapMinutes'] as const).find(has);
    return surplus && invalid([{ field: surplus, detail: 'must be left out beside shiftMinutes' }]);
  }
  if (!has('nextAt')) {
    const isSpan = has('lastAt') || has('minGapMinutes');
    return isSpan
      ? invalid([{ field: 'nextAt', detail: 'is required beside lastAt and minGapMinutes' }])
      : invalid([{ field: 'shiftMinutes', detail: 'is required, or nextAt' }]);
  }
  if (has('lastAt') === has('minGapMinutes')) return undefined;
  const missing = has('lastAt') ? 'minGapMinutes' : 'lastAt';
  return invalid([{ field: missing, detail: 'is required to fit the races into a span' }]);
}

/** The venue day on which races are moved. */
export interface RetimedDay {
  /** YYYY-MM-DD */
  day: string;
  timezone: string | null;
  /** The delay of the day as stored: crews see planned starts moved by it. */
  delay: DayDelay;
}

type Planned = Pick<Race, 'id' | 'scheduledAt' | 'state'>;

/**
 * The new planned starts of races, counted from the starts that crews see. A postponed race has no known time and takes no
 * slot: it moves as far as the race before it, but not beyond the race after it, so that it keeps its place in the running
 * order.
 *
 * @param stored the races that move, in running order, at least one of them planned unless the wish is a shift
 * @param wish one that has passed `judgeRetime`
 * @returns epoch milliseconds by race id; 422 where they do not fit, or leave the day or the years 0001 to 9999
 */
export function retime(
  stored: readonly Planned[],
  day: RetimedDay,
  wish: RetimeRequest,
): Map<number, number> | Refusal {
  const races = stored.map(({ id, state, scheduledAt }) => {
    return { id, state, scheduledAt: estimatedStart(scheduledAt, day.delay) };
  });
  const planned = races.filter(({ state }) => state === 'planned');
  const moved =
    wish.shiftMinutes === undefined
      ? plannedStarts(planned, day, wish)
      : shifted(races, wish.shiftMinutes);
  if (!(moved instanceof Map)) return moved;
  const all = withPostponed(races, moved);
  return leavingDay(all, day, wish) ?? all;
}

function shifted(races: readonly Planned[], minutes: number): Map<number, number> {
  return new Map(races.map(({ id, scheduledAt }) => [id, scheduledAt + minutes * MINUTE_MILLIS]));
}

/**
 * The delay of a day after races were re-timed: it ends at the first of their new starts if earlier races are still to be
 * rowed; else the day has none. An end that is stored while the day is on time is kept or dropped in the same way.
 *
 * @param starts the new starts of the re-timed races, in epoch milliseconds
 */
export function delayAfter(
  delay: DayDelay,
  starts: Iterable<number>,
  isAwaitedBefore: boolean,
): DayDelay {
  if (!isAwaitedBefore || isSameDelay(delay, ON_TIME)) return ON_TIME;
  return { ...delay, until: Math.min(delay.until ?? Number.POSITIVE_INFINITY, ...starts) };
}

/** A race whose start, as crews see it, moves; epoch milliseconds. */
export interface ShownMove {
  id: number;
  before: number;
  after: number;
}

/**
 * The races that crews see move, by their new starts.
 *
 * @param waiting the planned races of the day without a result, in running order
 * @param starts the new planned starts by race id, of the races that are re-timed
 */
export function shownMoves(
  waiting: readonly Planned[],
  starts: ReadonlyMap<number, number>,
  [was, is]: readonly [was: DayDelay, is: DayDelay],
): ShownMove[] {
  return waiting
    .map(({ id, scheduledAt }) => {
      const after = estimatedStart(starts.get(id) ?? scheduledAt, is);
      return { id, before: estimatedStart(scheduledAt, was), after };
    })
    .filter(({ before, after }) => before !== after)
    .sort((a, b) => a.after - b.after);
}

/** Followers need not be notified of a move that is shorter than this and makes no race earlier. */
const SMALL_MOVE_MILLIS = 5 * MINUTE_MILLIS;

/** Whether followers are notified of moves by default: a race becomes earlier, or moves by five minutes or more. */
export function isWorthNotifying(moves: readonly Pick<ShownMove, 'before' | 'after'>[]): boolean {
  return moves.some(({ before, after }) => after < before || after - before >= SMALL_MOVE_MILLIS);
}

/** The starts of the planned races after a next start, in a span or not. */
function plannedStarts(
  planned: readonly Planned[],
  { day, timezone }: RetimedDay,
  { nextAt = '', lastAt, minGapMinutes = 0 }: RetimeRequest,
): Map<number, number> | Refusal {
  const from = planned[0]?.scheduledAt ?? 0;
  const first = readTimeNear(from, nextAt, day, timezone);
  if (typeof first === 'string') return invalid([{ field: 'nextAt', detail: first }]);
  if (lastAt === undefined) return shifted(planned, minutesUntil(from, first));
  const last = readTimeOfDay(lastAt, day, timezone);
  if (typeof last === 'string') return invalid([{ field: 'lastAt', detail: last }]);
  // Where a delay ends between two races, crews may see the later race start first, so the gap could be negative.
  const gaps = planned
    .slice(1)
    .map(({ scheduledAt }, index) => Math.max(0, scheduledAt - (planned[index]?.scheduledAt ?? 0)));
  const spanMinutes = (last - first) / MINUTE_MILLIS;
  const fitted = fitGaps(gaps, spanMinutes, minGapMinutes);
  if (!fitted) {
    const detail = `leaves no ${minGapMinutes} minutes before each of ${gaps.length} races after ${nextAt}`;
    return invalid([
      { field: 'lastAt', detail: spanMinutes < 0 ? 'must not be before nextAt' : detail },
    ]);
  }
  let at = first;
  return new Map(
    planned.map(({ id }, index) => {
      at += (fitted[index - 1] ?? 0) * MINUTE_MILLIS;
      return [id, at];
    }),
  );
}

/** The new starts of all races. @param moved the new starts of some of them */
function withPostponed(
  races: readonly Planned[],
  moved: ReadonlyMap<number, number>,
): Map<number, number> {
  const shiftOf = ({ id, scheduledAt }: Planned) => (moved.get(id) ?? scheduledAt) - scheduledAt;
  const isMoved = ({ id }: Planned) => moved.has(id);
  const latest = startsAfter(races, moved);
  const first = races.find(isMoved);
  let shift = first ? shiftOf(first) : 0;
  const all = new Map<number, number>();
  for (const [index, race] of races.entries()) {
    if (isMoved(race)) shift = shiftOf(race);
    all.set(race.id, Math.min(race.scheduledAt + shift, latest[index] as number));
  }
  return all;
}

/** For each race, the new start of the next race that moves, the race itself included; `Infinity` after the last of them. */
function startsAfter(races: readonly Planned[], moved: ReadonlyMap<number, number>): number[] {
  const starts: number[] = [];
  let next = Number.POSITIVE_INFINITY;
  // From the end, so that one pass is enough.
  for (let index = races.length - 1; index >= 0; index--) {
    next = moved.get((races[index] as Planned).id) ?? next;
    starts[index] = next;
  }
  return starts;
}

/** 422 where a race would leave its venue day. */
function leavingDay(
  starts: ReadonlyMap<number, number>,
  { day, timezone }: RetimedDay,
  { shiftMinutes, lastAt }: RetimeRequest,
): Refusal | undefined {
  const isInside = (start: number) =>
    start >= EARLIEST && start <= LATEST && venueDay(start, timezone) === day;
  const outside = [...starts.values()].filter((start) => !isInside(start));
  if (outside.length === 0) return undefined;
  const isLate = lastAt !== undefined && !isInside(Math.max(...starts.values()));
  const field = shiftMinutes !== undefined ? 'shiftMinutes' : isLate ? 'lastAt' : 'nextAt';
  const detail = `would plan ${outside.length} of the races on another day than ${day}`;
  return invalid([{ field, detail }]);
}

/** Sums of fractions are rounded to this part of a minute first, so that errors of addition do not change the whole minute. */
const PARTS_OF_MINUTE = 1_000_000;

/**
 * @param gaps as they are now, none negative, in any unit; if all are zero, they count as equal
 * @param span what the new gaps add up to, in whole minutes
 * @param shortest the least length of a new gap, in minutes
 * @returns the new gaps in whole minutes; `undefined` where they do not fit
 */
export function fitGaps(
  gaps: readonly number[],
  span: number,
  shortest: number,
): number[] | undefined {
  if (span < 0 || gaps.length * shortest > span) return undefined;
  const exact = share(gaps.every((gap) => gap === 0) ? gaps.map(() => 1) : gaps, span, shortest);
  const ends = [0];
  let sum = 0;
  for (const gap of exact) {
    sum += gap;
    ends.push(Math.round(Math.round(sum * PARTS_OF_MINUTE) / PARTS_OF_MINUTE));
  }
  return exact.map((_, index) => (ends[index + 1] ?? 0) - (ends[index] ?? 0));
}

/** Shares out the span in proportion; a gap that would be too short gets the shortest length, and the others share the rest. */
function share(gaps: readonly number[], span: number, shortest: number): number[] {
  const short = new Set<number>();
  for (;;) {
    const total = gaps.reduce((sum, gap, index) => (short.has(index) ? sum : sum + gap), 0);
    const left = span - short.size * shortest;
    const exact = gaps.map((gap, index) => {
      if (short.has(index) || total === 0) return shortest;
      return (gap / total) * left;
    });
    const tooShort = exact.flatMap((gap, index) =>
      gap < shortest && !short.has(index) ? index : [],
    );
    if (tooShort.length === 0) return exact;
    for (const index of tooShort) short.add(index);
  }
}
