/**
 * Finds names in texts, and replaces them (adoption, "Names and persons"). A name is found as whole words, however its
 * letters are written: in any case, composed or decomposed, without its accents, with two letters for an umlaut, with
 * other spaces, hyphens and apostrophes.
 */
import { domainToUnicode } from 'node:url';

/** How far a name is replaced. */
export type Reach =
  /** Wherever it occurs as whole words. */
  | 'words'
  /** Only where it is the whole text, because it is short, or part of the name of another crew. */
  | 'whole'
  /** Nowhere, because another crew has this name. */
  | 'nowhere';

/** A name with fewer letters and digits may be a word in texts that means something else. */
const MIN_LETTERS = 4;

/**
 * How far a name is replaced in texts.
 *
 * @param others the present and former names of other crews
 * @param taken the present names of other crews
 */
export function reachOf(name: string, others: readonly string[], taken: readonly string[]): Reach {
  const needles = needlesOf(name);
  if (needles.length === 0 || taken.some((other) => isWhole(other, needles))) return 'nowhere';
  const isShort = (name.match(/[\p{L}\p{N}]/gu) ?? []).length < MIN_LETTERS;
  return isShort || others.some((other) => placesOf(other, needles).length > 0) ? 'whole' : 'words';
}

/** Finds some names in texts, and replaces them. */
export class NamesInTexts {
  private readonly everywhere: string[];
  private readonly asWhole: string[];
  private readonly all: string[];
  private readonly replacement: string;

  constructor(names: readonly { name: string; reach: Reach }[], replacement: string) {
    const needles = (...reaches: Reach[]) =>
      names.filter(({ reach }) => reaches.includes(reach)).flatMap(({ name }) => needlesOf(name));
    this.everywhere = needles('words');
    this.asWhole = needles('words', 'whole');
    this.all = needles('words', 'whole', 'nowhere');
    this.replacement = replacement;
  }

  /** Whether the text contains a name with the reach `words`. */
  standAsWords(text: string): boolean {
    return placesOf(text, this.everywhere).length > 0;
  }

  /** Whether the text contains a name, whatever its reach. */
  standIn(text: string): boolean {
    return placesOf(text, this.all).length > 0;
  }

  /** `goes`: the address contains a name with the reach `words`, so remove it; `kept`: only other names; `without`: none. */
  inAddress(address: string): 'goes' | 'kept' | 'without' {
    const words = wordsOfAddress(address);
    const stand = (needles: readonly string[]) =>
      placesOf(address, needles).length > 0 ||
      placesOf(words, needles.map(joinedBySpaces).filter(Boolean)).length > 0;
    if (stand(this.everywhere)) return 'goes';
    return stand(this.all) ? 'kept' : 'without';
  }

  /**
   * The text with the replacement in place of the names; the same text if it contains none.
   *
   * @param maxLength in UTF-16 units, to which a longer result is cut
   */
  replacedIn(text: string, maxLength = Number.POSITIVE_INFINITY): string {
    if (isWhole(text, this.asWhole)) return this.replacement;
    const places = placesOf(text, this.everywhere);
    if (places.length === 0) return text;
    let result = '';
    let end = 0;
    for (const place of places) {
      result += text.slice(end, place.start) + this.replacement;
      end = place.end;
    }
    result += text.slice(end);
    return result.length > maxLength ? cut(result, maxLength) : result;
  }
}

/** The words of an address as people read them: also with its host in Unicode and decoded, with spaces in place of signs. */
function wordsOfAddress(address: string): string {
  const host = URL.canParse(address) ? domainToUnicode(new URL(address).hostname) : '';
  return joinedBySpaces(`${address} ${host} ${decoded(address)}`);
}

/** Software percent-encodes some letters or all, or encodes twice; the oldest encodes one byte a letter (windows-1252). */
function decoded(address: string): string {
  let text = address;
  for (let time = 0; time < MAX_ENCODED && text.includes('%'); time++) {
    text = text.replaceAll(/(?:%[\da-f]{2})+/gi, (run) => {
      const bytes = Uint8Array.from(run.slice(1).split('%'), (byte) => Number.parseInt(byte, 16));
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      } catch {
        return new TextDecoder('windows-1252').decode(bytes);
      }
    });
  }
  return text;
}

/** How often an address may be encoded: one that is encoded more often leads nowhere. */
const MAX_ENCODED = 3;

/** Words with one space between them, so that a name is found whatever sign joins its words: `anna-meyer`, `Anna+Meyer`. */
function joinedBySpaces(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\p{M}\p{Cf}]+/gu, ' ').trim();
}

