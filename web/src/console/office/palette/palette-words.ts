/** The words of the command palette, in the reader's language. */
import { paletteTexts } from '../../words/office-palette/texts.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const paletteWords = ownWords(paletteTexts);
