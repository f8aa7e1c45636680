/** Work that is done once for all callers that want it at the same time, and cached values that are read in this way. */

/**
 * Makes a function that shares one run of some work among all callers that call it during the run.
 *
 * @param work if it fails, all callers that wait for it get the error
 * @param keepMillis for how long a result is still handed out after the work has ended
 * @param keepFailureMillis the same for a failure; then the next call tries again
 */
export function singleFlight<Result>(
  work: () => Promise<Result>,
  keepMillis = 0,
  keepFailureMillis = 0,
): () => Promise<Result> {
  let flight: Promise<Result> | undefined;
  let usableUntil = 0;
  return () => {
    if (flight && performance.now() < usableUntil) return flight;
    flight = work();
    usableUntil = Number.POSITIVE_INFINITY;
    const keepFor = (millis: number) => () => {
      usableUntil = performance.now() + millis;
    };
    flight.then(keepFor(keepMillis), keepFor(keepFailureMillis));
    return flight;
  };
}

/**
 * Makes a function that waits for a run of some work as long as the run makes progress. If it gives up and is called again
 * before the run has ended, it waits for the same run. It must not be called twice at the same time.
 *
 * @param work calls `getsOn` whenever it has made progress; if it fails, the caller gets the error
 * @param silentMillis how long the run may go without progress
 * @returns `undefined` after so long without progress
 */
export function singleFlightWithIdleTimeout<Result>(
  work: (getsOn: () => void) => Promise<Result>,
  silentMillis: number,
): () => Promise<Result | undefined> {
  let silence: NodeJS.Timeout | undefined;
  const fly = singleFlight(() => work(() => silence?.refresh()));
  return async () => {
    const isSilent = new Promise<undefined>((resolve) => {
      silence = setTimeout(resolve, silentMillis, undefined);
    });
    try {
      return await Promise.race([fly(), isSilent]);
    } finally {
      clearTimeout(silence);
      silence = undefined;
    }
  };
}

/** A cached value that is read again when it may have changed, in one read however many callers wait for it. */
export class CachedValue<Value> {
  private readonly read: () => Promise<void>;
  /** Reads are numbered: the last one begun, the one that `value` is from, and the first one that is recent enough. */
  private begun = 0;
  private done = 0;
  private needed = 1;
  /** As it was last read, valid or not. */
  value: Value | undefined;

  /**
   * @param read gets the value that was read before, if any
   * @param whenDue calls the read when it may begin; left out, reads begin at once
   */
  constructor(
    read: (old: Value | undefined) => Promise<Value>,
    whenDue: (read: () => Promise<void>) => Promise<void> = (read) => read(),
  ) {
    const readNow = async () => {
      const number = ++this.begun;
      this.value = await read(this.value);
      this.done = number;
    };
    this.read = singleFlight(() => whenDue(readNow));
  }

  /** Whether nothing has changed since the value was read, as far as is known. */
  get isValid(): boolean {
    return this.done >= this.needed;
  }

  /** Notes that the value may have changed. */
  invalidate(): void {
    this.needed = this.begun + 1;
  }

  /** The value, with every change that was noted before this call. */
  get(): Promise<Value> {
    return this.from(this.needed);
  }

  /**
   * The value from a read that begins after this call.
   *
   * @param isEnough whether the value of a read that was already going on will do instead
   */
  renew(isEnough: (value: Value) => boolean): Promise<Value> {
    return this.from(this.begun + 1, isEnough);
  }

  /** @param needed the number of the first read whose value will do in any case */
  private async from(needed: number, isEnough = (_: Value) => false): Promise<Value> {
    while (this.done < needed) {
      await this.read();
      if (isEnough(this.value as Value)) break;
    }
    return this.value as Value;
  }
}
