/** The words of who withdraws and is put back. */
import type { Texts } from '../../../shared/texts.ts';
import { de } from './de.ts';
import { en, type WithdrawnWords } from './en.ts';
import { fr } from './fr.ts';

export const withdrawnTexts: Texts<WithdrawnWords> = { en, de, fr };
