/** Isolates names that are written from right to left (bidi), because they would reorder the other words of a line. */

/** As in `plain-line.ts`. What else is removed there, browsers show as a space or not at all. */
const MARKS_OF_DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** The Unicode blocks of scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name without marks of direction; between U+2068 and U+2069 where it is written from right to left. */
export function isolated(name: string): string {
  const plain = name.replace(MARKS_OF_DIRECTION, '');
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
