/** The words of this part in the reader's language. */
import { de } from '../../words/office-races/de.ts';
import { en } from '../../words/office-races/en.ts';
import { fr } from '../../words/office-races/fr.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const racesWords = ownWords({ en, de, fr });
