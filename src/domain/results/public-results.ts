/**
 * The results of a race that the public may see (specification, "Result modes and visibility"), and when they last
 * changed for the public (board, "Additions"): another crew in a lane is another draw, not another result.
 */
import type { ResultMode, ResultVisibility } from '../../contract/fields.ts';
import {
  isSameResult,
  type Lane,
  type LaneResult,
  NO_RESULT,
  type Rating,
  RESULT_PROPERTIES,
} from '../draw/lane.ts';
import type { Change, Properties } from '../history/changes.ts';
import type { Race } from '../races/race.ts';
import { shownResults } from './standings.ts';

/** The race's own visibility, else the schedule's. */
export function effectiveVisibility(
  race: { resultVisibility: ResultVisibility | null },
  schedule: { defaultResultVisibility: ResultVisibility },
): ResultVisibility {
  return race.resultVisibility ?? schedule.defaultResultVisibility;
}

/**
 * The results of a race as the public may see them. `hidden` shows nothing, `placesOnly` only places
 * and statuses: a penalty counts as a time.
 *
 * @returns one result per lane, in the given order
 */
export function publicResults(
  visibility: ResultVisibility,
  resultMode: ResultMode,
  lanes: readonly (LaneResult & Partial<Omit<Rating, 'category'>>)[],
): LaneResult[] {
  if (visibility === 'hidden') return lanes.map(() => NO_RESULT);
  return shownResults(resultMode, lanes).map(
    ({ status, finishTimeMillis, finishPlace, penaltyMillis }) =>
      visibility === 'placesOnly'
        ? { status, finishPlace, finishTimeMillis: null, penaltyMillis: null }
        : { status, finishPlace, finishTimeMillis, penaltyMillis },
  );
}

/** The visibility of results in races that have none of their own. */
interface Default {
  defaultResultVisibility: ResultVisibility;
}

/**
 * The ids of the races whose stored results, result mode or own visibility a write changes, without removed races.
 *
 * @param before the schedule before the changes
 * @param after the schedule after them
 */
export function racesWithOtherResults(
  changes: readonly Change[],
  before: Default,
  after: Default,
): Set<number> {
  const ids = new Set<number>();
  const removed = new Set<number>();
  for (const change of changes) {
    const { subject, id } = change;
    if (id === undefined) continue;
    if (subject === 'race' && change.after === null) removed.add(id);
    else if (subject === 'race' && showsOtherwise(change, before, after)) ids.add(id);
    else if (subject === 'lane' && hasOtherResult(change)) ids.add(id);
  }
  for (const id of removed) ids.delete(id);
  return ids;
}

/** A race and its lanes, by position. */
interface RaceRows {
  race: Race;
  lanes: readonly Lane[];
}

/** A race before a write and after it. */
export interface ChangedRace {
  before: RaceRows;
  after: RaceRows;
}

/**
 * Whether the public sees other results of a race whose stored results have changed: if it sees only places, a change of
 * times counts only if it changes a place.
 *
 * @returns `undefined` if the results alone do not tell: they are hidden, and later the public will see them as they are
 *   stored then; or the mode or visibility of the race has changed, which counts by itself
 */
export function showsOtherResults(
  { before, after }: ChangedRace,
  settings: Default,
): boolean | undefined {
  const { resultMode, resultVisibility } = before.race;
  if (after.race.resultMode !== resultMode) return undefined;
  if (after.race.resultVisibility !== resultVisibility) return undefined;
  const visibility = effectiveVisibility(before.race, settings);
  if (visibility === 'hidden') return undefined;
  const shown = ({ lanes }: RaceRows) => publicResults(visibility, resultMode, lanes);
  const [was, is] = [shown(before), shown(after)];
  const gone = new Map(before.lanes.map(({ position }, index) => [position, was[index]]));
  const isOther = after.lanes.some(({ position }, index) => {
    const old = gone.get(position) ?? NO_RESULT;
    gone.delete(position);
    return !isSameResult(old, is[index] ?? NO_RESULT);
  });
  return isOther || [...gone.values()].some((old) => !isSameResult(old ?? NO_RESULT, NO_RESULT));
}

/**
 * When results of a race last changed for the public, in epoch milliseconds; `null` if the public sees none.
 *
 * @param isShownScored whether the public sees a result of it
 * @param changedAt when its own results, mode or visibility last changed
 * @param visibilityAt when the default visibility last changed
 */
export function resultsAt(
  isShownScored: boolean,
  race: { resultVisibility: ResultVisibility | null; changedAt: number | null },
  visibilityAt: number | null,
): number | null {
  if (!isShownScored) return null;
  const ofDefault = race.resultVisibility === null ? visibilityAt : null;
  if (race.changedAt === null || ofDefault === null) return race.changedAt ?? ofDefault;
  return Math.max(race.changedAt, ofDefault);
}

/** Never of a race that is new: only its lanes can have results. */
function showsOtherwise(change: Change, before: Default, after: Default): boolean {
  if (change.before === null || change.after === null) return false;
  if ('resultMode' in change.after) return true;
  if (!('resultVisibility' in change.after)) return false;
  return (
    effectiveVisibility(change.before as never, before) !==
    effectiveVisibility(change.after as never, after)
  );
}

/** The properties of a rating that change places. */
const OF_RANKING = ['allowanceMillis', 'outOfCompetition'] satisfies (keyof Rating)[];
const OF_PLACES = [...RESULT_PROPERTIES, ...OF_RANKING];

/** The change of a lane holds only the properties that changed; that of a new or removed lane holds all. */
function hasOtherResult({ before, after }: Change): boolean {
  if (before !== null && after !== null) {
    return OF_PLACES.some((property) => property in after);
  }
  const lane: Properties = before ?? after ?? {};
  return RESULT_PROPERTIES.some((property) => lane[property] !== NO_RESULT[property]);
}
