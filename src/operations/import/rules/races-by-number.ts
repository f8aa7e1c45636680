/**
 * Finds races of an event by their numbers and rounds, in whichever way files write these; and names a race of a file by what
 * the file says.
 */
import type { Race } from '../../../domain/races/race.ts';
import { numberShown } from '../../../domain/races/race-name.ts';
import type { ReadRace } from '../../../exchange/reading/reading.ts';

/** The races of an event by their printed number, else by their race number. */
export class RacesByNumber {
  private readonly printed = new Map<string, Race[]>();
  private readonly own = new Map<string, Race>();

  constructor(races: readonly Race[]) {
    for (const race of races) {
      const key = textKey(numberShown(race));
      this.printed.set(key, [...(this.printed.get(key) ?? []), race]);
      this.own.set(String(race.raceNumber), race);
    }
  }

  /** The race without an id that a row without an id in our own export stands for: by race number, else as printed. */
  ofHand({ raceNumber, printed }: ReadRace): Race | undefined {
    const races = raceNumber === null ? this.of(printed) : [this.own.get(String(raceNumber))];
    return races.find((race) => race?.externalId === null);
  }

  /**
   * The races that an event of a timing computer may be: the one with that race number, which our start lists write, and
   * those that print that number. None when no race has it as its race number.
   */
  ofTimer({ raceNumber }: ReadRace): Race[] {
    const own = this.own.get(String(raceNumber));
    return own ? [...new Set([own, ...this.of(raceNumber)])] : [];
  }

  of(number: string | number | null): Race[] {
    if (number === null) return [];
    const own = this.own.get(textKey(String(number)));
    const printing = this.printing(String(number));
    return printing.length === 0 && own ? [own] : printing;
  }

  /** The races that print a number. */
  printing(number: string): Race[] {
    return this.printed.get(textKey(number)) ?? [];
  }
}

/** A text apart from case, spaces and leading zeros. */
export function textKey(text: string | null): string {
  const letters = (text ?? '').normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');
  return letters.replace(/^0+(?=\d)/, '');
}

/** The race of a round, if only one of the races is of that round. */
export function onlyOfRound(races: readonly Race[], round: string | null): Race | undefined {
  const exact = races.filter((race) => textKey(race.round) === textKey(round));
  const ofRound = exact.length > 0 ? exact : races.filter((race) => isSameRound(race.round, round));
  return ofRound.length === 1 ? ofRound[0] : undefined;
}

/** Words for a heat, and for a division of a race; without spaces. */
const KINDS = [
  /^(?:heat|vorlauf|vl|lauf|serie|série|manche|voorwedstrijd)$/u,
  /^(?:abteilung|abt|division|div)$/u,
];

/**
 * Whether two texts name the same round: apart from spelling, also when one leaves out the word beside its number, or has
 * another word for the same: `1`, `VL 1`, `Lauf 1`.
 */
export function isSameRound(one: string | null, other: string | null): boolean {
  if (textKey(one) === textKey(other)) return true;
  const [first, second] = [partsOfRound(one), partsOfRound(other)];
  if (!first || !second || first.number !== second.number) return false;
  return first.kind === null || second.kind === null || first.kind === second.kind;
}

/** The number of a round, and the index of its word in {@link KINDS}: `null` without a word. `undefined` for other texts. */
function partsOfRound(round: string | null): { number: string; kind: number | null } | undefined {
  const [, before = '', number, behind = ''] =
    /^(\D*?)\.?0*(\d+)\.?(\D*?)\.?$/u.exec(textKey(round)) ?? [];
  if (number === undefined) return undefined;
  const word = before + behind;
  const kind = KINDS.findIndex((words) => words.test(word));
  if (word === '') return { number, kind: null };
  return kind < 0 ? undefined : { number, kind };
}

/** The name of a race of a file in questions and reasons. */
export function calledIn({ printed, round, title, externalId }: ReadRace): string {
  return printed === null
    ? (title ?? externalId)
    : [printed, round].filter((part) => part !== null).join(' ');
}

/** Whether a race of a file has neither number nor title: then another race may have its name in the next file. */
export function isNameless({ printed, title }: ReadRace): boolean {
  return printed === null && title === null;
}