/** Cuts a text, but never within a surrogate pair. */
function cut(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}

/** Whether two names are the same, however their letters are written. */
export function isSameName(a: string, b: string): boolean {
  return isWhole(a, needlesOf(b));
}

/** Whether an id contains a name, also within a word, and whatever signs there are between its letters. */
export function isPartOf(name: string, id: string): boolean {
  const joined = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const needles = needlesOf(name)
    .map(joined)
    .filter((needle) => needle !== '');
  return WAYS.some((way) => {
    const letters = joined(fold(id, way).letters);
    return needles.some((needle) => letters.includes(needle));
  });
}

/** A range of a text, in UTF-16 units; `end` is the first unit after it. */
interface Place {
  start: number;
  end: number;
}

/** The places of names as whole words, in order; of overlapping ones only the first, and of several first ones the longest. */
function placesOf(text: string, needles: readonly string[]): Place[] {
  if (needles.length === 0) return [];
  const found = WAYS.flatMap((way) => {
    const folded = fold(text, way);
    return needles.flatMap((needle) => wordsIn(folded, needle));
  });
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return found.filter((place) => {
    if (place.start < end) return false;
    end = place.end;
    return true;
  });
}

function wordsIn({ letters, starts, ends }: Folded, needle: string): Place[] {
  const places: Place[] = [];
  for (let at = letters.indexOf(needle); at >= 0; at = letters.indexOf(needle, at + 1)) {
    const next = at + needle.length;
    const isWord = !isJoined(letters, at) && !isJoined(letters, next);
    if (isWord) places.push({ start: starts[at] as number, end: ends[next - 1] as number });
  }
  return places;
}

/** Whether the characters before and after an index belong to one word. */
function isJoined(letters: string, at: number): boolean {
  return (
    WORD_BEFORE.test(letters.slice(Math.max(0, at - 2), at)) &&
    WORD_AFTER.test(letters.slice(at, at + 2))
  );
}

const WORD_BEFORE = /[\p{L}\p{N}]$/u;
const WORD_AFTER = /^[\p{L}\p{N}]/u;

function isWhole(text: string, needles: readonly string[]): boolean {
  return needles.length > 0 && WAYS.some((way) => needles.includes(fold(text, way).letters.trim()));
}

/** The forms of a name that are looked for; none of a name without letters, digits and signs. */
function needlesOf(name: string): string[] {
  const folded = WAYS.map((way) => fold(name, way).letters.trim());
  return [...new Set(folded)].filter((needle) => needle !== '');
}

/** How umlauts are written without marks: by one letter or by two. */
const WAYS = ['one letter', 'two letters'] as const;
type Way = (typeof WAYS)[number];

/** A text in letters that can be compared, and the range of the original text that each UTF-16 unit comes from. */
interface Folded {
  letters: string;
  starts: number[];
  ends: number[];
}

const TWO_LETTERS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
};

/** Letters that do not decompose into a base letter and a mark, and signs that are typed in several ways. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{
    ß: 'ss',
    ø: 'o',
    æ: 'ae',
    œ: 'oe',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ı: 'i',
    ħ: 'h',
    ŧ: 't',
    ς: 'σ',
  },
  ...{ '’': "'", '‘': "'", '`': "'", '´': "'", ʻ: "'", ʼ: "'" },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-' },
};

/** A letter with its marks, and with invisible characters after it. */
const LETTERS = /.[\p{M}\p{Cf}]*/gsu;

function fold(text: string, way: Way): Folded {
  const folded: Folded = { letters: '', starts: [], ends: [] };
  for (const { 0: cluster, index } of text.matchAll(LETTERS)) {
    const end = index + cluster.length;
    for (const unit of plain(cluster, way)) {
      const isSpace = unit === ' ';
      // Several spaces are one.
      if (isSpace && folded.letters.endsWith(' ')) continue;
      for (let i = 0; i < unit.length; i++) {
        folded.starts.push(index);
        folded.ends.push(end);
      }
      folded.letters += unit;
    }
  }
  return folded;
}

function plain(cluster: string, way: Way): string {
  const composed = cluster
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\p{Cf}/gu, '');
  const two = way === 'two letters' ? TWO_LETTERS[composed] : undefined;
  if (two !== undefined) return two;
  const known = PLAIN[composed];
  if (known !== undefined) return known;
  const base = composed.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/\s/gu, ' ');
  return base.replaceAll(/./gu, (letter) => PLAIN[letter] ?? letter);
}
