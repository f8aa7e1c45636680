/**
 * Elapsed times that follow from times of day (racing, "Times of day"). The time of an entry with a start and a finish is
 * their difference, whichever write set them; the frame derives it at every write.
 */
import { type Lane, NO_RESULT, NOT_WITHDRAWN } from '../draw/lane.ts';
import { aLane } from '../history/changes.ts';
import type { Race } from '../races/race.ts';
import { raceKind } from '../races/racing.ts';
import { conflict, type Refusal } from '../refusal.ts';

/** The properties of a race on which the times of its entries depend. */
type TimingRace = Pick<Race, 'kind' | 'startIntervalSeconds' | 'startedAt' | 'clockOffsetMillis'>;

/** A race with its lanes. */
interface TimedRace<Timed extends TimingRace = TimingRace> {
  race: Timed & Pick<Race, 'resultMode'>;
  lanes: readonly Lane[];
}

/** The properties of a lane that follow from its times of day. */
export const DERIVED_PROPERTIES = ['status', 'finishTimeMillis', 'finishPlace'] as const;

/** The longest time that is stored. */
const MAX_TIME_MILLIS = 2 ** 31 - 1;

/** When a boat started: its own start, else in a race whose boats start together that of the race. */
function startOf(race: TimingRace, { startedAt }: Pick<Lane, 'startedAt'>): number | null {
  return startedAt ?? (raceKind(race) === 'lanes' ? race.startedAt : null);
}

/** Finish plus clock offset minus start, in milliseconds; `null` if start or finish is missing. It may be negative. */
export function elapsedMillis(
  race: TimingRace,
  lane: Pick<Lane, 'startedAt' | 'finishedAt'>,
): number | null {
  if (lane.finishedAt === null) return null;
  const start = startOf(race, lane);
  return start === null ? null : lane.finishedAt + race.clockOffsetMillis - start;
}

/** Whether an elapsed time is possible: boats finish after they have started, and larger times are not stored. */
export function isPossibleTime(millis: number): boolean {
  return millis > 0 && millis <= MAX_TIME_MILLIS;
}

/**
 * Refuses a write, such as an undo, after which a lane has times of day that cannot be those of one boat. A write of the
 * times themselves gets a 422 on the property instead (`planRacing`).
 *
 * @param lanes the changed lanes; like the races, as they would be after the write
 */
export function objectionToTimes(
  { races = [] }: { races?: readonly Race[] },
  lanes: readonly { raceId: number; after: Lane | null }[],
): Refusal | undefined {
  for (const { raceId, after } of lanes) {
    if (!after?.finishedAt) continue;
    const race = races.find(({ id }) => id === raceId);
    const elapsed = race ? elapsedMillis(race, after) : null;
    if (!race || elapsed === null || isPossibleTime(elapsed)) continue;
    const { name } = aLane(race, after.position);
    return conflict(
      `The boat of ${name} would finish before it started, or more than 24 days later. Correct its times of day first.`,
    );
  }
  return undefined;
}

/** Whether a change of the race may change the times of its boats. */
export function isTimedOtherwise(was: TimingRace, is: TimingRace): boolean {
  return (
    was.startedAt !== is.startedAt ||
    was.clockOffsetMillis !== is.clockOffsetMillis ||
    was.kind !== is.kind ||
    was.startIntervalSeconds !== is.startIntervalSeconds
  );
}

/**
 * The start of a race after a write, in epoch milliseconds: a head race without one gets the earliest new start of a boat.
 *
 * @param was the lanes before the write
 */
export function startByFirstBoat(
  race: TimingRace,
  was: readonly Lane[],
  lanes: readonly Lane[],
): number | null {
  if (race.startedAt !== null || raceKind(race) !== 'head') return race.startedAt;
  const known = new Set(was.flatMap(({ position, startedAt }) => (startedAt ? position : [])));
  const started = lanes.flatMap(({ position, startedAt }) =>
    startedAt === null || known.has(position) ? [] : startedAt,
  );
  return started.length === 0 ? null : Math.min(...started);
}

/**
 * The lanes of a race with the times that follow from their times of day.
 *
 * @param was the race before the write; `undefined` if it is new
 * @param is the race as the write sets it
 * @returns the same list if no lane changes; impossible times are derived as well (`isPossibleTime`)
 */
export function withDerivedTimes(was: TimedRace | undefined, is: TimedRace): readonly Lane[] {
  const before = new Map<number, Lane>();
  for (const lane of was?.lanes ?? [])
    if (lane.finishedAt !== null) before.set(lane.position, lane);
  if (before.size === 0 && is.lanes.every(({ finishedAt }) => finishedAt === null)) return is.lanes;
  let isChanged = false;
  const lanes = is.lanes.map((lane) => {
    const derived = derivedLane(was && { ...was, lane: before.get(lane.position) }, is, lane);
    isChanged ||= derived !== lane;
    return derived;
  });
  return isChanged ? lanes : is.lanes;
}

interface LaneBefore {
  race: TimingRace;
  lane: Lane | undefined;
}

function derivedLane(before: LaneBefore | undefined, { race }: TimedRace, lane: Lane): Lane {
  const elapsed = elapsedMillis(race, lane);
  if (elapsed === null) return before?.lane ? withoutDerived(before, race, lane) : lane;
  const { status } = lane;
  const isJudged = status === 'dnf' || status === 'dsq';
  if (lane.finishTimeMillis === elapsed && (isJudged || status === 'finished')) return lane;
  const rows = isJudged ? lane : { ...lane, ...NOT_WITHDRAWN, status: 'finished' as const };
  return { ...rows, finishTimeMillis: elapsed };
}

/** A derived time is removed with the times of day that it came from, unless the write sets another result. */
function withoutDerived(
  { race: raceBefore, lane: was }: LaneBefore,
  race: TimedRace['race'],
  lane: Lane,
): Lane {
  if (!was || elapsedMillis(raceBefore, was) === null) return lane;
  if (was.finishTimeMillis !== lane.finishTimeMillis) return lane;
  const isPlaced = race.resultMode === 'placesOnly' && lane.finishPlace !== null;
  if (lane.status !== 'finished' || isPlaced) return { ...lane, finishTimeMillis: null };
  // A place that a timed race stores without showing it is removed as well (decision L8).
  return { ...lane, ...NO_RESULT, penaltyMillis: lane.penaltyMillis };
}
