/** Moments as the console writes them: in the reader's own zone, unlike times of races. */
import { dateLanguage } from '../shared/page/language.ts';

/** Day and time, such as `13 Jun 2026, 11:05`. @param at RFC 3339 */
export function readerTimeText(at: string): string {
  return new Intl.DateTimeFormat(dateLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(new Date(at));
}
