/**
 * Importing files into a regatta: files are dropped or chosen, or a sheet is pasted; questions ask what the files do not say; a
 * preview shows all changes; one button writes them.
 */
import '../table/edit-table.css';
import './import.css';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Office } from '../../../../../src/contract/console/office.ts';
import type { ImportDocument } from '../../../../../src/contract/import.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dateSpan, dayName } from '../../../shared/times.ts';
import { FocusedHeading } from '../../components/page-parts.tsx';
import { usePrimaryAction } from '../../form.ts';
import { consoleUrl, goTo } from '../../place.ts';
import { furtherErrors, problemText } from '../../problems.ts';
import { partPath } from '../../routing.ts';
import { consoleWords } from '../../words/console.ts';
import { frameWords } from '../../words/office-frame.ts';
import { importWords } from '../../words/office-import.ts';
import { undoEntry } from '../conflicts/write.ts';
import { useCommands } from '../frame/commands.ts';
import type { PartProps } from '../frame/parts.ts';
import { SidePanel } from '../frame/side-panel.tsx';
import { AnswerField, English, Reason, SaidInEnglish } from './answer-field.tsx';
import {
  columnBefore,
  explanationOf,
  type ImportQuestion,
  isAnswered,
  isDay,
  pickedFiles,
} from './import-decisions.ts';
import { ImportState } from './import-state.ts';
import { PickFiles } from './pick-files.tsx';
import { Preview } from './preview.tsx';

export function Import({ eventId, document }: Pick<PartProps, 'eventId' | 'document'>) {
  const t = importWords.value;
  const state = useMemo(() => new ImportState(eventId), [eventId]);
  const [written, setWritten] = useState<WrittenImport>();
  useEffect(() => void state.look(), [state]);
  useLayoutEffect(() => takeEverywhere(state), [state]);
  const write = async () => {
    const answer = await state.write();
    if (answer) setWritten({ counts: answer.counts, entryId: answer.entryId });
  };
  useCommands([
    {
      id: 'import.choose',
      words: t.choose,
      keys: ['f'],
      run: () => window.document.getElementById(`import-files-${eventId}`)?.click(),
    },
  ]);
  return (
    <SidePanel title={t.title} onClose={() => goTo(consoleUrl(partPath(eventId, 'programme')))}>
      {written ? (
        <Written eventId={eventId} written={written} onAgain={() => setWritten(undefined)} />
      ) : (
        <>
          <p class="quiet">{t.intro}</p>
          <PickFiles state={state} />
          <Trouble state={state} />
          <Questions state={state} document={document} />
          <Preview state={state} document={document} onWrite={() => void write()} />
        </>
      )}
    </SidePanel>
  );
}

/**
 * Takes a file that is dropped beside the drop zone, which would otherwise replace the page, and a sheet that is pasted
 * beside the field for it. @returns a function that stops it
 */
function takeEverywhere(state: ImportState): () => void {
  const drop = (event: DragEvent) => {
    const isTaken = event.defaultPrevented;
    event.preventDefault();
    if (event.type === 'drop' && !isTaken) state.add(pickedFiles(event.dataTransfer?.files));
  };
  const paste = (event: ClipboardEvent) => {
    if (
      event.defaultPrevented ||
      (event.target as Element | null)?.closest?.('input, textarea, dialog')
    )
      return;
    const files = pickedFiles(event.clipboardData?.files);
    if (files.length > 0) return state.add(files);
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim() === '') return;
    state.paste(text);
    void state.look();
  };
  addEventListener('dragover', drop);
  addEventListener('drop', drop);
  addEventListener('paste', paste);
  return () => {
    removeEventListener('dragover', drop);
    removeEventListener('drop', drop);
    removeEventListener('paste', paste);
  };
}

/** Why there is no preview; the element is always there, so that screen readers announce changes. */
function Trouble({ state }: { state: ImportState }) {
  const t = importWords.value;
  const problem = state.problem.value;
  const tooMuch = state.tooMuch.value;
  return (
    <>
      <p class="quiet import-busy" role="status">
        {state.isBusy.value && t.reading}
      </p>
      <div role="alert" class="problem import-trouble">
        {problem && (
          <>
            <p>{problemText(problem, consoleWords.value, { payload_too_large: t.tooLarge })}</p>
            {furtherErrors(problem, consoleWords.value).map(({ field, detail }) => (
              <p key={field}>
                <English>{detail}</English>
              </p>
            ))}
          </>
        )}
        {tooMuch && <p>{t.tooMuch(tooMuch)}</p>}
        {state.isUnreadable.value && <p>{t.unreadable}</p>}
        {(problem || state.isUnreadable.value) && (
          <button type="button" class="pill" onClick={() => void state.look()}>
            {consoleWords.value.retry}
          </button>
        )}
      </div>
    </>
  );
}

/** The view after an import: what was written, an undo, and further links. */
interface WrittenImport {
  counts: ImportDocument['counts'];
  /** `null` where nothing was left to write. */
  entryId: number | null;
}

interface WrittenProps {
  eventId: number;
  written: WrittenImport;
  onAgain: () => void;
}

