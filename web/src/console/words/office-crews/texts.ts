/** The words of the crews. */
import type { Texts } from '../../../shared/texts.ts';
import { de } from './de.ts';
import { type CrewsWords, en } from './en.ts';
import { fr } from './fr.ts';

export const crewsTexts: Texts<CrewsWords> = { en, de, fr };
