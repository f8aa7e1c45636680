/** Keeps requests of one kind, reads or writes, below the limit that the service names in its answers. */

/** What an answer says of the limit of its kind of request. */
export interface RateLimit {
  /** How many requests the key has in any 60 seconds. */
  limit: number;
  /** How many more would have been accepted when the answer was made. */
  remaining: number;
  /** When a place becomes free again, in seconds since 1970 by the clock of the service. */
  reset: number;
}

/** More at a time would only wait for each other in the service. */
const MAX_AT_ONCE = 8;

export class Pace {
  /** How many more may start. Before the first answer nothing is known, so one goes ahead. */
  #left = 1;
  /** When a place becomes free, by `performance.now()`. */
  #freeAt = 0;
  #running = 0;
  /** The number of the latest request, and of the latest whose answer counted. */
  #started = 0;
  #answered = 0;
  /** First come, first served. */
  #waiting = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Waits for a place. @returns the number of the turn, to end it with @throws the reason of the signal */
  async start(signal?: AbortSignal | null): Promise<number> {
    signal?.throwIfAborted();
    let go = () => {};
    const released = new Promise<void>((resolve) => {
      go = resolve;
    });
    signal?.addEventListener('abort', go);
    this.#waiting.add(go);
    this.#startNext();
    await released;
    signal?.removeEventListener('abort', go);
    if (this.#waiting.delete(go)) {
      this.#startNext();
      throw signal?.reason;
    }
    return ++this.#started;
  }

  /** @param places what the answer said, `freeInMs` from now; left out where none came */
  end(turn: number, places?: { remaining: number; freeInMs: number }): void {
    this.#running--;
    // Those under way may be counted in it or not; here they are taken for not counted.
    const left = (places?.remaining ?? 0) - this.#running;
    // Answers overtake each other: an old one must not give back what newer ones have taken.
    if (places && (turn >= this.#answered || left < this.#left)) {
      this.#answered = Math.max(turn, this.#answered);
      this.#left = left;
      this.#freeAt = performance.now() + places.freeInMs;
    }
    this.#startNext();
  }

  #startNext(): void {
    // Nothing is under way, so no answer will say more: one asks once a place is free.
    if (this.#running === 0 && this.#left < 1 && performance.now() >= this.#freeAt) this.#left = 1;
    for (const go of this.#waiting) {
      if (this.#left < 1 || this.#running >= MAX_AT_ONCE) break;
      this.#waiting.delete(go);
      this.#left--;
      this.#running++;
      go();
    }
    clearTimeout(this.#timer);
    if (this.#running > 0 || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => this.#startNext(), this.#freeAt - performance.now() + 1);
  }
}
