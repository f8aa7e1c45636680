/** Work that is done once for all who want it at once, however many they are, and values that are read so. */

/**
 * Makes a function that shares one run of some work among all who call it meanwhile.
 *
 * @param work a failure reaches all who wait for it
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
 * Makes a function that waits for one run of some work as long as it gets on. Called after that, it waits for the same run.
 * One at a time calls it.
 *
 * @param work calls what it is given whenever it has got on; a failure reaches who waits
 * @param silentMillis for how long it may not get on
 * @returns nothing after such a silence
 */
export function patientFlight<Result>(
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

/** A value that is read again when it may have changed, once however many wait for it. */
export class CachedValue<Value> {
  private readonly read: () => Promise<void>;
  /** Reads are numbered: the last that has begun, the one that the value is from, the first that will do. */
  private begun = 0;
  private done = 0;
  private needed = 1;
  /** As it was last read, valid or not. */
  value: Value | undefined;

  /**
   * @param read is given what it returned before
   * @param whenDue calls the read when it may begin; at once, unless given
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
   * The value as it is read from now on.
   *
   * @param isEnough whether a value will do whose read has begun before
   */
  renew(isEnough: (value: Value) => boolean): Promise<Value> {
    return this.from(this.begun + 1, isEnough);
  }

  /** @param needed the number of the first read that will do, whatever it brings */
  private async from(needed: number, isEnough = (_: Value) => false): Promise<Value> {
    while (this.done < needed) {
      await this.read();
      if (isEnough(this.value as Value)) break;
    }
    return this.value as Value;
  }
}
