/** A running order by day, what is on the course and next at a moment, and what has changed. */
import type { Board, BoardDay, BoardRace } from '../../../../src/contract/board.ts';
import { coursePhase } from '../../../../src/domain/races/race-phase.ts';
import { hasResults } from '../../../../src/domain/results/standings.ts';
import { venueDay } from '../times.ts';
import {
  type BoardClock,
  ITEM_MILLIS,
  type JudgedRace,
  lastRacedIndex,
  type RacePhase,
} from './race-phase.ts';

/** A day at the venue, with its delay. */
export interface Day extends BoardDay {
  races: BoardRace[];
}

/** The races by the venue day on which they are planned, both in running order. */
export function daysOf(board: Pick<Board, 'races' | 'days' | 'timezone'>): Day[] {
  const delays = new Map(board.days.map((day) => [day.day, day]));
  const days = new Map<string, Day>();
  for (const race of board.races) {
    const day = dayOf(race, board.timezone);
    let entry = days.get(day);
    if (!entry) {
      entry = { ...(delays.get(day) ?? onTime(day)), races: [] };
      days.set(day, entry);
    }
    entry.races.push(race);
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

function onTime(day: string): BoardDay {
  return { day, delayMinutes: 0, until: null };
}

/** The venue day on which a race is planned, YYYY-MM-DD. */
export function dayOf(race: Pick<BoardRace, 'scheduledAt'>, timezone: string | null): string {
  return venueDay(Date.parse(race.scheduledAt), timezone);
}

/** A race that is not over keeps its day for this long after its expected start, no longer: nobody rows until the morning. */
const NIGHT_MILLIS = 6 * 60 * 60_000;

/**
 * The venue day that is rowed at an instant, YYYY-MM-DD: the one on the clock, or the one before while a race of it is not
 * over, as where a delay has moved it past midnight.
 *
 * @param board `undefined` before it has loaded @param now epoch milliseconds
 */
export function dayRowedAt(
  board: Pick<Board, 'races' | 'timezone'> | undefined,
  now: number,
): string {
  const open = board?.races.find(
    (race) =>
      race.state === 'planned' &&
      coursePhase(race, now) !== 'over' &&
      Date.parse(race.estimatedAt) > now - NIGHT_MILLIS,
  );
  const start = open ? Date.parse(open.scheduledAt) : now;
  return venueDay(Math.min(start, now), board?.timezone ?? null);
}

/** In the order of their estimated starts; those at the same time stay as they are. */
export function byEstimate(races: readonly BoardRace[]): BoardRace[] {
  return [...races].sort((a, b) => Date.parse(a.estimatedAt) - Date.parse(b.estimatedAt));
}

interface CurrentRaces {
  /** The last started first. */
  onCourse: BoardRace[];
  /** The races whose time is to come, the next one first. */
  next: BoardRace[];
  /** Today's races that wait for a result, without those before the last raced one, in running order. */
  waiting: BoardRace[];
}

/**
 * The races on the course, those that follow, and those that wait for a result, among the races that are neither cancelled nor
 * postponed. On the course are the race that started last, and every other one that is a head race or has a recorded start;
 * where there is none, a break until the next race starts.
 *
 * @param days in order
 * @param judged the verdicts on their races at the instant
 */
export function currentOf(
  days: readonly Pick<Day, 'day' | 'races'>[],
  judged: ReadonlyMap<number, JudgedRace>,
  { now, today }: BoardClock,
): CurrentRaces {
  const races = days.flatMap((day) => day.races);
  const startOf = (race: BoardRace) => judged.get(race.id)?.expectedAt ?? Number.NaN;
  const isIn = (race: BoardRace, ...phases: RacePhase[]) =>
    phases.includes(judged.get(race.id)?.phase ?? 'passed');
  const next = races
    .filter((race) => isIn(race, 'coming', 'item') && startOf(race) > now)
    .sort((a, b) => startOf(a) - startOf(b));
  const ofToday = days.find(({ day }) => day === today)?.races ?? [];
  const waiting = ofToday
    .slice(lastRacedIndex(ofToday) + 1)
    .filter((race) => isIn(race, 'waiting'));
  const [last, ...others] = races
    .filter(({ id }) => judged.get(id)?.isOnCourse)
    // The one further down in the running order first, where they have started together.
    .reverse()
    .sort((a, b) => startOf(b) - startOf(a));
  const started = ofToday.findLast((race) => race.state === 'planned' && startOf(race) <= now);
  const goesOn = ofToday.some((race) => next.includes(race));
  const isBreak = (race: BoardRace) =>
    isIn(race, 'item') && (goesOn || now - startOf(race) < ITEM_MILLIS);
  const pause = started && isBreak(started) ? [started] : [];
  const known = others.filter(({ kind, startedAt }) => kind === 'head' || startedAt !== null);
  return { onCourse: last ? [last, ...known] : pause, next, waiting };
}

/** The races with results, also of a part of their field, without cancelled ones; the latest planned start first. */
export function lastResults(races: readonly BoardRace[]): BoardRace[] {
  return races
    .filter(({ lanes, state }) => state !== 'cancelled' && hasResults(lanes))
    .sort((a, b) => Date.parse(b.scheduledAt) - Date.parse(a.scheduledAt));
}

/** The race whose results came last. */
interface NewestResult {
  race: BoardRace;
  /** When they came, epoch milliseconds; `null` where that is not known. */
  at: number | null;
}

/**
 * The race whose results came last, also while its field is partly in; where it is not known when they came, the last
 * one rowed.
 *
 * @param seenAt when results came, by the clock of this page, by the id of the race
 */
export function newestResult(
  races: readonly BoardRace[],
  now: number,
  seenAt: ReadonlyMap<number, number> = new Map(),
): NewestResult | undefined {
  const found = lastResults(races).map((race) => {
    const sent = race.resultsAt === null ? Number.NaN : Date.parse(race.resultsAt);
    // A time in the future is that of another clock, so it is not used.
    return { race, at: seenAt.get(race.id) ?? (sent <= now ? sent : null) };
  });
  const known = found.filter(({ at }) => at !== null).sort((a, b) => Number(b.at) - Number(a.at));
  return known[0] ?? found[0];
}

/**
 * The races that differ from before, apart from their starts, which every delay changes, and from what later races say of them.
 */
export function changedRaces(before: Board, after: Board): BoardRace[] {
  const known = new Map(before.races.map((race) => [race.id, comparable(race)]));
  return after.races.filter((race) => known.get(race.id) !== comparable(race));
}

/** The days whose delay or its end differs from before, also those that now have none. */
export function changedDelays(before: Board, after: Board): BoardDay[] {
  const delay = (board: Board, day: string) =>
    board.days.find((candidate) => candidate.day === day) ?? onTime(day);
  const days = new Set([...before.days, ...after.days].map(({ day }) => day));
  return [...days].flatMap((day) => {
    const [was, is] = [delay(before, day), delay(after, day)];
    return was.delayMinutes === is.delayMinutes && was.until === is.until ? [] : [is];
  });
}

/** The races of a newer document; those that have not changed are the same objects as before, and so not drawn again. */
export function reuseRaces(before: readonly BoardRace[], after: readonly BoardRace[]): BoardRace[] {
  const known = new Map(before.map((race) => [race.id, race]));
  return after.map((race) => {
    const old = known.get(race.id);
    return old && JSON.stringify(old) === JSON.stringify(race) ? old : race;
  });
}

function comparable(race: BoardRace): string {
  const lanes = race.lanes.map((lane) => ({ ...lane, startsAt: null, next: null }));
  return JSON.stringify({ ...race, estimatedAt: '', rules: [], lanes });
}
