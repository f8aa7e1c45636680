/** The words of what needs attention, in the reader's language. */
import { de } from '../../words/office-attention/de.ts';
import { en } from '../../words/office-attention/en.ts';
import { fr } from '../../words/office-attention/fr.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const attentionWords = ownWords({ en, de, fr });
