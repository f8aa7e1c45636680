/**
 * What of a race's results the public may see (specification, "Result modes and visibility"), and when they last
 * changed for it (board, "Additions"): another crew in a lane is another draw, not another result.
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
 * The results of a race as the public may see them. `hidden` leaves nothing, `placesOnly` places and
 * statuses; a penalty is a time, too.
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

/** What a schedule says of the results of races that say nothing themselves. */
interface Default {
  defaultResultVisibility: ResultVisibility;
}

/**
 * The ids of the races whose stored results, result mode or own visibility differ, those that are removed left out.
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
 * Whether the public sees other results of a race, of which others are stored: of times where it sees places, it sees
 * only what they change of these.
 *
 * @returns `undefined` where that cannot be said of the results alone: they are hidden, and will be seen as they are
 *   stored then; or the race has another mode or visibility, which counts by itself
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
 * When results of a race last changed for the public, in epoch milliseconds; `null` where it sees none.
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

/** Of a race that is new, only its lanes can have results. */
function showsOtherwise(change: Change, before: Default, after: Default): boolean {
  if (change.before === null || change.after === null) return false;
  if ('resultMode' in change.after) return true;
  if (!('resultVisibility' in change.after)) return false;
  return (
    effectiveVisibility(change.before as never, before) !==
    effectiveVisibility(change.after as never, after)
  );
}

/** What else moves places. */
const OF_RANKING = ['allowanceMillis', 'outOfCompetition'] satisfies (keyof Rating)[];
const OF_PLACES = [...RESULT_PROPERTIES, ...OF_RANKING];

/** A changed lane names only what changed of it; one that is new or gone names all. */
function hasOtherResult({ before, after }: Change): boolean {
  if (before !== null && after !== null) {
    return OF_PLACES.some((property) => property in after);
  }
  const lane: Properties = before ?? after ?? {};
  return RESULT_PROPERTIES.some((property) => lane[property] !== NO_RESULT[property]);
}
