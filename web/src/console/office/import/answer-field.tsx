/** The field for one question: a list to choose from, yes or no, a date, a text, or one field for each part. */
import type { ComponentChildren } from 'preact';
import type { Office } from '../../../../../src/contract/console/office.ts';
import type { ImportDocument } from '../../../../../src/contract/import.ts';
import { language } from '../../../shared/page/language.ts';
import { Below, Choice, type Options } from '../../components/field.tsx';
import { frameWords } from '../../words/office-frame.ts';
import { importWords } from '../../words/office-import.ts';
import {
  answerOf,
  type ImportQuestion,
  innerQuestions,
  isObject,
  kindOf,
  textOf,
} from './import-decisions.ts';

interface AnswerFieldProps {
  id: string;
  label: string;
  hint?: ComponentChildren;
  question: ImportQuestion;
  /** `undefined`: the proposed answer. */
  answer: unknown;
  event: Office['event'];
  onAnswer: (value: unknown) => void;
}

export function AnswerField(props: AnswerFieldProps) {
  const { id, label, hint, question, answer, event, onAnswer } = props;
  if (kindOf(question) !== 'each') {
    return (
      <div class="field">
        <label for={id}>{label}</label>
        <Control {...props} />
        <Below id={id} error={undefined} hint={hint} />
      </div>
    );
  }
  const parts = isObject(answer) ? answer : {};
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      <Below id={id} error={undefined} hint={hint} />
      <div class="side-by-side">
        {innerQuestions(question).map((inner, index) => (
          <AnswerField
            key={inner.text}
            id={`${id}-${index}`}
            label={partText(inner)}
            question={inner}
            answer={parts[inner.text]}
            event={event}
            onAnswer={(value) => onAnswer({ ...parts, [inner.text]: value })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function partText({ text }: ImportQuestion): string {
  return importWords.value.parts[text] ?? text;
}

function Control({ id, hint, question, answer, event, onAnswer }: AnswerFieldProps) {
  const kind = kindOf(question);
  const shown = textOf(answer === undefined ? question.proposed : answer);
  const own = { id, 'aria-describedby': hint === undefined ? undefined : `${id}-hint` };
  const take = (typed: string) => onAnswer(answerOf(typed, question));
  if (kind === 'choice' || kind === 'yes-no') {
    return <Choice {...own} value={shown} options={optionsOf(question)} onValue={take} />;
  }
  if (kind === 'date') {
    return (
      <input
        {...own}
        type="date"
        min={event.startDate}
        max={event.endDate}
        value={shown}
        onInput={({ currentTarget: { value } }) => take(value)}
      />
    );
  }
  const zones = question.id === 'zone' ? `${id}-zones` : undefined;
  const field = (
    <input
      {...own}
      type="text"
      list={zones}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      inputMode={typeof question.proposed === 'number' ? 'decimal' : undefined}
      value={shown}
      onInput={({ currentTarget: { value } }) => take(value)}
    />
  );
  if (zones === undefined) return field;
  return (
    <>
      {field}
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

/** The options of a choice; with an empty one where the service proposes none. */
function optionsOf(question: ImportQuestion): Options {
  const t = importWords.value;
  const { yes, no } = frameWords.value;
  const truths: Record<string, string> = { true: yes, false: no };
  if (kindOf(question) === 'yes-no') return Object.entries(truths);
  const { id, options = [], proposed } = question;
  const named = options
    .filter((option) => option !== null)
    .map((option) => {
      const value = textOf(option);
      const text = t.options[`${id}.${value}`] ?? t.options[value] ?? truths[value] ?? value;
      return [value, text] as const;
    });
  if (options.includes(null)) return [['', t.leaveOut], ...named];
  return proposed === null ? [['', t.choosing], ...named] : named;
}

/** Why something is wrong: about a whole file in the reader's language, about rows in the words of the service. */
export function Reason({ reason, fault, from }: Said) {
  const t = importWords.value;
  if (fault === undefined) return <English>{reason}</English>;
  return fault === 'open-quote' ? t.openQuote(from ?? 1) : t.faults[fault];
}

type Said = Pick<ImportDocument['wrong'][number], 'reason' | 'fault' | 'from'>;

/** A line above texts of the service, which are English, for people who read another language. */
export function SaidInEnglish({ of }: { of: readonly object[] }) {
  if (language.value === 'en' || of.every((each) => 'fault' in each)) return null;
  return <p class="quiet">{importWords.value.inEnglish}</p>;
}

/** A text of the service about files, marked as English. */
export function English({ children }: { children: string }) {
  return <span lang={language.value === 'en' ? undefined : 'en'}>{children}</span>;
}
