/**
 * What was typed into a table and is not saved yet, through other pages, a reload, and an ended session. To keep
 * what is typed into a table:
 *
 *     const draft = tableDraft(`programme ${eventId}`);
 *     draft.row('12').value              // a signal: only components of this row are drawn again
 *     draft.type('12', { field: 'title', value, stored, seen })  // `EditCell` (edit-cell.tsx) does that
 *     const key = draft.add({ title: 'Final' });                 // a new row
 *     const sent = draft.take();         // all rows, and the revision to send with them
 *     draft.settle(sent, added);         // once they are stored or given up; what was typed since stays
 *
 * `SaveBar` (save-bar.tsx) shows that something is not saved, and what went wrong. `useStoredText` is what stands in a
 * field while nothing is typed into it.
 */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { person } from '../../account/session.ts';
import { shownRevision } from '../../documents/office.ts';
import { readTab, writeTab } from '../../tab-storage.ts';
import {
  isNewRow,
  NEW,
  type RowDraft,
  type RowDrafts,
  readRowDrafts,
  seenOf,
  typed,
  unsent,
} from './row-drafts.ts';

/** Drafts of rows that are about to be sent. */
export interface Taken {
  rows: RowDrafts;
  /** The revision to send with them. */
  seen: number;
}

const NONE_ADDED: ReadonlyMap<string, number> = new Map();

export class TableDraft {
  private readonly name: string;
  /** Whether it is being sent, also after somebody has left the page and come back meanwhile. */
  readonly isBusy = signal(false);
  /** Whether it has rows that an earlier load of the page has stored, and may have sent. */
  isKept: boolean;
  /** Number of the row that was added last; never used again, so that a row that was sent is not taken for a later one. */
  private newest = 0;
  private readonly rows = new Map<string, Signal<RowDraft | undefined>>();
  /** Keys of the rows that have a draft, in the order in which they were begun. */
  readonly keys: Signal<readonly string[]>;
  readonly isChanged: ReadonlySignal<boolean>;
  /** Grows with every change. */
  readonly edits = signal(0);

  /** @param name under which it is kept */
  constructor(name: string) {
    this.name = name;
    const kept = readRowDrafts(readTab(name));
    for (const [key, row] of Object.entries(kept)) this.row(key).value = row;
    this.keys = signal(Object.keys(kept));
    this.isKept = this.keys.peek().length > 0;
    this.isChanged = computed(() => this.keys.value.length > 0);
  }

  /** What was typed into a row; its value is `undefined` while nothing was. */
  row(key: string): Signal<RowDraft | undefined> {
    let row = this.rows.get(key);
    if (!row) {
      row = signal<RowDraft | undefined>(undefined);
      this.rows.set(key, row);
    }
    return row;
  }

  type(key: string, cell: Parameters<typeof typed>[1]): void {
    this.put(key, typed(this.row(key).peek(), cell, isNewRow(key)));
    this.keep();
  }

  /** Types into many rows at once. */
  typeAll(cells: readonly (readonly [key: string, cell: Parameters<typeof typed>[1]])[]): void {
    batch(() => {
      for (const [key, cell] of cells) {
        this.put(key, typed(this.row(key).peek(), cell, isNewRow(key)));
      }
    });
    this.keep();
  }

  /** Adds a new row. @returns its key */
  add(values: Readonly<Record<string, string>>): string {
    const used = this.keys.peek().map((key) => (isNewRow(key) ? Number(key.slice(NEW.length)) : 0));
    this.newest = Math.max(this.newest, ...used) + 1;
    const key = `${NEW}${this.newest}`;
    this.put(key, { values, stored: {}, seen: shownRevision() });
    this.keep();
    return key;
  }

  /** Marks a row as to be removed; a new one is gone at once. */
  remove(key: string): void {
    const row = this.row(key).peek();
    const removed = { values: {}, stored: {}, ...row, seen: row?.seen ?? shownRevision() };
    this.put(key, isNewRow(key) ? undefined : { ...removed, isRemoved: true });
    this.keep();
  }

  /** Forgets what was typed into some rows, or into all. */
  discard(keys: readonly string[] = this.keys.peek()): void {
    batch(() => {
      for (const key of keys) this.put(key, undefined);
    });
    this.keep();
  }

