/**
 * Pasting many rows: the text, what each column is, a preview of each row, and one button that saves all of them. What was
 * pasted stays through a reload until it is saved or discarded.
 */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Written } from '../../../../../src/contract/console/office-writes.ts';
import { MAX_ELEMENTS } from '../../../../../src/contract/limits.ts';
import { Alert } from '../../components/page-parts.tsx';
import { Form, useForm, useOnce, usePrimaryAction } from '../../form.ts';
import { type Problem, problemText } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { pasteWords } from '../../words/office-paste.ts';
import type { Thing, Values } from '../conflicts/conflicts.ts';
import type { Outcome } from '../conflicts/write.ts';
import { SidePanel } from '../frame/side-panel.tsx';
import { NEW } from '../table/row-drafts.ts';
import { sentRow } from '../table/row-push.ts';
import type { RowsPush } from '../table/table-state.ts';
import { PastePreview, type PreviewWords } from './paste-preview.tsx';
import {
  assignedColumns,
  correctedCells,
  correctedRows,
  type Headings,
  type PastedRow,
  type PlannedRow,
  recogniseColumns,
  splitCells,
  withCell,
  withColumn,
} from './pasted-table.ts';

/** The rows below the headings, and what the columns are. */
export interface Sheet<Field> {
  rows: readonly PastedRow[];
  fields: readonly (Field | undefined)[];
}

const NOTHING = { text: '', columns: '', cells: '' };

interface PastePanelProps<Field extends string, Values> {
  /** The name under which what was pasted is stored. */
  name: string;
  /** A text that was pasted over the table. */
  pasted: string | undefined;
  headings: Headings<Field>;
  guess: (cells: readonly string[], taken: readonly (Field | undefined)[]) => Field | undefined;
  /** Decides by its cells what a column is whose heading can have two meanings. */
  refine?: (field: Field, cells: readonly string[]) => Field;
  plan: (sheet: Sheet<Field>) => PlannedRow<Field, Values>[];
  words: PreviewWords<Field>;
  /** Questions about a sheet. */
  questions?: (sheet: Sheet<Field>) => ComponentChildren;
  /** Saves the rows that are new or changed. */
  save: (rows: readonly PlannedRow<Field, Values>[]) => Promise<Outcome<unknown>>;
  onClose: () => void;
}

export function PastePanel<Field extends string, Values>(props: PastePanelProps<Field, Values>) {
  const { name, pasted, headings, words, questions, onClose } = props;
  const t = pasteWords.value;
  const form = useForm({ name, initial: NOTHING });
  // A newer paste replaces what was stored.
  const type = (value: string) => {
    form.set('text', value);
    // The corrections were about other rows.
    form.set('cells', '');
  };
  useMemo(() => {
    if (pasted !== undefined) type(pasted);
  }, [pasted]);
  const { text, columns, cells } = form.values.value;
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => box.current?.focus(), []);
  const table = useMemo(() => splitCells(text), [text]);
  const recognised = useMemo(() => recognise(table, headings, props), [table]);
  const fields = useMemo(() => assignedColumns(recognised.fields, columns), [recognised, columns]);
  const corrected = correctedCells(cells);
  const rows = correctedRows(recognised.hasHeading ? table.slice(1) : table, corrected);
  const sheet = { rows, fields };
  const close = () => {
    form.discard();
    onClose();
  };
  return (
    <SidePanel
      title={t.title}
      onClose={close}
      closeText={text === '' ? undefined : consoleWords.value.discard}
    >
      <div class="field">
        <label for={`${name}-text`}>{t.text}</label>
        <textarea
          id={`${name}-text`}
          ref={box}
          class="paste-text"
          rows={6}
          wrap="off"
          spellcheck={false}
          aria-describedby={`${name}-hint`}
          value={text}
          onInput={({ currentTarget: { value } }) => type(value)}
        />
        <p class="hint" id={`${name}-hint`}>
          {t.hint}
        </p>
      </div>
      {rows.length > MAX_ELEMENTS && (
        <p class="error" role="alert">
          {t.tooMany(rows.length, MAX_ELEMENTS)}
        </p>
      )}
      {rows.length > 0 && rows.length <= MAX_ELEMENTS && (
        <>
          {fields.every((field) => field === undefined) && <p class="error">{t.noColumns}</p>}
          {recognised.lanes.length > 0 && (
            <p class="attention">{t.lanesUnread(recognised.lanes.join(', '))}</p>
          )}
          {questions?.(sheet)}
          <Planned
            {...props}
            sheet={sheet}
            heading={recognised.hasHeading ? (table[0]?.cells ?? []) : []}
            words={words}
            corrected={corrected}
            typed={form.typed.value}
            onColumn={(column, field) => form.set('columns', withColumn(columns, column, field))}
            onCell={(line, column, value) =>
              form.set('cells', withCell(cells, line, column, value))
            }
            onSaved={close}
          />
        </>
      )}
    </SidePanel>
  );
}

/** Whether something was pasted under this name and neither saved nor discarded. */
export function hasPaste(name: string): boolean {
  return new Form({ name, initial: NOTHING }).isChanged.peek();
}

interface PlannedProps<Field extends string, Values> extends PastePanelProps<Field, Values> {
  sheet: Sheet<Field>;
  heading: readonly string[];
  corrected: ReadonlyMap<string, string>;
  typed: object;
  onColumn: (column: number, field: Field | '') => void;
  onCell: (line: number, column: number, text: string) => void;
  onSaved: () => void;
}

