/**
 * How a push finds the stored row of an element, the same for crews and races: by the caller's `externalId`; else by
 * adopting a row that has no `externalId` and the same natural key (a crew's name, a race's number); else the element
 * is new. (Specification, "PUT teams" and "PUT races"; decisions L2 to L4.)
 */
import type { UpsertOutcome } from '../../contract/fields.ts';

interface Identified {
  externalId: string | null;
}

export interface Match<Row, Write> {
  outcome: UpsertOutcome;
  write: Write;
  /** The row that the element means; `null` when it is new. */
  row: Row | null;
}

/**
 * Pairs each element of a payload with the stored row it means.
 *
 * @param keyOf the natural key of a row or of an element; unique among rows, and within a payload
 * @returns one match per element, in the payload's order
 */
export function matchRows<Row extends Identified, Write extends Identified, Key>(
  rows: readonly Row[],
  payload: readonly Write[],
  keyOf: (item: Row | Write) => Key,
): Match<Row, Write>[] {
  const byExternalId = new Map<string | null, Row>();
  const unclaimed = new Map<Key, Row>();
  for (const row of rows) {
    if (row.externalId === null) unclaimed.set(keyOf(row), row);
    else byExternalId.set(row.externalId, row);
  }
  return payload.map((write) => {
    const held = byExternalId.get(write.externalId);
    if (held) return { outcome: 'matched', write, row: held };
    const free = unclaimed.get(keyOf(write));
    if (free) return { outcome: 'adopted', write, row: free };
    return { outcome: 'inserted', write, row: null };
  });
}

/** How many elements of a payload are new. */
export function countNew<Row extends Identified, Write extends Identified, Key>(
  rows: readonly Row[],
  payload: readonly Write[],
  keyOf: (item: Row | Write) => Key,
): number {
  return matchRows(rows, payload, keyOf).filter(({ row }) => row === null).length;
}

/** A stored row that a push leaves alone, and the element that takes its natural key. */
interface Collision<Row> {
  row: Row;
  /** Of the element in the payload. */
  index: number;
}

/**
 * The stored rows that the push leaves alone but whose natural keys its elements take. Keys are
 * unique within the payload, so after the push nothing else can collide.
 *
 * @returns them in the order of the elements
 */
export function findCollisions<Row extends Identified, Write extends Identified, Key>(
  rows: readonly Row[],
  matches: readonly Match<Row, Write>[],
  keyOf: (item: Row | Write) => Key,
): Collision<Row>[] {
  const touched = new Set(matches.map((match) => match.row));
  const untouched = new Map<Key, Row>();
  for (const row of rows) if (!touched.has(row)) untouched.set(keyOf(row), row);
  return matches.flatMap(({ write }, index) => {
    const row = untouched.get(keyOf(write));
    return row ? { row, index } : [];
  });
}

/** The value sent, or the stored one when the property was left out. `null` is a value. */
export function sentOrStored<Value>(sent: Value | undefined, stored: Value): Value {
  return sent === undefined ? stored : sent;
}

/**
 * Gives every step the id of its row: that of the stored row, or the next one of `newIds`.
 *
 * @param newIds one for each step that inserts
 */
export function withIds<S extends { before: { id: number } | null }>(
  steps: readonly S[],
  newIds: readonly number[],
): (S & { id: number })[] {
  let taken = 0;
  return steps.map((step) => ({ ...step, id: step.before?.id ?? (newIds[taken++] as number) }));
}
