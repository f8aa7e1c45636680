/** Answers of several imports, put together. */
import { isJsonObject } from './json.ts';
import type { QuestionId } from './questions.ts';
import type { Answers } from './reading.ts';

/** Questions that are answered by key: a label, a heading, a race. */
const BY_KEY: readonly QuestionId[] = ['dates', 'columns', 'status', 'badTimes', 'race'];

/** The answers that are remembered and those that are given; of one by key, what is given adds to what is remembered. */
export function mergeAnswers(remembered: Answers, given: Answers): Answers {
  const merged: Partial<Record<QuestionId, unknown>> = { ...remembered, ...given };
  for (const id of BY_KEY) {
    const [before, now] = [remembered[id], given[id]];
    if (isJsonObject(before) && isJsonObject(now)) merged[id] = { ...before, ...now };
  }
  return merged;
}
