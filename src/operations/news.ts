/** What followers are notified of, whichever operation writes it (decisions L19 to L21). */
import { isDeepStrictEqual } from 'node:util';
import type { RaceState } from '../contract/board.ts';
import type { EventRows } from '../domain/event-state.ts';
import { type Lane, NO_RESULT } from '../domain/lane.ts';
import {
  isDelayNews,
  isMoreIn,
  isNear,
  isRetimeNews,
  publicState,
  resultNews,
} from '../domain/news.ts';
import { hasRaced } from '../domain/standings.ts';
import type { Race } from '../domain/plan-races.ts';
import { type DayDelay, isSameDelay, ON_TIME, venueDay } from '../domain/race-day.ts';
import type { ShownMove } from '../domain/retime.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { News } from './operation.ts';

/** The schedule as it is afterwards, and the time in epoch milliseconds. */
interface Present {
  schedule: Schedule;
  now: number;
}

interface RaceResults {
  race: Race;
  /** By venue day. */
  delays: ReadonlyMap<string, DayDelay>;
  before: readonly Lane[];
  after: readonly Lane[];
}

/** @returns at most one item */
export function newsOfResults(
  { schedule, now }: Present,
  { race, delays, before, after }: RaceResults,
): News[] {
  const stateBefore = resultNews(schedule, race, before, after);
  if (stateBefore === undefined) return [];
  const delay = delays.get(venueDay(race.scheduledAt, schedule.timezone)) ?? ON_TIME;
  if (!isNear(race.scheduledAt, delay, now)) return [];
  const settlesAnew = isMoreIn(before, after);
  return [{ kind: 'results-posted', subject: String(race.id), stateBefore, settlesAnew }];
}

interface ChangedDelay {
  day: string;
  before: DayDelay;
  after: DayDelay;
  /** The races of the day that have not been on the course. */
  toCome: readonly Race[];
}

/** @returns at most one item */
export function newsOfDelay(
  { schedule, now }: Present,
  { day, before, after, toCome }: ChangedDelay,
): News[] {
  if (!isDelayNews(schedule, toCome, after, now)) return [];
  return [{ kind: 'schedule-delayed', subject: day, stateBefore: publicState(before) }];
}

/**
 * Races of a day are planned anew: one item, about the first that crews see moved.
 *
 * @param moves what crews see move, the first race first
 */
export function newsOfRetime({ schedule, now }: Present, moves: readonly ShownMove[]): News[] {
  const [first] = moves;
  if (!first || !isRetimeNews(schedule, moves, now)) return [];
  return [
    { kind: 'races-retimed', subject: String(first.id), stateBefore: publicState(first.before) },
  ];
}

interface ChangedState {
  raceId: number;
  before: RaceState;
  after: RaceState;
}

/** A race is cancelled, postponed, or takes place after all: a notice, so it does not settle. @returns at most one item */
function newsOfState(
  { schedule }: Pick<Present, 'schedule'>,
  { raceId, before, after }: ChangedState,
): News[] {
  if (schedule.status !== 'published' || before === after) return [];
  const stateBefore = publicState(before);
  return [{ kind: 'race-state', subject: String(raceId), stateBefore, isAtOnce: true }];
}

/**
 * The news of a change that may touch anything of an event: other results, other states of races and other
 * delays. A race that is removed or restored is no news (console, "Interface"), nor is a changed visibility.
 */
export function newsBetween(present: Present, was: EventRows, is: EventRows): News[] {
  const { timezone } = present.schedule;
  const dayOf = ({ scheduledAt }: Race) => venueDay(scheduledAt, timezone);
  const lanesOf = ({ lanes }: EventRows, { id }: Race) => lanes.get(id) ?? [];
  const before = new Map(was.races.map((race) => [race.id, race]));
  const ofResults = is.races.flatMap((race) => {
    const lanes = { before: lanesOf(was, race), after: lanesOf(is, race) };
    if (!before.has(race.id) || hasSameResults(lanes.before, lanes.after)) return [];
    return newsOfResults(present, { race, delays: is.delays, ...lanes });
  });
  const ofStates = is.races.flatMap(({ id: raceId, state: after }) =>
    newsOfState(present, { raceId, before: before.get(raceId)?.state ?? after, after }),
  );
  const ofDelays = [...new Set([...was.delays.keys(), ...is.delays.keys()])].flatMap((day) => {
    const [before, after] = [was.delays.get(day) ?? ON_TIME, is.delays.get(day) ?? ON_TIME];
    if (isSameDelay(before, after)) return [];
    const toCome = is.races.filter((race) => dayOf(race) === day && !hasRaced(lanesOf(is, race)));
    return newsOfDelay(present, { day, before, after, toCome });
  });
  return [...ofResults, ...ofStates, ...ofDelays];
}

/** Lanes that have not raced are left out, so another draw alone makes no difference. */
function hasSameResults(before: readonly Lane[], after: readonly Lane[]): boolean {
  const isUntouched = before.every((lane, index) => lane === after[index]);
  if (isUntouched && before.length === after.length) return true;
  const results = (lanes: readonly Lane[]) =>
    lanes
      .filter(({ status }) => status !== NO_RESULT.status)
      .map(({ team: _, positionLabel: __, ...result }) => result);
  return isDeepStrictEqual(results(before), results(after));
}
