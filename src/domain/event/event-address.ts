/** How an address names an event (decision R13), and which of its races one such as `/races/16A` leads to. */
import type { BoardRace } from '../../contract/board.ts';

/** No event has this id: row numbers start at 1. */
export const NO_EVENT = 0;

/** A positive int64 in plain decimal; anything else is an event that nobody can see. */
export function parseEventId(text: string): number {
  const id = /^[1-9]\d{0,18}$/.test(text) ? Number(text) : NO_EVENT;
  return Number.isSafeInteger(id) ? id : NO_EVENT;
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
  const number = parseEventId(text);
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
