/** Standings: the places of a race, the part of a lane's result that an answer shows, and the order of results. */
import type { BoardLane, BoardRace } from '../../contract/board.ts';
import type { EntryStatus, ResultMode } from '../../contract/fields.ts';
import type { Lane, LaneResult, Rating } from '../draw/lane.ts';

/** A result, with the rating on which its place depends. */
type Ranked = LaneResult & Partial<Pick<Rating, 'allowanceMillis' | 'outOfCompetition'>>;

/**
 * The results of a race as its result mode shows them (decisions L10 to L12).
 *
 * In a `timed` race places are derived among the lanes that finished with a time: one more than
 * the number of lanes with a strictly smaller `totalMillis`, so equal times share a place and
 * the next is skipped. In a `placesOnly` race places are the given ones and times stay hidden. An entry out of competition
 * has no place, and does not change those of others (racing, "Categories, allowance, out of competition").
 *
 * @returns one result per lane, in the given order
 */
export function shownResults<Entry extends Ranked>(
  resultMode: ResultMode,
  lanes: readonly Entry[],
): readonly Entry[] {
  if (resultMode === 'placesOnly')
    return lanes.map((lane) => {
      const finishPlace = lane.outOfCompetition ? null : lane.finishPlace;
      return { ...lane, finishTimeMillis: null, finishPlace };
    });
  const known = timedResults.get(lanes);
  if (known) return known as readonly Entry[];
  const totals = lanes.map((lane) => (lane.outOfCompetition ? null : totalMillis(lane)));
  const placeOf = placesBy(totals);
  const shown = lanes.map((lane, index) => ({
    ...lane,
    finishPlace: placeOf(totals[index] ?? null),
  }));
  timedResults.set(lanes, shown);
  return shown;
}

/** A cache by lanes, which are never changed in place: a write, its news and its answer need the results of the same lanes. */
const timedResults = new WeakMap<readonly Ranked[], readonly Ranked[]>();

/** Ranks numbers: a place is one more than the count of strictly smaller values; `null` has no place. */
function placesBy(values: readonly (number | null)[]): (value: number | null) => number | null {
  const places = new Map<number, number>();
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  sorted.forEach((value, index) => {
    if (!places.has(value)) places.set(value, index + 1);
  });
  return (value) => (value === null ? null : (places.get(value) ?? null));
}

/**
 * The places of entries within their categories: ranked by their places in the race, so by the same rules.
 *
 * @param lanes of a race
 * @param shown their results, with places
 * @returns one per lane; `null` without a category or a place
 */
export function categoryPlaces(
  lanes: readonly Pick<Rating, 'category'>[],
  shown: readonly Pick<LaneResult, 'finishPlace'>[],
): (number | null)[] {
  if (lanes.every(({ category }) => category === null)) return lanes.map(() => null);
  const placeAt = (index: number) => shown[index]?.finishPlace ?? null;
  const groups = new Map<string | null, (number | null)[]>();
  for (const [index, { category }] of lanes.entries()) {
    const places = groups.get(category) ?? [];
    places.push(placeAt(index));
    groups.set(category, places);
  }
  const placesOf = new Map(Array.from(groups, ([name, places]) => [name, placesBy(places)]));
  return lanes.map(({ category }, index) =>
    category === null ? null : (placesOf.get(category)?.(placeAt(index)) ?? null),
  );
}

/**
 * The categories of a race, in the order of their first entries, each with the numbers of `fieldOf`. A crew that has
 * withdrawn does not count.
 *
 * @param lanes by position, as far as the reader may see them
 */
export function categoriesOf(
  lanes: readonly (FieldLane & { category: string | null })[],
): BoardRace['categories'] {
  if (lanes.every(({ category }) => category === null)) return [];
  const entries = lanes.filter((lane) => lane.category !== null && isEntered(lane));
  const names = new Set(entries.map(({ category }) => category ?? ''));
  return Array.from(names, (name) => {
    return { name, ...fieldOf(entries.filter(({ category }) => category === name)) };
  });
}

