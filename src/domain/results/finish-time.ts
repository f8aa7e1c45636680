/**
 * Formats finish times: `6:42.70`, `1:02:03.45`. They are rounded to hundredths, as regattas print them, unless that hides
 * who was faster: then all times and gaps of the race have thousandths. Board, paper, plain page, feed, previews,
 * calendars, messages and race office show them alike.
 */
import type { LaneResult } from '../draw/lane.ts';
import { totalMillis } from './standings.ts';

/** The character before the fraction of a second; it depends on the language. */
export type DecimalMark = '.' | ',';

/** @param millis negative only where an allowance is larger than the time */
export function formatFinishTime(millis: number, decimalMark: DecimalMark = '.'): string {
  if (millis < 0) return `−${formatFinishTime(-millis, decimalMark)}`;
  const hundredths = roundToHundredths(millis);
  const seconds = Math.floor(hundredths / 100);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const start = hours > 0 ? `${hours}:${twoDigits(minutes % 60)}` : String(minutes);
  return `${start}:${twoDigits(seconds % 60)}${decimalMark}${twoDigits(hundredths % 100)}`;
}

/** As a running clock: `6:42`, `1:02:03`; whole seconds, rounded down. @param millis at least 0 */
export function formatRunningTime(millis: number): string {
  return formatFinishTime(Math.floor(millis / 1000) * 1000).replace(/\.\d+$/, '');
}

/** To the thousandth if the time has thousandths, else to the hundredth, for tables. @param millis at least 0 */
export function formatExactTime(millis: number, decimalMark: DecimalMark = '.'): string {
  const hundredths = Math.floor(millis / 10) * 10;
  return `${formatFinishTime(hundredths, decimalMark)}${millis % 10 || ''}`;
}

/** Always to the thousandth, for programs: `6:42.690`. @param millis negative as in `formatFinishTime` */
export function formatThousandths(millis: number, decimalMark: DecimalMark = '.'): string {
  if (millis < 0) return `-${formatThousandths(-millis, decimalMark)}`;
  return `${formatFinishTime(Math.floor(millis / 10) * 10, decimalMark)}${millis % 10}`;
}

/**
 * Whether `shown` may be `exact` with fewer decimals, rounded or cut.
 *
 * @param exact in milliseconds, like `shown`
 * @param unit of the last decimal of `shown`, in milliseconds
 */
export function isRoundedFrom(exact: number, shown: number, unit: number): boolean {
  return Math.abs(exact - shown) < unit;
}

/**
 * How far a crew was behind: `+2.61`, from a minute on `+1:02.61`. It is the difference of the two
 * times as they are printed, so that a reader who subtracts them gets the same.
 *
 * @param millis of the crew
 * @param bestMillis of the fastest crew
 */
function formatGap(millis: number, bestMillis: number, decimalMark: DecimalMark = '.'): string {
  const hundredths = roundToHundredths(millis) - roundToHundredths(bestMillis);
  const gap = formatFinishTime(hundredths * 10, decimalMark);
  return `+${gap.replace(/^0:0?/, '')}`;
}

function roundToHundredths(millis: number): number {
  return Math.round(millis / 10);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

export interface TimeWriter {
  time(millis: number): string;
  /** `+2.61` */
  gap(millis: number, bestMillis: number): string;
}

/** The times of a lane as texts: first the one that counts. */
interface LaneTimeTexts {
  /** Penalty included, allowance taken off. */
  time: string;
  /** Only of a lane with an allowance: the finish time as it was taken, to be shown beside `time`. */
  raw: string | undefined;
}

/** @returns `undefined` for a lane without a time */
export function shownTimes(
  lane: Parameters<typeof totalMillis>[0],
  write: TimeWriter,
): LaneTimeTexts | undefined {
  const total = totalMillis(lane);
  if (total === null || lane.finishTimeMillis === null) return undefined;
  return {
    time: write.time(total),
    raw: lane.allowanceMillis ? write.time(lane.finishTimeMillis) : undefined,
  };
}

/** Formats the times of a race, penalties and allowances included. @param lanes all of the race */
export function raceTimeWriter(
  lanes: readonly Omit<LaneResult, 'finishPlace'>[],
  decimalMark: DecimalMark = '.',
): TimeWriter {
  return timeWriter(
    lanes.map(totalMillis).filter((total) => total !== null),
    decimalMark,
  );
}

/** To the hundredth, or the thousandth if different times would look alike. @param times all of a race, in milliseconds */
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
