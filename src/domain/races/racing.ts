/**
 * A race between start and finish: its kind, the planned starts and the ranking of its entries, how many of its boats are
 * still on the course or have not started, and the race as `/timing/v1` shows it.
 */
import type { BoardLane, RaceKind, RaceState } from '../../contract/board.ts';
import type { ResultMode } from '../../contract/fields.ts';
import { formatInstantOrNull } from '../../contract/instant.ts';
import type { RaceTiming } from '../../contract/timing.ts';
import { type DayDelay, delayOfRace, estimatedStart } from '../day/delay.ts';
import type { Lane, LaneResult, Rating, TimesOfDay } from '../draw/lane.ts';
import {
  categoryPlaces,
  type FieldLane,
  fieldLane,
  fieldOf,
  isAwaited,
  isEntered,
  totalMillis,
} from '../results/standings.ts';
import { type Race, raceView } from './race.ts';

/** The properties of a race from which its kind follows. */
interface OfKind {
  kind: RaceKind | null;
  startIntervalSeconds: number | null;
}

/** The properties of a race from which its start follows. */
interface Started extends OfKind {
  /** Epoch milliseconds, like `startedAt`. */
  scheduledAt: number;
  startedAt: number | null;
  state: RaceState;
}

/** The kind of a race: as set, else `head` with a start interval, else `lanes`; no more is guessed (racing, "Kind of race"). */
export function raceKind({ kind, startIntervalSeconds }: OfKind): RaceKind {
  return kind ?? (startIntervalSeconds === null ? 'lanes' : 'head');
}

/** When a race was or will be started, scored or not, in epoch milliseconds. @param delay of its venue day */
export function raceStart(
  { scheduledAt, startedAt, state }: Omit<Started, keyof OfKind>,
  delay: DayDelay,
): number {
  if (startedAt !== null) return startedAt;
  return state === 'planned' ? estimatedStart(scheduledAt, delay) : scheduledAt;
}

/**
 * The planned starts of the entries of a race (racing, "Kind of race"): the start of the race plus the entry's own offset,
 * else, in a head race, plus one start interval for each entry before it. A `dns` and a withdrawn entry keep their slots.
 *
 * @param lanes of the race, by position
 * @param delay of its venue day
 * @returns one instant per lane, in epoch milliseconds; `null` for an empty lane
 */
export function plannedStarts(
  race: Started,
  lanes: readonly (Pick<Lane, 'plannedStartMillis'> & { team: unknown })[],
  delay: DayDelay,
): (number | null)[] {
  const base = raceStart(race, delay);
  const interval = raceKind(race) === 'head' ? (race.startIntervalSeconds ?? 0) * 1000 : 0;
  let slot = 0;
  return lanes.map(({ team, plannedStartMillis }) => {
    if (team === null) return null;
    const ofSlot = interval * slot++;
    return base + (plannedStartMillis ?? ofSlot);
  });
}

/** The racing properties of a race, as answers outside `/v1` show them. */
export function racingOfRace({
  kind,
  startIntervalSeconds,
  startedAt,
  closed,
  clockOffsetMillis,
}: OfKind & { startedAt: number | null; closed: boolean; clockOffsetMillis: number }) {
  return {
    kind,
    effectiveKind: raceKind({ kind, startIntervalSeconds }),
    startIntervalSeconds,
    startedAt: formatInstantOrNull(startedAt),
    closed,
    clockOffsetMillis,
  };
}

/** How an entry is ranked, besides its place in the race, as answers show it. */
interface ShownRating extends Rating {
  categoryPlace: number | null;
  adjustedTimeMillis: number | null;
}

/** The times of an entry, as answers say them: RFC 3339. */
interface ShownTimes {
  plannedStartAt: string | null;
  startsAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
}

/**
 * The racing properties of the entries of a race, as answers outside `/v1` show them.
 *
 * @param lanes of the race, by position
 * @param shown their results as the reader sees them
 * @param delay of the venue day
 * @returns one per lane
 */
export function racingOfLanes(
  race: Started & { resultMode: ResultMode },
  lanes: readonly Lane[],
  shown: readonly LaneResult[],
  delay: DayDelay,
): (ShownRating & ShownTimes)[] {
  const starts = plannedStarts(race, lanes, delay);
  const places = categoryPlaces(lanes, shown);
  return lanes.map((lane, index) => {
    const { category, outOfCompetition, allowanceMillis } = lane;
    const result = shown[index] ?? lane;
    return {
      category,
      categoryPlace: places[index] ?? null,
      outOfCompetition,
      allowanceMillis,
      ...timesOf(race, lane, starts[index] ?? null),
      adjustedTimeMillis:
        allowanceMillis === null ? null : totalMillis({ ...result, allowanceMillis }),
    };
  });
}

function timesOf(
  { scheduledAt }: Started,
  { plannedStartMillis, startedAt, finishedAt }: TimesOfDay,
  startsAt: number | null,
): ShownTimes {
  const plannedAt = plannedStartMillis === null ? null : scheduledAt + plannedStartMillis;
  return {
    plannedStartAt: formatInstantOrNull(plannedAt),
    startsAt: formatInstantOrNull(startsAt),
    startedAt: formatInstantOrNull(startedAt),
    finishedAt: formatInstantOrNull(finishedAt),
  };
}

interface OfSchedule {
  laneScheme: readonly string[] | null;
  timezone: string | null;
}

/**
 * A race between start and finish, with all its lanes, as `/timing/v1` shows it (racing, "Interface for timing software").
 *
 * @param lanes the race's lanes, by position
 * @param delays of the event, by venue day
 */
export function raceTiming(
  race: Race,
  lanes: readonly Lane[],
  { laneScheme, timezone }: OfSchedule,
  delays: ReadonlyMap<string, DayDelay>,
): RaceTiming {
  const { externalId, lanes: views } = raceView(race, lanes, laneScheme);
  const delay = delayOfRace(race.scheduledAt, delays, timezone);
  const racing = racingOfLanes(race, lanes, views, delay);
  return {
    externalId,
    ...racingOfRace(race),
    ...fieldOf(lanes.map(fieldLane)),
    entries: views.map(({ teamName: _, ...view }, index) => ({
      ...view,
      ...(racing[index] as (typeof racing)[number]),
      withdrawn: lanes[index]?.withdrawn ?? false,
    })),
  };
}

/** How many entries of a race are under way, and how many have not started. */
interface CourseCounts {
  stillOn: number;
  toStart: number;
}

type StartingLane = FieldLane & Pick<BoardLane, 'startsAt' | 'startedAt'>;

/**
 * Makes a test whether an entry of a race has started: if any entry has a `startedAt`, those with one; else those whose
 * planned start is past (racing, "Ranking while boats are out").
 *
 * @param now epoch milliseconds
 */
export function startedBy(
  lanes: readonly StartingLane[],
  now: number,
): (lane: Pick<StartingLane, 'startsAt' | 'startedAt'>) => boolean {
  const isTimed = lanes.some((lane) => isEntered(lane) && lane.startedAt !== null);
  return ({ startedAt, startsAt }) =>
    isTimed ? startedAt !== null : startsAt !== null && Date.parse(startsAt) <= now;
}

/** Counts the entries of a race whose result is awaited. @param now epoch milliseconds */
export function courseCounts(lanes: readonly StartingLane[], now: number): CourseCounts {
  const awaited = lanes.filter(isAwaited);
  const stillOn = awaited.filter(startedBy(lanes, now)).length;
  return { stillOn, toStart: awaited.length - stillOn };
}
