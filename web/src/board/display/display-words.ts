/** The words of the big screen in the reader's language. */
import { partWords } from '../../shared/page/language.ts';
import { display } from '../../shared/words/display.ts';

export const displayWords = partWords('display', display);
