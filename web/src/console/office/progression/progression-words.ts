/** The words of this part in the reader's language. */
import { progressionTexts } from '../../words/office-progression/texts.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const progressionWords = ownWords(progressionTexts);
