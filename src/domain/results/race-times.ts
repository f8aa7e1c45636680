/**
 * The times and gaps of one race as text, alike on board, paper, plain page, feed, previews, calendars, messages and in the
 * race office: to the hundredth, unless that hides who was faster.
 */
import type { LaneResult } from '../draw/lane.ts';
import { type DecimalMark, formatFinishTime, formatGap, formatThousandths } from './finish-time.ts';
import { totalMillis } from './standings.ts';

export interface TimeWriter {
  time(millis: number): string;
  /** `+2.61` */
  gap(millis: number, bestMillis: number): string;
}

/** The times of a lane as they are told: first the one that counts. */
interface ToldTimes {
  /** Penalty included, allowance taken off. */
  time: string;
  /** Of a lane with an allowance: as it was taken, told beside it. */
  raw: string | undefined;
}

/** @returns nothing of a lane without a time */
export function toldTimes(
  lane: Parameters<typeof totalMillis>[0],
  write: TimeWriter,
): ToldTimes | undefined {
  const total = totalMillis(lane);
  if (total === null || lane.finishTimeMillis === null) return undefined;
  return {
    time: write.time(total),
    raw: lane.allowanceMillis ? write.time(lane.finishTimeMillis) : undefined,
  };
}

/** Writes the times of a race, penalties included. @param lanes all of the race */
export function raceTimeWriter(
  lanes: readonly Omit<LaneResult, 'finishPlace'>[],
  decimalMark: DecimalMark = '.',
): TimeWriter {
  return timeWriter(
    lanes.map(totalMillis).filter((total) => total !== null),
    decimalMark,
  );
}

/** To the thousandth where two different times would look the same. @param times all of a race, in milliseconds */
export function timeWriter(times: readonly number[], decimalMark: DecimalMark): TimeWriter {
  const different = new Set(times).size;
  if (new Set(times.map((of) => formatFinishTime(of))).size === different)
    return {
      time: (of) => formatFinishTime(of, decimalMark),
      gap: (of, best) => formatGap(of, best, decimalMark),
    };
  const exact = (of: number) => formatThousandths(of, decimalMark);
  return { time: exact, gap: (of, best) => `+${exact(of - best).replace(/^0:0?/, '')}` };
}
