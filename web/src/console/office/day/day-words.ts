/** The words of the part "Day", in the reader's language. */
import { de } from '../../words/office-day/de.ts';
import { en } from '../../words/office-day/en.ts';
import { fr } from '../../words/office-day/fr.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const dayWords = ownWords({ en, de, fr });
