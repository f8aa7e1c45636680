/** The words of the console in the reader's language. A further language is a file and an entry here. */
import { computed } from '@preact/signals';
import { language } from '../../shared/language.ts';
import { de } from './de.ts';
import { type ConsoleWords, en } from './en.ts';
import { fr } from './fr.ts';

const LANGUAGES: Record<string, ConsoleWords> = { en, de, fr };

export const consoleWords = computed(() => LANGUAGES[language.value] ?? en);
