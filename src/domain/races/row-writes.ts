/**
 * Rows as the race office sends them: each has the service's own id of the stored row, `null` if it is new (console,
 * "Rows").
 */
import type { Violation } from '../../contract/problem.ts';
import type { ChangeSubject } from '../history/changes.ts';
import { type LaterEntry, laterChanges } from '../history/conflicts.ts';
import { keyOf } from '../history/event-state.ts';
import { invalid, outOfDate, type Refusal } from '../refusal.ts';

interface Row {
  id: number | null;
}

interface RowsWrite<Write extends Row> {
  /** The name of the list in the payload. */
  list: string;
  rows: readonly Write[];
  removed: readonly number[];
}

/**
 * What is wrong with a push, whatever rows are stored.
 *
 * @param unique the property that no two rows share
 * @param required the properties that a new row needs
 * @returns 422 on the second row with the same id or value, on a row that is removed as well, and on each property
 *   that a new row lacks
 */
export function judgeRows<Write extends Row>(
  { list, rows, removed }: RowsWrite<Write>,
  unique: keyof Write & string,
  required: readonly (keyof Write & string)[],
): Refusal | undefined {
  const leaving = new Set(removed);
  const violations = [
    ...repeats(rows, list, 'id'),
    ...rows.flatMap(({ id }, index) =>
      id !== null && leaving.has(id)
        ? { field: `${list}[${index}].id`, detail: 'is removed by the same write' }
        : [],
    ),
    ...rows.flatMap((row, index) =>
      required
        .filter((property) => row.id === null && row[property] === undefined)
        .map((property) => ({
          field: `${list}[${index}].${property}`,
          detail: 'is required where the row is new',
        })),
    ),
    ...repeats(rows, list, unique),
    ...repeatedValues(removed).map((index) => ({
      field: `removed[${index}]`,
      detail: 'repeats an id within this write',
    })),
  ];
  return violations.length > 0 ? invalid(violations) : undefined;
}

/**
 * A violation for each element of a list that has the same value of a property as an earlier one. A property that is
 * left out or `null` repeats nothing.
 */
export function repeats<Element>(
  elements: readonly Element[],
  list: string,
  property: keyof Element & string,
): Violation[] {
  return repeatedValues(elements.map((element) => element[property])).map((index) => ({
    field: `${list}[${index}].${property}`,
    detail: `repeats ${JSON.stringify(elements[index]?.[property])} within this write`,
  }));
}

/** The indexes of values that repeat an earlier one; `null` and `undefined` repeat nothing. */
export function repeatedValues(values: readonly unknown[]): number[] {
  const seen = new Set<unknown>();
  return values.flatMap((value, index) => {
    if (value == null || !seen.has(value)) {
      seen.add(value);
      return [];
    }
    return index;
  });
}

/** An id in a payload, and the field that holds it. */
interface NamedRow {
  field: string;
  id: number;
}

/** The ids that a push names, with the fields that hold them. */
export function namedRows<Write extends Row>({ list, rows, removed }: RowsWrite<Write>) {
  return [
    ...rows.flatMap(({ id }, index): NamedRow[] =>
      id === null ? [] : [{ field: `${list}[${index}].id`, id }],
    ),
    ...removed.map((id, index): NamedRow => ({ field: `removed[${index}]`, id })),
  ];
}

interface Known {
  subject: ChangeSubject & ('race' | 'team');
  /** The stored rows of this kind. */
  rows: readonly { id: number }[];
  /** What has changed since the page showed the event. */
  later: readonly LaterEntry[];
}

/**
 * Refuses ids that no row has.
 *
 * @returns 409 with `changed` where rows were removed since the page showed them, else 422 on each unknown id
 */
export function findMissing(
  named: readonly NamedRow[],
  { subject, rows, later }: Known,
): Refusal | undefined {
  const there = new Set(rows.map(({ id }) => id));
  const missing = named.filter(({ id }) => !there.has(id));
  if (missing.length === 0) return undefined;
  const touched = missing.map(({ id }) => ({ key: keyOf({ subject, id }) }));
  const removals = laterChanges(later, [], touched);
  if (removals.length > 0) return outOfDate('It has been removed since you saw it.', removals);
  const what = subject === 'race' ? 'race' : 'crew';
  return invalid(
    missing.map(({ field, id }) => ({ field, detail: `names no ${what} of this event: ${id}` })),
  );
}
