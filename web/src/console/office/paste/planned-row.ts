/** What would become of a pasted row. */

/** What is wrong with a row, or why it is left out. */
export interface RowFault<Field> {
  field?: Field;
  code: string;
  limit?: number;
  /** The lines of the paste that say the same. */
  lines?: readonly number[];
}

export interface PlannedRow<Field, Values> {
  /** In the pasted text, from 1. */
  line: number;
  state: 'new' | 'changed' | 'same' | 'wrong' | 'left-out';
  /** Its cells, as they were pasted. */
  texts: readonly string[];
  /** What is read in its cells, as it is stored. */
  reads: Readonly<Partial<Record<Field & string, string>>>;
  /** Of what it changes; `null` for a new one. */
  id: number | null;
  /** What is written; only what differs. */
  write: Values;
  changes: readonly { field: Field; before: string; after: string }[];
  faults: readonly RowFault<Field>[];
  /** Warnings that keep nothing from being written. */
  doubts: readonly string[];
}
