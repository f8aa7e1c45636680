/**
 * The order of every list of events, on the board, in the console and on the command line, and the groups of pages: people
 * look first for what is on, then for what is next (adopt, "Lists"). The day of an event is that of its venue: at one moment
 * the same date may be today in Tokyo and tomorrow in Boston.
 */
import { isDate } from '../../contract/instant.ts';
import { DAY_MILLIS } from '../../contract/time-units.ts';
import { DEFAULT_ZONE, isTimezone, venueDay } from '../day/venue-day.ts';
import { readRowId } from '../event/event-address.ts';
import { countryName } from '../text/country-and-language.ts';
import { hasWords, searchText } from '../text/search-text.ts';
import type { ListOrder, ListQuery } from './list-query.ts';

/** Events that begin within this many days are a group before those that begin later. */
const SOON_DAYS = 7;

/** In their order. `today`: on any day from the first to the last; `soon`: it begins within seven days. */
const EVENT_GROUPS = ['today', 'soon', 'coming', 'past'] as const;
export type EventGroup = (typeof EVENT_GROUPS)[number];

export interface DatedEvent {
  id: number;
  startDate: string;
  endDate: string;
  /** `null`: its days are those of UTC. */
  timezone: string | null;
}

/** The calendar day in a zone, YYYY-MM-DD. */
export type DayIn = (timezone: string | null) => string;

/**
 * The day in each time zone at one moment, computed once for each zone; in a zone that is unknown here, the day in UTC.
 *
 * @param now epoch milliseconds
 */
export function dayInZones(now: number): DayIn {
  const days = new Map<string, string>();
  return (timezone) => {
    const zone = timezone ?? DEFAULT_ZONE;
    const day = days.get(zone) ?? venueDay(now, isTimezone(zone) ? zone : DEFAULT_ZONE);
    days.set(zone, day);
    return day;
  };
}

export function eventGroup(
  { startDate, endDate, timezone }: Omit<DatedEvent, 'id'>,
  dayIn: DayIn,
): EventGroup {
  const day = dayIn(timezone);
  if (endDate < day) return 'past';
  if (startDate <= day) return 'today';
  return startDate <= dayAfter(day, SOON_DAYS) ? 'soon' : 'coming';
}

/** Events by group, in the order given; groups without any are left out. */
export function groupEvents<Event extends Omit<DatedEvent, 'id'>>(
  events: readonly Event[],
  dayIn: DayIn,
): { group: EventGroup; events: Event[] }[] {
  return EVENT_GROUPS.flatMap((group) => {
    const ofGroup = events.filter((event) => eventGroup(event, dayIn) === group);
    return ofGroup.length > 0 ? [{ group, events: ofGroup }] : [];
  });
}

/** The place of an event in the list at a moment: what the list is sorted by. */
export interface EventPlace {
  /** 0: today, 1: ahead, 2: past. */
  rank: number;
  startDate: string;
  id: number;
}

const RANKS: Record<EventGroup, number> = { today: 0, soon: 1, coming: 1, past: 2 };
const AHEAD = 1;

/**
 * Events of today, the one that began last first; then coming ones, the soonest first; then past ones, the newest first. On
 * the same day the higher id comes first where the later day does.
 */
function comparePlaces(a: EventPlace, b: EventPlace): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  const byDay = a.startDate < b.startDate ? -1 : Number(a.startDate > b.startDate);
  return (byDay || a.id - b.id) * (a.rank === AHEAD ? 1 : -1);
}

export interface PlacedEvent<Event> {
  event: Event;
  group: EventGroup;
  place: EventPlace;
}

/** Events in the order of the list, with their places in it. */
export function placeEvents<Event extends DatedEvent>(
  events: Iterable<Event>,
  dayIn: DayIn,
): PlacedEvent<Event>[] {
  const placed = Array.from(events, (event) => {
    const { id, startDate } = event;
    const group = eventGroup(event, dayIn);
    return { event, group, place: { rank: RANKS[group], startDate, id } };
  });
  return placed.sort((a, b) => comparePlaces(a.place, b.place));
}

