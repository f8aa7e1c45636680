/** The words of the part "Hand-outs", in the reader's language. */
import { handOutsTexts } from '../../words/office-hand-outs/texts.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const handOutsWords = ownWords(handOutsTexts);
