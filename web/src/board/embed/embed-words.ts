/** The words of the embedded page in the reader's language. */
import { ownWords } from '../../shared/own-words.ts';
import { EMBED_WORDS } from '../../shared/words/embed.ts';

export const embedWords = ownWords(EMBED_WORDS);
