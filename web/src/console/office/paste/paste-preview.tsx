/** What would become of each pasted row, under the columns as they were recognised. */
import { useState } from 'preact/hooks';
import { pasteWords } from './paste-words.ts';
import type { PlannedRow, RowFault } from './planned-row.ts';

/** How a part speaks of its properties. */
export interface PreviewWords<Field extends string> {
  /** In the order in which they are offered. */
  names: Readonly<Record<Field, string>>;
  fault: (fault: RowFault<Field>) => string;
  doubt: (doubt: string) => string;
}

interface PastePreviewProps<Field extends string, Values> {
  plans: readonly PlannedRow<Field, Values>[];
  heading: readonly string[];
  fields: readonly (Field | undefined)[];
  words: PreviewWords<Field>;
  onColumn: (column: number, field: Field | '') => void;
}

type State = PlannedRow<string, unknown>['state'];

const STATES: readonly State[] = ['new', 'changed', 'wrong', 'same', 'left-out'];
/** More rows at once help nobody; the wrong ones can be shown alone. */
const MAX_SHOWN = 300;

export function PastePreview<Field extends string, Values>(
  props: PastePreviewProps<Field, Values>,
) {
  const { plans, heading, fields, words, onColumn } = props;
  const t = pasteWords.value;
  const [only, setOnly] = useState<State>();
  const wanted = only ? plans.filter(({ state }) => state === only) : plans;
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
                  <select
                    aria-label={t.columnIs(column + 1, heading[column] ?? '')}
                    value={field ?? ''}
                    onChange={({ currentTarget: { value } }) =>
                      onColumn(column, value as Field | '')
                    }
                  >
                    <option value="" selected={field === undefined}>
                      {t.leftOut}
                    </option>
                    {(Object.entries(words.names) as [Field, string][]).map(([each, name]) => (
                      <option key={each} value={each} selected={each === field}>
                        {name}
                      </option>
                    ))}
                  </select>
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
                </td>
                {fields.map((field, column) => {
                  const isChanged = plan.changes.some((change) => change.field === field);
                  return (
                    <td key={column} dir="auto" class={cellClass(field, isChanged, plan)}>
                      {plan.texts[column]}
                    </td>
                  );
                })}
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

function cellClass<Field, Values>(
  field: Field | undefined,
  isChanged: boolean,
  { faults }: PlannedRow<Field, Values>,
): string | undefined {
  if (field === undefined) return 'quiet';
  if (faults.some((fault) => fault.field === field)) return 'bad';
  return isChanged ? 'fresh' : undefined;
}

/** In words what becomes of a row, and why. */
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
