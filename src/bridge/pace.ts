/**
 * How often a bridge polls its folder and reads the schedule, how long it waits after a failed request, and how often it
 * writes to the service (formats.md §6.2, requirements 13 and 14). Pure.
 */

/** The seconds between two polls of the folder, unless a person sets others. */
export const USUAL_POLL_SECONDS = '1';
/** The interval at which the schedule is read. */
export const SCHEDULE_MILLIS = 5000;

const FIRST_MILLIS = 1000;
const LONGEST_MILLIS = 60_000;
const LONGEST_ASKED_MILLIS = 5 * 60_000;

/** The facts of a failed request that decide how long to wait. */
export interface Failure {
  /** `null` where no answer came. */
  status: number | null;
  /** From the header `Retry-After`; `null` without it. */
  retryAfterMillis: number | null;
}

/** `retry`: the same request may succeed later; `refused`: the key is rejected; `park`: the request will not succeed. */
export function kindOf({ status }: Failure): 'retry' | 'refused' | 'park' {
  if (status === null || [408, 429].includes(status) || status >= 500) return 'retry';
  return status === 401 || status === 403 ? 'refused' : 'park';
}

/** How long to wait before the next request. @param failures in a row, at least one @param random from 0 to 1 */
export function waitMillis(failure: Failure, failures: number, random: number): number {
  if (kindOf(failure) !== 'retry') return LONGEST_MILLIS;
  if (failure.retryAfterMillis !== null) {
    return Math.min(failure.retryAfterMillis, LONGEST_ASKED_MILLIS);
  }
  // Full jitter, so that programs that failed together do not come back together.
  return random * Math.min(LONGEST_MILLIS, FIRST_MILLIS * 2 ** Math.min(failures - 1, 10));
}

/** Keeps writes below half of what the service allows in a minute, so that others with the same key can write, too. */
export class WritePace {
  private limit = USUAL_LIMIT;
  private readonly times: number[] = [];

  /** @returns how long the next write has to wait */
  waitMillis(atMillis: number): number {
    while ((this.times[0] ?? atMillis) <= atMillis - WINDOW_MILLIS) this.times.shift();
    const most = Math.max(1, Math.floor(this.limit / 2));
    const first = this.times.at(-most);
    return first === undefined ? 0 : first + WINDOW_MILLIS - atMillis;
  }

  note(atMillis: number): void {
    this.times.push(atMillis);
  }

  /** @param limit what the service says it allows in a minute; 0 where it says nothing */
  learn(limit: number): void {
    if (limit > 0) this.limit = limit;
  }
}

const WINDOW_MILLIS = 60_000;
const USUAL_LIMIT = 120;
