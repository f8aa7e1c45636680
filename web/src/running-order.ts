/** What a running order says at a moment: its days, what is on, what comes next, what has changed. */
import type { Board, BoardRace } from '../../src/contract/board.ts';
import { isScored as hasScore } from '../../src/domain/standings.ts';
import { venueDay } from './times.ts';

export interface Day {
  /** YYYY-MM-DD at the venue. */
  day: string;
  delayMinutes: number;
  races: BoardRace[];
}

/** The races by the venue day on which they are planned, in running order; days in order. */
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

/** Whether a race has a result that may be seen. */
export function isScored(race: Pick<BoardRace, 'lanes'>): boolean {
  return hasScore(race.lanes);
}

/** For how long after its start a race without a result counts as being rowed. */
const ON_COURSE_MILLIS = 20 * 60_000;

/**
 * What is on the course and what follows. Only races without a result count. The race on the
 * course is the last one whose estimated start has come, for twenty minutes at most and unless a
 * later race has its result already. The next races are those whose estimated start is still to
 * come: a race that never gets a result stops being next when its time has passed. Only when the
 * clock says that nothing is left today, races of today that wait for their results are taken for
 * late, in order, after the last race that has one.
 *
 * @param nowMillis epoch milliseconds
 */
export function atMoment(
  { races, timezone }: Pick<Board, 'races' | 'timezone'>,
  nowMillis: number,
): { now: BoardRace | undefined; next: BoardRace[] } {
  const start = (race: BoardRace) => Date.parse(race.estimatedAt);
  const open = races.filter((race) => !isScored(race)).sort((a, b) => start(a) - start(b));
  const lastScored = Math.max(...races.filter(isScored).map(start), Number.NEGATIVE_INFINITY);
  const started = open.filter((race) => start(race) <= nowMillis && start(race) >= lastScored);
  const now = started.findLast((race) => start(race) > nowMillis - ON_COURSE_MILLIS);
  const next = open.filter((race) => start(race) > nowMillis);
  const today = venueDay(nowMillis, timezone);
  const isToday = (race: BoardRace) => dayOf(race, timezone) === today;
  if (now || next.some(isToday)) return { now, next };
  const late = started.filter((race) => isToday(race) && race.results !== 'hidden');
  return { now, next: [...late, ...next] };
}

/** The races with results, the last one rowed first. */
export function lastResults(races: readonly BoardRace[]): BoardRace[] {
  return races
    .filter(isScored)
    .sort((a, b) => Date.parse(b.scheduledAt) - Date.parse(a.scheduledAt));
}

/**
 * The races that say something else than before; a new estimate alone does not count, for a delay
 * moves all of them and is said once.
 */
export function changedRaces(before: Board, after: Board): BoardRace[] {
  const known = new Map(before.races.map((race) => [race.id, essence(race)]));
  return after.races.filter((race) => known.get(race.id) !== essence(race));
}

/** The days whose delay differs from before, those that are no longer delayed included. */
export function changedDelays(before: Board, after: Board): Board['days'] {
  const delay = (board: Board, day: string) =>
    board.days.find((candidate) => candidate.day === day)?.delayMinutes ?? 0;
  const days = new Set([...before.days, ...after.days].map(({ day }) => day));
  return [...days]
    .filter((day) => delay(before, day) !== delay(after, day))
    .map((day) => ({ day, delayMinutes: delay(after, day) }));
}

function essence(race: BoardRace): string {
  return JSON.stringify({ ...race, estimatedAt: '' });
}
