/**
 * What the clocks of a zone show at a moment, for programs and for people; and at which moments they show a given time,
 * and which of these is nearest to a known moment. Pure.
 */
import { EARLIEST, LATEST, parseInstant } from '../../contract/instant.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '../../contract/time-units.ts';
import { DEFAULT_ZONE, formatOfZone, venueDay } from './venue-day.ts';

/**
 * A moment as the clock at the venue shows it, for people.
 *
 * @param instant epoch milliseconds
 * @param timezone IANA zone, or `null` for UTC
 * @returns for instance `2026-06-13 11:00:05 +02:00`, with the offset because some hours come twice; with
 *   milliseconds where they are not zero
 */
export function venueTime(instant: number, timezone: string | null): string {
  const parts = clockFormat(timezone ?? DEFAULT_ZONE).formatToParts(instant);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  const fraction = part('fractionalSecond');
  const time = `${part('hour')}:${part('minute')}:${part('second')}`;
  const offset = part('timeZoneName').slice('GMT'.length) || '+00:00';
  return `${venueDay(instant, timezone)} ${time}${fraction === '000' ? '' : `.${fraction}`} ${offset}`;
}

const clockFormat = formatOfZone({
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'longOffset',
});

/** Zones are at most 14 hours ahead and 12 behind. */
const MAX_OFFSET_HOURS = 15;

/** What the clocks of a zone show, as if it were UTC, in epoch milliseconds; NaN outside of the years 0001 to 9999. */
export function wallTimeOf(instant: number, timezone: string | null): number {
  const text = venueTime(instant, timezone);
  return parseInstant(`${text.slice(0, text.lastIndexOf(' ')).replace(' ', 'T')}Z`) ?? Number.NaN;
}

/**
 * The moments at which the clocks of a zone show a time. They are found by trying all offsets in force within 15 hours
 * of it, because a clock change skips some times and repeats others.
 *
 * @param wall the time as if it were UTC, in epoch milliseconds
 * @returns `found`: the moments, none where the time is skipped; `candidates`: the moments that each offset would give
 */
export function momentsOf(
  wall: number,
  timezone: string | null,
): { found: number[]; candidates: number[] } {
  const offsets = new Set<number>();
  for (let hours = -MAX_OFFSET_HOURS; hours <= MAX_OFFSET_HOURS; hours++) {
    const instant = wall + hours * HOUR_MILLIS;
    if (canBeWritten(instant)) offsets.add(wallTimeOf(instant, timezone) - instant);
  }
  const candidates = [...offsets]
    .map((offset) => wall - offset)
    .filter(canBeWritten)
    .sort((a, b) => a - b);
  return { candidates, found: candidates.filter((each) => wallTimeOf(each, timezone) === wall) };
}

/** The clocks of one zone, for many times: a moment takes some hundred look-ups unless the offset of its day is known. */
export class VenueClock {
  private readonly timezone: string | null;
  /** By day since 1970: the offset in force on that day and the days before and after it; NaN where it changes. */
  private readonly offsets = new Map<number, number>();

  constructor(timezone: string | null) {
    this.timezone = timezone;
  }

  /** As the function of this name, but as in UTC where that returns NaN. */
  wallTimeOf(instant: number): number {
    const offset = this.offsetAround(instant);
    if (!Number.isNaN(offset)) return instant + offset;
    const wall = wallTimeOf(instant, this.timezone);
    return Number.isNaN(wall) ? instant : wall;
  }

  /**
   * The moment at which the clocks show a time: the first one if they show it twice. For a time that they skip, the
   * moment with the offset before the change (RFC 5545, section 3.3.5).
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

  /** Whether the clocks show the time of a moment only once: false for times that are repeated when they are put back. */
  showsOnce(instant: number): boolean {
    if (!Number.isNaN(this.offsetAround(instant))) return true;
    return momentsOf(wallTimeOf(instant, this.timezone), this.timezone).found.length === 1;
  }

  /** Whether the clocks show the time of a moment for the second time, because they were put back. */
  showsAgain(instant: number): boolean {
    if (!Number.isNaN(this.offsetAround(instant))) return false;
    const wall = this.wallTimeOf(instant);
    const before = instant - DAY_MILLIS / 2;
    const earlier = wall - (this.wallTimeOf(before) - before);
    return earlier < instant && this.wallTimeOf(earlier) === wall;
  }

  private offsetAround(time: number): number {
    const day = Math.floor(time / DAY_MILLIS);
    let offset = this.offsets.get(day);
    if (offset === undefined) {
      const [early, late] = [(day - 1) * DAY_MILLIS, (day + 2) * DAY_MILLIS].map((instant) =>
        canBeWritten(instant) ? wallTimeOf(instant, this.timezone) - instant : Number.NaN,
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

/** A recorded start that is farther from its race than this belongs to another race, or comes from a clock that is wrong. */
const MAX_START_MILLIS = 6 * HOUR_MILLIS;

/**
 * The moments that a time of day without a date may mean.
 *
 * @param millisOfDay milliseconds after midnight, as the clock shows them
 * @param base epoch milliseconds
 * @returns the moments on the day of `base`, the day before and the day after; of a day on which the clocks show the time
 *   twice or skip it, several
 */
export function momentsAround(
  clock: Pick<VenueClock, 'wallTimeOf' | 'momentsOf'>,
  millisOfDay: number,
  base: number,
): number[] {
  const today = Math.floor(clock.wallTimeOf(base) / DAY_MILLIS) * DAY_MILLIS;
  return [-1, 0, 1].flatMap((days) => {
    const { found, candidates } = clock.momentsOf(today + days * DAY_MILLIS + millisOfDay);
    return found.length > 0 ? found : candidates;
  });
}

/** @returns the moment nearest to `base`; of two that are equally near, the earlier; `undefined` if there are none */
export function nearestTo(base: number, moments: readonly number[]): number | undefined {
  return moments.toSorted((a, b) => Math.abs(a - base) - Math.abs(b - base) || a - b)[0];
}

/** The nearest moment at which the clock shows a time; `undefined` where the clock skips the time on the nearest day. */
export function nearestShown(
  clock: Pick<VenueClock, 'wallTimeOf' | 'momentsOf'>,
  millisOfDay: number,
  base: number,
): number | undefined {
  const nearest = nearestTo(base, momentsAround(clock, millisOfDay, base));
  if (nearest === undefined) return undefined;
  const shown = clock.wallTimeOf(nearest);
  return shown - Math.floor(shown / DAY_MILLIS) * DAY_MILLIS === millisOfDay ? nearest : undefined;
}

/** Whether a recorded start may belong to a race. @param base when the race is expected to start */
export function isNearEnough(startedAt: number, base: number): boolean {
  return Math.abs(startedAt - base) <= MAX_START_MILLIS;
}
