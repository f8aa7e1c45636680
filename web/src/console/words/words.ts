/** The words of the console in the reader's language. */
import { ownWords } from '../../shared/own-words.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

export const consoleWords = ownWords({ en, de, fr });
