/** The words about what is pasted, in the reader's language. */
import { pasteTexts } from '../../words/office-paste/texts.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const pasteWords = ownWords(pasteTexts);
