/** A running order by day, what is on the course and next at a moment, and what has changed. */
import type { Board, BoardRace } from '../../../src/contract/board.ts';
import { isScored } from '../../../src/domain/standings.ts';
import { venueDay } from './times.ts';

export interface Day {
  /** YYYY-MM-DD at the venue. */
  day: string;
  delayMinutes: number;
  races: BoardRace[];
}

/** The races by the venue day on which they are planned, both in running order. */
export function daysOf(board: Pick<Board, 'races' | 'days' | 'timezone'>): Day[] {
  const delays = new Map(board.days.map(({ day, delayMinutes }) => [day, delayMinutes]));
  const days = new Map<string, Day>();
  for (const race of board.races) {
    const day = dayOf(race, board.timezone);
    let entry = days.get(day);
    if (!entry) {
      entry = { day, delayMinutes: delays.get(day) ?? 0, races: [] };
      days.set(day, entry);
    }
    entry.races.push(race);
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** The venue day on which a race is planned, YYYY-MM-DD. */
export function dayOf(race: Pick<BoardRace, 'scheduledAt'>, timezone: string | null): string {
  return venueDay(Date.parse(race.scheduledAt), timezone);
}

/** A race without a result counts as on the course for so long after its start. */
const ON_COURSE_MILLIS = 20 * 60_000;

export interface CurrentRaces {
  onCourse: BoardRace | undefined;
  /** The next one first. */
  next: BoardRace[];
}

/**
 * The race on the course and those that follow, among the races without a result.
 *
 * On the course is the last race whose estimated start has come, unless that was more than twenty
 * minutes ago or a later race has a result. Next are the races whose estimated start is to come; when
 * none of them is today, today's races that still wait for a result are late and come first.
 *
 * @param now epoch milliseconds
 */
export function currentRaces(
  { races, timezone }: Pick<Board, 'races' | 'timezone'>,
  now: number,
): CurrentRaces {
  const start = (race: BoardRace) => Date.parse(race.estimatedAt);
  const open = races.filter(({ lanes }) => !isScored(lanes)).sort((a, b) => start(a) - start(b));
  const lastScored = Math.max(...lastResults(races).map(start), Number.NEGATIVE_INFINITY);
  const started = open.filter((race) => start(race) <= now && start(race) >= lastScored);
  const onCourse = started.findLast((race) => start(race) > now - ON_COURSE_MILLIS);
  const next = open.filter((race) => start(race) > now);
  const today = venueDay(now, timezone);
  const isToday = (race: BoardRace) => dayOf(race, timezone) === today;
  if (onCourse || next.some(isToday)) return { onCourse, next };
  const late = started.filter((race) => isToday(race) && race.results !== 'hidden');
  return { onCourse, next: [...late, ...next] };
}

/** The races with results, the last one rowed first. */
export function lastResults(races: readonly BoardRace[]): BoardRace[] {
  return races
    .filter(({ lanes }) => isScored(lanes))
    .sort((a, b) => Date.parse(b.scheduledAt) - Date.parse(a.scheduledAt));
}

/** The races that differ from before in more than their estimate, which every delay changes. */
export function changedRaces(before: Board, after: Board): BoardRace[] {
  const known = new Map(before.races.map((race) => [race.id, comparable(race)]));
  return after.races.filter((race) => known.get(race.id) !== comparable(race));
}

/** The days whose delay differs from before, also those that now have none. */
export function changedDelays(before: Board, after: Board): Board['days'] {
  const delay = (board: Board, day: string) =>
    board.days.find((candidate) => candidate.day === day)?.delayMinutes ?? 0;
  const days = new Set([...before.days, ...after.days].map(({ day }) => day));
  return [...days]
    .filter((day) => delay(before, day) !== delay(after, day))
    .map((day) => ({ day, delayMinutes: delay(after, day) }));
}

function comparable(race: BoardRace): string {
  return JSON.stringify({ ...race, estimatedAt: '' });
}