  /** @param keys of the rows to send; all by default */
  take(keys?: readonly string[]): Taken {
    const all = this.all();
    const rows = keys
      ? Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key)))
      : all;
    return { rows, seen: seenOf(rows, shownRevision()) };
  }

  /**
   * Takes what was sent out of the draft, whether it was stored or given up.
   *
   * @param added ids of rows that were new, by key: what was typed into one after it was sent becomes a draft of the stored
   *   row, and one that was removed after it was sent is marked to be removed
   */
  settle({ rows }: Taken, added = NONE_ADDED): void {
    batch(() => {
      for (const [key, sent] of Object.entries(rows)) {
        // A row that has no draft any more was typed back to what is stored, or was new and removed.
        const nothing = { values: {}, stored: {}, seen: sent.seen, isRemoved: isNewRow(key) };
        const left = unsent(this.row(key).peek() ?? nothing, sent);
        const id = isNewRow(key) ? added.get(key) : key;
        this.put(key, undefined);
        if (id === undefined || !left) continue;
        // The page's own write is on the screen: with an older `seen`, a draft over it would conflict with it.
        const isOver = Object.keys(left.values).every((field) => field in sent.values);
        const isSeen = isNewRow(key) || isOver;
        this.put(String(id), isSeen ? { ...left, seen: shownRevision() } : left);
      }
    });
    this.keep();
  }

  /** Marks a row as typed over what is on the screen now: what has changed since it was typed was written by this page. */
  markSeen(key: string): void {
    const row = this.row(key).peek();
    if (row) this.put(key, { ...row, seen: shownRevision() });
    this.keep();
  }

  private put(key: string, row: RowDraft | undefined): void {
    this.row(key).value = row;
    const keys = this.keys.peek();
    if (row && !keys.includes(key)) this.keys.value = [...keys, key];
    if (!row && keys.includes(key)) this.keys.value = keys.filter((each) => each !== key);
  }

  private all(): RowDrafts {
    return Object.fromEntries(
      this.keys.peek().flatMap((key) => {
        const row = this.row(key).peek();
        return row ? [[key, row] as const] : [];
      }),
    );
  }

  private keep(): void {
    const rows = this.all();
    writeTab(this.name, Object.keys(rows).length > 0 ? JSON.stringify(rows) : null);
    this.edits.value++;
  }
}

const drafts = new Map<string, TableDraft>();

/**
 * The draft of that name and of the person; always the same object. With two, a page that somebody leaves while the draft is
 * sent, and comes back to, would send it again, and lose what is typed meanwhile.
 */
export function tableDraft(name: string): TableDraft {
  const kept = `rows ${person.peek()?.id ?? 0} ${name}`;
  let draft = drafts.get(kept);
  if (!draft) {
    draft = new TableDraft(kept);
    drafts.set(kept, draft);
  }
  return draft;
}

interface StoredText {
  /** The stored text over which the person types. */
  base: string;
  /** The revision at which the person saw it. */
  seen: () => number;
  /** To be called with each text that is typed, before the draft is changed. */
  onType: (value: string) => void;
  enter: () => void;
  leave: () => void;
}

/**
 * The stored text that a field shows. @param stored what is stored now @param typed the draft's text; `undefined`: none
 * @param follows whether the field follows what others store while nothing is typed, though the cursor is in it; else it stays
 */
export function useStoredText(
  stored: string,
  typed: string | undefined,
  follows = false,
): StoredText {
  const entered = useRef<{ text: string; seen: number } | undefined>(undefined);
  const typedBefore = useRef(typed);
  // A text that was typed back to what is stored is no draft, and yet the person is typing.
  const isTypedBack = useRef(false);
  const isOver = typed === undefined && !isTypedBack.current;
  if (entered.current && isOver && (follows || typedBefore.current !== undefined)) {
    entered.current = { text: stored, seen: shownRevision() };
  }
  typedBefore.current = typed;
  const base = entered.current?.text ?? stored;
  return {
    base,
    seen: () => entered.current?.seen ?? shownRevision(),
    onType: (value) => {
      isTypedBack.current = value === base;
    },
    enter: () => {
      isTypedBack.current = false;
      entered.current = { text: stored, seen: shownRevision() };
    },
    leave: () => {
      isTypedBack.current = false;
      entered.current = undefined;
    },
  };
}
