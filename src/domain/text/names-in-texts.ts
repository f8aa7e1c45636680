/**
 * Names found in texts, and replaced there (adoption, "Names and persons"). A name is found as whole words, however its
 * letters are written: in any case, composed or decomposed, without its accents, with two letters for an umlaut, with
 * other spaces, hyphens and apostrophes.
 */
import { domainToUnicode } from 'node:url';

/** How far a name is replaced. */
export type Reach =
  /** Wherever it stands as whole words. */
  | 'words'
  /** Only where it is the whole of a text: it is short, or stands in what others are called. */
  | 'whole'
  /** Nowhere: others are called so. */
  | 'nowhere';

/** A name with fewer letters and digits is a word that texts have for other reasons. */
const MIN_LETTERS = 4;

/**
 * How far a name is replaced in texts.
 *
 * @param others what others are called, or were
 * @param taken what others are called now
 */
export function reachOf(name: string, others: readonly string[], taken: readonly string[]): Reach {
  const needles = needlesOf(name);
  if (needles.length === 0 || taken.some((other) => isWhole(other, needles))) return 'nowhere';
  const isShort = (name.match(/[\p{L}\p{N}]/gu) ?? []).length < MIN_LETTERS;
  return isShort || others.some((other) => placesOf(other, needles).length > 0) ? 'whole' : 'words';
}

/** What becomes of some names in texts. */
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

  /** Whether a name that is replaced as words stands in the text. */
  standAsWords(text: string): boolean {
    return placesOf(text, this.everywhere).length > 0;
  }

  /** Whether a name stands in the text, replaced or not. */
  standIn(text: string): boolean {
    return placesOf(text, this.all).length > 0;
  }

  /** What becomes of an address: it goes with a name that is replaced, and is kept with one that is not. */
  inAddress(address: string): 'goes' | 'kept' | 'without' {
    const words = wordsOfAddress(address);
    const stand = (needles: readonly string[]) =>
      placesOf(address, needles).length > 0 ||
      placesOf(words, needles.map(joinedBySpaces).filter(Boolean)).length > 0;
    if (stand(this.everywhere)) return 'goes';
    return stand(this.all) ? 'kept' : 'without';
  }

  /**
   * The text with the replacement in place of the names; the same text where they do not stand.
   *
   * @param maxLength what is longer is cut
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

/** The words of an address as people read them: its host, and what is percent-encoded, without signs. */
function wordsOfAddress(address: string): string {
  const host = URL.canParse(address) ? domainToUnicode(new URL(address).hostname) : '';
  return joinedBySpaces(`${address} ${host} ${decoded(address)}`);
}

/** Software encodes some letters, all, or what is encoded already; the oldest one byte a letter. */
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

/** What is encoded more often leads nowhere. */
const MAX_ENCODED = 3;

/** Words with one space between them, so that they are found joined by other signs: `anna-meyer`, `Anna+Meyer`. */
function joinedBySpaces(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\p{M}\p{Cf}]+/gu, ' ').trim();
}

/** No letter is cut in two. */
function cut(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}

/** Whether two names are the same but for how their letters are written. */
export function isSameName(a: string, b: string): boolean {
  return isWhole(a, needlesOf(b));
}

/** Whether a name stands in an id, be it within a word, with other signs between its letters or with none. */
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

/** Where something stands in a text, by its UTF-16 units. */
interface Place {
  start: number;
  end: number;
}

/** The places of names as whole words, in their order; of places that overlap the first, and the longest of those. */
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

/** Whether a word goes on across an index. */
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

/** A name as it is looked for; nothing of a name without letters, digits and signs. */
function needlesOf(name: string): string[] {
  const folded = WAYS.map((way) => fold(name, way).letters.trim());
  return [...new Set(folded)].filter((needle) => needle !== '');
}

/** How umlauts are written without marks: by one letter or by two. */
const WAYS = ['one letter', 'two letters'] as const;
type Way = (typeof WAYS)[number];

/** A text in letters that are compared, and where each comes from. */
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

/** Letters that are no base letter with a mark, and signs that are typed in several ways. */
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

/** A letter with its marks, and what stands in it that nobody sees. */
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
