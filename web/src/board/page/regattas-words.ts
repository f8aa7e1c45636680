/** The words of the list of regattas in the reader's language. */
import { partWords } from '../../shared/page/language.ts';
import { regattas } from '../../shared/words/regattas.ts';

export const regattasWords = partWords('regattas', regattas);
