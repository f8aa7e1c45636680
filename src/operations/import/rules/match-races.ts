/**
 * Matches each race of a file to a race of the event: the one with its id; else one without an id that has the same
 * number, which is adopted; else, for a file that carries only results, the one with that number, whatever its id. Two
 * such files of one import never match the same race. (tools.md, "Matching")
 */
import type { Race } from '../../../domain/races/race.ts';
import { numberShown } from '../../../domain/races/race-name.ts';
import type { Reading, ReadRace } from '../../../exchange/reading/reading.ts';
import { isJsonObject } from '../../../exchange/text/text.ts';
import type { Draft, ImportContext } from '../context.ts';
import { listed } from '../findings.ts';
import { isSameCrew } from './find-lanes.ts';
import { askForRaces, type UnknownRace } from './race-question.ts';
import { calledIn, isSameRound, onlyOfRound, RacesByNumber, textKey } from './races-by-number.ts';

/** A race of a file. */
export interface RaceMatch {
  read: ReadRace;
  /** The race of the event; `null` when it is new. */
  race: Race | null;
  /** Whether the race keeps its id in the event, which has a round that the file does not give, or writes otherwise. */
  keepsId: boolean;
}

/** @returns one match for each race of the file that can be taken; the others are reported in the findings */
export function matchRaces(draft: Draft, context: ImportContext, reading: Reading): RaceMatch[] {
  const { findings } = context;
  const races = [...draft.races.values()];
  const rounds = new Rounds(draft, context);
  const find = finderAmong(draft, context, reading, rounds);
  const rowsOf = new Map<unknown, number>();
  const unknown: UnknownRace[] = [];
  const matches = reading.races.flatMap((read): RaceMatch[] => {
    const found = find(read);
    if (found === 'open') return [];
    const { race, keepsId, candidates } = found;
    const key = race?.id ?? (read.hasNoId ? read : read.externalId);
    const first = rowsOf.get(key);
    if (first !== undefined) {
      const what = race ? `race ${numberShown(race)}` : JSON.stringify(read.externalId);
      findings.reject(read.row, null, `stands for ${what}, as row ${first} does already`);
      return [];
    }
    rowsOf.set(key, read.row);
    if (race || reading.carries.races) return [{ read, race, keepsId }];
    unknown.push({ read, candidates });
    return [];
  });
  rounds.ask();
  const all = [...matches, ...askForRaces(unknown, races, context)];
  return reading.carries.races ? all : all.filter((match) => isFirst(match, context));
}

interface Found extends Omit<RaceMatch, 'read'> {
  /** The races that it may be, when there are several. */
  candidates: readonly Race[];
}

/** Returns a function that finds a race of a file in the event; `open` when a question asks which one is meant. */
function finderAmong(
  draft: Draft,
  { format, ownEvents }: ImportContext,
  { carries, races: inFile }: Reading,
  rounds: Rounds,
): (read: ReadRace) => Found | 'open' {
  const races = [...draft.races.values()];
  const byId = new Map(races.map((race) => [race.externalId, race]));
  const numbers = new RacesByNumber(races);
  const inRounds = new Set(
    inFile.flatMap(({ printed, round }) => (round === null ? [] : [printed])),
  );
  const rewritten = carries.races ? rewrittenRounds(numbers, byId, inFile) : new Map();
  const isTimer = format === 'finishlynx';
  return (read) => {
    const [numbered, ...others] = isTimer ? numbers.ofTimer(read) : [];
    if (!carries.races && numbered && ownEvents.has(numbered.raceNumber)) return found(numbered);
    const known = (read.hasNoId && numbers.ofHand(read)) || byId.get(read.externalId);
    if (known || read.hasNoId) return found(known);
    const before = rewritten.get(read);
    if (before) return { ...found(before), keepsId: true };
    if (numbered) return ofTimer(draft, [numbered, ...others], read, carries.races);
    const candidates = candidatesOf(numbers, read, { carries, inRounds });
    const ofRound = rounds.find(read, candidates);
    if (ofRound === 'open') return ofRound;
    // The only candidate is adopted if it was entered by hand.
    const isAdopted = candidates.length === 1 && ofRound?.externalId === null;
    if (ofRound) return { ...found(ofRound), keepsId: !isAdopted };
    const race = findByNumber(numbers, read, carries.races);
    if (race || carries.races) return found(race);
    const several = ofSeveral(numbers, read);
    return { ...found(raceOfCrews(draft, several, read)), candidates: several };
  };
}

