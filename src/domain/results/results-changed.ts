/**
 * When results of a race last changed for the public (board, "Additions"): which changes count, and what the board
 * says of them. Another crew in a lane is another draw, not another result.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ResultVisibility } from '../../contract/fields.ts';
import { type Lane, type LaneResult, NO_RESULT, RESULT_PROPERTIES } from '../draw/lane.ts';
import type { Change, Properties } from '../history/changes.ts';
import { changesByRace, lanesAfter, type RaceBefore } from '../races/changed-race.ts';
import { effectiveVisibility, publicResults } from './visibility.ts';

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

/**
 * Those of some races of which the public sees the results that it has seen before, although others are stored: a time
 * where it sees places, say. Where it sees none it will see the stored ones, so that is another matter.
 *
 * @param ids of races whose stored results differ
 */
export function racesWithSameResults(
  ids: Iterable<number>,
  changes: readonly Change[],
  races: ReadonlyMap<number, RaceBefore>,
  settings: Default,
): Set<number> {
  const byRace = changesByRace(changes);
  const same = [...ids].filter((id) => {
    const before = races.get(id);
    const ofRace = byRace.get(id) ?? [];
    // Another mode, or another visibility, counts by itself.
    if (!before || ofRace.some(changesView)) return false;
    const visibility = effectiveVisibility(before.race, settings);
    const shown = (lanes: readonly Lane[]) => {
      const results = publicResults(visibility, before.race.resultMode, lanes);
      return lanes
        .map(({ position }, index): [number, LaneResult | undefined] => [position, results[index]])
        .filter(([, result]) => !isDeepStrictEqual(result, NO_RESULT));
    };
    const isSeen = visibility !== 'hidden';
    return (
      isSeen && isDeepStrictEqual(shown(before.lanes), shown(lanesAfter(before.lanes, ofRace)))
    );
  });
  return new Set(same);
}

function changesView({ subject, after }: Change): boolean {
  return (
    subject === 'race' && ['resultMode', 'resultVisibility'].some((name) => name in (after ?? {}))
  );
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

/** A changed lane names only what changed of it; one that is new or gone names all. */
function hasOtherResult({ before, after }: Change): boolean {
  if (before !== null && after !== null) {
    return RESULT_PROPERTIES.some((property) => property in after);
  }
  const lane: Properties = before ?? after ?? {};
  return RESULT_PROPERTIES.some((property) => lane[property] !== NO_RESULT[property]);
}
