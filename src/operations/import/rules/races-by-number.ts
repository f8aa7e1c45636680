/**
 * The races of an event by their numbers and rounds, in whichever way files write these; and how a race of a file is called by
 * its own.
 */
import type { Race } from '../../../domain/races/race.ts';
import { numberShown } from '../../../domain/races/race-name.ts';
import type { ReadRace } from '../../../exchange/reading/reading.ts';

/** The races of an event by the number that is printed, else by their own. */
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

  /** The race without an id that a row of our own export without one stands for: by its number, else as printed. */
  ofHand({ raceNumber, printed }: ReadRace): Race | undefined {
    const races = raceNumber === null ? this.of(printed) : [this.own.get(String(raceNumber))];
    return races.find((race) => race?.externalId === null);
  }

  /**
   * What an event of a timing computer may be: the race of its number, because start lists of ours name it so, and those
   * that print it. None where no race has that number.
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

  /** Those that print it. */
  printing(number: string): Race[] {
    return this.printed.get(textKey(number)) ?? [];
  }
}

/** A text apart from case, spaces and leading zeros. */
export function textKey(text: string | null): string {
  const letters = (text ?? '').normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');
  return letters.replace(/^0+(?=\d)/, '');
}

/** The race of a round, where only one of them is it. */
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
 * Whether two texts say the same round: apart from spelling, and where one leaves out the word before its number, or has
 * another one for the same: `1`, `VL 1`, `Lauf 1`.
 */
export function isSameRound(one: string | null, other: string | null): boolean {
  if (textKey(one) === textKey(other)) return true;
  const [first, second] = [partsOfRound(one), partsOfRound(other)];
  if (!first || !second || first.number !== second.number) return false;
  return first.kind === null || second.kind === null || first.kind === second.kind;
}

/** The number of a round, and which of the {@link KINDS} it is; `null` where no word says it. */
function partsOfRound(round: string | null): { number: string; kind: number | null } | undefined {
  const [, before = '', number, behind = ''] =
    /^(\D*?)\.?0*(\d+)\.?(\D*?)\.?$/u.exec(textKey(round)) ?? [];
  if (number === undefined) return undefined;
  const word = before + behind;
  const kind = KINDS.findIndex((words) => words.test(word));
  if (word === '') return { number, kind: null };
  return kind < 0 ? undefined : { number, kind };
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
