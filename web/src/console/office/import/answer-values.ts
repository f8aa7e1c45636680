/**
 * Questions of an import as fields: what kind of field fits a question, and what is typed there as the answer that is
 * sent. An answer has the kind of the proposed one, so that a number stays a number.
 */
import type { ImportDocument } from '../../../../../src/contract/import.ts';

export type ImportQuestion = ImportDocument['questions'][number];

/** How a question is answered. */
type AnswerKind =
  /** One of a list. */
  | 'choice'
  | 'yes-no'
  /** An object: one field for each of its keys. */
  | 'each'
  /** A date. */
  | 'date'
  /** Whatever else: a text or a number. */
  | 'text';

export function kindOf({ id, options, proposed }: ImportQuestion): AnswerKind {
  // The options of an object are those of each of its values.
  if (isObject(proposed)) return 'each';
  if (options && options.length > 0) return 'choice';
  if (typeof proposed === 'boolean') return 'yes-no';
  return id === 'dates' || isDay(proposed) ? 'date' : 'text';
}

/** The questions that the values of an object are, one for each of its keys. */
export function innerQuestions({ id, options, proposed }: ImportQuestion): ImportQuestion[] {
  return Object.entries(isObject(proposed) ? proposed : {}).map(([key, value]) => ({
    id,
    text: key,
    proposed: value,
    ...(options && { options }),
  }));
}

/** A value as a field shows it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What was typed, as an answer of the kind of the proposed one. */
export function answerOf(typed: string, { proposed, options = [] }: ImportQuestion): unknown {
  const option = options.find((each) => textOf(each) === typed);
  if (option !== undefined) return option;
  const text = typed.trim();
  // In a list of texts an empty one says something: of a time, that there is none.
  if (text === '') return typeof proposed === 'string' ? '' : null;
  if (typeof proposed === 'boolean') return text === 'true';
  if (typeof proposed === 'number' && Number.isFinite(Number(text))) return Number(text);
  return text;
}

/** Whether a question is answered, each of its parts, by what was given or by what is proposed. */
export function isAnswered(question: ImportQuestion, given: unknown, isPart = false): boolean {
  const { proposed, options = [] } = question;
  const kind = kindOf(question);
  if (kind === 'each') {
    const parts = isObject(given) ? given : {};
    return innerQuestions(question).every((part) => isAnswered(part, parts[part.text], true));
  }
  const answer = given === undefined ? proposed : given;
  if (answer === null) return options.includes(null);
  return answer !== '' || (isPart && kind === 'text');
}

/** What is sent for the questions: what was answered, else what is proposed. */
export function answersFor(
  questions: readonly ImportQuestion[],
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const own = questions.map(({ id, proposed }) => {
    const answer = given[id];
    // A question that is asked again by parts has had a word for an answer.
    if (isObject(proposed)) return [id, { ...proposed, ...(isObject(answer) && answer) }] as const;
    return [id, answer ?? proposed] as const;
  });
  return { ...given, ...Object.fromEntries(own.filter(([, value]) => value !== null)) };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}
