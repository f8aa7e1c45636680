/** The words of who is through, which messages and the pages without script say as well, in English. */
import { through } from '../../../../src/words/later/en.ts';
import { partWords } from './part-words.ts';

export const throughWords = partWords('through', through);
