/** The words of what is loaded after the first view, in the reader's language. */
import { ownWords } from '../shared/own-words.ts';
import { LATER_WORDS } from '../shared/words/later.ts';

export const laterWords = ownWords(LATER_WORDS);
