/**
 * Elapsed times that follow from times of day (racing, "Times of day"). An entry that has a start and a finish has their
 * difference as its time, whoever wrote which of them; the frame of every write derives it.
 */
import { type Lane, NO_RESULT, NOT_WITHDRAWN } from '../draw/lane.ts';
import { aLane } from '../history/changes.ts';
import type { Race } from '../races/race.ts';
import { raceKind } from '../races/racing.ts';
import { conflict, type Refusal } from '../refusal.ts';

/** What of a race counts for the times of its entries. */
type TimingRace = Pick<Race, 'kind' | 'startIntervalSeconds' | 'startedAt' | 'clockOffsetMillis'>;

/** A race with its lanes. */
interface TimedRace<Timed extends TimingRace = TimingRace> {
  race: Timed & Pick<Race, 'resultMode'>;
  lanes: readonly Lane[];
}

/** What of a lane follows from its times of day. */
export const DERIVED_PROPERTIES = ['status', 'finishTimeMillis', 'finishPlace'] as const;

/** The longest time that is stored. */
const MAX_TIME_MILLIS = 2 ** 31 - 1;

/** When a boat started: its own start, else in a race whose boats start together that of the race. */
function startOf(race: TimingRace, { startedAt }: Pick<Lane, 'startedAt'>): number | null {
  return startedAt ?? (raceKind(race) === 'lanes' ? race.startedAt : null);
}

/** The difference of finish and start, in milliseconds; `null` where one of them is missing. It may be negative. */
export function elapsedMillis(
  race: TimingRace,
  lane: Pick<Lane, 'startedAt' | 'finishedAt'>,
): number | null {
  if (lane.finishedAt === null) return null;
  const start = startOf(race, lane);
  return start === null ? null : lane.finishedAt + race.clockOffsetMillis - start;
}

/** Whether a time can be one: boats finish after they have started. */
export function isPossibleTime(millis: number): boolean {
  return millis > 0 && millis <= MAX_TIME_MILLIS;
}

/**
 * Refuses what brings times of day together that cannot be those of one boat, such as an undo. Whoever writes times is told
 * by the property (`planRacing`).
 *
 * @param rows as they would be
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

/** Whether the times of any boat may be others, because the race itself counts otherwise. */
export function isTimedOtherwise(was: TimingRace, is: TimingRace): boolean {
  return (
    was.startedAt !== is.startedAt ||
    was.clockOffsetMillis !== is.clockOffsetMillis ||
    was.kind !== is.kind ||
    was.startIntervalSeconds !== is.startIntervalSeconds
  );
}

/**
 * The start of a head race: the first start of one of its entries sets it, where nobody has said it.
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
 * The lanes of a race with the times that follow.
 *
 * @param was the race before the write
 * @param is the race as the write wants it
 * @returns the same list where nothing follows; a time that cannot be one is derived all the same (`isPossibleTime`)
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

/** A time that was derived goes with what it was derived from, unless the write says another result. */
function withoutDerived(
  { race: raceBefore, lane: was }: LaneBefore,
  race: TimedRace['race'],
  lane: Lane,
): Lane {
  if (!was || elapsedMillis(raceBefore, was) === null) return lane;
  if (was.finishTimeMillis !== lane.finishTimeMillis) return lane;
  const isPlaced = race.resultMode === 'placesOnly' && lane.finishPlace !== null;
  if (lane.status !== 'finished' || isPlaced) return { ...lane, finishTimeMillis: null };
  // A place that a timed race only keeps goes as well (decision L8).
  return { ...lane, ...NO_RESULT, penaltyMillis: lane.penaltyMillis };
}
