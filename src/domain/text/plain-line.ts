/** Cleans names and titles: they come from outside, in any script, and pages, feeds, tables and messages show them inline. */

const SPACES = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Marks that change the direction of the text around them, and noncharacters, some of which XML cannot hold. */
const REMOVED =
  /[\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}\p{Noncharacter_Code_Point}]/gu;

/**
 * A text on one line, without what would disturb the text around it: control characters, line breaks, marks of direction,
 * lone surrogates. XML 1.0 can hold the result.
 */
export function plainLine(text: string): string {
  return text.toWellFormed().replace(REMOVED, '').replace(SPACES, ' ').trim();
}

/** The same, but line breaks and spaces stay. U+2028 and U+2029 become spaces, as some programs take them for line breaks. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(REMOVED, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)[\p{Cc}\u2028\u2029]/gu, ' ');
}

/** An address, or a text meant as one, without its passwords, so that it may be shown. */
export function withoutPassword(url: string): string {
  return url.replace(/:.*@/s, '://…@').replace(/(pass\w*|pwd)=[^&\s]*/gi, '$1=…');
}
