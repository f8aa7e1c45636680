/** The words of what needs attention in a race office. */
import type { Texts } from '../../../shared/texts.ts';
import { type AttentionWords, en } from './en.ts';
import { de } from './de.ts';
import { fr } from './fr.ts';

export const attentionTexts: Texts<AttentionWords> = { en, de, fr };
