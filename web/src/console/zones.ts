/** Finding the zone of a venue among the some 400 that a browser knows. */
import { searchText } from '../../../src/domain/text/search-text.ts';

/**
 * The zones that a typed text finds: first those whose city begins with it, then those that contain it. Every
 * word has to be found; an empty text finds all.
 *
 * @param zones IANA names, such as `America/New_York`
 * @param limit at most so many
 */
export function searchZones(zones: readonly string[], typed: string, limit: number): string[] {
  const wanted = zoneText(typed);
  const words = wanted.split(' ');
  const found = zones.filter((zone) => {
    const text = zoneText(zone);
    return words.every((word) => text.includes(word));
  });
  const begins = (zone: string) => zoneText(cityOf(zone)).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((zone) => !begins(zone))].slice(0, limit);
}

/** The zone whose name was typed, in upper or lower case; the typed text where there is no such zone. */
export function exactZone(zones: readonly string[], typed: string): string {
  const wanted = zoneText(typed);
  return zones.find((zone) => zoneText(zone) === wanted) ?? typed.trim();
}

/** What a zone is called for people: `New York (America)`. */
export function zoneLabel(zone: string): string {
  const city = cityOf(zone).replaceAll('_', ' ');
  const area = zone.slice(0, Math.max(zone.lastIndexOf('/'), 0)).replaceAll('_', ' ');
  return area === '' ? city : `${city} (${area})`;
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1);
}

function zoneText(text: string): string {
  return searchText(text.replaceAll(/[_/()]/g, ' '));
}