/**
 * Races of a programme whose last version wrote the round differently, such as `1` for `Lauf 1`. Each has to be the only one of
 * its number and round in the file, and among the event's races with an id of the same program that is not in the file.
 */
function rewrittenRounds(
  numbers: RacesByNumber,
  byId: ReadonlyMap<string | null, Race>,
  inFile: readonly ReadRace[],
): ReadonlyMap<ReadRace, Race> {
  const ids = new Set<string | null>(inFile.map(({ externalId }) => externalId));
  const isNew = ({ round, externalId }: ReadRace) => round !== null && !byId.has(externalId);
  const byNumber = Map.groupBy(inFile.filter(isNew), ({ printed }) => textKey(printed));
  return new Map(
    [...byNumber].flatMap(([number, reads]) => {
      const gone = numbers.printing(number).filter(({ externalId }) => !ids.has(externalId));
      return reads.flatMap((read): [ReadRace, Race][] => {
        const ofRound = gone.filter(({ round }) => isSameRound(round, read.round));
        const others = reads.filter(({ round }) => isSameRound(ofRound[0]?.round ?? null, round));
        const [race] = ofRound.length === 1 && others.length === 1 ? ofRound : [];
        return race && isOfProgram(race, read) ? [[read, race]] : [];
      });
    }),
  );
}

/** Whether the id of a race is that of the file, apart from how the round is written. */
function isOfProgram(race: Race, { externalId, round }: ReadRace): boolean {
  const ofNumber = externalId.endsWith(`:${round}`)
    ? externalId.slice(0, -`${round}`.length)
    : null;
  if (ofNumber === null || !race.externalId?.startsWith(ofNumber)) return false;
  return isSameRound(race.externalId.slice(ofNumber.length), round);
}

/** The race with the number of a timing computer's event; when other races print that number, the one that has its crews. */
function ofTimer(
  draft: Draft,
  candidates: readonly Race[],
  read: ReadRace,
  isAdoption: boolean,
): Found {
  const race = candidates.length > 1 ? raceOfCrews(draft, candidates, read) : candidates[0];
  if (isAdoption) return found(race?.externalId === null ? race : undefined);
  return { ...found(race), candidates };
}

function found(race: Race | undefined): Found {
  return { race: race ?? null, keepsId: false, candidates: [] };
}

/** The races that print the number of a race of the file, when there are several and rounds do not tell them apart. */
function ofSeveral(numbers: RacesByNumber, { printed, raceNumber, round }: ReadRace): Race[] {
  const races = numbers.of(printed ?? raceNumber);
  const several = races.filter((race) => round === null || race.round === null);
  return several.length > 1 ? several : [];
}

/** The only one of several races in which all the crews are drawn that the file names for its race. */
function raceOfCrews(draft: Draft, races: readonly Race[], { lanes }: ReadRace): Race | undefined {
  const names = lanes.flatMap(({ crew }) => crew?.name ?? []);
  const drawn = races.filter(({ id }) => {
    const teams = draft.lanesOf(id).flatMap(({ team }) => team ?? []);
    return names.every((name) => teams.some((team) => isSameCrew(name, team)));
  });
  return names.length > 0 && drawn.length === 1 ? drawn[0] : undefined;
}

/** Whether no earlier race in the import's files that only have results matches the same race; else it is rejected. */
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
 * The races with the number of a race of the file, when the file gives no round for any race of that number: all of them for
 * results, else those without an id and those whose id begins with that of the file.
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
 * Finds a race by its number when the file does not have its id; of several with one number, the one of that round. When
 * the number stands for several races, as in a later round or heat of a timing computer, the round decides (formats.md
 * §6.2, requirement 7).
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

/**
 * Races of a file without a round, where the event has several rounds of the number: one question asks a person for the
 * rounds of all of them (formats.md §9).
 */
class Rounds {
  private readonly draft: Draft;
  private readonly context: ImportContext;
  /** The proposed round of each race, by the name that the file has for the race. */
  private readonly open = new Map<string, string | null>();
  private readonly options = new Set<string>();

  constructor(draft: Draft, context: ImportContext) {
    this.draft = draft;
    this.context = context;
  }

  /**
   * @param races the races with its number
   * @returns the race; `open` until its round is answered; `undefined` when rounds do not tell the races apart
   */
  find(read: ReadRace, races: readonly Race[]): Race | 'open' | undefined {
    const rounds = races.flatMap(({ round }) => round ?? []);
    const isToldApart = new Set(rounds.map(textKey)).size === races.length;
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
