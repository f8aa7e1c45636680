/** The words of the frame, in the reader's language. */
import { de } from '../../words/office-frame/de.ts';
import { en } from '../../words/office-frame/en.ts';
import { fr } from '../../words/office-frame/fr.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const frameWords = ownWords({ en, de, fr });
