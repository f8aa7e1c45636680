/** The words of the part "History", in the reader's language. */
import { de } from '../../words/office-history/de.ts';
import { en } from '../../words/office-history/en.ts';
import { fr } from '../../words/office-history/fr.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const historyWords = ownWords({ en, de, fr });
