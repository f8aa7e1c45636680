/**
 * Drafts of the rows of a table: the decisions. Each row keeps, beside what was typed, what was stored when the typing began,
 * and at which revision: from this alone can the service tell what the person has not seen.
 */
import { readJson } from '../../drafts.ts';

/** What was typed into one row. */
export interface RowDraft {
  /** Texts by field, only those that differ from what was stored. */
  values: Readonly<Record<string, string>>;
  /** What was stored in these fields when the person began to type; of a new row nothing. */
  stored: Readonly<Record<string, string>>;
  /** The revision that was on the screen then; the oldest of all fields. */
  seen: number;
  /** To be removed. */
  isRemoved?: boolean;
}

/** Prefix of the keys of rows that are not stored yet. */
export const NEW = 'new-';

/** By key of the row: its id, or `new-1`. */
export type RowDrafts = Readonly<Record<string, RowDraft>>;

interface Typed {
  field: string;
  value: string;
  /** What is stored, as the person saw it. */
  stored: string;
  seen: number;
}

/** Whether a key is that of a row that is not stored yet. */
export function isNewRow(key: string): boolean {
  return key.startsWith(NEW);
}

/** The draft of a row once a field was typed into; `undefined` when nothing differs from what is stored any more. */
export function typed(
  row: RowDraft | undefined,
  { field, value, stored, seen }: Typed,
  isNew = false,
): RowDraft | undefined {
  const isKept = row !== undefined && Object.hasOwn(row.values, field);
  const base = isKept ? (row.stored[field] ?? '') : stored;
  const { [field]: _, ...otherValues } = row?.values ?? {};
  const { [field]: __, ...otherStored } = row?.stored ?? {};
  if (value === base && !isNew) {
    if (Object.keys(otherValues).length === 0 && !row?.isRemoved) return undefined;
    return { ...row, values: otherValues, stored: otherStored, seen: row?.seen ?? seen };
  }
  return {
    ...row,
    values: { ...otherValues, [field]: value },
    stored: { ...otherStored, [field]: base },
    seen: Math.min(row?.seen ?? seen, seen),
  };
}

/**
 * What is left of a row's draft once it was sent: fields that were typed into after that, compared with what was sent, also
 * where they are back at the text before; and a removal that was marked after that. `undefined`: nothing.
 */
export function unsent(row: RowDraft | undefined, sent: RowDraft): RowDraft | undefined {
  if (!row || row === sent) return undefined;
  const values = { ...sent.stored, ...row.values };
  const stored = { ...row.stored, ...sent.values };
  const later = Object.keys(values).filter((field) => values[field] !== stored[field]);
  const isRemoved = row.isRemoved && !sent.isRemoved;
  if (later.length === 0 && !isRemoved) return undefined;
  const pick = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(later.map((field) => [field, texts[field] ?? '']));
  return {
    values: pick(values),
    stored: pick(stored),
    seen: row.seen,
    ...(isRemoved && { isRemoved }),
  };
}

/** The revision to send with some rows: the oldest that one of them was typed over. */
export function seenOf(rows: RowDrafts, now: number): number {
  return Math.min(now, ...Object.values(rows).map(({ seen }) => seen));
}

/** Reads stored drafts; entries that are no draft are dropped. */
export function readRowDrafts(text: string | null): RowDrafts {
  const kept = readJson(text);
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, row]) => isRowDraft(row)));
}

function isRowDraft(row: unknown): row is RowDraft {
  if (typeof row !== 'object' || row === null) return false;
  const { values, stored, seen } = row as Partial<RowDraft>;
  return isTexts(values) && isTexts(stored) && Number.isInteger(seen);
}

function isTexts(texts: unknown): boolean {
  return (
    typeof texts === 'object' &&
    texts !== null &&
    Object.values(texts).every((text) => typeof text === 'string')
  );
}
