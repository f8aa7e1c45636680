/**
 * What races are called where there is little room, so that what tells each from the others can be read. Decided for
 * all races of an event at once, because a short name that two of them have is none. Pure: how wide a text is, and how
 * much room there is, is told by `Fits`.
 */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { raceNameParts } from '../../../../src/domain/races/race-name.ts';
import { cutName } from '../page/cut-name.ts';
import { isolated } from '../page/isolated.ts';
import { partsOf } from '../page/text-lines.ts';

/** What a race is called by. */
export type Named = Pick<
  BoardRace,
  'id' | 'raceNumber' | 'number' | 'title' | 'divisionLabel' | 'boatClass' | 'round'
>;

/** Whether a name fits where it shall stand, beside the number of its race. */
export type Fits = (name: string, race: Pick<BoardRace, 'number'>) => boolean;

/** So often races are kept apart that have come to one name by being kept apart from others. */
const MAX_ROUNDS = 4;

/**
 * The name of each race, by its id: whole where it and those of all races of its title fit, for two names of one class
 * read like two classes; else its boat class and round, where these say who rows and which number, and no other race gets
 * the same; else whole where it alone fits; else cut. Empty where nothing is known.
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

/** The same races are named for rows and for each line of the strip: what has no width is decided once. */
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

/** With a blank that does not break before a last word of few letters, so that no number stands alone: `Heat 1`. */
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
 * The whole name of each race, by its id: the title without a number that is said beside it, and the round where the
 * title does not say it; else all that is known.
 */
export function wholeNames(races: readonly Named[]): Map<number, string> {
  const isNumbered = areNumbered(races);
  return new Map(races.map((race) => [race.id, wholeName(race, isNumbered)]));
}

/** The parts of what a race is called that its name does not say. */
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
      plain(words.slice(-last - 1).join(' ')) === plain(more.slice(0, last + 1).join(' ')),
  );
  // "Masters 8+ C" and "Final" are no "C Final".
  const separator = said === -1 && / \p{Lu}$/u.test(title) ? ', ' : ' ';
  return [title, more.slice(said + 1).join(' ')].join(separator);
}

/** Whether titles begin with the number of their race: one that does so alone may mean something else by it. */
function areNumbered(races: readonly Named[]): boolean {
  const titled = races.filter(({ title }) => title);
  const numbered = titled.filter((race) => withoutNumber(race) !== race.title).length;
  return numbered > 1 && 2 * numbered > titled.length;
}

/** The title without the number of its race at its beginning: `16A Women 8+`, `Race 16A: Women 8+`, `#16A - Women 8+`. */
export function withoutNumber({ title, number }: Pick<Named, 'title' | 'number'>): string {
  const [, first = '', rest = ''] =
    /^(?:(?:race|event|rennen|course)\s+|#|n[°or]\.?\s*)?([\p{L}\p{N}]+)[.:,)]*\s+(?:[-–·|]\s+)?(.*)$/isu.exec(
      title ?? '',
    ) ?? [];
  return rest !== '' && plain(first) === plain(number) ? rest : (title ?? '');
}

/** Empty where it says no more than a number of seats, or not the last number of the name. */
function classAndRound(race: Named, wholes: ReadonlyMap<number, string>): string {
  const { divisionLabel, boatClass, round } = race;
  const saysWho = divisionLabel || /^\D/.test(boatClass ?? '');
  if (!boatClass || !round || !saysWho) return '';
  const short = raceNameParts({ ...race, title: null }).join(' ');
  const last = (wholes.get(race.id) ?? '').split(/\s+/).findLast((word) => /\d/.test(word));
  return last === undefined || says(short, last) ? short : '';
}

/** Where races have come to the same name, keeps the words by which they differ; what that gives may be one that others have. */
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

/** Tells texts that stand more than once. */
function repeated(texts: readonly string[]): (text: string) => boolean {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return (text) => (counts.get(text) ?? 0) > 1;
}

/** Whether a text has these words, whatever marks stand around them. */
function says(text: string, words: string): boolean {
  return ` ${plain(text)} `.includes(` ${plain(words)} `);
}

/** Words without marks and case; what ends with a plus or has a sign between letters keeps it: `8+`, `K-1`. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+-]+$/gu, ''))
    .filter(Boolean)
    .join(' ');
}
