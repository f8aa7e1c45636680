/**
 * Which race of the event each race of a file is: the one with its id; else one without an id that has the same number
 * is adopted; else, for a file that carries only results, the one with that number, whoever owns it. Such files of one
 * import never come to the same race. (tools.md, "Matching") And how a race of a file is called by what is printed for it.
 */
import type { Race } from '../../../domain/races/race.ts';
import type { Reading, ReadRace } from '../../../exchange/reading/reading.ts';
import { isJsonObject } from '../../../exchange/text/text.ts';
import { type Draft, type ImportContext, numberShown } from '../context.ts';
import { listed } from '../findings.ts';

/** A race of a file. */
export interface RaceMatch {
  read: ReadRace;
  /** `null` where it is new. */
  race: Race | null;
  /** The race stands in the event under the id of its round, which the file does not say: it stays. */
  keepsId: boolean;
}

/** @returns one for each race of the file that can be taken; what is said of the others stands in the findings */
export function matchRaces(draft: Draft, context: ImportContext, reading: Reading): RaceMatch[] {
  const { findings } = context;
  const races = [...draft.races.values()];
  const rounds = new Rounds(draft, context);
  const find = finderAmong(races, reading, rounds);
  const rowsOf = new Map<unknown, number>();
  const unknown: ReadRace[] = [];
  const matches = reading.races.flatMap((read): RaceMatch[] => {
    const found = find(read);
    if (found === 'open') return [];
    const race = found?.race ?? null;
    const key = race?.id ?? (read.hasNoId ? read : read.externalId);
    const first = rowsOf.get(key);
    if (first !== undefined) {
      const what = race ? `race ${numberShown(race)}` : JSON.stringify(read.externalId);
      findings.reject(read.row, null, `stands for ${what}, as row ${first} does already`);
      return [];
    }
    rowsOf.set(key, read.row);
    if (race || reading.carries.races) return [{ read, race, keepsId: found?.keepsId ?? false }];
    unknown.push(read);
    return [];
  });
  rounds.ask();
  const all = [...matches, ...askForRaces(unknown, races, context)];
  return reading.carries.races ? all : all.filter((match) => isFirst(match, context));
}

type Find = (read: ReadRace) => { race: Race; keepsId: boolean } | 'open' | undefined;

/** Finds races of a file among those of an event; `open` where it has been asked which one is meant. */
function finderAmong(races: readonly Race[], reading: Reading, rounds: Rounds): Find {
  const { carries } = reading;
  const byId = new Map(races.map((race) => [race.externalId, race]));
  const numbers = new RacesByNumber(races);
  const inRounds = new Set(
    reading.races.flatMap(({ printed, round }) => (round === null ? [] : [printed])),
  );
  return (read) => {
    const known = (read.hasNoId && numbers.ofHand(read)) || byId.get(read.externalId);
    if (known || read.hasNoId) return known && { race: known, keepsId: false };
    const candidates = candidatesOf(numbers, read, { carries, inRounds });
    const ofRound = rounds.find(read, candidates);
    if (ofRound === 'open') return ofRound;
    // One that was entered by hand, and is alone, is adopted.
    const isAdopted = candidates.length === 1 && ofRound?.externalId === null;
    if (ofRound) return { race: ofRound, keepsId: !isAdopted };
    const race = findByNumber(numbers, read, carries.races);
    return race && { race, keepsId: false };
  };
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
 * The races of the number of one for which the file says no round, nor for another one of that number: any for results,
 * else those of such files.
 */
function candidatesOf(
  numbers: RacesByNumber,
  read: ReadRace,
  { carries, inRounds }: { carries: Reading['carries']; inRounds: ReadonlySet<string | null> },
): Race[] {
  const { externalId, printed } = read;
  if (printed === null || inRounds.has(printed) || isShared(read)) return [];
  return numbers
    .of(printed)
    .filter(
      (race) =>
        !carries.races || race.externalId === null || race.externalId.startsWith(`${externalId}:`),
    );
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
  const isOfRound = raceNumber === null && round !== null && !isAdoption;
  if (candidates.length < 2 && !isShared(read) && !isOfRound) return candidates[0];
  return onlyOfRound(candidates, round);
}

/** Whether the number stands for several races of the file. */
function isShared({ raceNumber, printed }: ReadRace): boolean {
  return raceNumber === null && /^\d+$/.test(printed ?? '');
}

function onlyOfRound(races: readonly Race[], round: string | null): Race | undefined {
  const ofRound = races.filter((race) => plainText(race.round) === plainText(round));
  return ofRound.length === 1 ? ofRound[0] : undefined;
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
    if (race) return [{ read, race, keepsId: false }];
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

/**
 * Races of a file that do not say their round, where the event has several rounds of the number: somebody says which one
 * is meant, in one question for all of them (formats.md §9).
 */
class Rounds {
  private readonly draft: Draft;
  private readonly context: ImportContext;
  /** What is proposed, by what the file calls the race. */
  private readonly open = new Map<string, string | null>();
  private readonly options = new Set<string>();

  constructor(draft: Draft, context: ImportContext) {
    this.draft = draft;
    this.context = context;
  }

  /**
   * @param races of that number, which the one of the file may be
   * @returns the race; `open` while nobody has said its round; `undefined` where rounds do not tell the races apart
   */
  find(read: ReadRace, races: readonly Race[]): Race | 'open' | undefined {
    const rounds = races.flatMap(({ round }) => round ?? []);
    const isToldApart = new Set(rounds.map(plainText)).size === races.length;
    if (races.length === 0 || !isToldApart) return undefined;
    if (races.length === 1) return races[0];
    const called = calledIn(read);
    const { rounds: answers } = this.context.answers;
    const said = isJsonObject(answers) ? answers[called] : undefined;
    const race = races.find(({ round }) => round !== null && round === said);
    if (race) return race;
    for (const round of rounds) this.options.add(round);
    this.open.set(called, this.likelyRound(races));
    return 'open';
  }

  ask(): void {
    if (this.open.size === 0) return;
    const races = listed([...this.open.keys()]);
    this.context.findings.ask({
      id: 'rounds',
      text: `The event has races such as ${races} in several rounds, and the file does not say which. Say the round of each.`,
      proposed: Object.fromEntries(this.open),
      options: [...this.options],
    });
  }

  /** The first round that is to be rowed and has no draw yet. */
  private likelyRound(races: readonly Race[]): string | null {
    const inOrder = races.toSorted((a, b) => a.scheduledAt - b.scheduledAt);
    const isDrawn = ({ id }: Race) => this.draft.lanesOf(id).some(({ team }) => team !== null);
    return inOrder.find((race) => !isDrawn(race))?.round ?? null;
  }
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
