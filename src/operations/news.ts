/** What followers are notified of, whichever operation writes it (decisions L19 to L21). */
import { isDeepStrictEqual } from 'node:util';
import type { RaceState } from '../contract/board.ts';
import type { EventRows } from '../domain/event-state.ts';
import { type Lane, NO_RESULT } from '../domain/lane.ts';
import { isDelayNews, isMoreIn, isNear, publicState, resultNews } from '../domain/news.ts';
import { isScored } from '../domain/standings.ts';
import type { Race } from '../domain/plan-races.ts';
import { venueDay } from '../domain/race-day.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { News } from './operation.ts';

/** The schedule as it is afterwards, and the time in epoch milliseconds. */
interface Present {
  schedule: Schedule;
  now: number;
}

interface RaceResults {
  race: Race;
  /** In minutes, by venue day. */
  delays: ReadonlyMap<string, number>;
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
  const delayMinutes = delays.get(venueDay(race.scheduledAt, schedule.timezone)) ?? 0;
  if (!isNear(race.scheduledAt, delayMinutes, now)) return [];
  const settlesAnew = isMoreIn(before, after);
  return [{ kind: 'results-posted', subject: String(race.id), stateBefore, settlesAnew }];
}

interface DayDelay {
  day: string;
  /** In minutes. */
  before: number;
  after: number;
  /** The races of the day that are not scored. */
  unscored: readonly Race[];
}

/** @returns at most one item */
export function newsOfDelay(
  { schedule, now }: Present,
  { day, before, after, unscored }: DayDelay,
): News[] {
  if (!isDelayNews(schedule, unscored, after, now)) return [];
  return [{ kind: 'schedule-delayed', subject: day, stateBefore: publicState(before) }];
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
    const [before, after] = [was.delays.get(day) ?? 0, is.delays.get(day) ?? 0];
    if (before === after) return [];
    const unscored = is.races.filter((race) => dayOf(race) === day && !isScored(lanesOf(is, race)));
    return newsOfDelay(present, { day, before, after, unscored });
  });
  return [...ofResults, ...ofStates, ...ofDelays];
}

/** Lanes that have not raced are left out, so another draw alone makes no difference. */
function hasSameResults(before: readonly Lane[], after: readonly Lane[]): boolean {
  const results = (lanes: readonly Lane[]) =>
    lanes
      .filter(({ status }) => status !== NO_RESULT.status)
      .map(({ team: _, positionLabel: __, ...result }) => result);
  return isDeepStrictEqual(results(before), results(after));
}
