/**
 * How addresses, queries and options name a row of the database (decision R13), and which race of an event an address such as
 * `/races/16A` leads to.
 */
import type { BoardRace } from '../../contract/board.ts';

/** No event has this id: row numbers start at 1. */
export const NO_EVENT = 0;

/** An id in plain decimal; nothing where the text is none. With more digits it would be no safe integer. */
export function readRowId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** The id of an event; what is none names an event that nobody can see. */
export function parseEventId(text: string): number {
  return readRowId(text) ?? NO_EVENT;
}

type Addressed = Pick<BoardRace, 'raceNumber' | 'number'>;

/**
 * The race with this `raceNumber`; else the only one that is printed so, whatever the case of its letters. Where several
 * are printed alike, nobody can say which is meant.
 *
 * @param text as it stands in the address
 */
export function raceAt<Race extends Addressed>(
  text: string,
  races: readonly Race[],
): Race | undefined {
  // A race number is read like an id: a positive number without zeros in front.
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
