/** The words of the programme. */
import type { Texts } from '../../../shared/texts.ts';
import { de } from './de.ts';
import { en, type ProgrammeWords } from './en.ts';
import { fr } from './fr.ts';

export const programmeTexts: Texts<ProgrammeWords> = { en, de, fr };
