/** Days and times as fields of a form hold them, on the clocks of the venue. */
import type { ConsoleEvent } from '../../../../src/contract/console/events.ts';
import { readVenueTime } from '../../../../src/domain/day/read-venue-time.ts';

/**
 * @param text as `datetime-local` writes it, `2026-06-13T18:00`
 * @returns epoch milliseconds; nothing where the clocks do not show that time, or show it twice
 */
export function readVenueInput(
  text: string,
  event: Pick<ConsoleEvent, 'timezone' | 'startDate' | 'endDate'>,
): number | undefined {
  const at = readVenueTime(text.replace('T', ' '), event);
  return typeof at === 'string' ? undefined : at;
}
