/** The words of the command palette, in the reader's language. */
import { de } from '../../words/office-palette/de.ts';
import { en } from '../../words/office-palette/en.ts';
import { fr } from '../../words/office-palette/fr.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const paletteWords = ownWords({ en, de, fr });
