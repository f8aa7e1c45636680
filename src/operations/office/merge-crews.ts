/** Merges two crews that are one: lanes, externalId and followers of the one go to the other (console, "Crews"). */
import type { MergeWrite } from '../../contract/console/office-writes.ts';
import { mergeCrews as merged, touchedByMerge } from '../../domain/crews/merge-crews.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { findMissing } from '../../domain/races/row-writes.ts';
import { officeOperation } from './office-operation.ts';

/** The result is the id of the crew that is kept. Who followed the other one follows both, also after an undo. */
export const mergeCrews = officeOperation<Omit<MergeWrite, 'seen'>, number>({
  name: 'merge-crews',
  named: ({ later, stored: { rows } }, { keep, remove }) => {
    const isThere = (crewId: number) => rows.teams.some(({ id }) => id === crewId);
    if (keep === remove || !isThere(keep) || !isThere(remove)) return [];
    return touchedByMerge(rows, { keep, remove }, later);
  },
  sent: ({ later, stored: { rows } }, pair) => touchedByMerge(rows, pair, later),
  plan: ({ later, stored: { rows } }, { keep, remove }) => {
    if (keep === remove) {
      return invalid([{ field: 'remove', detail: 'must be another crew than `keep`' }]);
    }
    const named = [
      { field: 'keep', id: keep },
      { field: 'remove', id: remove },
    ];
    const missing = findMissing(named, { subject: 'team', rows: rows.teams, later });
    if (missing) return missing;
    const after = merged(rows, { keep, remove });
    if (after instanceof Refusal) return after;
    return {
      after,
      oneCrew: [keep, remove],
      touched: touchedByMerge(rows, { keep, remove }, later),
      followersOf: { crewId: remove, follow: keep },
      result: keep,
    };
  },
});
