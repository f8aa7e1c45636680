/**
 * Which crews row in which heat, drawn by chance or by a ranking (around, "Draw by the program"). The random numbers
 * of a draw follow from its seed alone, so that anybody can repeat the draw to check it (`docs/draw.md`).
 */
import { hash, randomBytes } from 'node:crypto';

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
  /** For a seeded draw: the ids of crews, best first; those that it leaves out follow in random order. */
  order: readonly number[];
  /** For a random draw: whether as few pairs of crews of one club as possible are drawn into the same heat. */
  clubsApart: boolean;
}

/**
 * Draws crews into heats.
 *
 * @param crews in any order, none twice
 * @param count of heats, from 1
 * @returns the ids of the crews of each heat; the first crew gets the first of the heat's lanes
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

/** Heat 0 takes the first crews, heat 1 the next ones, and so on; if they cannot be equal, the first heats have one more. */
function inTurn(ids: readonly number[], count: number): number[][] {
  let from = 0;
  return Array.from({ length: count }, (_, heat) => {
    const size = Math.ceil((ids.length - heat) / count);
    from += size;
    return ids.slice(from - size, from);
  });
}

/** Deals to the first, second … last heat, then back from the last one, and so on. */
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

const SEED = /^[0-9a-f]{32}$/;
const RANGE = 2 ** 32;
const NUMBERS_OF_BLOCK = 8;

/** What is wrong with a seed, in English; `undefined` if it is valid. */
export function objectionToSeed(seed: string): string | undefined {
  return SEED.test(seed) ? undefined : 'must be 32 digits of 0 to 9 and a to f';
}

/** A seed that nobody can guess. */
export function newSeed(): string {
  return randomBytes(16).toString('hex');
}

/** The random numbers of one draw; each is used once. */
export class DrawNumbers {
  private readonly seed: string;
  private block: Buffer = Buffer.alloc(0);
  private taken = 0;

  constructor(seed: string) {
    this.seed = seed;
  }

  /** A number from 0 to `count` - 1, all equally likely: random numbers that would favour the small ones are skipped. */
  below(count: number): number {
    const limit = RANGE - (RANGE % count);
    for (;;) {
      const number = this.next();
      if (number < limit) return number % count;
    }
  }

  /** Fisher-Yates, from the end. @returns a copy */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
    }
    return shuffled;
  }

  /** Block i is the SHA-256 of `SEED:i`: eight numbers of 32 bits, the high byte first. */
  private next(): number {
    const index = this.taken % NUMBERS_OF_BLOCK;
    if (index === 0) {
      const text = `${this.seed}:${this.taken / NUMBERS_OF_BLOCK}`;
      this.block = hash('sha256', text, 'buffer');
    }
    this.taken++;
    return this.block.readUInt32BE(4 * index);
  }
}
