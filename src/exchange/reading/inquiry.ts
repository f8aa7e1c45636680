/** The questions of a reader and the answers given so far; merges the answers of several imports. */
import { isJsonObject } from '../text/text.ts';
import type { Answers, Question, QuestionId } from './reading.ts';
import { withoutPlaceAnswer } from './settle-places.ts';

/** Collects the questions of one file. */
export class Inquiry {
  readonly questions: Question[] = [];
  private readonly answers: Answers;

  constructor(answers: Answers) {
    this.answers = answers;
  }

  /**
   * The answer to a question. A question without a valid answer is added to `questions`, once for each `where`; until it is
   * answered, its proposal applies, so that a preview can be shown.
   *
   * @param read returns the answer, or `undefined` if the value is none
   */
  ask<Answer extends string | boolean | object>(
    question: Question,
    read: (value: unknown) => Answer | undefined,
  ): Answer | undefined {
    const value = this.answers[question.id];
    const answer = value === undefined ? undefined : read(value);
    if (answer !== undefined) return answer;
    const { id, where } = question;
    if (this.questions.every((asked) => asked.id !== id || asked.where !== where)) {
      this.questions.push(question);
    }
    return read(question.proposed);
  }

  /** Asks for one of a few words; the first one is proposed. */
  choose<const Word extends string>(
    id: QuestionId,
    text: string,
    options: readonly [Word, ...Word[]],
    more: Pick<Question, 'where' | 'about'> = {},
  ): Word {
    const question = { id, text, proposed: options[0], options, ...more };
    return this.ask(question, (value) => options.find((word) => word === value)) ?? options[0];
  }
}

/** An answer that is an object from texts to texts. */
export function textsByText(value: unknown): Map<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every(([, text]) => typeof text === 'string') ? new Map(entries) : undefined;
}

/** Questions that are answered by key: a label, a heading, a race. */
const BY_KEY: readonly QuestionId[] = ['dates', 'columns', 'status', 'badTimes', 'race'];

/** Questions about one file, or the event as it was then: a remembered answer could be wrong for the next file, unnoticed. */
const OF_ONE_FILE: readonly QuestionId[] = [
  'otherRegatta',
  'times',
  'overwriteResults',
  'emptyLanes',
  'unknownLanes',
  'rounds',
];

/**
 * Merges remembered answers and given ones, which take precedence; in an answer by key, for each key.
 *
 * @param remembered answers about one file, which earlier versions kept, are ignored
 */
export function mergeAnswers(remembered: Answers, given: Answers): Answers {
  const lasting = lastingAnswers(remembered);
  const merged: Partial<Record<QuestionId, unknown>> = { ...lasting, ...given };
  for (const id of BY_KEY) {
    const [before, now] = [lasting[id], given[id]];
    if (isJsonObject(before) && isJsonObject(now)) merged[id] = { ...before, ...now };
  }
  return merged;
}

/** The answers that the next file of the layout may use (tools.md, "Answers"); of `emptyPlace` not those for single boats. */
export function lastingAnswers(answers: Answers): Answers {
  const ofOneFile = new Set<string>(OF_ONE_FILE);
  return Object.fromEntries(
    Object.entries(answers).flatMap(([id, value]) => {
      const lasting = id === 'emptyPlace' ? withoutPlaceAnswer(value) : value;
      return ofOneFile.has(id) || lasting === undefined ? [] : [[id, lasting]];
    }),
  );
}
