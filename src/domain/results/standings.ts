/** Standings: the places of a race, what of a lane's result an answer shows, and the order of results. */
import type { BoardLane, BoardRace } from '../../contract/board.ts';
import type { EntryStatus, ResultMode } from '../../contract/fields.ts';
import type { Lane, LaneResult, Rating } from '../draw/lane.ts';

/** What a place depends on, besides the result. */
type Ranked = LaneResult & Partial<Pick<Rating, 'allowanceMillis' | 'outOfCompetition'>>;

/**
 * The results of a race as its mode lets them be seen (decisions L10 to L12).
 *
 * In a `timed` race places are derived among the lanes that finished with a time: one more than
 * the number of lanes with a strictly smaller `totalMillis`, so equal times share a place and
 * the next is skipped. In a `placesOnly` race places are the given ones and times stay hidden. Who rows out of
 * competition has no place, and moves nobody behind it (racing, "Categories, allowance, out of competition").
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

/** Lanes are never changed in place: a write, its news and its answer ask for the results of the same ones. */
const timedResults = new WeakMap<readonly Ranked[], readonly Ranked[]>();

/** Places by a number: one more than how many are strictly smaller. */
function placesBy(values: readonly (number | null)[]): (value: number | null) => number | null {
  const places = new Map<number, number>();
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  sorted.forEach((value, index) => {
    if (!places.has(value)) places.set(value, index + 1);
  });
  return (value) => (value === null ? null : (places.get(value) ?? null));
}

/**
 * The places of entries within their categories: by the places that the race has given them, so by the same rules.
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
 * The categories of a race, in the order of their first entries, each with how much of it is in; whoever has withdrawn is
 * none of them.
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

/** What of a lane says whether its result is waited for. */
export type FieldLane = Pick<BoardLane, 'crewId' | 'status' | 'withdrawn'>;

/** A lane as it is stored, by the same. */
export function fieldLane({ team, status, withdrawn }: Lane): FieldLane {
  return { crewId: team?.id ?? null, status, withdrawn };
}

/** Whether a lane is an entry that counts: it has a crew, which has not withdrawn (console, "Withdrawn"). */
export function isEntered({ crewId, withdrawn }: Pick<FieldLane, 'crewId' | 'withdrawn'>): boolean {
  return crewId !== null && !withdrawn;
}

/**
 * Whether nobody rows a race any more: all crews that were drawn have withdrawn, and none will come from another race. An
 * entry that has withdrawn is none for the phase of a race (racing, "Started, on the course, over").
 */
export function isDeserted(
  lanes: readonly Pick<BoardLane, 'crewId' | 'withdrawn' | 'from'>[],
): boolean {
  const mayRow = lanes.some((lane) => isEntered(lane) || lane.from !== null);
  return !mayRow && lanes.some(({ withdrawn }) => withdrawn);
}

/** Whether the result of a lane is waited for. */
export function isAwaited(lane: FieldLane): boolean {
  return isEntered(lane) && !isScored([lane]);
}

/**
 * How much of the field of a race is in: `entered` lanes have a crew that rows, `scored` of them have a result (board,
 * "Additions").
 *
 * @param lanes as far as the reader may see them
 */
export function fieldOf(lanes: readonly FieldLane[]): Pick<BoardRace, 'entered' | 'scored'> {
  const entries = lanes.filter(isEntered);
  return { entered: entries.length, scored: entries.filter((lane) => !isAwaited(lane)).length };
}

/**
 * Whether a race is rowed: somebody was drawn or has a result, and nobody is waited for (console, "Complete, rowed,
 * waited for"). One boat that was scratched before the start makes no race rowed.
 */
export function isRowed(lanes: readonly FieldLane[]): boolean {
  const isHeld = isScored(lanes) || lanes.some(({ crewId }) => crewId !== null);
  return isHeld && !lanes.some(isAwaited);
}

/** The statuses of boats that have been on the course. */
export const RACED: readonly EntryStatus[] = ['finished', 'dnf', 'dsq'];

/**
 * Whether a race has been on the course, so that no delay moves it and nobody is reminded of it: a boat that did not
 * start says nothing of the others. (`/v1` calls a race scored by any status: `isScored`.)
 */
export function hasRaced(lanes: readonly Pick<LaneResult, 'status'>[]): boolean {
  return lanes.some(({ status }) => RACED.includes(status));
}

/** Whether a race has started or been on the course, so that the race office moves it no more (racing, "Started"). */
export function hasBegun(
  { startedAt }: { startedAt: number | string | null },
  lanes: readonly Pick<LaneResult, 'status'>[],
): boolean {
  return startedAt !== null || hasRaced(lanes);
}

/**
 * Whether a race shows results instead of its start list, wherever results are listed: a boat has raced, or all have a
 * status that do not row (console, "Complete, rowed, waited for"). One boat that was scratched before the start is no result.
 */
export function hasResults(lanes: readonly FieldLane[]): boolean {
  return hasRaced(lanes) || (isScored(lanes) && isRowed(lanes));
}

/** What of a race says whether it is over, at a moment. */
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
 * official (racing, "Ranking while boats are out"). What the public sees decides, and no clock: a race with hidden results is
 * not complete.
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
 * Whether a race is over, so that its places stand: its results are complete, it is called off with boats in, or it has ended
 * by time. A race that is not said to have ended (`hasEnded`) stays open as long as boats are missing.
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
 * Whether the places of a race are told: each crew that comes in may move those behind it, so none are before it is over.
 * Those of a head race are told as they stand, and as no more (racing, "Ranking while boats are out").
 */
export function tellsPlaces(race: RaceAtMoment & Pick<BoardRace, 'kind'>): boolean {
  return race.kind === 'head' || isOver(race);
}

/** A race without its places while none are told. Tables, feeds, calendars and messages take places from this. */
export function withoutEarlyPlaces<Race extends BoardRace & { hasEnded?: boolean }>(
  race: Race,
): Race {
  if (tellsPlaces(race)) return race;
  return {
    ...race,
    lanes: race.lanes.map((lane) => ({ ...lane, finishPlace: null, categoryPlace: null })),
  };
}

/**
 * The time by which a lane is placed: time plus penalty, less its allowance; `null` without a time or a finish. It may be
 * negative.
 */
export function totalMillis(
  lane: Omit<LaneResult, 'finishPlace'> & Partial<Pick<Rating, 'allowanceMillis'>>,
): number | null {
  if (lane.status !== 'finished' || lane.finishTimeMillis === null) return null;
  return lane.finishTimeMillis + (lane.penaltyMillis ?? 0) - (lane.allowanceMillis ?? 0);
}

/**
 * A finish without a time, or in a race that is ranked by places without a place: nobody knows which it is. Who rows out of
 * competition has none anyway.
 */
export function isUnplaced({
  status,
  finishPlace,
  outOfCompetition,
}: Pick<LaneResult, 'status' | 'finishPlace'> & Partial<Rating>): boolean {
  return status === 'finished' && finishPlace === null && !outOfCompetition;
}

/** For the order of those without a place. */
const UNPLACED: readonly EntryStatus[] = ['finished', 'assigned', 'dnf', 'dns', 'dsq'];

/** What the order of results depends on. */
interface Standing {
  finishPlace: number | null;
  status: EntryStatus;
  withdrawn?: boolean;
  position: number;
}

/**
 * Compares two lanes by their shown results: by place, then those without one by status, then by position. Who has
 * withdrawn comes last.
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
