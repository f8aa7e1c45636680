/** The words of the part "Day" of a race office. */
import type { Texts } from '../../../shared/texts.ts';
import { de } from './de.ts';
import { en, type DayWords } from './en.ts';
import { fr } from './fr.ts';

export const dayTexts: Texts<DayWords> = { en, de, fr };
