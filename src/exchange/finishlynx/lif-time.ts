/** Times as FinishLynx writes them. */

/** `SS.cc`, `M:SS.cc`, `H:MM:SS.cc`, with up to four decimals. */
const TIME = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5})(?:\.(\d{1,4}))?$/;

/**
 * In milliseconds, from the digits alone. A fourth decimal is rounded up, as FinishLynx rounds.
 *
 * @returns `null` for what is no time; 0 for `0.00`
 */
export function lifTimeMillis(text: string): number | null {
  const found = TIME.exec(text);
  if (!found) return null;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = found;
  if (found[2] !== undefined && (seconds.length > 2 || Number(seconds) > 59)) return null;
  if (found[1] !== undefined && Number(minutes) > 59) return null;
  const tenThousandths = Number(fraction.padEnd(4, '0'));
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Math.ceil(tenThousandths / 10);
}
