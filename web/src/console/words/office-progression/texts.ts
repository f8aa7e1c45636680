/** The words of "Progression". */
import type { Texts } from '../../../shared/texts.ts';
import { de } from './de.ts';
import { en, type ProgressionWords } from './en.ts';
import { fr } from './fr.ts';

export const progressionTexts: Texts<ProgressionWords> = { en, de, fr };
