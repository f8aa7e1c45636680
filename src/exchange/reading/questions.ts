/** What an import may ask (tools.md, "Details"; formats.md §4.5). */
export const QUESTION_IDS = [
  'zone',
  'dates',
  'times',
  'dateOrder',
  'columns',
  'sheet',
  'colonTime',
  'penalty',
  'exhibition',
  'emptyPlace',
  'scratch',
  'falseStart',
  'advanced',
  'sameName',
  'raceNumbers',
  'emptyLanes',
  'overwriteResults',
  'placesConflict',
  'status',
  'race',
  'rounds',
  'otherRegatta',
  'format',
  'encoding',
  'badTimes',
  'twelveHour',
  'decimalComma',
  'names',
  'unknownLanes',
] as const;

export type QuestionId = (typeof QUESTION_IDS)[number];

/** Asks what words stand for that no reader knows. */
export function askMeaning(words: Iterable<string>): string {
  const listed = Array.from(words, (word) => JSON.stringify(word)).join(', ');
  return `What does ${listed} mean? Answer with an object from each word to one of the options.`;
}
