/** The frame of a row that is typed into, and what stands in place of one that somebody else has removed. */
import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { toggle } from './row-actions.ts';
import type { TableDraft } from './table-draft.ts';
import type { TableState } from './table-state.ts';

interface EditRowProps {
  state: Pick<TableState<unknown>, 'draft' | 'open' | 'selected'>;
  row: string;
  /** What the row is called, for whoever does not see it. */
  name: string;
  words: {
    select: (name: string) => string;
    more: (name: string) => string;
    willBeRemoved: string;
    keep: string;
  };
  /** Classes of the row, besides those that say what became of it. */
  class: string;
  /** Between the box that selects it and the button that opens it. */
  cells: ComponentChildren;
  notes: ComponentChildren;
  /** A row below it, while it is open. */
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
