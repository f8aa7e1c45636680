/** What tables that are typed into do alike: where the cursor goes, what is selected, what a key means. */
import type { Signal } from '@preact/signals';
import { focusOnceDrawn } from '../../focus.ts';

/** Puts the cursor into a cell. */
export function focusCell(row: string, field: string): void {
  focusOnceDrawn(() => document.querySelector<HTMLElement>(`[data-cell="${row} ${field}"]`));
}

/** The row and the field of a cell; `undefined` where an element is none. */
export function cellOf(element: EventTarget | null): { row: string; field: string } | undefined {
  const cell = element instanceof HTMLElement ? (element.dataset.cell ?? '') : '';
  const [, row, field] = /^(\S+) (\S+)$/.exec(cell) ?? [];
  return row === undefined || field === undefined ? undefined : { row, field };
}

/** Whether the cursor stands in a table that is typed into: then no row moves. */
export function isTypingInRows(): boolean {
  return document.activeElement?.closest('[data-rows]') != null;
}

/** Whether the cursor leaves a table. */
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
 * Saves. A cursor in a new row is in the same cell of the stored one then; where something is wrong, it is at the
 * first of these.
 *
 * @param save @returns keys and ids of the rows that were added
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
  /** Keys of the rows as they stand in the table. */
  rows: readonly string[];
  /** With Alt and an arrow. */
  move: (row: string, by: 1 | -1) => void;
  /** With Enter in the last row. @returns the key of the new row */
  add: () => string;
}

/** Enter and the arrows go up and down a column; with Alt the row goes. */
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
  // In a choice the arrows choose.
  if (target instanceof HTMLSelectElement && key !== 'Enter' && !altKey) return undefined;
  if (key === 'Enter') return shiftKey ? -1 : 1;
  if (key === 'ArrowDown') return 1;
  return key === 'ArrowUp' ? -1 : undefined;
}

/** A table that was pasted over another one; a single word goes into its cell. */
export function pastedTable(event: ClipboardEvent): string | undefined {
  const text = event.clipboardData?.getData('text/plain') ?? '';
  return /[\t\n]/.test(text.trim()) ? text : undefined;
}
