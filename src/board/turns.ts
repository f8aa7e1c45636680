/** Lets some work be done at a time; what comes besides waits in line. */

export class Turns {
  private readonly atOnce: number;
  private readonly maxWaiting: number;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param atOnce how much is done at a time
   * @param maxWaiting how much may wait
   */
  constructor(atOnce: number, maxWaiting: number) {
    this.atOnce = atOnce;
    this.maxWaiting = maxWaiting;
  }

  /** Whether no more can wait. */
  get isFull(): boolean {
    return this.waiting.length >= this.maxWaiting;
  }

  /** Does work when it is its turn. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.atOnce) this.running++;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
