/** What followers are notified of, whichever operation writes it (decisions L19 to L21). */
import type { RaceState } from '../contract/board.ts';
import { type DayDelay, delayOfRace, ON_TIME } from '../domain/day/delay.ts';
import type { ShownMove } from '../domain/day/retime.ts';
import { venueDay } from '../domain/day/venue-day.ts';
import { isSameResult, type Lane, NO_RESULT } from '../domain/draw/lane.ts';
import type { Difference } from '../domain/event/difference.ts';
import type { SomeRows } from '../domain/event/event-rows.ts';
import type { Schedule } from '../domain/event/schedule.ts';
import { crewsDrawn, crewsIn, endNews } from '../domain/following/head-news.ts';
import {
  isDelayNews,
  isMoreIn,
  isNear,
  isRetimeNews,
  publicState,
  resultNews,
} from '../domain/following/news.ts';
import type { Race } from '../domain/races/race.ts';
import { raceKind } from '../domain/races/racing.ts';
import { hasRaced } from '../domain/results/standings.ts';
import type { News as OpenNews } from '../storage/queue/outbox.ts';

/** What followers are notified of, and what they saw of it before (`publicState`). */
export interface News extends Pick<OpenNews, 'kind' | 'subject' | 'stateBefore'> {
  /** Due without settling, because no later change belongs to the same news. */
  isAtOnce?: true;
  /** Whether settling starts again, because a lane has come in and others may follow. */
  settlesAnew?: boolean;
}

/** The `stateBefore` of news about something of which nobody has seen anything before. */
export const NOTHING_SEEN = '';

