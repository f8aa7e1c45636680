/** What editable tables have in common: where the cursor goes, what is selected, what a key does. */
import type { Signal } from '@preact/signals';
import { focusOnceDrawn } from '../../focus.ts';

/** Puts the cursor into a cell. */
export function focusCell(row: string, field: string): void {
  focusOnceDrawn(() => document.querySelector<HTMLElement>(`[data-cell="${row} ${field}"]`));
}

/** The row and the field of a cell; `undefined` where the element is no cell. */
export function cellOf(element: EventTarget | null): { row: string; field: string } | undefined {
  const cell = element instanceof HTMLElement ? (element.dataset.cell ?? '') : '';
  const [, row, field] = /^(\S+) (\S+)$/.exec(cell) ?? [];
  return row === undefined || field === undefined ? undefined : { row, field };
}

/** Whether the cursor is in an editable table: then no row moves. */
export function isTypingInRows(): boolean {
  return document.activeElement?.closest('[data-rows]') != null;
}

/** Whether a `focusout` event leaves the table, instead of moving within it. */
export function isLeaving({ relatedTarget, currentTarget }: FocusEvent): boolean {
  return !(
    relatedTarget instanceof Node &&
    currentTarget instanceof Node &&
    currentTarget.contains(relatedTarget)
  );
}

/** Adds a key to a set, or takes it out. */
export function toggle(set: Signal<ReadonlySet<string>>, key: string): void {
  const next = new Set(set.peek());
  if (!next.delete(key)) next.add(key);
  set.value = next;
}

/**
 * Saves, and then moves the cursor: from a cell of a new row to the same cell of the stored row; where cells are invalid, to
 * the first of them.
 *
 * @param save returns the ids of the rows that were added, by key
 */
export async function saveAndFollow(
  save: () => Promise<ReadonlyMap<string, number>>,
): Promise<void> {
  const cell = cellOf(document.activeElement);
  const added = await save();
  const id = cell && added.get(cell.row);
  if (cell && id !== undefined) focusCell(String(id), cell.field);
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('[data-rows] [aria-invalid=true]')?.focus(),
  );
}

export interface TableKeys {
  /** Keys of the rows in the order of the table. */
  rows: readonly string[];
  /** Called for an arrow key, or Enter, with Alt. */
  move: (row: string, by: 1 | -1) => void;
  /** Called for Enter in the last row. @returns the key of the new row */
  add: () => string;
}

/** Enter and the arrow keys move the cursor up and down a column; with Alt they move the row. */
export function onTableKey(event: KeyboardEvent, { rows, move, add }: TableKeys): void {
  const cell = cellOf(event.target);
  const by = directionOf(event);
  if (!cell || !by || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (event.altKey) {
    move(cell.row, by);
    return;
  }
  const next = rows[rows.indexOf(cell.row) + by];
  if (next !== undefined) focusCell(next, cell.field);
  else if (event.key === 'Enter' && by === 1) focusCell(add(), cell.field);
}

function directionOf({ key, target, shiftKey, altKey }: KeyboardEvent): 1 | -1 | undefined {
  // In a `<select>` the arrow keys choose an option.
  if (target instanceof HTMLSelectElement && key !== 'Enter' && !altKey) return undefined;
  if (key === 'Enter') return shiftKey ? -1 : 1;
  if (key === 'ArrowDown') return 1;
  return key === 'ArrowUp' ? -1 : undefined;
}

/** The pasted text where it is a table; `undefined` for a single value, which the browser puts into the cell. */
export function pastedTable(event: ClipboardEvent): string | undefined {
  const text = event.clipboardData?.getData('text/plain') ?? '';
  return /[\t\n]/.test(text.trim()) ? text : undefined;
}
