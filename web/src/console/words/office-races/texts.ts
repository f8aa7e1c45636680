/** The words of "Draw and results". */
import type { Texts } from '../../../shared/texts.ts';
import { de } from './de.ts';
import { en, type RacesWords } from './en.ts';
import { fr } from './fr.ts';

export const racesTexts: Texts<RacesWords> = { en, de, fr };
