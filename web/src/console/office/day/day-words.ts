/** The words of the part "Day", in the reader's language. */
import { dayTexts } from '../../words/office-day/texts.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const dayWords = ownWords(dayTexts);
