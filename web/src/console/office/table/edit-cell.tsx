/**
 * A table cell that is edited in place. It shows the draft, else what is stored. What others store appears in it, marked for a
 * moment, but not while the cursor is in it; a text that was typed there and saved appears also then.
 */
import { useState } from 'preact/hooks';
import { Choice, type Options } from '../../components/field.tsx';
import { useRecentlyChanged } from '../../documents/office.ts';
import { type TableDraft, useStoredText } from './table-draft.ts';

interface EditCellProps {
  draft: TableDraft;
  /** Key of the row. */
  row: string;
  field: string;
  /** What is stored, as text; empty in a new row. */
  stored: string;
  /** Names the cell for whoever does not see its column: "Title of race 12". */
  label: string;
  /** The key for `useRecentlyChanged`, by which changes of others are marked. */
  freshKey?: string;
  /** Whether its text is invalid. */
  isWrong?: boolean;
  /** Id of the element that says what is wrong or doubtful: `RowNotes` beside the row. */
  noteId?: string | undefined;
  /** A choice between these, instead of any text. */
  options?: Options | undefined;
  inputMode?: 'numeric' | 'text';
  placeholder?: string;
}

export function EditCell(props: EditCellProps) {
  const { draft, row, field, stored, label, freshKey = '', isWrong, noteId, options } = props;
  const isFresh = useRecentlyChanged(freshKey).value;
  const [isEntered, setEntered] = useState(false);
  const draftText = draft.row(row).value?.values[field];
  const text = useStoredText(stored, draftText);
  const value = draftText ?? text.base;
  const attributes = {
    'aria-label': label,
    'aria-invalid': isWrong ? ('true' as const) : undefined,
    'aria-describedby': noteId,
    'data-cell': `${row} ${field}`,
    value,
    onFocus: () => {
      text.enter();
      setEntered(true);
    },
    onBlur: () => {
      text.leave();
      setEntered(false);
    },
  };
  const type = (typed: string) => {
    text.onType(typed);
    draft.type(row, { field, value: typed, stored: text.base, seen: text.seen() });
  };
  return (
    <div class={isFresh && !isEntered ? 'cell fresh' : 'cell'}>
      {options ? (
        <Choice {...attributes} options={options} onValue={type} />
      ) : (
        <input
          {...attributes}
          autocomplete="off"
          inputMode={props.inputMode ?? 'text'}
          placeholder={props.placeholder}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      )}
    </div>
  );
}

/** What is wrong or doubtful about a cell of a row. */
export interface CellNote {
  field: string;
  /** What the cell is called. */
  name: string;
  text: string;
  isWrong: boolean;
}

/** The element id of the note about a cell. */
export function noteIdOf(row: string, field: string): string {
  return `note-${row}-${field}`;
}

/** Below a row: what is wrong or doubtful about its cells, in full width. */
export function RowNotes({ row, notes }: { row: string; notes: readonly CellNote[] }) {
  if (notes.length === 0) return null;
  return (
    <tr class="note-row">
      <td colSpan={99}>
        {notes.map(({ field, name, text, isWrong }) => (
          <p key={field} id={noteIdOf(row, field)} class={isWrong ? 'error' : 'doubt'}>
            {name}: {text}
          </p>
        ))}
      </td>
    </tr>
  );
}
