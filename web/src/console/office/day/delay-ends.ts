/**
 * Until when a delay holds: the whole day, or until a break that makes up for it (console, "Delay that ends"). What the
 * part "Day" offers and proposes. Pure.
 */
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { timeOfDay } from '../../../shared/times.ts';
import { canMove, type DelayForm, nextRace, type RunningDay, readClock } from './day-decisions.ts';

const MINUTE_MILLIS = 60_000;
const SHORTEST_BREAK_MINUTES = 30;

/** When a delay may end. */
export interface DelayEnd {
  /** RFC 3339. */
  at: string;
  /** The first race that keeps its plan; nothing where no race is left to do so. */
  race: OfficeRace | undefined;
  /** The time to the race before; `null` where that is no break. */
  breakMinutes: number | null;
  /** Whether the break is about noon, by the clocks of the venue. */
  isLunch: boolean;
}

/** What the ends depend on. */
interface Delayed {
  /** The first race that the delay moves. */
  fromId: number | undefined;
  delayMinutes: number;
  /** As the day runs now. */
  now: RunningDay;
}

/**
 * The ends to choose from: the race after each break that is longer than the delay, so that no race is to start before
 * an earlier one; and the end that is set now.
 *
 * @param races of the day, in running order
 */
export function endsOffered(
  races: readonly OfficeRace[],
  { fromId, delayMinutes, now }: Delayed,
  timezone: string | null,
): DelayEnd[] {
  const planned = races.filter(({ state }) => state === 'planned');
  const first = planned.findIndex(({ id }) => id === fromId);
  const [from, ...later] = first < 0 ? [] : planned.slice(first);
  if (!from) return [];
  const shortest = Math.max(SHORTEST_BREAK_MINUTES, delayMinutes + 1);
  const ends = later.filter(canMove).flatMap((race): DelayEnd[] => {
    const before = Date.parse(planned[planned.indexOf(race) - 1]?.scheduledAt ?? '');
    const start = Date.parse(race.scheduledAt);
    const breakMinutes = Math.floor((start - before) / MINUTE_MILLIS);
    if (breakMinutes < shortest) return [];
    const isLunch = timeOfDay(before, timezone) < '13:00' && timeOfDay(start, timezone) > '12:00';
    return [{ at: race.scheduledAt, race, breakMinutes, isLunch }];
  });
  const { until } = now;
  if (until === null || isAfter(from, until) || ends.some(({ at }) => at === until)) return ends;
  const race = later.find((each) => isAfter(each, until));
  const set: DelayEnd = { at: until, race, breakMinutes: null, isLunch: false };
  return [...ends, set].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Which races a delay moves as it is typed, and how far: from the next one on, or from the one that starts at a time. */
export function movedBy(
  { startsAt, raceId, delayMinutes }: DelayForm,
  races: readonly OfficeRace[],
  timezone: string | null,
): Pick<Delayed, 'fromId' | 'delayMinutes'> {
  const race = races.find(({ id }) => id === Number(raceId));
  const clock = readClock(startsAt);
  if (startsAt === '')
    return { fromId: nextRace(races)?.id, delayMinutes: Number(delayMinutes) || 0 };
  if (!race || clock === undefined) return { fromId: race?.id, delayMinutes: 0 };
  const planned = timeOfDay(Date.parse(race.scheduledAt), timezone);
  return { fromId: race.id, delayMinutes: minutesOf(clock) - minutesOf(planned) };
}

/** @param clock `HH:MM` */
function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Whether a race is planned at the end of a delay or later. */
function isAfter({ scheduledAt }: OfficeRace, until: string): boolean {
  return Date.parse(scheduledAt) >= Date.parse(until);
}

/** The choice that holds for the whole day. Others are instants, and an empty one is what is proposed. */
export const NO_END = 'none';

/**
 * The end that is sent: what was chosen, else the one that is set, else the next break, also where a delay is set without
 * an end, as one from `/v1` is (console, "Delay that ends").
 *
 * @returns RFC 3339; `null` for the whole day
 */
export function endOf(
  chosen: string,
  now: RunningDay,
  offered: readonly Pick<DelayEnd, 'at' | 'breakMinutes'>[],
): string | null {
  const isOffered = (end: string | null) => offered.some(({ at }) => at === end);
  if (chosen === NO_END) return null;
  if (isOffered(chosen)) return chosen;
  if (isOffered(now.until)) return now.until;
  return offered.find(({ breakMinutes }) => breakMinutes !== null)?.at ?? null;
}
