/** Merges two crews that are one: lanes, externalId and followers of the one go to the other (console, "Crews"). */
import type { MergeWrite } from '../../contract/console/office-writes.ts';
import { keyOf, rowsOf, stateOf } from '../../domain/event-state.ts';
import { mergeCrews as merged, touchedByMerge } from '../../domain/merge-crews.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { findMissing } from '../../domain/row-writes.ts';
import { copyCrewFollows } from '../../storage/followers.ts';
import { officeOperation } from './office-operation.ts';

/** The result is the id of the crew that is kept. Who followed the other one follows both, also after an undo. */
export const mergeCrews = officeOperation<MergeWrite, number>({
  name: 'merge-crews',
  named: ({ stored: { state, later } }, { keep, remove }) => {
    const isThere = (id: number) => state.has(keyOf({ subject: 'team', id }));
    if (keep === remove || !isThere(keep) || !isThere(remove)) return [];
    return touchedByMerge(rowsOf(state), { keep, remove }, later);
  },
  sent: ({ stored: { state, later } }, pair) => touchedByMerge(rowsOf(state), pair, later),
  plan: ({ eventId, stored: { state, later } }, { keep, remove }) => {
    if (keep === remove) {
      return invalid([{ field: 'remove', detail: 'must be another crew than `keep`' }]);
    }
    const rows = rowsOf(state);
    const named = [
      { field: 'keep', id: keep },
      { field: 'remove', id: remove },
    ];
    const missing = findMissing(named, { subject: 'team', rows: rows.teams, later });
    if (missing) return missing;
    const after = merged(rows, { keep, remove });
    if (after instanceof Refusal) return after;
    return {
      after: stateOf(after),
      oneCrew: [keep, remove],
      touched: touchedByMerge(rows, { keep, remove }, later),
      writeFirst: (tx) => copyCrewFollows(tx, eventId, remove, keep),
      result: keep,
    };
  },
});
