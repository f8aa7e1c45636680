/**
 * The races of timing apps that know waves and categories: who starts together rows one race, in which each category is
 * ranked as well. Pure.
 */
import type { ReadRace } from './reading.ts';

/** What of a row says with whom it starts. */
export interface OfWave {
  /** The number that the organiser has given the race; '' where there is none. It says more than the wave. */
  printed: string;
  wave: string;
  category: string;
  /** What those who start together have in common besides, such as the whole text of the wave. */
  together: string;
}

/** @returns the rows of each race, in the order of the first ones */
export function rowsByRace<Row>(rows: readonly Row[], of: (row: Row) => OfWave): Row[][] {
  const waves = Map.groupBy(rows, (row) => {
    const { printed, wave } = of(row);
    return JSON.stringify(printed ? [printed] : ['', wave]);
  });
  return [...waves.values()].flatMap((group) => {
    const isNumbered = group.some((row) => of(row).printed !== '');
    const areTogether = new Set(group.map((row) => of(row).together)).size === 1;
    return isNumbered || areTogether ? [group] : rowsByCategory(group, of);
  });
}

/** @returns the rows of each category of a race */
export function rowsByCategory<Row>(rows: readonly Row[], of: (row: Row) => OfWave): Row[][] {
  return [...Map.groupBy(rows, (row) => of(row).category).values()];
}

/**
 * A race with its categories as races of their own, as earlier versions read them; places that are those of the
 * categories are left out of the race where its times say the places.
 */
export function withParts(race: ReadRace, parts: readonly ReadRace[]): ReadRace {
  return parts.length > 1 ? { ...race, parts } : race;
}
