/** The words about what is pasted, in the reader's language. */
import { de } from '../../words/office-paste/de.ts';
import { en } from '../../words/office-paste/en.ts';
import { fr } from '../../words/office-paste/fr.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const pasteWords = ownWords({ en, de, fr });
