/** The words of the console in the reader's language. */
import { ownWords } from '../../shared/own-words.ts';
import type { Texts } from '../../shared/texts.ts';
import { de } from './de.ts';
import { type ConsoleWords, en } from './en.ts';
import { fr } from './fr.ts';

const texts: Texts<ConsoleWords> = { en, de, fr };

export const consoleWords = ownWords(texts);
