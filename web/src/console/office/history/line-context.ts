/** What it takes to say changes in the reader's language. */
import { dateLanguage, words } from '../../../shared/page/language.ts';
import { frameWords } from '../frame/frame-words.ts';
import type { PartProps } from '../frame/parts.ts';
import { sourceText } from '../races/draw/source-words.ts';
import type { LineContext } from './entry-lines.ts';
import { historyWords } from './history-words.ts';

export function lineContext(document: PartProps['document']): LineContext {
  return {
    words: frameWords.value,
    own: historyWords.value,
    document,
    dateLanguage: dateLanguage(),
    source: (from) => sourceText(from, document),
    decimalMark: words.value.decimalMark,
  };
}
