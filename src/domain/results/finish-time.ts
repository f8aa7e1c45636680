/** How finish times read: `6:42.70`, `1:02:03.45`. Rounded to hundredths, as regattas print them. */

/** What stands before the fraction of a second; it depends on the language. */
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

/** As a clock that runs: `6:42`, `1:02:03`; whole seconds only. @param millis at least 0 */
export function formatRunningTime(millis: number): string {
  return formatFinishTime(Math.floor(millis / 1000) * 1000).replace(/\.\d+$/, '');
}

/** To the thousandth where there are any, for tables. @param millis at least 0 */
export function formatExactTime(millis: number, decimalMark: DecimalMark = '.'): string {
  const hundredths = Math.floor(millis / 10) * 10;
  return `${formatFinishTime(hundredths, decimalMark)}${millis % 10 || ''}`;
}

/** To the thousandth always, for programs: `6:42.690`. @param millis negative as above */
export function formatThousandths(millis: number, decimalMark: DecimalMark = '.'): string {
  if (millis < 0) return `-${formatThousandths(-millis, decimalMark)}`;
  return `${formatFinishTime(Math.floor(millis / 10) * 10, decimalMark)}${millis % 10}`;
}

/**
 * How far a crew was behind: `+2.61`, from a minute on `+1:02.61`. It is the difference of the two
 * times as they are printed, so that a reader who subtracts them gets the same.
 *
 * @param millis of the crew
 * @param bestMillis of the fastest crew
 */
export function formatGap(
  millis: number,
  bestMillis: number,
  decimalMark: DecimalMark = '.',
): string {
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
