/** The words of the import, in the reader's language. */
import { ownWords } from '../../../shared/own-words.ts';
import { de } from '../../words/office-import/de.ts';
import { en } from '../../words/office-import/en.ts';
import { fr } from '../../words/office-import/fr.ts';

export const importWords = ownWords({ en, de, fr });
