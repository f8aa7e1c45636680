/** Around rows that are typed into: keys, pasting over them, and what is not saved of them. */
import type { ComponentChildren } from 'preact';
import {
  isLeaving,
  onTableKey,
  pastedTable,
  saveAndFollow,
  type TableKeys,
} from './row-actions.ts';
import { isNewRow } from './row-drafts.ts';
import { SaveBar } from './save-bar.tsx';
import type { TableState } from './table-state.ts';

type EditRowsProps = TableKeys & {
  /** The cursor has left the rows. */
  onLeave: () => void;
  /** A table was pasted over them. */
  onPaste: (text: string) => void;
  children: ComponentChildren;
};

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
  state: Pick<TableState<unknown>, 'discard' | 'draft' | 'isBusy' | 'problem' | 'save'>;
  /** So many rows, in words. */
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
      isBusy={state.isBusy.value}
      problem={state.problem.value}
      onSave={() => void saveAndFollow(() => state.save())}
      onDiscard={() => state.discard()}
    >
      {text(keys.length - removed - added, added, removed)}
    </SaveBar>
  );
}
