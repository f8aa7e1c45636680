/** The words of the big screen in the reader's language. */
import { ownWords } from '../../shared/own-words.ts';
import { DISPLAY_WORDS } from '../../shared/words/display.ts';

export const displayWords = ownWords(DISPLAY_WORDS);
