/**
 * The random numbers of a draw: they follow from its seed alone, so that anybody can draw again what was drawn (around,
 * "Draw by the program"; `docs/draw.md`).
 */
import { hash, randomBytes } from 'node:crypto';

const SEED = /^[0-9a-f]{32}$/;
const RANGE = 2 ** 32;
const NUMBERS_OF_BLOCK = 8;

/** What is wrong with a seed; nothing where it is one. */
export function objectionToSeed(seed: string): string | undefined {
  return SEED.test(seed) ? undefined : 'must be 32 digits of 0 to 9 and a to f';
}

/** A seed that nobody can guess. */
export function newSeed(): string {
  return randomBytes(16).toString('hex');
}

/** The numbers of one draw, each taken once. */
export class DrawNumbers {
  private readonly seed: string;
  private block: Buffer = Buffer.alloc(0);
  private taken = 0;

  constructor(seed: string) {
    this.seed = seed;
  }

  /** A number from 0 to `count` - 1, each as likely as the others: what would favour the small ones is passed over. */
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
