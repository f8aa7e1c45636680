/**
 * Which race of the event each race of a file is: the one with its id; else one without an id that has the same number
 * is adopted; else, for a file that carries only results, the one with that number, whoever owns it. Such files of one
 * import never come to the same race. (tools.md, "Matching")
 */
import type { Race } from '../../domain/plan-races.ts';
import type { Reading, ReadRace } from '../../exchange/reading.ts';
import type { ImportContext } from './context.ts';
import { type Draft, numberShown } from './draft.ts';

/** A race of a file. */
export interface RaceMatch {
  read: ReadRace;
  /** `null` where it is new. */
  race: Race | null;
}

/** How a race of a file is called in questions and reasons. */
export function calledIn({ printed, round, title, externalId }: ReadRace): string {
  return printed === null
    ? (title ?? externalId)
    : [printed, round].filter((part) => part !== null).join(' ');
}

/** Whether a race of a file has neither number nor title: then another one may be called the same in the next file. */
export function isNameless({ printed, title }: ReadRace): boolean {
  return printed === null && title === null;
}

/** @returns one for each race of the file that can be taken; what is said of the others stands in the findings */
export function matchRaces(draft: Draft, context: ImportContext, reading: Reading): RaceMatch[] {
  const { findings } = context;
  const races = [...draft.races.values()];
  const byId = new Map(races.map((race) => [race.externalId, race]));
  const numbers = new RacesByNumber(races);
  const rowsOf = new Map<unknown, number>();
  const unknown: ReadRace[] = [];
  const matches = reading.races.flatMap((read): RaceMatch[] => {
    const found = read.hasNoId
      ? (numbers.ofHand(read) ?? byId.get(read.externalId))
      : (byId.get(read.externalId) ?? findByNumber(numbers, read, reading.carries.races));
    const key = found?.id ?? (read.hasNoId ? read : read.externalId);
    const first = rowsOf.get(key);
    if (first !== undefined) {
      const what = found ? `race ${numberShown(found)}` : JSON.stringify(read.externalId);
      findings.reject(read.row, null, `stands for ${what}, as row ${first} does already`);
      return [];
    }
    rowsOf.set(key, read.row);
    if (found) return [{ read, race: found }];
    if (reading.carries.races) return [{ read, race: null }];
    unknown.push(read);
    return [];
  });
  const all = [...matches, ...askForRaces(unknown, races, context)];
  return reading.carries.races ? all : all.filter((match) => isFirst(match, context));
}

/** Whether no other race of the files of this import, of those that only have results, stands for the same one. */
function isFirst(
  { read, race }: RaceMatch,
  { resultsFrom, findings, file }: ImportContext,
): boolean {
  if (!race) return true;
  const first = resultsFrom.get(race.id);
  const from = `row ${read.row}${file === undefined ? '' : ` of ${file}`}`;
  resultsFrom.set(race.id, first ?? from);
  if (first === undefined) return true;
  const text = `stands for race ${numberShown(race)}, as ${first} does already: import one of them`;
  findings.reject(read.row, null, text);
  return false;
}

/**
 * A race by its number, where the file does not know its id; of several with one number, the one of that round. Where
 * the file says that the number is not that of one race, as in a later round or heat of a timing computer, the round
 * decides (formats.md §6.2, requirement 7).
 */
function findByNumber(
  numbers: RacesByNumber,
  read: ReadRace,
  isAdoption: boolean,
): Race | undefined {
  const { printed, raceNumber, round } = read;
  const candidates = numbers
    .of(printed ?? raceNumber)
    .filter(({ externalId }) => !isAdoption || externalId === null);
  if (candidates.length === 0 && read.elsewhere && !isAdoption) {
    return onlyOfRound(numbers.of(read.elsewhere.number), read.elsewhere.round);
  }
  const isShared = raceNumber === null && /^\d+$/.test(printed ?? '');
  const isOfRound = raceNumber === null && round !== null && !isAdoption;
  if (candidates.length < 2 && !isShared && !isOfRound) return candidates[0];
  return onlyOfRound(candidates, round);
}

function onlyOfRound(races: readonly Race[], round: string | null): Race | undefined {
  const ofRound = races.filter((race) => plainText(race.round) === plainText(round));
  return ofRound.length === 1 ? ofRound[0] : undefined;
}

/** The races of an event by the number that is printed, else by their own. */
class RacesByNumber {
  private readonly printed = new Map<string, Race[]>();
  private readonly own = new Map<string, Race>();

  constructor(races: readonly Race[]) {
    for (const race of races) {
      const key = plainText(numberShown(race));
      this.printed.set(key, [...(this.printed.get(key) ?? []), race]);
      this.own.set(String(race.raceNumber), race);
    }
  }

  /** The race without an id that a row of our own export without one stands for: by its number, else as printed. */
  ofHand({ raceNumber, printed }: ReadRace): Race | undefined {
    const races = raceNumber === null ? this.of(printed) : [this.own.get(String(raceNumber))];
    return races.find((race) => race?.externalId === null);
  }

  of(number: string | number | null): Race[] {
    if (number === null) return [];
    const key = plainText(String(number));
    const own = this.own.get(key);
    return this.printed.get(key) ?? (own ? [own] : []);
  }
}

/** A text apart from case, spaces and leading zeros. */
export function plainText(text: string | null): string {
  const letters = (text ?? '').normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');
  return letters.replace(/^0+(?=\d)/, '');
}

/** Results of races that are not found: somebody says by number which they are, or `null` to leave them out. */
function askForRaces(
  unknown: readonly ReadRace[],
  races: readonly Race[],
  { answers, findings }: ImportContext,
): RaceMatch[] {
  const [first] = unknown;
  if (!first) return [];
  if (races.length === 0) {
    findings.reject(
      first.row,
      null,
      'the file has results only, and the event has no races yet: import the programme first',
    );
    return [];
  }
  const given = answers.race as Record<string, unknown> | string | undefined;
  const open: [string, string | null][] = [];
  const matches = unknown.flatMap((read): RaceMatch[] => {
    const called = calledIn(read);
    const answer = typeof given === 'object' ? given?.[called] : undefined;
    if (answer === null) {
      findings.skip(read.row, `race ${called} is left out, as answered`);
      return [];
    }
    const race = races.find((each) => numberShown(each) === String(answer));
    if (race) return [{ read, race }];
    open.push([called, byTitle(races, read)]);
    return [];
  });
  if (open.length > 0) {
    findings.ask({
      id: 'race',
      text: 'The file has results of races that are not found in the event. Say by its number which race each of them is, or null to leave it out.',
      proposed: Object.fromEntries(open),
      options: [null, ...races.map(numberShown)],
    });
  }
  return matches;
}

function byTitle(races: readonly Race[], { title }: ReadRace): string | null {
  const same = races.filter((race) => title !== null && plainText(race.title) === plainText(title));
  const [race] = same;
  return race && same.length === 1 ? numberShown(race) : null;
}
