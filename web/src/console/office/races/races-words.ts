/** The words of this part in the reader's language. */
import { racesTexts } from '../../words/office-races/texts.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const racesWords = ownWords(racesTexts);
