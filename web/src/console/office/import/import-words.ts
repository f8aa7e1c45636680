/** The words of the import, in the reader's language. */
import { ownWords } from '../../../shared/own-words.ts';
import { importTexts } from '../../words/office-import/texts.ts';

export const importWords = ownWords(importTexts);
