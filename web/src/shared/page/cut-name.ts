/**
 * What a name is cut to that has too little room: words by their ends, else words left out, else letters left out. Never
 * cut are words with a digit and those for women, men, girls and boys: they are what tells most races apart. Pure.
 */
import { AFTER_HYPHEN, partsOf } from './text-lines.ts';

/** Words as long as this are told by their first letters. */
const MIN_CUT_WORD_LENGTH = 5;
/** Tried one after the other. */
const CUT_WORD_LENGTHS = [4, 2];
/** The last words say which heat it is, and are kept whole. */
const WHOLE_WORDS = 2;

const WORD_BEGINS = /(?<= )(?=[^ ])/u;

/** Words for women, men, girls and boys: half of a programme is told from the other half by them. */
const WHO =
  /girl|boy|女|男|(?<!\p{L})(?:(?:wo)?m[ae]n|lad(?:y|ies)|(?:fe)?male|frau|dame|herr|m[äa]nn|knabe|m[äa]dchen|jung|junior(?:inn)?en|femme|homme|fille|gar[çc]on|vrouw|heer|heren|meisje|jongen|donn|uomin|ragazz)/iu;

/**
 * The name, cut as little as makes it fit. Where even what is never cut is too long, that is what is left: a name that
 * takes one more line can be read, one that two races have cannot.
 *
 * @param telling words of the name that tell it from others: they are never left out, and cut last
 */
export function cutName(
  name: string,
  fits: (text: string) => boolean,
  telling: readonly string[] = [],
): string {
  return (
    cutWords(name, fits, { words: telling, areWhole: true }) ??
    cutWords(name, fits, { words: telling, areWhole: false }) ??
    endOf(name, fits, telling) ??
    end(lettersOf(name, telling), NEVER)
  );
}

function isNeverCut(word: string): boolean {
  return /\d/.test(word) || WHO.test(word);
}

/** Words of a name that tell it from others: they are not left out, and not cut either where that is possible. */
interface Telling {
  words: readonly string[];
  areWhole: boolean;
}

/** Cuts long words from the first one on, the last ones at last; then leaves words out. Nothing where that is too little. */
function cutWords(
  name: string,
  fits: (text: string) => boolean,
  { words: telling, areWhole }: Telling,
): string | undefined {
  const words = wordsOf(name);
  if (words.length === 1) return undefined;
  const isTelling = (word: string) => telling.includes(word.trimEnd());
  const cut = (length: number, from: number, to: number) =>
    words.slice(from, to).flatMap((word, index) => {
      const [, letters = '', mark = ''] = /^(.*?)(-? ?)$/u.exec(word) ?? [];
      const isWhole = isNeverCut(word) || (areWhole && isTelling(word));
      const count = [...letters].length;
      // A cut ends with a point.
      if (isWhole || count < MIN_CUT_WORD_LENGTH || count < length + 2) return [];
      return [[from + index, `${[...letters].slice(0, length).join('')}.${mark}`] as const];
    });
  const last = Math.max(1, words.length - WHOLE_WORDS);
  const left = [...words];
  for (const [index, word] of [
    ...CUT_WORD_LENGTHS.flatMap((length) => cut(length, 0, last)),
    ...CUT_WORD_LENGTHS.flatMap((length) => cut(length, last, words.length)),
  ]) {
    left[index] = word;
    if (fits(left.join(''))) return left.join('');
  }
  for (const [index, word] of words.entries()) {
    if (isNeverCut(word) || isTelling(word) || index >= last) continue;
    left[index] = word.replace(/^.*?( ?)$/u, '…$1');
    const text = left.join('').replace(/… ?(?=…)/g, '');
    if (/\p{L}/u.test(text) && fits(text)) return text;
  }
  return undefined;
}

/** Words, and their parts between hyphens, each with the blank behind it: `Frauen-Doppelvierer` are two. */
function wordsOf(name: string): string[] {
  return name
    .split(/\s+/)
    .join(' ')
    .split(WORD_BEGINS)
    .flatMap((word) => word.split(AFTER_HYPHEN));
}

/** As many of the last letters as fit, beside what is never cut and the words that tell it from others. */
function endOf(
  name: string,
  fits: (text: string) => boolean,
  telling: readonly string[],
): string | undefined {
  const letters = lettersOf(name, telling);
  let [low, high] = [1, letters.filter(({ turn }) => turn !== NEVER).length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (fits(end(letters, middle))) high = middle;
    else low = middle + 1;
  }
  return fits(end(letters, low)) ? end(letters, low) : undefined;
}

const NEVER = Number.POSITIVE_INFINITY;

/** A letter, or a whole word; its turn says how many are left out before it. */
interface Piece {
  text: string;
  turn: number;
}

function lettersOf(name: string, telling: readonly string[]): Piece[] {
  let turn = 0;
  return partsOf(name).flatMap((part) => {
    const word = part.trimStart();
    if (isNeverCut(word) || telling.includes(word)) return [{ text: part, turn: NEVER }];
    return [...part].map((text) => ({ text, turn: turn++ }));
  });
}

/** Without the first letters that may be left out. */
function end(pieces: readonly Piece[], count: number): string {
  return pieces
    .map(({ text, turn }) => (turn < count ? '…' : text))
    .join('')
    .replace(/…[…\s\p{M}]*/gu, '…');
}
