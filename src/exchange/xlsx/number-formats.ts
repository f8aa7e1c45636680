/**
 * What a number in a workbook stands for, told by its number format: a date, a time of day, both, a length of
 * time, or a number. (ECMA-376,
 * part 1, §18.8.30 and §18.8.31)
 */

export type NumberKind =
  | { kind: 'number' /** Digits at least, filled up with zeros. */; digits: number }
  | { kind: 'date' | 'dateTime' | 'time' | 'duration' };

const PLAIN: NumberKind = { kind: 'number', digits: 0 };
const DATE: NumberKind = { kind: 'date' };
const TIME: NumberKind = { kind: 'time' };
const DURATION: NumberKind = { kind: 'duration' };
const DATE_TIME: NumberKind = { kind: 'dateTime' };

/** Formats that have a number and no code; those from 27 on have one that depends on the country. */
const BUILT_IN: readonly { first: number; last: number; kind: NumberKind }[] = [
  { first: 14, last: 17, kind: DATE },
  { first: 18, last: 21, kind: TIME },
  { first: 22, last: 22, kind: DATE_TIME },
  { first: 27, last: 31, kind: DATE },
  { first: 32, last: 35, kind: TIME },
  { first: 36, last: 36, kind: DATE },
  { first: 45, last: 47, kind: DURATION },
  { first: 50, last: 58, kind: DATE },
];

/** @param id of a format without a code of its own */
export function builtInKind(id: number): NumberKind {
  return BUILT_IN.find(({ first, last }) => id >= first && id <= last)?.kind ?? PLAIN;
}

/** @param code such as `yyyy-mm-dd h:mm` or `[mm]:ss.0` */
export function kindOfFormat(code: string): NumberKind {
  const [first = ''] = withoutTexts(code).split(';');
  if (/general/i.test(first)) return PLAIN;
  const letters = first.replaceAll(/E[+-]/gi, '').toLowerCase();
  const hasTime = /[hs]|am\/pm|a\/p|\[m+\]/.test(letters);
  // An `m` is a minute beside hours or seconds, else a month.
  const hasDate = /[ydgeb]|aaa/.test(letters) || (!hasTime && letters.includes('m'));
  if (hasDate) return hasTime ? DATE_TIME : DATE;
  // Minutes without hours, hours beyond a day and parts of a second are no time of day.
  const isDuration = /\[[hms]+\]|s[.,]0/.test(letters) || !letters.includes('h');
  if (hasTime) return isDuration ? DURATION : TIME;
  return /^0+$/.test(first.trim()) ? { kind: 'number', digits: first.trim().length } : PLAIN;
}

/** Takes out what is printed as it stands: quoted texts, single characters, colours and countries. */
function withoutTexts(code: string): string {
  return code
    .replaceAll(/"[^"]*"?/g, '')
    .replaceAll(/[\\_*]./g, '')
    .replaceAll(/\[(?!(?:h+|m+|s+)\])[^\]]*\]?/gi, '');
}
