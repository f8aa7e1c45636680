/** What cannot be known from the files, as a form with the likely answers filled in. */
import type { Office } from '../../../../../src/contract/console/office.ts';
import type { ImportDocument } from '../../../../../src/contract/import.ts';
import { useForemost } from '../../foremost.ts';
import { FocusedHeading } from '../../components/headings.tsx';
import { consoleWords } from '../../words/words.ts';
import { AnswerField } from './answer-field.tsx';
import { type ImportQuestion, isAnswered } from './answer-values.ts';
import { English } from './english.tsx';
import type { ImportState } from './import-state.ts';
import { importWords } from './import-words.ts';

/** The preview lists all of them. */
const MAX_WRONG_SHOWN = 5;

interface QuestionsProps {
  state: ImportState;
  event: Office['event'];
}

export function Questions({ state, event }: QuestionsProps) {
  const t = importWords.value;
  const asked = state.asked.value;
  const open = new Set(state.answer.value?.questions.map(({ id }) => id));
  const given = state.given.value;
  const missing = asked.filter((question) => !isAnswered(question, given[question.id]));
  const isOpen = open.size > 0 || !state.isCurrent.value;
  const isForemost = useForemost(asked.length > 0 && isOpen, given);
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
        <Question key={question.id} state={state} question={question} event={event} />
      ))}
      <div class="actions">
        <button
          type="submit"
          class={isForemost ? 'pill primary' : 'pill'}
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

/** Nobody answers questions about a file that cannot be imported anyhow. */
function WrongAlready({ wrong }: Pick<ImportDocument, 'wrong'>) {
  const t = importWords.value;
  if (wrong.length === 0) return null;
  return (
    <div class="problem">
      <p>{t.wrongAlready(wrong.length)}</p>
      <ul>
        {wrong.slice(0, MAX_WRONG_SHOWN).map(({ row, column, reason, file }) => (
          <li key={`${file} ${row} ${column} ${reason}`}>
            {[t.place(file, row), column].filter(Boolean).join(', ')} <English>{reason}</English>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface QuestionProps {
  state: ImportState;
  question: ImportQuestion;
  event: Office['event'];
}

function Question({ state, question, event }: QuestionProps) {
  const t = importWords.value;
  const { id, text, where } = question;
  const label = t.question[id] ?? text;
  return (
    <AnswerField
      id={`import-${id}`}
      label={label}
      hint={
        label === text && where === undefined ? undefined : (
          <>
            {where !== undefined && <b>{where} </b>}
            {label !== text && <English>{text}</English>}
          </>
        )
      }
      question={question}
      answer={state.given.value[id]}
      event={event}
      onAnswer={(value) => state.give(id, value)}
    />
  );
}