function Written({ eventId, written: { counts, entryId }, onAgain }: WrittenProps) {
  const t = importWords.value;
  const [isUndone, setUndone] = useState(false);
  const undo = async () => {
    if (entryId !== null && (await undoEntry(eventId, entryId))) setUndone(true);
  };
  return (
    <section class="import-written" aria-labelledby="import-written">
      <FocusedHeading>
        <span id="import-written">
          {isUndone ? t.takenBack : t.written(counts.new, counts.changed)}
        </span>
      </FocusedHeading>
      <div class="actions">
        {entryId !== null && !isUndone && (
          <button type="button" class="pill" onClick={() => void undo()}>
            {frameWords.value.undo}
          </button>
        )}
        <a class="pill" href={consoleUrl(partPath(eventId, 'history'))}>
          {t.toHistory}
        </a>
        <a class="pill" href={consoleUrl(partPath(eventId, 'programme'))}>
          {t.toProgramme}
        </a>
        <button type="button" class="pill" onClick={onAgain}>
          {t.again}
        </button>
      </div>
    </section>
  );
}

/** How many wrong rows are listed with the questions; the preview lists all. */
const MAX_WRONG_SHOWN = 5;

interface QuestionsProps {
  state: ImportState;
  document: Office;
}

function Questions({ state, document }: QuestionsProps) {
  const t = importWords.value;
  const asked = state.asked.value;
  const open = new Set(state.answer.value?.questions.map(({ id }) => id));
  const given = state.given.value;
  const missing = asked.filter((question) => !isAnswered(question, given[question.id]));
  const isOpen = open.size > 0 || !state.isCurrent.value;
  const isPrimaryAction = usePrimaryAction(asked.length > 0 && isOpen, given);
  if (asked.length === 0) return null;
  const form = (
    <form
      class="form import-questions"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (missing.length === 0) void state.answerAll();
      }}
    >
      {asked.map((question) => (
        <Question key={question.id} state={state} question={question} document={document} />
      ))}
      <div class="actions">
        <button
          type="submit"
          class={isPrimaryAction ? 'pill primary' : 'pill'}
          data-saves={isOpen || undefined}
          aria-disabled={missing.length > 0 || state.isBusy.value}
        >
          {state.isBusy.value ? consoleWords.value.working : t.look}
        </button>
        {missing.length > 0 && <span class="quiet">{t.answerAll}</span>}
      </div>
    </form>
  );
  if (!isOpen) {
    return (
      <details class="import-answers">
        <summary>{t.answered(asked.length)}</summary>
        {form}
      </details>
    );
  }
  return (
    <section aria-labelledby="import-questions">
      <FocusedHeading>
        <span id="import-questions">{t.questions}</span>
      </FocusedHeading>
      <p class="quiet">{t.questionsHint}</p>
      <WrongAlready wrong={state.answer.value?.wrong ?? []} />
      {form}
    </section>
  );
}

/** Faults, shown with the questions: nobody should answer questions about a file that has to be corrected. */
function WrongAlready({ wrong }: Pick<ImportDocument, 'wrong'>) {
  const t = importWords.value;
  if (wrong.length === 0) return null;
  return (
    <div class="problem">
      <p>{t.wrongAlready(wrong.length)}</p>
      <SaidInEnglish of={wrong} />
      <ul>
        {wrong.slice(0, MAX_WRONG_SHOWN).map((each) => (
          <li key={JSON.stringify(each)}>
            <b>{[t.place(each.file, each.row), columnBefore(each)].filter(Boolean).join(', ')}</b>{' '}
            <Reason {...each} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface QuestionProps extends QuestionsProps {
  question: ImportQuestion;
}

function Question({ state, question, document: { event, races } }: QuestionProps) {
  const t = importWords.value;
  const { id, text, where } = question;
  const label = t.question[id] ?? text;
  const explained = explanationText(question, event, races.length > 0);
  return (
    <AnswerField
      id={`import-${id}`}
      label={label}
      hint={
        <>
          {where !== undefined && (
            <b>
              <English>{where}</English>{' '}
            </b>
          )}
          {explained ?? (label !== text && <English>{text}</English>)}
        </>
      }
      question={question}
      answer={state.given.value[id]}
      event={event}
      onAnswer={(value) => state.give(id, value)}
    />
  );
}

/** How many names an explanation lists; the preview has all. */
const MAX_NAMED = 3;

/** The explanation of a question in the reader's language; the service has its own text, for the command line. */
function explanationText(
  question: ImportQuestion,
  { startDate, endDate }: Office['event'],
  hasRaces: boolean,
): string | undefined {
  const t = importWords.value;
  const { id, about = [], unusable } = question;
  const dated = about.map((text) =>
    isDay(text) ? dayName(text, dateLanguage(), 'long', true) : text,
  );
  const named = t.named(dated.slice(0, MAX_NAMED), dated.length - MAX_NAMED);
  const explained = t.explain[explanationOf(question, hasRaces)]?.(
    named,
    dateSpan(startDate, endDate, dateLanguage()),
  );
  if (explained === undefined) return undefined;
  return [
    unusable !== undefined && (typeof unusable === 'string' ? t.unusable(unusable) : t.unsettled),
    explained,
    id === 'times' && startDate !== endDate && t.timesDay,
  ]
    .filter(Boolean)
    .join(' ');
}
