/** Races by what is printed for them: how one of a file is called, and those of an event by their numbers. */
import type { Race } from '../../../domain/races/plan-races.ts';
import type { ReadRace } from '../../../exchange/reading/reading.ts';
import { numberShown } from '../draft.ts';

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
export class RacesByNumber {
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
