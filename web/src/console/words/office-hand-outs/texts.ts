/** The words of the part "Hand-outs" of a race office. */
import type { Texts } from '../../../shared/texts.ts';
import { de } from './de.ts';
import { en, type HandOutsWords } from './en.ts';
import { fr } from './fr.ts';

export const handOutsTexts: Texts<HandOutsWords> = { en, de, fr };
