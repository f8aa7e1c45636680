/** The words of the frame, in the reader's language. */
import { frameTexts } from '../../words/office-frame/texts.ts';
import { ownWords } from '../../../shared/own-words.ts';

export const frameWords = ownWords(frameTexts);
