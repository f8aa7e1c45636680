/** The words of the embedded page in the reader's language. */
import { partWords } from '../../shared/page/language.ts';
import { embed } from '../../shared/words/embed.ts';

export const embedWords = partWords('embed', embed);
