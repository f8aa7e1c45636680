/**
 * How addresses, queries and options name a row of the database (decision R13), and which race of an event an address such as
 * `/races/16A` leads to.
 */
import type { BoardRace } from '../../contract/board.ts';

/** No event has this id: row numbers start at 1. */
export const NO_EVENT = 0;

/** Reads an id in plain decimal; `undefined` where the text is no id. 15 digits at most, so that it is a safe integer. */
export function readRowId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** Reads the id of an event; a text that is no id gives `NO_EVENT`, which does not exist. */
export function parseEventId(text: string): number {
  return readRowId(text) ?? NO_EVENT;
}

type Addressed = Pick<BoardRace, 'raceNumber' | 'number'>;

/**
 * The race with this `raceNumber`; else the only race with this printed number, in upper or lower case. Where several
 * races have the same printed number, none is found.
 *
 * @param text as it stands in the address
 */
export function raceAt<Race extends Addressed>(
  text: string,
  races: readonly Race[],
): Race | undefined {
  // A race number has the form of an id: a positive number without leading zeros.
  const number = readRowId(text);
  const numbered = races.find(({ raceNumber }) => raceNumber === number);
  if (numbered) return numbered;
  const wanted = folded(text);
  if (wanted === '') return undefined;
  const [printed, another] = races.filter((race) => folded(race.number) === wanted);
  return another ? undefined : printed;
}

function folded(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
