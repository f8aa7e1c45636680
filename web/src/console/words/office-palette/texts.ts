/** The words of the command palette of a race office. */
import type { Texts } from '../../../shared/texts.ts';
import { de } from './de.ts';
import { en, type PaletteWords } from './en.ts';
import { fr } from './fr.ts';

export const paletteTexts: Texts<PaletteWords> = { en, de, fr };
