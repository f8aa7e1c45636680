/**
 * When a race was started, as its `.lif` says it: a time of day of the timing computer, which is on the date that is nearest
 * to when the race is expected (racing.md, "Started, on the course, over"). Pure.
 */
import { formatInstant } from '../contract/instant.ts';
import { isNearEnough, momentsAround, nearestTo } from '../domain/day/nearest-moment.ts';
import { type DayDelay, delayOfRace, estimatedStart } from '../domain/day/race-day.ts';
import { VenueClock } from '../domain/day/venue-clock.ts';
import { venueTime } from '../domain/day/venue-time.ts';
import { type Lif, startMillisOf } from '../exchange/finishlynx/lif.ts';
import type { ScheduleRace } from './schedule.ts';

/** By venue day; days on time are left out. */
export type Delays = ReadonlyMap<string, DayDelay>;

/** RFC 3339; or why the start is not used; `null` where the file has none. */
type FileStart = { startedAt: string } | { reason: string } | null;

/** @param timezone of the venue, `null` for UTC */
export function startOf(
  lif: Pick<Lif, 'start'>,
  { scheduledAt }: Pick<ScheduleRace, 'scheduledAt'>,
  { timezone, delays }: { timezone: string | null; delays: Delays },
): FileStart {
  const millis = startMillisOf(lif);
  if (millis === null) return null;
  const planned = Date.parse(scheduledAt);
  const expected = estimatedStart(planned, delayOfRace(planned, delays, timezone));
  const startedAt = nearestTo(expected, momentsAround(new VenueClock(timezone), millis, expected));
  if (startedAt !== undefined && isNearEnough(startedAt, expected))
    return { startedAt: formatInstant(startedAt) };
  const local = venueTime(expected, timezone).slice(0, 'YYYY-MM-DD HH:MM'.length);
  const reason = `its start ${lif.start} is more than 6 hours from ${local}, when the race is expected, and is not used`;
  return { reason };
}
