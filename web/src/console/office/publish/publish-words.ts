/** The words of the part "Publish", in the reader's language. */
import { publishTexts } from '../../words/office-publish/texts.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const publishWords = ownWords(publishTexts);
