/** The words of the import. */
import type { Texts } from '../../../shared/texts.ts';
import { de } from './de.ts';
import { en, type ImportWords } from './en.ts';
import { fr } from './fr.ts';

export const importTexts: Texts<ImportWords> = { en, de, fr };
