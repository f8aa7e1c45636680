/**
 * The instants that times of day of a file are. Most have no date: the start of a boat is on the date on which it is
 * nearest to the start of its race, and its finish is the next moment at which the clock shows that time, so that midnight
 * and a change of the clock lie between them as they do on the water. Pure.
 */
import { momentsAround, nearestTo } from '../../../domain/day/nearest-moment.ts';
import { VenueClock } from '../../../domain/day/venue-clock.ts';
import type { ReadStart } from '../../../exchange/reading/reading.ts';

export class Moments {
  /** In which times of day are that do not say it themselves. */
  private readonly timezone: () => string | null;
  private readonly clocks = new Map<string | null, VenueClock>();

  /** @param timezone asked for only where a time has none of its own */
  constructor(timezone: () => string | null) {
    this.timezone = timezone;
  }

  /** @param base when the race starts or started @returns the nearest moment; `undefined` where there is none */
  near(moment: ReadStart, base: number): number | undefined {
    return nearestTo(base, this.candidates(moment, base));
  }

  /** @returns the first moment after a start; `undefined` where there is none within a day */
  after(moment: ReadStart, startedAt: number): number | undefined {
    return this.candidates(moment, startedAt)
      .filter((instant) => instant > startedAt)
      .sort((a, b) => a - b)[0];
  }

  private candidates({ date, time, zone }: ReadStart, base: number): number[] {
    const clock = this.clockOf(zone);
    const millis = Date.parse(`1970-01-01T${time}Z`);
    if (Number.isNaN(millis)) return [];
    if (date === null) return momentsAround(clock, millis, base);
    const { found, candidates } = clock.momentsOf(Date.parse(`${date}T00:00:00Z`) + millis);
    return found.length > 0 ? found : candidates;
  }

  private clockOf(zone: string | null): Pick<VenueClock, 'wallOf' | 'momentsOf'> {
    const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):(\d{2})$/.exec(zone ?? '') ?? [];
    if (sign !== undefined) {
      const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
      const momentsOf = (wall: number) => ({ found: [wall - offset], candidates: [] });
      return { wallOf: (instant) => instant + offset, momentsOf };
    }
    const timezone = zone ?? this.timezone();
    const clock = this.clocks.get(timezone) ?? new VenueClock(timezone);
    this.clocks.set(timezone, clock);
    return clock;
  }
}
