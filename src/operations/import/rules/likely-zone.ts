/** The zone that an event without one is probably in. */
import { wallOf } from '../../../domain/day/venue-clock.ts';

/**
 * @param countryCode ISO 3166-1 alpha-2, or empty
 * @param day YYYY-MM-DD, a day of the event
 * @returns a zone of the country where all of its zones show the same time on that day, else `null`
 */
export function likelyZone(countryCode: string, day: string): string | null {
  const [first, ...others] = zonesOf(countryCode);
  if (first === undefined) return null;
  const noon = Date.parse(`${day}T12:00:00Z`);
  const isSame = others.every((zone) => wallOf(noon, zone) === wallOf(noon, first));
  return isSame ? first : null;
}

function zonesOf(region: string): string[] {
  if (!/^[A-Za-z]{2}$/.test(region)) return [];
  const locale = new Intl.Locale('und', { region }) as Intl.Locale & {
    getTimeZones?(): string[] | undefined;
  };
  return locale.getTimeZones?.() ?? [];
}
