/** Allowances as people write them: `1:30`, `90 s`, `90`, `-0:12.5` (racing.md, "The office"). Pure. */

const WRITTEN =
  /^([-−–+]?)\s*(?:(?:(\d{1,2}):)?(\d{1,3}):(\d{2})|(\d{1,5}))(?:[.,](\d{1,3}))?\s*(?:s|sec|sek|secs?|seconds?|min|")?\.?$/i;

/**
 * @returns milliseconds that are taken off a time, below zero where they are added; `null` for none, as an empty text, a
 *   dash or 0; `undefined` where the text is no allowance. Whether it is too large is not looked at.
 */
export function readAllowance(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').trim();
  if (/^[-–—]?$/.test(plain)) return null;
  const [matched, sign, hours = '0', minutes = '0', ofMinute, alone, fraction = ''] =
    WRITTEN.exec(plain.slice(0, 40)) ?? [];
  if (matched === undefined || Number(ofMinute ?? 0) > 59) return undefined;
  const seconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(ofMinute ?? alone);
  const millis = seconds * 1000 + Number(fraction.padEnd(3, '0'));
  if (millis === 0) return null;
  return sign === '' || sign === '+' ? millis : -millis;
}
