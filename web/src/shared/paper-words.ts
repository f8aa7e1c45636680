/** The words of sheets of paper, of the board and of the race office, and of the big screen, in the reader's language. */
import { ownWords } from './own-words.ts';
import { PAPER_WORDS } from './words/paper.ts';

export const paperWords = ownWords(PAPER_WORDS);
