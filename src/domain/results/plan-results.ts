/** The decision behind PUT /results: results of one race, each of which replaces the whole result of its lane. */
import type { ResultMode } from '../../contract/fields.ts';
import type { Violation } from '../../contract/problem.ts';
import type { ResultWrite } from '../../contract/race.ts';
import { type Lane, withResult } from '../draw/lane.ts';
import { invalid, type Refusal } from '../refusal.ts';

/**
 * Decides what a push of results does. (Specification, "PUT results"; decisions L7 to L9.)
 *
 * @param stored the lanes of the race
 * @param payload elements with distinct positions
 * @returns the lanes of the race after the push, in the stored order; or a 422 on `results` if it
 *   contradicts the race's mode, and on every position without a lane
 */
export function planResults(
  resultMode: ResultMode,
  stored: readonly Lane[],
  payload: readonly ResultWrite[],
): Lane[] | Refusal {
  const violations = [...modeViolations(resultMode, payload), ...missingLanes(stored, payload)];
  if (violations.length > 0) return invalid(violations);
  const results = new Map(payload.map((result) => [result.position, result]));
  return stored.map((lane) => {
    const result = results.get(lane.position);
    if (!result) return lane;
    return withResult(lane, {
      status: result.status ?? 'finished',
      finishTimeMillis: result.finishTimeMillis ?? null,
      finishPlace: result.finishPlace ?? null,
      penaltyMillis: result.penaltyMillis ?? null,
    });
  });
}

/**
 * Why a property contradicts the status of its element, in English: taking a result back (`assigned`) leaves no
 * time, place or penalty (decision L8). It is judged while the body is read, because it needs no stored state.
 */
export function judgeTakenBack(
  property: keyof ResultWrite,
  result: Partial<ResultWrite>,
): string | undefined {
  if (property === 'position' || property === 'status') return undefined;
  return result.status === 'assigned' && result[property] != null
    ? 'must be left out with status assigned, which takes the result back'
    : undefined;
}

function modeViolations(resultMode: ResultMode, payload: readonly ResultWrite[]): Violation[] {
  const foreign = resultMode === 'timed' ? 'finishPlace' : 'finishTimeMillis';
  if (payload.every((result) => result[foreign] == null)) return [];
  const detail =
    resultMode === 'timed'
      ? 'must not hold a finishPlace: the race is timed, its places are derived from the times'
      : 'must not hold a finishTimeMillis: the race is placesOnly, send finishPlace';
  return [{ field: 'results', detail }];
}

function missingLanes(stored: readonly Lane[], payload: readonly ResultWrite[]): Violation[] {
  const positions = new Set(stored.map((lane) => lane.position));
  return payload.flatMap(({ position }, index) =>
    positions.has(position)
      ? []
      : {
          field: `results[${index}].position`,
          detail: `names no lane of this race: ${position}; draw the lane first`,
        },
  );
}
