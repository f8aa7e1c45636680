/** Editable rows: the frame of one, the note in place of one that others have removed, and the frame around all of them. */
import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import {
  isLeaving,
  onTableKey,
  pastedTable,
  saveAndFollow,
  type TableKeys,
  toggle,
} from './row-actions.ts';
import { isNewRow } from './row-drafts.ts';
import { SaveBar } from './save-bar.tsx';
import type { TableDraft } from './table-draft.ts';
import type { TableState } from './table-state.ts';

interface EditRowProps {
  state: Pick<TableState<unknown>, 'draft' | 'open' | 'selected'>;
  row: string;
  /** Name of the row for screen readers. */
  name: string;
  words: {
    select: (name: string) => string;
    more: (name: string) => string;
    willBeRemoved: string;
    keep: string;
  };
  /** Classes of the row besides those of its state: open, changed, removed. */
  class: string;
  /** The cells between the checkbox that selects the row and the button that opens it. */
  cells: ComponentChildren;
  notes: ComponentChildren;
  /** The row below it, drawn while it is open. */
  below: ComponentChildren;
}

export function EditRow(props: EditRowProps) {
  const { state, row, name, words, cells, notes, below } = props;
  const isSelected = useComputed(() => state.selected.value.has(row));
  const isOpen = useComputed(() => state.open.value.has(row));
  const draft = state.draft.row(row).value;
  const classes = [
    'edit-row',
    props.class,
    isOpen.value && 'open',
    draft && 'changed',
    draft?.isRemoved && 'removed',
  ];
  return (
    <>
      <tr class={classes.filter(Boolean).join(' ')}>
        <td class="select">
          <label class="tick">
            <input
              type="checkbox"
              aria-label={words.select(name)}
              checked={isSelected.value}
              onChange={() => toggle(state.selected, row)}
            />
          </label>
        </td>
        {cells}
        <td class="act">
          <button
            type="button"
            class="opener"
            aria-expanded={isOpen.value}
            aria-label={words.more(name)}
            onClick={() => toggle(state.open, row)}
          />
        </td>
      </tr>
      {notes}
      {draft?.isRemoved && (
        <tr class="note-row">
          <td colSpan={99}>
            {words.willBeRemoved}{' '}
            <button type="button" class="pill" onClick={() => state.draft.discard([row])}>
              {words.keep}
            </button>
          </td>
        </tr>
      )}
      {isOpen.value && below}
    </>
  );
}

interface GoneRowProps {
  draft: TableDraft;
  row: string;
  /** What is shown of it, in the order of the columns. */
  texts: readonly string[];
  words: { goneMeanwhile: string; addAgain: string; remove: string };
  /** Adds a new row with these texts. */
  onAddAgain: () => void;
}

/** A row that somebody else has removed while something was typed into it here. */
export function GoneRow({ draft, row, texts, words, onAddAgain }: GoneRowProps) {
  return (
    <tr class="note-row">
      <td colSpan={99}>
        <p>
          {words.goneMeanwhile} {texts.filter((text) => text !== '').join(' · ')}
        </p>
        <div class="actions">
          <button
            type="button"
            class="pill"
            onClick={() => {
              draft.discard([row]);
              onAddAgain();
            }}
          >
            {words.addAgain}
          </button>
          <button type="button" class="pill" onClick={() => draft.discard([row])}>
            {words.remove}
          </button>
        </div>
      </td>
    </tr>
  );
}

type EditRowsProps = TableKeys & {
  /** The cursor has left the rows. */
  onLeave: () => void;
  /** A table was pasted over them. */
  onPaste: (text: string) => void;
  children: ComponentChildren;
};

/** The frame around editable rows: handles keys, pasting over the rows, and the cursor leaving them. */
export function EditRows({ onLeave, onPaste, children, ...keys }: EditRowsProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the cells within.
    <div
      data-rows
      onKeyDown={(event) => onTableKey(event, keys)}
      onFocusOut={(event) => {
        if (isLeaving(event)) onLeave();
      }}
      onPaste={(event) => {
        const text = pastedTable(event);
        if (text === undefined) return;
        event.preventDefault();
        onPaste(text);
      }}
    >
      {children}
    </div>
  );
}

interface UnsavedRowsProps {
  state: Pick<TableState<unknown>, 'discard' | 'draft' | 'problem' | 'save'>;
  /** The numbers of rows in words. */
  text: (changed: number, added: number, removed: number) => string;
}

/** How many rows are not saved yet, and the buttons that save or discard them. */
export function UnsavedRows({ state, text }: UnsavedRowsProps) {
  if (!state.draft.isChanged.value) return null;
  const keys = state.draft.keys.value;
  const removed = keys.filter((key) => state.draft.row(key).value?.isRemoved).length;
  const added = keys.filter(isNewRow).length;
  return (
    <SaveBar
      edits={state.draft.edits.value}
      isBusy={state.draft.isBusy.value}
      problem={state.problem.value}
      onSave={() => void saveAndFollow(() => state.save())}
      onDiscard={() => state.discard()}
    >
      {text(keys.length - removed - added, added, removed)}
    </SaveBar>
  );
}
