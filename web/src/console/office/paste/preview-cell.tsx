/** Cells of the preview: as they were pasted, with what is read in them; and fields for those that are wrong. */
import { pasteWords } from './paste-words.ts';

interface PreviewCellProps {
  text: string;
  /** As people read it; `undefined` where the cell says it so, or nothing is read in it. */
  read: string | undefined;
  class: string | undefined;
}

export function PreviewCell({ text, read, class: classes }: PreviewCellProps) {
  return (
    <td dir="auto" class={classes}>
      {text}
      {read !== undefined && (
        <span class="block quiet">
          <span class="vh">{pasteWords.value.readAs} </span>
          <span aria-hidden="true">→ </span>
          {read}
        </span>
      )}
    </td>
  );
}

interface CorrectedCellsProps {
  cells: readonly { column: number; name: string; label: string; text: string }[];
  onInput: (column: number, text: string) => void;
}

/** Beside the reason, because the column may be far to the side. */
export function CorrectedCells({ cells, onInput }: CorrectedCellsProps) {
  return (
    <>
      {cells.map(({ column, name, label, text }) => (
        <span key={column} class="correct-cell">
          <span aria-hidden="true">{name}</span>
          <input
            aria-label={label}
            dir="auto"
            autocomplete="off"
            value={text}
            onInput={({ currentTarget: { value } }) => onInput(column, value)}
          />
        </span>
      ))}
    </>
  );
}