export const BY_TIME: ListOrder<PlacedEvent<unknown>, EventPlace> = {
  placeOf: ({ place }) => place,
  compare: comparePlaces,
  write: ({ rank, startDate, id }) => `${rank}.${startDate}.${id}`,
  read: (text) => {
    const [, rank, startDate = '', digits = ''] =
      /^([012])\.(\d{4}-\d{2}-\d{2})\.(\d+)$/.exec(text) ?? [];
    const id = readRowId(digits);
    return id && isDate(startDate) ? { rank: Number(rank), startDate, id } : undefined;
  },
};

/** An event that can be searched for. */
export interface FindableEvent extends DatedEvent {
  /** ISO 3166-1 alpha-2, or empty. */
  countryCode: string;
}

/** The text in which a search looks for an event: its name, city, organiser, and country in all languages. */
export function eventText(
  event: Record<'name' | 'city' | 'countryCode' | 'organiser', string>,
): string {
  const { name, city, countryCode, organiser } = event;
  const written = `${name} ${city} ${organiser} ${countryCode}`;
  let text = texts.get(written);
  if (text === undefined) {
    text = `${searchText(`${name} ${city} ${organiser}`)} ${countryText(countryCode)}`;
    if (texts.size >= MAX_TEXTS) texts.clear();
    texts.set(written, text);
  }
  return text;
}

/** The locales of the public pages, because people search for countries in them; a test compares the two lists. */
const SEARCH_LOCALES = ['en-GB', 'de-DE', 'fr-FR', 'nl-NL', 'it-IT'];

/** The names of a country that a search may use. */
function countryText(code: string): string {
  const known = countries.get(code);
  if (known !== undefined) return known;
  const names = new Set(SEARCH_LOCALES.map((locale) => countryName(code, locale)));
  const text = searchText([...names].join(' '));
  if (countries.size < MAX_TEXTS) countries.set(code, text);
  return text;
}

/** A cache of `countryText`, by code: a search needs thousands, and to look up a name takes microseconds. */
const countries = new Map<string, string>();

/** A cache of `eventText`: to make thousands of texts takes as long as the rest of a search. */
const texts = new Map<string, string>();
const MAX_TEXTS = 10_000;

/**
 * The events that a query asks for: those that have a day in its year, and all of its words in their name, place or
 * organiser. The code of a country counts only as a whole word. If nothing is found, a word may also be the year, because
 * people type `henley 2025`.
 *
 * @param textOf as `eventText` gives it
 */
export function findEvents<Listed extends { event: FindableEvent }>(
  events: readonly Listed[],
  textOf: (event: Listed['event']) => string,
  { words, year }: Pick<ListQuery<unknown>, 'words' | 'year'>,
): Listed[] {
  const ofYear = year === undefined ? [...events] : events.filter(({ event }) => isIn(event, year));
  if (words.length === 0) return ofYear;
  const having = (more: (event: FindableEvent, word: string) => boolean) =>
    ofYear.filter(({ event }) => {
      const text = textOf(event);
      return words.every(
        (word) =>
          hasWords(text, [word]) || word === event.countryCode.toLowerCase() || more(event, word),
      );
    });
  const found = having(() => false);
  return found.length > 0 ? found : having((event, word) => isIn(event, Number(word)));
}

/**
 * The same for events that are not kept in order between requests: sorted after the search, because few are found.
 *
 * @param now epoch milliseconds
 */
export function findByTime<Event extends FindableEvent & Parameters<typeof eventText>[0]>(
  events: readonly Event[],
  query: Pick<ListQuery<unknown>, 'words' | 'year'>,
  now: number,
): PlacedEvent<Event>[] {
  const found = findEvents(
    events.map((event) => ({ event })),
    eventText,
    query,
  );
  return placeEvents(
    found.map(({ event }) => event),
    dayInZones(now),
  );
}

function isIn({ startDate, endDate }: DatedEvent, year: number): boolean {
  return yearOf(startDate) <= year && yearOf(endDate) >= year;
}

/** The years that have events, the latest first, each with how many have a day in it. */
export function yearsOf(events: Iterable<DatedEvent>): { year: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const { startDate, endDate } of events) {
    for (let year = yearOf(startDate); year <= yearOf(endDate); year++) {
      counts.set(year, (counts.get(year) ?? 0) + 1);
    }
  }
  return Array.from(counts, ([year, count]) => ({ year, count })).sort((a, b) => b.year - a.year);
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MILLIS).toISOString().slice(0, 10);
}
