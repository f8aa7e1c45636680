/** The words of the console in the reader's language. A further language is a file and an entry here. */
import { computed } from '@preact/signals';
import { language } from '../../shared/language.ts';
import { de } from './de.ts';
import { type ConsoleWords, en } from './en.ts';
import { fr } from './fr.ts';

export const CONSOLE_LANGUAGES: Record<string, ConsoleWords> = { en, de, fr };

export const consoleWords = computed(() => CONSOLE_LANGUAGES[language.value] ?? en);