/** Whether a race counts as scored in `/v1`: one of its lanes is no longer merely assigned (decision A9). */
export function isScored(lanes: readonly Pick<LaneResult, 'status'>[]): boolean {
  return lanes.some((lane) => lane.status !== 'assigned');
}

/** The properties of a lane that say whether its result is awaited. */
export type FieldLane = Pick<BoardLane, 'crewId' | 'status' | 'withdrawn'>;

/** These properties of a stored lane. */
export function fieldLane({ team, status, withdrawn }: Lane): FieldLane {
  return { crewId: team?.id ?? null, status, withdrawn };
}

/** Whether a lane is an entry that counts: it has a crew, which has not withdrawn (console, "Withdrawn"). */
export function isEntered({ crewId, withdrawn }: Pick<FieldLane, 'crewId' | 'withdrawn'>): boolean {
  return crewId !== null && !withdrawn;
}

/**
 * Whether no crew is left to row a race: all drawn crews have withdrawn, and no rule can bring one from another race. For the
 * phase of a race, a withdrawn crew is no entry (racing, "Started, on the course, over").
 */
export function hasNoCrewLeft(
  lanes: readonly Pick<BoardLane, 'crewId' | 'withdrawn' | 'from'>[],
): boolean {
  const mayRow = lanes.some((lane) => isEntered(lane) || lane.from !== null);
  return !mayRow && lanes.some(({ withdrawn }) => withdrawn);
}

/** Whether the result of a lane is awaited: it has a crew that has not withdrawn, and no status but `assigned`. */
export function isAwaited(lane: FieldLane): boolean {
  return isEntered(lane) && !isScored([lane]);
}

/**
 * Counts the entries of a race: `entered` lanes have a crew that has not withdrawn, `scored` of them have a result (board,
 * "Additions").
 *
 * @param lanes as far as the reader may see them
 */
export function fieldOf(lanes: readonly FieldLane[]): Pick<BoardRace, 'entered' | 'scored'> {
  const entries = lanes.filter(isEntered);
  return { entered: entries.length, scored: entries.filter((lane) => !isAwaited(lane)).length };
}

/**
 * Whether a race is rowed: a crew is drawn or a lane has a result, and no result is awaited (console, "Complete, rowed,
 * waited for"). One boat that was scratched before the start does not make a race rowed.
 */
export function isRowed(lanes: readonly FieldLane[]): boolean {
  const isHeld = isScored(lanes) || lanes.some(({ crewId }) => crewId !== null);
  return isHeld && !lanes.some(isAwaited);
}

/** The statuses of boats that have been on the course. */
export const RACED: readonly EntryStatus[] = ['finished', 'dnf', 'dsq'];

/**
 * Whether a race has been on the course, so that no delay moves it and no reminder of it is sent. A `dns` is not enough,
 * because it says nothing of the other boats. (In `/v1` any status makes a race scored: `isScored`.)
 */
export function hasRaced(lanes: readonly Pick<LaneResult, 'status'>[]): boolean {
  return lanes.some(({ status }) => RACED.includes(status));
}

/** Whether a race has started or been on the course, so that the race office no longer moves it (racing, "Started"). */
export function hasBegun(
  { startedAt }: { startedAt: number | string | null },
  lanes: readonly Pick<LaneResult, 'status'>[],
): boolean {
  return startedAt !== null || hasRaced(lanes);
}

/**
 * Whether a race shows results instead of its start list, wherever results are listed: a boat has raced, or no boat rows
 * and each has a status (console, "Complete, rowed, waited for"). One boat that was scratched before the start is no result.
 */
export function hasResults(lanes: readonly FieldLane[]): boolean {
  return hasRaced(lanes) || (isScored(lanes) && isRowed(lanes));
}

/** The properties of a race that say whether it is over at a moment. */
export type RaceAtMoment = Pick<
  BoardRace,
  'state' | 'closed' | 'official' | 'entered' | 'scored'