/** The schedule after the write, and the time in epoch milliseconds. */
interface NewsContext {
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
function newsOfResults(
  { schedule, now }: NewsContext,
  { race, delays, before, after }: RaceResults,
): News[] {
  const delay = delayOfRace(race.scheduledAt, delays, schedule.timezone);
  if (!isNear(race.scheduledAt, delay, now)) return [];
  const stateBefore = resultNews(schedule, race, before, after);
  if (stateBefore === undefined) return [];
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
  { schedule, now }: NewsContext,
  { day, before, after, toCome }: ChangedDelay,
): News[] {
  if (!isDelayNews(schedule, toCome, after, now)) return [];
  return [{ kind: 'schedule-delayed', subject: day, stateBefore: publicState(before) }];
}

/**
 * New planned starts of a day's races: one item, about the first race that moves for crews.
 *
 * @param moves the starts that move for crews, the first race first
 */
export function newsOfRetime({ schedule, now }: NewsContext, moves: readonly ShownMove[]): News[] {
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

/** A race is cancelled, postponed, or takes place after all. Due at once, like a notice. @returns at most one item */
function newsOfState(
  { schedule }: Pick<NewsContext, 'schedule'>,
  { raceId, before, after }: ChangedState,
): News[] {
  if (schedule.status !== 'published' || before === after) return [];
  const stateBefore = publicState(before);
  return [{ kind: 'race-state', subject: String(raceId), stateBefore, isAtOnce: true }];
}

/**
 * The news of a write: other results, crews that are drawn by a rule, other states of races and other delays. A race
 * that is removed or restored is no news (console, "Interface"), nor is a changed visibility.
 */
export function newsOf(
  { schedule, now }: { schedule: Schedule | undefined; now: number },
  difference: Difference,
  was: SomeRows,
  is: SomeRows,
): News[] {
  if (!schedule) return [];
  const present = { schedule, now };
  const states = difference.races.flatMap(({ before, after }) => {
    if (!before || !after) return [];
    const { id: raceId } = after;
    return newsOfState(present, { raceId, before: before.state, after: after.state });
  });
  const delays = difference.delays.flatMap(({ day, before, after }) => {
    const toCome = (is.races ?? []).filter(
      ({ id, scheduledAt }) =>
        venueDay(scheduledAt, schedule.timezone) === day && !hasRaced(is.lanes?.get(id) ?? []),
    );
    return newsOfDelay(present, { day, before: before ?? ON_TIME, after, toCome });
  });
  const races = changedRaces(difference, was, is);
  return [
    ...newsOfAllResults(present, difference, was, is),
    ...races.flatMap((each) => newsOfHeadRace(present, each)),
    ...races.flatMap((each) => newsOfDraw(present, each)),
    ...states,
    ...delays,
  ];
}

/** A race that a write changes, or whose lanes it changes. */
export interface ChangedRace {
  before: { race: Race; lanes: readonly Lane[] };
  after: { race: Race; lanes: readonly Lane[] };
  /** By venue day. */
  delays: ReadonlyMap<string, DayDelay>;
}

/** Changed races that existed before (a new or restored one is no news): those with changed lanes, and all head races. */
function changedRaces(
  { races, lanes }: Difference,
  was: SomeRows,
  is: SomeRows,
): readonly ChangedRace[] {
  const ids = new Set([
    ...races.flatMap(({ after }) => after?.id ?? []),
    ...lanes.map(({ raceId }) => raceId),
  ]);
  if (ids.size === 0 || !is.lanes) return [];
  const changed = (is.races ?? []).filter(
    (race) =>
      ids.has(race.id) &&
      (was.lanes?.get(race.id) !== is.lanes?.get(race.id) || raceKind(race) === 'head'),
  );
  if (changed.length === 0) return [];
  const before = new Map(was.races?.map((race) => [race.id, race]));
  const { delays = new Map() } = is;
  return changed.flatMap((race) => {
    const old = before.get(race.id);
    if (!old) return [];
    const [lanesBefore = [], lanesAfter = []] = [was.lanes?.get(race.id), is.lanes?.get(race.id)];
    return [
      { before: { race: old, lanes: lanesBefore }, after: { race, lanes: lanesAfter }, delays },
    ];
  });
}

/**
 * Head races (racing, "Who hears what"): each crew that is in is news of its own, and so is the end of the race. The end
 * waits in the outbox from the first boat on, so that followers are also notified of an end that comes by time alone.
 */
function newsOfHeadRace(
  { schedule, now }: NewsContext,
  { before, after, delays }: ChangedRace,
): News[] {
  const { race } = after;
  if (raceKind(race) !== 'head') return [];
  const end = endNews(schedule, before, after);
  const delay = delayOfRace(race.scheduledAt, delays, schedule.timezone);
  if (end === undefined || !isNear(race.scheduledAt, delay, now)) return [];
  const crews = crewsIn(schedule, before, after).map(
    ({ crewId, stateBefore }): News => ({
      ...{ kind: 'crew-in', subject: `${race.id}/${crewId}`, stateBefore },
    }),
  );
  const ofRace = { subject: String(race.id), stateBefore: end, settlesAnew: true };
  return [...crews, { kind: 'race-over', ...ofRace }];
}

/** Crews that are drawn into lanes which a progression rule fills. */
export function newsOfDraw(
  { schedule, now }: NewsContext,
  { before, after }: Pick<ChangedRace, 'before' | 'after'>,
): News[] {
  return crewsDrawn(schedule, before, after, now).map(({ crewId, stateBefore }) => ({
    ...{ kind: 'crew-drawn', subject: `${after.race.id}/${crewId}`, stateBefore },
  }));
}

/** News of results in races whose boats start together and that existed before. Another draw alone is no news of results. */
function newsOfAllResults(
  present: NewsContext,
  { lanes }: Difference,
  was: SomeRows,
  is: SomeRows,
): News[] {
  const rescored = new Set(
    lanes.flatMap(({ raceId, before, after }) =>
      isSameResult(before ?? NO_RESULT, after ?? NO_RESULT) ? [] : raceId,
    ),
  );
  if (rescored.size === 0) return [];
  const known = new Set(was.races?.map(({ id }) => id));
  const { races = [], delays = new Map() } = is;
  return races.flatMap((race) => {
    if (!rescored.has(race.id) || !known.has(race.id) || raceKind(race) === 'head') return [];
    const [before = [], after = []] = [was.lanes?.get(race.id), is.lanes?.get(race.id)];
    return newsOfResults(present, { race, delays, before, after });
  });
}
