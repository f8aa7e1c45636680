/** What is needed to write changes and their times in the reader's language. */
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName, timeOfDay, venueDay } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
import { frameWords } from '../../words/office-frame.ts';
import { historyWords } from '../../words/office-history.ts';
import type { PartProps } from '../frame/parts.ts';
import { sourceText } from '../race-names.ts';
import type { LineContext } from './entry-lines.ts';

/** @param raceNumbers by id, also of races that have been removed */
export function lineContext(
  document: PartProps['document'],
  raceNumbers: LineContext['raceNumbers'] = new Map(),
): LineContext {
  const gone = { numbers: raceNumbers, word: historyWords.value.removed };
  return {
    words: frameWords.value,
    own: historyWords.value,
    document,
    dateLanguage: dateLanguage(),
    source: (from) => sourceText(from, document, gone),
    raceNumbers,
    decimalMark: words.value.decimalMark,
  };
}

/** A time as the clocks of the venue show it: `Sat 13 Jun 2026, 11:05`. @param at RFC 3339 */
export function venueTimeText(at: string, timezone: string | null): string {
  const instant = Date.parse(at);
  const day = dayName(venueDay(instant, timezone), dateLanguage(), 'short', true);
  return `${day}, ${timeOfDay(instant, timezone)}`;
}
