/** How every search compares texts: on the board, in the console, on the command line. */

/** What may be typed into the search of a list, in characters. */
export const MAX_SEARCH_LENGTH = 100;

/** Letters that are no other letter with a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};

/** Without case and diacritics, also written as `ue`; white space as one blank. */
export function searchText(text: string): string {
  return withoutMarks(text.toLowerCase())
    .replaceAll('ae', 'a')
    .replaceAll('oe', 'o')
    .replaceAll('ue', 'u')
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim();
}

function withoutMarks(text: string): string {
  // Most texts have none, and a list looks through thousands.
  if (/^[ -~]*$/.test(text)) return text;
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæœłđı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** The words of what somebody types; none where nothing is asked for. */
export function searchWords(typed: string): string[] {
  return searchText(typed).split(' ').filter(Boolean);
}

/** Whether every word stands in a text, also inside of others. @param text as `searchText` gives it */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}
