/** Why an answer does not settle the question that it was given for. */
import type { Question } from '../../exchange/reading.ts';

const MAX_SHOWN = 12;

/** @returns a sentence: which answer cannot be used, and what is expected */
export function unusableAnswer(answer: unknown, { proposed, options }: Question): string {
  const shown = shortened(answer);
  if (!isObject(proposed)) {
    const expected = options ? `none of ${listOf(options)}` : 'not usable';
    return `The answer ${shown} is ${expected}.`;
  }
  if (!isObject(answer)) return `The answer ${shown} is no object such as ${shortened(proposed)}.`;
  const missing = Object.keys(proposed).filter((key) => !Object.hasOwn(answer, key));
  if (missing.length > 0) return `The answer ${shown} says nothing of ${listOf(missing)}.`;
  const wrong = Object.keys(proposed).filter((key) => !options?.includes(answer[key]));
  const expected = options
    ? `is none of ${listOf(options)}`
    : `cannot be used; expected is something like ${shortened(proposed)}`;
  const what = wrong.map((key) => `${JSON.stringify(key)}: ${JSON.stringify(answer[key])}`);
  return `In the answer ${shown}, what it says of ${what.slice(0, MAX_SHOWN).join(', ')} ${expected}.`;
}

function listOf(values: readonly unknown[]): string {
  const first = values.slice(0, MAX_SHOWN).map((value) => JSON.stringify(value));
  const more = values.length - first.length;
  return first.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const MAX_LENGTH = 120;

function shortened(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
