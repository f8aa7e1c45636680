/** What it takes to say changes in the reader's language. */
import { dateLanguage } from '../../../shared/page/language.ts';
import { words } from '../../../shared/words/board.ts';
import { frameWords } from '../../words/office-frame.ts';
import type { PartProps } from '../frame/parts.ts';
import { sourceText } from '../races/draw/source-words.ts';
import type { LineContext } from './entry-lines.ts';
import { historyWords } from '../../words/office-history.ts';

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
