/** What is sent for the rows of a table that were typed into. Pure. */
import { type IsDropped, leftOf, type Subject } from './conflicts.ts';
import { isNewRow, type RowDraft, type RowDrafts } from './row-drafts.ts';

export interface RowPush<Values, Faults> {
  /** Keys of the rows, in the order of `rows`. */
  keys: string[];
  rows: (Partial<Values> & { id: number | null })[];
  removed: number[];
  /** By key. */
  faults: Map<string, Faults>;
}

interface Pushed<Row, Values, Faults> {
  subject: Subject['subject'];
  /** What is stored, by key of the row. */
  stored: ReadonlyMap<string, Row>;
  /** What a row would write, and what is wrong with it, by field. */
  read: (row: Row | undefined, draft: RowDraft) => { values: Values; faults: Faults };
  /** Whether one is not removed after all, for what others have changed. */
  isKept: (row: Row) => boolean;
  isDropped: IsDropped;
}

/** @returns a push without rows whose thing is gone, and without what is given up */
export function rowPush<Row extends { id: number }, Values extends object, Faults extends object>(
  rows: RowDrafts,
  { subject, stored, read, isKept, isDropped }: Pushed<Row, Values, Faults>,
): RowPush<Values, Faults> {
  const push: RowPush<Values, Faults> = { keys: [], rows: [], removed: [], faults: new Map() };
  for (const [key, draft] of Object.entries(rows)) {
    const row = stored.get(key);
    if (draft.isRemoved) {
      if (row && !isKept(row)) push.removed.push(row.id);
      continue;
    }
    if (!row && !isNewRow(key)) continue;
    const { values, faults } = read(row, draft);
    if (Object.keys(faults).length > 0) push.faults.set(key, faults);
    const id = row?.id ?? null;
    const left = leftOf(values, { subject, id }, isDropped);
    if (id !== null && Object.keys(left).length === 0) continue;
    push.keys.push(key);
    push.rows.push({ id, ...left });
  }
  return push;
}
