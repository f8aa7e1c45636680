/** Moments of the history as the clocks of the venue show them. */
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName, timeOfDay, venueDay } from '../../../shared/times.ts';

/** Day and time: `Sat 13 Jun 2026, 11:05`. @param at RFC 3339 */
export function momentText(at: string, timezone: string | null): string {
  const instant = Date.parse(at);
  const day = dayName(venueDay(instant, timezone), dateLanguage(), 'short', true);
  return `${day}, ${timeOfDay(instant, timezone)}`;
}
