/** What is wrong with a draw or with results that the race office sends, by itself (decisions L1, L8). */
import type { OfficeLanesWrite, OfficeResultsWrite } from '../../contract/console/office-writes.ts';
import type { ResultWrite } from '../../contract/race.ts';
import { repeats } from '../races/row-writes.ts';
import { invalid, type Refusal } from '../refusal.ts';
import { judgeTakenBack } from '../results/plan-results.ts';

/** @returns 422 on the second lane with the same position */
export function judgeLanes({ lanes }: OfficeLanesWrite): Refusal | undefined {
  const violations = repeats(lanes, 'lanes', 'position');
  return violations.length > 0 ? invalid(violations) : undefined;
}

/** @returns 422 on the second result with the same position, and on what a result that is taken back still holds */
export function judgeResults({ results }: OfficeResultsWrite): Refusal | undefined {
  const violations = repeats(results, 'results', 'position');
  for (const [index, result] of results.entries()) {
    for (const property of Object.keys(result) as (keyof ResultWrite)[]) {
      const detail = judgeTakenBack(property, result);
      if (detail) violations.push({ field: `results[${index}].${property}`, detail });
    }
  }
  return violations.length > 0 ? invalid(violations) : undefined;
}
