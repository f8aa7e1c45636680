/** Why an answer does not settle the question that it was given for. */
import { isJsonObject } from '../../exchange/text/json.ts';
import type { Question } from '../../exchange/reading/reading.ts';
import { listed } from './listed.ts';

const MAX_SHOWN = 12;

/** @returns a sentence: which answer cannot be used, and what is expected */
export function unusableAnswer(answer: unknown, { proposed, options }: Question): string {
  const shown = shortened(answer);
  if (!isJsonObject(proposed)) {
    const expected = options ? `none of ${listed(options, MAX_SHOWN)}` : 'not usable';
    return `The answer ${shown} is ${expected}.`;
  }
  if (!isJsonObject(answer))
    return `The answer ${shown} is no object such as ${shortened(proposed)}.`;
  const missing = Object.keys(proposed).filter((key) => !Object.hasOwn(answer, key));
  if (missing.length > 0)
    return `The answer ${shown} says nothing of ${listed(missing, MAX_SHOWN)}.`;
  const wrong = Object.keys(proposed).filter((key) => !options?.includes(answer[key]));
  const expected = options
    ? `is none of ${listed(options, MAX_SHOWN)}`
    : `cannot be used; expected is something like ${shortened(proposed)}`;
  const what = wrong.map((key) => `${JSON.stringify(key)}: ${JSON.stringify(answer[key])}`);
  return `In the answer ${shown}, what it says of ${what.slice(0, MAX_SHOWN).join(', ')} ${expected}.`;
}

const MAX_LENGTH = 120;

function shortened(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
