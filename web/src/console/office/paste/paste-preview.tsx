/** The preview of each pasted row, under the recognised columns. */
import { useState } from 'preact/hooks';
import { Choice } from '../../components/field.tsx';
import { pasteWords } from '../../words/office-paste.ts';
import { cellName, type PlannedRow, type RowFault } from './pasted-table.ts';

/** The words of a part for its properties. */
export interface PreviewWords<Field extends string> {
  /** Names of the properties, in the order in which a column offers them. */
  names: Readonly<Record<Field, string>>;
  fault: (fault: RowFault<Field>) => string;
  doubt: (doubt: string) => string;
  /** A value as people read it; by default as it is stored. */
  shown?: (field: Field, text: string) => string;
}

interface PastePreviewProps<Field extends string, Values> {
  plans: readonly PlannedRow<Field, Values>[];
  heading: readonly string[];
  fields: readonly (Field | undefined)[];
  words: PreviewWords<Field>;
  /** Texts of cells that the person has corrected, by `cellName`. */
  corrected: ReadonlyMap<string, string>;
  onColumn: (column: number, field: Field | '') => void;
  onCell: (line: number, column: number, text: string) => void;
}

type State = PlannedRow<string, unknown>['state'];

const STATES: readonly State[] = ['new', 'changed', 'wrong', 'same', 'left-out'];
/** At most so many rows are shown, because nobody reads more; the wrong ones can be shown alone. */
const MAX_SHOWN = 300;

export function PastePreview<Field extends string, Values>(
  props: PastePreviewProps<Field, Values>,
) {
  const { plans, heading, fields, words, corrected, onColumn, onCell } = props;
  const t = pasteWords.value;
  const [only, setOnly] = useState<State>();
  // A corrected row stays among the wrong ones while somebody types in it.
  const isCorrected = ({ line }: { line: number }) =>
    fields.some((_, column) => corrected.has(cellName(line, column)));
  const isWanted = (plan: PlannedRow<Field, Values>) =>
    plan.state === only || (only === 'wrong' && isCorrected(plan));
  const wanted = only ? plans.filter(isWanted) : plans;
  const shown = wanted.slice(0, MAX_SHOWN);
  const filter = (state: State | undefined, text: string, count: number) => (
    <button
      key={text}
      type="button"
      class="pill"
      aria-pressed={only === state}
      onClick={() => setOnly(state)}
    >
      {text} {count}
    </button>
  );
  return (
    <>
      <p class="hint">{t.columns}</p>
      <fieldset class="actions filters">
        <legend class="vh">{t.show}</legend>
        {filter(undefined, t.all, plans.length)}
        {STATES.map((state) => {
          const count = plans.filter((each) => each.state === state).length;
          return count > 0 && filter(state, t.states[state], count);
        })}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by key. */}
      <section class="sideways" aria-label={t.preview} tabIndex={0}>
        <table class="preview">
          <thead>
            <tr>
              <th scope="col">{t.line}</th>
              <th scope="col">{t.outcome}</th>
              {fields.map((field, column) => (
                <th scope="col" key={column}>
                  {heading[column] && <span class="block quiet">{heading[column]}</span>}
                  <Choice
                    aria-label={t.columnIs(column + 1, heading[column] ?? '')}
                    value={field ?? ''}
                    options={[['', t.leftOut], ...Object.entries<string>(words.names)]}
                    onValue={(value) => onColumn(column, value as Field | '')}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((plan) => (
              <tr key={plan.line} class={`is-${plan.state}`}>
                <td>{plan.line}</td>
                <td class="outcome">
                  <Fate plan={plan} words={words} />
                  <CorrectedCells
                    cells={openCells(plan, fields, corrected).map(({ field, column, text }) => ({
                      column,
                      text,
                      name: words.names[field],
                      label: t.correct(words.names[field], plan.line),
                    }))}
                    onInput={(column, text) => onCell(plan.line, column, text)}
                  />
                </td>
                {fields.map((field, column) => (
                  <PreviewCell
                    key={column}
                    text={plan.texts[column] ?? ''}
                    read={readText(field, plan, plan.texts[column] ?? '', words)}
                    class={cellClass(field, plan)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {wanted.length > shown.length && (
        <p class="quiet">{t.shownOf(shown.length, wanted.length)}</p>
      )}
    </>
  );
}

/** The cells of a row that can be corrected: those that are wrong, and those that were corrected. */
function openCells<Field extends string, Values>(
  plan: PlannedRow<Field, Values>,
  fields: readonly (Field | undefined)[],
  corrected: ReadonlyMap<string, string>,
): { field: Field; column: number; text: string }[] {
  return fields.flatMap((field, column) => {
    const typed = corrected.get(cellName(plan.line, column));
    if (field === undefined || (typed === undefined && !isBad(field, plan))) return [];
    return [{ field, column, text: typed ?? plan.texts[column] ?? '' }];
  });
}

function cellClass<Field extends string, Values>(
  field: Field | undefined,
  plan: PlannedRow<Field, Values>,
): string | undefined {
  if (field === undefined) return 'quiet';
  if (isBad(field, plan)) return 'bad';
  return plan.changes.some((change) => change.field === field) ? 'fresh' : undefined;
}

/** Whether a cell is wrong; where the row as a whole is wrong, each cell may be the reason. */
function isBad<Field, Values>(field: Field, { state, faults }: PlannedRow<Field, Values>): boolean {
  const isNamed = faults.some((fault) => fault.field !== undefined);
  return state === 'wrong' && (!isNamed || faults.some((fault) => fault.field === field));
}

/** The value read from a cell; `undefined` where the cell shows the same text. */
function readText<Field extends string, Values>(
  field: Field | undefined,
  { reads }: PlannedRow<Field, Values>,
  text: string,
  { shown = (_, read) => read }: PreviewWords<Field>,
): string | undefined {
  const read = field === undefined ? undefined : reads[field];
  if (field === undefined || !read || read === text || text === '') return undefined;
  const said = shown(field, read);
  return said === text ? undefined : said;
}

/** What a row would do, in words, and why. */
function Fate<Field extends string, Values>({
  plan,
  words,
}: {
  plan: PlannedRow<Field, Values>;
  words: PreviewWords<Field>;
}) {
  const t = pasteWords.value;
  const { state, changes, faults, doubts } = plan;
  const nameOf = (field: Field | undefined) => (field === undefined ? '' : words.names[field]);
  return (
    <>
      <b>{t.states[state]}</b>
      {faults.map((fault) => {
        const what = words.fault(fault);
        const name = nameOf(fault.field);
        return (
          <span class="block" key={`${fault.field} ${fault.code}`}>
            {name === '' ? what : t.inField(name, what)}{' '}
            {fault.lines && t.inRows(fault.lines.join(', '))}
          </span>
        );
      })}
      {changes.map(({ field, before, after }) => (
        <span class="block" key={field}>
          {t.change(nameOf(field), before, after)}
        </span>
      ))}
      {doubts.map((doubt) => (
        <span class="block doubt" key={doubt}>
          {words.doubt(doubt)}
        </span>
      ))}
    </>
  );
}

/** Cells of the preview: as they were pasted, with what is read in them; and fields for those that are wrong. */
interface PreviewCellProps {
  text: string;
  /** The value as people read it; `undefined` where the cell shows the same, or has none. */
  read: string | undefined;
  class: string | undefined;
}

function PreviewCell({ text, read, class: classes }: PreviewCellProps) {
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

/** Fields for wrong cells, beside the reason, because the column may be far to the side. */
function CorrectedCells({ cells, onInput }: CorrectedCellsProps) {
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
