/** The words of the part "History", in the reader's language. */
import { historyTexts } from '../../words/office-history/texts.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const historyWords = ownWords(historyTexts);
