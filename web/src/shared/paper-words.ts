/** The words of sheets of paper, of the board and of the race office, and of the big screen, in the reader's language. */
import { partWords } from './page/language.ts';
import { paper } from './words/paper.ts';

export const paperWords = partWords('paper', paper);
