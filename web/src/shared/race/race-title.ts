/**
 * The names of races where there is little room, which keep what tells each race from the others. Decided for all races of an
 * event at once, because no two of them may have the same short name. Pure: whether a name fits is decided by `Fits`.
 */
import type { BoardRace } from '../../../../src/contract/board.ts';
import {
  plainWords,
  raceNameParts,
  withoutNumber,
} from '../../../../src/domain/races/race-name.ts';
import { isolated } from '../../../../src/domain/text/bidi.ts';
import { AFTER_HYPHEN, partsOf } from '../page/text-lines.ts';

/** The properties of which the name of a race is made. */
export type Named = Pick<
  BoardRace,
  'id' | 'raceNumber' | 'number' | 'title' | 'divisionLabel' | 'boatClass' | 'round'
>;

/** Whether a name fits in its place, beside the number of its race. */
export type Fits = (name: string, race: Pick<BoardRace, 'number'>) => boolean;

/** How many rounds `keepApart` makes: a name that was changed in one round may be the name of another race. */
const MAX_ROUNDS = 4;

/**
 * The name of each race, by its id: the whole one, where it and those of all races of its title fit, because long and short
 * names of one class read like two classes; else boat class and round, where these say who rows and which number, and no other
 * race gets the same; else the whole one where it alone fits; else cut. Empty where nothing is known.
 */
export function shortNames(races: readonly Named[], fits: Fits): Map<number, string> {
  const { wholes, byClass, isTaken } = candidatesOf(races);
  const isLong = (race: Named) => !fits(wholes.get(race.id) ?? '', race);
  const longTitles = new Set(races.filter(isLong).map(({ title }) => title));
  const names = new Map(
    races.map((race) => {
      const whole = wholes.get(race.id) ?? '';
      const short = byClass.get(race.id) ?? '';
      const isFine = (name: string) => fits(name, race);
      const isShort = longTitles.has(race.title) && short !== '' && !isTaken(short);
      if (isShort && isFine(short)) return [race.id, short];
      return [race.id, isFine(whole) ? whole : cutName(whole, isFine)];
    }),
  );
  keepApart(races, { wholes, names, fits });
  return names;
}

interface Candidates {
  /** By the id of the race. */
  wholes: ReadonlyMap<number, string>;
  byClass: ReadonlyMap<number, string>;
  isTaken: (name: string) => boolean;
}

/** The same races are named for rows and for each line of the strip: what does not depend on a width is decided once. */
const candidates = new WeakMap<readonly Named[], Candidates>();

function candidatesOf(races: readonly Named[]): Candidates {
  const known = candidates.get(races);
  if (known) return known;
  const wholes = wholeNames(races);
  const byClass = new Map(races.map((race) => [race.id, classAndRound(race, wholes)]));
  const isTaken = repeated([...byClass.values(), ...wholes.values()]);
  const found = { wholes, byClass, isTaken };
  candidates.set(races, found);
  return found;
}

/** Puts a non-breaking blank before a last word of up to three letters, so that no number is alone in a line: `Heat 1`. */
export function withoutOrphan(name: string): string {
  return name.replace(/ (?=\S{1,3}$)/, '\u00a0');
}

/** Number and name in one line, such as `12 · Women 8+ Heat 2`. */
export function numbered({ number }: Pick<BoardRace, 'number'>, name: string): string {
  return [number, name]
    .filter((part) => part !== '')
    .map(isolated)
    .join(' · ');
}

/**
 * The whole name of each race, by its id: the title, without the number that is shown beside it, and the round where the title
 * does not contain it; else all that is known.
 */
export function wholeNames(races: readonly Named[]): Map<number, string> {
  const isNumbered = areNumbered(races);
  return new Map(races.map((race) => [race.id, wholeName(race, isNumbered)]));
}

/** The parts of the name of a race that the given name does not contain. */
export function unsaidParts(race: Named, name: string): string[] {
  return raceNameParts(race)
    .slice(1)
    .filter((part) => !says(name, part));
}

function wholeName(race: Named, isNumbered: boolean): string {
  const { round } = race;
  if (!race.title) return raceNameParts(race).join(' ');
  const title = isNumbered ? withoutNumber(race) : race.title;
  if (!round || says(title, round)) return title;
  // A title may end with the first words of the round: `Women 8+ Final` and `Final A`.
  const [words, more] = [title.split(' '), round.split(' ')];
  const said = more.findLastIndex(
    (_, last) =>
      plainWords(words.slice(-last - 1).join(' ')) ===
      plainWords(more.slice(0, last + 1).join(' ')),
  );
  // "Masters 8+ C" and "Final" are no "C Final".
  const separator = said === -1 && / \p{Lu}$/u.test(title) ? ', ' : ' ';
  return [title, more.slice(said + 1).join(' ')].join(separator);
}

