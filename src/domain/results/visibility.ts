/** What of a race's results the public may see (specification, "Result modes and visibility"). */
import type { ResultMode, ResultVisibility } from '../../contract/fields.ts';
import { type LaneResult, NO_RESULT, type Rating } from '../draw/lane.ts';
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
