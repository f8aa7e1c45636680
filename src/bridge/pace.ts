/**
 * How often a bridge looks at its folder and reads the schedule, when the service is asked again after it has failed, and
 * how often it is written to (formats.md §6.2, requirements 13 and 14). Pure.
 */

/** How often the folder is looked at, unless a person says otherwise. */
export const USUAL_POLL_SECONDS = '1';
/** How often the schedule is read. */
export const SCHEDULE_MILLIS = 5000;

const FIRST_MILLIS = 1000;
const LONGEST_MILLIS = 60_000;
const LONGEST_ASKED_MILLIS = 5 * 60_000;

/** What a failed request says about the next. */
export interface Failure {
  /** `null` where no answer came. */
  status: number | null;
  /** What `Retry-After` asks for. */
  retryAfterMillis: number | null;
}

/** `retry`: the same may succeed later; `refused`: the key is not let in; `park`: this one will not succeed. */
export function kindOf({ status }: Failure): 'retry' | 'refused' | 'park' {
  if (status === null || [408, 429].includes(status) || status >= 500) return 'retry';
  return status === 401 || status === 403 ? 'refused' : 'park';
}

/**
 * @param failures in a row, at least one
 * @param random from 0 to 1
 */
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
