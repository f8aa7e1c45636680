/** The list of regattas by when they are: today, coming, and past by year; and the search in it. */
import type { BoardEvent } from '../../../../src/contract/board.ts';
import { searchText } from '../../shared/race/search.ts';
import { venueDay } from '../../shared/times.ts';

interface RegattaGroups {
  /** Those that have a day today, where they take place; the one that began last first. */
  today: BoardEvent[];
  /** The next one first. */
  coming: BoardEvent[];
  /** By the year in which they ended, the latest first, as their regattas are. */
  past: { year: string; events: BoardEvent[] }[];
}

/**
 * Groups regattas by the calendar day of each one's own venue: the same moment may be today in Tokyo and
 * tomorrow in Boston. Days without a race between the first and the last count as days of the regatta.
 *
 * @param now epoch milliseconds
 */
export function groupRegattas(events: readonly BoardEvent[], now: number): RegattaGroups {
  const groups: RegattaGroups = { today: [], coming: [], past: [] };
  const past: BoardEvent[] = [];
  for (const event of events) {
    const day = venueDay(now, event.timezone);
    if (event.endDate < day) past.push(event);
    else if (event.startDate > day) groups.coming.push(event);
    else groups.today.push(event);
  }
  groups.today.sort((a, b) => compare(b.startDate, a.startDate) || byName(a, b));
  groups.coming.sort((a, b) => compare(a.startDate, b.startDate) || byName(a, b));
  past.sort((a, b) => compare(b.endDate, a.endDate) || byName(a, b));
  for (const event of past) {
    const year = event.endDate.slice(0, 4);
    const last = groups.past.at(-1);
    if (last?.year === year) last.events.push(event);
    else groups.past.push({ year, events: [event] });
  }
  return groups;
}

/**
 * The regattas that have every word of the query in their name, their place, or their years. An empty query
 * finds all.
 *
 * @param placeName what is said of a regatta's place
 */
export function findRegattas(
  events: readonly BoardEvent[],
  query: string,
  placeName: (event: BoardEvent) => string,
): BoardEvent[] {
  const wanted = searchText(query).split(' ');
  return events.filter((event) => {
    const years = `${event.startDate.slice(0, 4)} ${event.endDate.slice(0, 4)}`;
    const text = searchText(`${event.name} ${placeName(event)} ${years}`);
    return wanted.every((word) => text.includes(word));
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function byName(a: BoardEvent, b: BoardEvent): number {
  return a.name.localeCompare(b.name);
}
