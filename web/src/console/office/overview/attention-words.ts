/** The words of what needs attention, in the reader's language. */
import { attentionTexts } from '../../words/office-attention/texts.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const attentionWords = ownWords(attentionTexts);
