/** The words of what is loaded after the first view, in the reader's language. */
import { partWords } from '../../shared/page/language.ts';
import { later } from '../../shared/words/later.ts';

export const laterWords = partWords('later', later);
