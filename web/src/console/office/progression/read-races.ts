/** Races as people name them: `12-14, 16A`. Pure. */
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { numberOf } from '../race-names.ts';

type Named = Pick<OfficeRace, 'id' | 'raceNumber' | 'printedNumber'>;

interface NamedRaces {
  /** In the order in which they were named, none twice. */
  ids: number[];
  /** The first word that names no race. */
  unknown?: string;
}

/**
 * Reads a list of races by their printed numbers, else their numbers. `12-14` are all from the one to the other in
 * running order.
 *
 * @param races in running order
 */
export function readRaces(text: string, races: readonly Named[]): NamedRaces {
  const ids = new Set<number>();
  const indexOf = (label: string) => findRace(label, races);
  for (const word of wordsOf(text)) {
    const whole = indexOf(word);
    const [first = '', last = ''] = word.split('-');
    const [from, to] = whole >= 0 ? [whole, whole] : [indexOf(first), indexOf(last)];
    if (from < 0 || to < from) return { ids: [...ids], unknown: word };
    for (const { id } of races.slice(from, to + 1)) ids.add(id);
  }
  return { ids: [...ids] };
}

/** The text that names some races, which `readRaces` reads again; a run of neighbours as `12-14`. */
export function writeRaces(ids: readonly number[], races: readonly Named[]): string {
  const indexes = ids.map((id) => races.findIndex((race) => race.id === id));
  const label = (index: number) => {
    const race = races[index];
    return race ? numberOf(race) : '?';
  };
  const isRun =
    indexes.length > 2 &&
    indexes.every((index, at) => at === 0 || index === (indexes[at - 1] ?? 0) + 1);
  return isRun
    ? `${label(indexes[0] ?? 0)}-${label(indexes.at(-1) ?? 0)}`
    : indexes.map(label).join(' ');
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/\s*[-–]\s*/g, '-')
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
}

function findRace(label: string, races: readonly Named[]): number {
  const wanted = label.toLowerCase();
  const printed = races.findIndex(({ printedNumber }) => printedNumber?.toLowerCase() === wanted);
  if (printed >= 0) return printed;
  return races.findIndex(
    ({ printedNumber, raceNumber }) => printedNumber === null && String(raceNumber) === wanted,
  );
}