/** Whether most titles begin with the number of their race: a single one that does may mean something else by it. */
function areNumbered(races: readonly Named[]): boolean {
  const titled = races.filter(({ title }) => title);
  const numbered = titled.filter((race) => withoutNumber(race) !== race.title).length;
  return numbered > 1 && 2 * numbered > titled.length;
}

/** Boat class and round; empty where they say no more than a number of seats, or lack the last number of the name. */
function classAndRound(race: Named, wholes: ReadonlyMap<number, string>): string {
  const { divisionLabel, boatClass, round } = race;
  const saysWho = divisionLabel || /^\D/.test(boatClass ?? '');
  if (!boatClass || !round || !saysWho) return '';
  const short = raceNameParts({ ...race, title: null }).join(' ');
  const last = (wholes.get(race.id) ?? '').split(/\s+/).findLast((word) => /\d/.test(word));
  return last === undefined || says(short, last) ? short : '';
}

/** Where races have the same name, keeps the words in which they differ; repeated, as the result may be the name of others. */
function keepApart(
  races: readonly Named[],
  {
    wholes,
    names,
    fits,
  }: { wholes: ReadonlyMap<number, string>; names: Map<number, string>; fits: Fits },
): void {
  const wordsOf = ({ id }: Named) => {
    const whole = wholes.get(id) ?? '';
    return [...whole.split(/\s+/), ...partsOf(whole).map((part) => part.trim())];
  };
  const telling = new Map<number, string[]>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = new Map(names);
    const isTaken = repeated([...before.values()]);
    for (const race of races) {
      const [name = '', whole = ''] = [before.get(race.id), wholes.get(race.id)];
      if (name === whole || !isTaken(name)) continue;
      const alike = races.filter(({ id }) => before.get(id) === name).map(wordsOf);
      const own = wordsOf(race).filter((word) => !alike.every((words) => words.includes(word)));
      if (own.length === 0) continue;
      telling.set(race.id, [...(telling.get(race.id) ?? []), ...own]);
      const isFine = (text: string) => fits(text, race);
      names.set(race.id, cutName(whole, isFine, telling.get(race.id)));
    }
  }
}

/** Returns a test for texts that occur more than once. */
function repeated(texts: readonly string[]): (text: string) => boolean {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return (text) => (counts.get(text) ?? 0) > 1;
}

/** Whether a text contains these words, whatever marks are around them. */
function says(text: string, words: string): boolean {
  return ` ${plainWords(text)} `.includes(` ${plainWords(words)} `);
}

/** Words of at least this length can be recognised by their first letters. */
const MIN_CUT_WORD_LENGTH = 5;
/** The lengths to which words are cut, tried in this order. */
const CUT_WORD_LENGTHS = [4, 2];
/** This many last words say which heat it is: they are cut after all others, and are not left out. */
const WHOLE_WORDS = 2;

const WORD_BEGINS = /(?<= )(?=[^ ])/u;

/** Words for women, men, girls and boys: they tell one half of a programme from the other. */
const WHO =
  /girl|boy|女|男|(?<!\p{L})(?:(?:wo)?m[ae]n|lad(?:y|ies)|(?:fe)?male|frau|dame|herr|m[äa]nn|knabe|m[äa]dchen|jung|junior(?:inn)?en|femme|homme|fille|gar[çc]on|vrouw|heer|heren|meisje|jongen|donn|uomin|ragazz)/iu;

/**
 * Cuts a name as little as makes it fit: the ends of words, else whole words, else letters. Words with a digit and those for
 * women, men, girls and boys are never cut, because they tell most races apart. Pure.
 *
 * Where even what is never cut is too long, the result is just that: a name that takes one more line can be read, a name that
 * two races share identifies neither.
 *
 * @param telling words of the name that tell it from others: they are never left out, and cut last
 */
function cutName(
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

/** Words of a name that tell it from others: they are never left out, and with `areWhole` they are not cut. */
interface Telling {
  words: readonly string[];
  areWhole: boolean;
}

/** Cuts long words from the first on, the last ones at the end; then leaves words out. `undefined` where that is too little. */
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
      // A full stop follows a cut word, so a cut has to save two letters.
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

/** The words of a name and their parts between hyphens, each with the blank after it: `Frauen-Doppelvierer` are two. */
function wordsOf(name: string): string[] {
  return name
    .split(/\s+/)
    .join(' ')
    .split(WORD_BEGINS)
    .flatMap((word) => word.split(AFTER_HYPHEN));
}

/** As many of the last letters as fit, beside what is never cut and the words that tell the name from others. */
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

/** The name without the first `count` letters that may be left out. */
function end(pieces: readonly Piece[], count: number): string {
  return pieces
    .map(({ text, turn }) => (turn < count ? '…' : text))
    .join('')
    .replace(/…[…\s\p{M}]*/gu, '…');
}