function Planned<Field extends string, Values>(props: PlannedProps<Field, Values>) {
  const { sheet, heading, plan, words, save, corrected, onColumn, onCell, onSaved } = props;
  const t = pasteWords.value;
  const [skipsWrong, setSkipsWrong] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const isPrimaryAction = usePrimaryAction(true, props.typed);
  const plans = plan(sheet);
  const wrongCount = plans.filter(({ state }) => state === 'wrong').length;
  const toSave = plans.filter(({ state }) => state === 'new' || state === 'changed');
  const isReady = toSave.length > 0 && (wrongCount === 0 || skipsWrong);
  const [isBusy, send] = useOnce(async () => {
    const outcome = await save(toSave);
    if (outcome.kind === 'refused') setProblem(outcome.problem);
    else onSaved();
  });
  const rowErrors = problem ? errorsOfRows(problem, toSave) : [];
  return (
    <>
      <PastePreview
        plans={plans}
        heading={heading}
        fields={sheet.fields}
        words={words}
        corrected={corrected}
        onColumn={onColumn}
        onCell={onCell}
      />
      {wrongCount > 0 && (
        <label class="tick">
          <input
            type="checkbox"
            checked={skipsWrong}
            onChange={({ currentTarget: { checked } }) => setSkipsWrong(checked)}
          />
          {t.skipWrong(wrongCount)}
        </label>
      )}
      <Alert texts={[problem && problemText(problem, consoleWords.value), ...rowErrors]} />
      <div class="actions">
        <button
          type="button"
          class={isPrimaryAction ? 'pill primary' : 'pill'}
          data-saves
          aria-disabled={!isReady || isBusy}
          onClick={() => isReady && void send()}
        >
          {isBusy ? consoleWords.value.working : t.save(toSave.length)}
        </button>
        <span class="quiet">
          {toSave.length === 0 ? t.nothing : wrongCount > 0 && !skipsWrong && t.mendFirst}
        </span>
      </div>
    </>
  );
}

/** The refused rows, with the line of the paste: an error such as of `races[3].title`. */
function errorsOfRows<Field, Values>(
  { errors }: Problem,
  sent: readonly PlannedRow<Field, Values>[],
): string[] {
  const t = pasteWords.value;
  return errors.map(({ field, detail }) => {
    const [, index, property = ''] = /\[(\d+)\]\.?(\w*)/.exec(field) ?? [];
    const line = sent[Number(index)]?.line;
    return line === undefined ? `${field}: ${detail}` : `${t.line} ${line}: ${property} ${detail}`;
  });
}

function recognise<Field extends string>(
  table: readonly { cells: readonly string[] }[],
  headings: Headings<Field>,
  { guess, refine }: Pick<PastePanelProps<Field, unknown>, 'guess' | 'refine'>,
) {
  const width = Math.max(0, ...table.map(({ cells }) => cells.length));
  const first = Array.from({ length: width }, (_, column) => table[0]?.cells[column] ?? '');
  const taken: (Field | undefined)[] = [];
  const cellsOf = (column: number, from: number) =>
    table.slice(from, GUESSED_ROWS).map((row) => row.cells[column] ?? '');
  const guessed = (column: number) => {
    taken[column] = guess(cellsOf(column, 0), taken);
    return taken[column];
  };
  const refined = (field: Field, column: number) => refine?.(field, cellsOf(column, 1)) ?? field;
  return recogniseColumns(first, headings, guessed, refined);
}

/** How many rows are looked at to guess what a column is. */
const GUESSED_ROWS = 50;

interface Pasted<Row extends Values> {
  /** The rows that are new or changed. */
  rows: readonly PlannedRow<string, Row>[];
  /** Sends the rows. */
  push: (
    eventId: number,
    push: RowsPush<Partial<Row> & { id: number | null }>,
  ) => Promise<Outcome<Written>>;
  /** The subject of a row in the history. */
  subject: 'race' | 'team';
  /** The properties that a row can write. */
  writable: readonly string[];
  /** The revision with which the rows were compared. */
  seen: number;
}

/** Writes pasted rows, without what the person gives up for what others have stored meanwhile. Never throws. */
export function savePasted<Row extends Values>(
  eventId: number,
  { rows, push, subject, writable, seen }: Pasted<Row>,
): Promise<Outcome<Written>> {
  const thingOf = ({ id, line }: { id: number | null; line: number }): Thing => ({
    subject,
    id: id ?? `${NEW}${line}`,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return push(eventId, {
    seen,
    body: (decided) => {
      const sent = rows.flatMap(
        (row) => sentRow(row.write, { thing: thingOf(row), writable, decided }) ?? [],
      );
      return sent.length === 0 ? undefined : { rows: sent };
    },
    mine: {
      valuesOf: ({ id, ...thing }) => {
        const row = thing.subject === subject && id !== undefined ? byId.get(id) : undefined;
        return row && { ...row.write };
      },
      canAdd: (thing) => thing.subject === subject,
      clashOf: (property, theirs) => {
        const isUnique = property === (subject === 'race' ? 'raceNumber' : 'name');
        const rival = rows.find(({ write }) => isUnique && (write as Values)[property] === theirs);
        return rival && { thing: thingOf(rival), values: { ...rival.write }, instead: undefined };
      },
    },
    said: pasteWords.peek().saved(rows.length),
  });
}
