/** The words of this part in the reader's language. */
import { de } from '../../words/office-progression/de.ts';
import { en } from '../../words/office-progression/en.ts';
import { fr } from '../../words/office-progression/fr.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const progressionWords = ownWords({ en, de, fr });
