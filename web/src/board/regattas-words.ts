/** The words of the list of regattas in the reader's language. */
import { ownWords } from '../shared/own-words.ts';
import { REGATTAS_WORDS } from '../shared/words/regattas.ts';

export const regattasWords = ownWords(REGATTAS_WORDS);
