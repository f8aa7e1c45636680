/** Answers of several imports, put together. */
import { isJsonObject } from '../text/json.ts';
import { withoutPlaceAnswer } from './empty-place.ts';
import type { QuestionId } from './questions.ts';
import type { Answers } from './reading.ts';

/** Questions that are answered by key: a label, a heading, a race. */
const BY_KEY: readonly QuestionId[] = ['dates', 'columns', 'status', 'badTimes', 'race', 'rounds'];

/** Questions about one file, or about the event as it was then: an answer that is remembered would do harm unseen. */
const OF_ONE_FILE: readonly QuestionId[] = [
  'otherRegatta',
  'times',
  'overwriteResults',
  'emptyLanes',
  'unknownLanes',
];

/**
 * The answers that are remembered and those that are given; of one by key, what is given adds to what is remembered.
 *
 * @param remembered those about one file do not count, as earlier versions kept them
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

/** Those that the next file of the same layout may go by (tools.md, "Answers"); of `emptyPlace` not what single boats got. */
export function lastingAnswers(answers: Answers): Answers {
  const ofOneFile = new Set<string>(OF_ONE_FILE);
  return Object.fromEntries(
    Object.entries(answers).flatMap(([id, value]) => {
      const lasting = id === 'emptyPlace' ? withoutPlaceAnswer(value) : value;
      return ofOneFile.has(id) || lasting === undefined ? [] : [[id, lasting]];
    }),
  );
}
