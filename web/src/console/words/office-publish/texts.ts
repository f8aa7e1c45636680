/** The words of the part "Publish" of a race office. */
import type { Texts } from '../../../shared/texts.ts';
import { de } from './de.ts';
import { en, type PublishWords } from './en.ts';
import { fr } from './fr.ts';

export const publishTexts: Texts<PublishWords> = { en, de, fr };
