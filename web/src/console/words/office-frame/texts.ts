/** The words of the frame of a race office. */
import type { Texts } from '../../../shared/texts.ts';
import { de } from './de.ts';
import { en, type FrameWords } from './en.ts';
import { fr } from './fr.ts';

export const frameTexts: Texts<FrameWords> = { en, de, fr };
