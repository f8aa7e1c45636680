/** The words that only the embedded page has, in English. */
import { partWords } from './part-words.ts';

const english = {
  newTab: 'opens in a new tab',
};

export const embedWords = partWords('embed', english);