> & {
  lanes: readonly Pick<LaneResult, 'status'>[];
  /** It is over although boats are missing, because none came in for a while (`atMoment` in `race-phase.ts`). */
  hasEnded?: boolean;
};

/**
 * Whether the results of a race are complete, so that it has a winner: all of its entries have a status, or it is closed or
 * official (racing, "Ranking while boats are out"). It follows from what the public sees, not from the clock: results that
 * are hidden do not make a race complete.
 */
export function isComplete({
  closed,
  official,
  entered,
  scored,
  lanes,
}: Omit<RaceAtMoment, 'state'>): boolean {
  return closed || official === true || (isScored(lanes) && scored >= entered);
}

/**
 * Whether a race is over, so that its places no longer move as boats come in: its results are complete, it was cancelled or
 * postponed with boats in, or it has ended by time. Without `hasEnded`, a race stays open as long as boats are missing.
 */
export function isOver(race: RaceAtMoment): boolean {
  const isCalledOff = race.state !== 'planned' && hasRaced(race.lanes);
  return isComplete(race) || isCalledOff || race.hasEnded === true;
}

/**
 * How final the places of a race are: `soFar` while boats are out, `ended` once it is over with boats missing, so that nobody
 * has won it, `complete` for good.
 */
export type Finality = 'soFar' | 'ended' | 'complete';

export function finalityOf(race: RaceAtMoment): Finality {
  if (isComplete(race)) return 'complete';
  return isOver(race) ? 'ended' : 'soFar';
}

/**
 * Whether the places of a race are shown: not before it is over, because each crew that comes in may change those of others.
 * Those of a head race are always shown, but only as places so far (racing, "Ranking while boats are out").
 */
export function showsPlaces(race: RaceAtMoment & Pick<BoardRace, 'kind'>): boolean {
  return race.kind === 'head' || isOver(race);
}

/** A race, without places while none are shown (`showsPlaces`). Tables, feeds, calendars and messages take places from it. */
export function withoutEarlyPlaces<Race extends BoardRace & { hasEnded?: boolean }>(
  race: Race,
): Race {
  if (showsPlaces(race)) return race;
  return {
    ...race,
    lanes: race.lanes.map((lane) => ({ ...lane, finishPlace: null, categoryPlace: null })),
  };
}

/**
 * The time by which a lane is ranked, in milliseconds: time plus penalty, less its allowance; `null` without a time or a
 * finish. It may be negative.
 */
export function totalMillis(
  lane: Omit<LaneResult, 'finishPlace'> & Partial<Pick<Rating, 'allowanceMillis'>>,
): number | null {
  if (lane.status !== 'finished' || lane.finishTimeMillis === null) return null;
  return lane.finishTimeMillis + (lane.penaltyMillis ?? 0) - (lane.allowanceMillis ?? 0);
}

/**
 * Whether a lane has finished and its place is unknown: it has no time or, in a `placesOnly` race, no place. An entry out of
 * competition never has a place, so it is not meant.
 */
export function isUnplaced({
  status,
  finishPlace,
  outOfCompetition,
}: Pick<LaneResult, 'status' | 'finishPlace'> & Partial<Rating>): boolean {
  return status === 'finished' && finishPlace === null && !outOfCompetition;
}

/** The order of lanes without a place. */
const UNPLACED: readonly EntryStatus[] = ['finished', 'assigned', 'dnf', 'dns', 'dsq'];

/** What the order of results depends on. */
interface Standing {
  finishPlace: number | null;
  status: EntryStatus;
  withdrawn?: boolean;
  position: number;
}

/**
 * Compares two lanes by their shown results: by place, then those without one by status, then by position. Withdrawn crews
 * come last.
 */
export function byStanding(a: Standing, b: Standing): number {
  const place = ({ finishPlace }: Standing) => finishPlace ?? Number.MAX_SAFE_INTEGER;
  return (
    Number(a.withdrawn ?? false) - Number(b.withdrawn ?? false) ||
    place(a) - place(b) ||
    UNPLACED.indexOf(a.status) - UNPLACED.indexOf(b.status) ||
    a.position - b.position
  );
}
