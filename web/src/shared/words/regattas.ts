/** The words of the list of regattas, which the pages without script say as well, in English. */
import { regattas } from '../../../../src/words/later/en.ts';
import { partWords } from './part-words.ts';

export const regattasWords = partWords('regattas', regattas);
