/** How every search compares texts: on the board, in the console, on the command line. */

/** What may be typed into the search of a list, in characters. */
export const MAX_SEARCH_LENGTH = 100;

/** Letters that do not decompose into another letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};

/** A text as searches compare it: without case and diacritics, also if `ü` is written `ue`; white space as one blank. */
export function searchText(text: string): string {
  return withoutMarks(text.toLowerCase())
    .replaceAll('ae', 'a')
    .replaceAll('oe', 'o')
    .replaceAll('ue', 'u')
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim();
}

function withoutMarks(text: string): string {
  // Most texts have no marks, and the search of a list reads thousands of texts.
  if (/^[ -~]*$/.test(text)) return text;
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæœłđı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** The words of a search as typed; empty if nothing is searched for. */
export function searchWords(typed: string): string[] {
  return searchText(typed).split(' ').filter(Boolean);
}

/** Whether a text contains every word, also within other words. @param text as `searchText` returns it */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}
