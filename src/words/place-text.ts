/** A place in words, as the pages and the service say it. */
import type { Finality } from '../domain/results/standings.ts';
import type { shared } from './en.ts';

export type SharedWords = typeof shared;

/**
 * `1st`; `3rd so far` while boats are out; `place 1` of a race that has ended with boats missing, for nobody has won it
 * (racing, "Ranking while boats are out"). For the first so far the caller says `leading` instead.
 *
 * @param completed adds what directly follows the place, such as how many there are
 */
export function placeText(
  place: number,
  finality: Finality,
  words: Pick<SharedWords, 'ordinal' | 'placeNumber' | 'soFar'>,
  completed: (text: string) => string = (text) => text,
): string {
  if (finality === 'ended') return completed(words.placeNumber(place));
  const text = completed(words.ordinal(place));
  return finality === 'soFar' ? words.soFar(text) : text;
}
