/** What the clocks of a zone show at a moment, and at which moments they show a time. */
import { EARLIEST, LATEST, parseInstant } from '../../contract/instant.ts';
import { venueTime } from './venue-time.ts';

const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;
/** Zones are at most 14 hours ahead and 12 behind. */
const MAX_OFFSET_HOURS = 15;

/** What the clocks of a zone show, as if it were UTC, in epoch milliseconds; NaN before the year 0001. */
export function wallOf(instant: number, timezone: string | null): number {
  const text = venueTime(instant, timezone);
  return parseInstant(`${text.slice(0, text.lastIndexOf(' ')).replace(' ', 'T')}Z`) ?? Number.NaN;
}

/**
 * The moments at which the clocks of a zone show a time. Looked for among the offsets in force on the days
 * around it, because a clock change skips some times and repeats others.
 *
 * @param wall the time as if it were UTC, in epoch milliseconds
 * @returns `found`: the moments, none where the time is left out; `candidates`: what they would be with each offset
 */
export function momentsOf(
  wall: number,
  timezone: string | null,
): { found: number[]; candidates: number[] } {
  const offsets = new Set<number>();
  for (let hours = -MAX_OFFSET_HOURS; hours <= MAX_OFFSET_HOURS; hours++) {
    const instant = wall + hours * HOUR_MILLIS;
    if (canBeWritten(instant)) offsets.add(wallOf(instant, timezone) - instant);
  }
  const candidates = [...offsets]
    .map((offset) => wall - offset)
    .filter(canBeWritten)
    .sort((a, b) => a - b);
  return { candidates, found: candidates.filter((each) => wallOf(each, timezone) === wall) };
}

/** The clocks of one zone, for many times: each moment takes some hundred look-ups unless its day is known. */
export class VenueClock {
  private readonly timezone: string | null;
  /** By day since 1970: the offset in force all that day and the days around it; NaN where it changes. */
  private readonly offsets = new Map<number, number>();

  constructor(timezone: string | null) {
    this.timezone = timezone;
  }

  /** As the function of this name; at the ends of time, as in UTC. */
  wallOf(instant: number): number {
    const offset = this.offsetAround(instant);
    if (!Number.isNaN(offset)) return instant + offset;
    const wall = wallOf(instant, this.timezone);
    return Number.isNaN(wall) ? instant : wall;
  }

  /**
   * The moment at which the clocks show a time: the first where it comes twice, and where it is left out, as
   * long after the change as it would have been (RFC 5545, section 3.3.5).
   */
  momentOf(wall: number): number {
    const offset = this.offsetAround(wall);
    if (!Number.isNaN(offset)) return within(wall - offset);
    const { found, candidates } = momentsOf(wall, this.timezone);
    return found[0] ?? candidates.at(-1) ?? within(wall);
  }

  /** As the function of this name. */
  momentsOf(wall: number): ReturnType<typeof momentsOf> {
    const offset = this.offsetAround(wall);
    if (Number.isNaN(offset)) return momentsOf(wall, this.timezone);
    const moments = [wall - offset].filter(canBeWritten);
    return { found: moments, candidates: moments };
  }

  /** Whether the clocks show the time of a moment only once: not where they are put back soon. */
  showsOnce(instant: number): boolean {
    if (!Number.isNaN(this.offsetAround(instant))) return true;
    return momentsOf(wallOf(instant, this.timezone), this.timezone).found.length === 1;
  }

  private offsetAround(time: number): number {
    const day = Math.floor(time / DAY_MILLIS);
    let offset = this.offsets.get(day);
    if (offset === undefined) {
      const [early, late] = [(day - 1) * DAY_MILLIS, (day + 2) * DAY_MILLIS].map((instant) =>
        canBeWritten(instant) ? wallOf(instant, this.timezone) - instant : Number.NaN,
      );
      offset = early !== undefined && early === late ? early : Number.NaN;
      this.offsets.set(day, offset);
    }
    return offset;
  }
}

function canBeWritten(instant: number): boolean {
  return instant >= EARLIEST && instant <= LATEST;
}

function within(instant: number): number {
  return Math.min(Math.max(instant, EARLIEST), LATEST);
}
