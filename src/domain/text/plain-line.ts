/** Names and titles come from outside, in any script, and stand in pages, feeds, tables and messages among other words. */

const SPACES = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** What changes the direction of the text around it, and code points that are no characters and that XML cannot hold. */
const REMOVED =
  /[\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}\p{Noncharacter_Code_Point}]/gu;

/**
 * A text on one line, without what would disturb the text around it: control characters, line breaks, marks of direction,
 * halves of letters. XML 1.0 can hold what is left.
 */
export function plainLine(text: string): string {
  return text.toWellFormed().replace(REMOVED, '').replace(SPACES, ' ').trim();
}

/** The same with the line breaks and spaces that the text has. Some programs take U+2028 and U+2029 for line breaks. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(REMOVED, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)[\p{Cc}\u2028\u2029]/gu, ' ');
}

/** An address, or what was meant as one, as it may be shown. */
export function withoutPassword(url: string): string {
  return url.replace(/:.*@/s, '://…@').replace(/(pass\w*|pwd)=[^&\s]*/gi, '$1=…');
}
