/** The words of the part "History" of a race office. */
import type { Texts } from '../../../shared/texts.ts';
import { de } from './de.ts';
import { en, type HistoryWords } from './en.ts';
import { fr } from './fr.ts';

export const historyTexts: Texts<HistoryWords> = { en, de, fr };
