/** Allowances as people write them: `1:30`, `90 s`, `90`, `-0:12.5` (racing.md, "The office"). Pure. */

const WRITTEN =
  /^([-−–+]?)\s*(?:(?:(\d{1,2}):)?(\d{1,3}):(\d{2})|(\d{1,5}))(?:[.,](\d{1,3}))?\s*(s|sec|sek|secs?|seconds?|min|")?\.?$/i;

/**
 * @returns milliseconds that are taken off a time, below zero where they are added; `null` for none, as an empty text, a
 *   dash or 0; `undefined` where the text is no allowance. Whether it is too large is not looked at.
 */
export function readAllowance(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').trim();
  if (/^[-–—]?$/.test(plain)) return null;
  const [matched, sign, hours = '0', minutes = '0', ofMinute, alone, fraction = '', unit = ''] =
    WRITTEN.exec(plain.slice(0, 40)) ?? [];
  if (matched === undefined || Number(ofMinute ?? 0) > 59) return undefined;
  const seconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(ofMinute ?? alone);
  // `1:30 min` are minutes with their seconds, `2 min` are minutes alone.
  const units = ofMinute === undefined && unit.toLowerCase() === 'min' ? 60 : 1;
  const millis = (seconds * 1000 + Number(fraction.padEnd(3, '0'))) * units;
  if (millis === 0) return null;
  return sign === '' || sign === '+' ? millis : -millis;
}

/** An allowance as people write it: `1:30`, `-0:12.5`; `readAllowance` reads the same from it. */
export function allowanceText(millis: number | null, decimalMark = '.'): string {
  if (millis === null || millis === 0) return '';
  const amount = Math.abs(millis);
  const seconds = Math.floor(amount / 1000);
  const fraction = amount % 1000;
  const thousandths = String(fraction).padStart(3, '0').replace(/0+$/, '');
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const part = fraction === 0 ? '' : `${decimalMark}${thousandths}`;
  return `${millis < 0 ? '-' : ''}${clock}${part}`;
}
