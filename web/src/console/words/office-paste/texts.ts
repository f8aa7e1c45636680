/** The words about what is pasted from spreadsheets. */
import type { Texts } from '../../../shared/texts.ts';
import { de } from './de.ts';
import { en, type PasteWords } from './en.ts';
import { fr } from './fr.ts';

export const pasteTexts: Texts<PasteWords> = { en, de, fr };
