/** Which crews row in which heat, drawn by chance or by a ranking (around, "Draw by the program"). */
import { DrawNumbers } from './draw-numbers.ts';

/** A crew that is drawn. */
export interface DrawnCrew {
  id: number;
  /** `null`: a club of its own. */
  clubId: string | null;
}

/** How crews are drawn. */
export interface DrawMethod {
  method: 'random' | 'seeded';
  /** 32 lower-case hexadecimal digits. */
  seed: string;
  /** Of a seeded draw: the ids of crews, best first; those that it leaves out follow by chance. */
  order: readonly number[];
  /** Of a random draw: crews of one club meet as seldom as can be. */
  clubsApart: boolean;
}

/**
 * Draws crews into heats.
 *
 * @param crews in any order, none twice
 * @param count of heats, from 1
 * @returns the ids of each heat's crews: the first one gets the first of its lanes
 */
export function drawHeats(
  crews: readonly DrawnCrew[],
  count: number,
  { method, seed, order, clubsApart }: DrawMethod,
): number[][] {
  const numbers = new DrawNumbers(seed);
  const byId = crews.toSorted((a, b) => a.id - b.id);
  if (method === 'seeded') return snake([...order, ...unranked(byId, order, numbers)], count);
  const shuffled = numbers.shuffled(byId);
  if (!clubsApart) return inTurn(idsOf(shuffled), count);
  const heats: number[][] = Array.from({ length: count }, () => []);
  for (const [place, id] of idsOf(byClub(shuffled)).entries()) heats[place % count]?.push(id);
  return heats.map((heat) => numbers.shuffled(heat));
}

function unranked(
  byId: readonly DrawnCrew[],
  order: readonly number[],
  numbers: DrawNumbers,
): number[] {
  const ranked = new Set(order);
  return numbers.shuffled(idsOf(byId).filter((id) => !ranked.has(id)));
}

/** Heat 0 takes the first ones, and so on; the first heats are larger by one where it does not come out even. */
function inTurn(ids: readonly number[], count: number): number[][] {
  let from = 0;
  return Array.from({ length: count }, (_, heat) => {
    const size = Math.ceil((ids.length - heat) / count);
    from += size;
    return ids.slice(from - size, from);
  });
}

/** First, second … last heat, then back from the last one, and so on. */
function snake(ids: readonly number[], count: number): number[][] {
  const heats: number[][] = Array.from({ length: count }, () => []);
  for (const [place, id] of ids.entries()) {
    const step = place % count;
    const isBack = Math.floor(place / count) % 2 === 1;
    heats[isBack ? count - 1 - step : step]?.push(id);
  }
  return heats;
}

/** The crews of each club together, clubs in the order of their first crews. */
function byClub(crews: readonly DrawnCrew[]): DrawnCrew[] {
  return [...Map.groupBy(crews, ({ id, clubId }) => clubId || id).values()].flat();
}

function idsOf(crews: readonly DrawnCrew[]): number[] {
  return crews.map(({ id }) => id);
}
