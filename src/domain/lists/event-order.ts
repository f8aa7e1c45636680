/**
 * The order of every list of events: who comes to it looks for what is on, then for what is next (adopt, "Lists"). The board,
 * the console and the command line list events in it, and pages group them by it. An event's day is that of its venue: the
 * same moment may be today in Tokyo and tomorrow in Boston.
 */
import { isDate } from '../../contract/instant.ts';
import { DAY_MILLIS } from '../../contract/time-units.ts';
import { DEFAULT_ZONE, isTimezone, venueDay } from '../day/venue-day.ts';
import { readRowId } from '../event/event-address.ts';
import { countryName } from '../text/country-and-language.ts';
import { hasWords, searchText } from '../text/search-text.ts';
import type { ListOrder, ListQuery } from './list-query.ts';

/** What begins within so many days is named before what is to come. */
const SOON_DAYS = 7;

/** In their order. `soon`: it begins within seven days. Days between the first and the last count as days of the event. */
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
 * The day in each zone at one moment, found out once a zone; of a zone that this program does not know, the day of UTC.
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

/** Where an event stands in the list of a moment. */
export interface EventPlace {
  /** 0: today, 1: ahead, 2: past. */
  rank: number;
  startDate: string;
  id: number;
}

const RANKS: Record<EventGroup, number> = { today: 0, soon: 1, coming: 1, past: 2 };
const AHEAD = 1;

/**
 * Running today, the one that began last first; then what begins soonest; then past ones, newest first. The later number
 * comes first where the later day does.
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

/** What an event is found by: its name, its place, with the country in all languages, and who organises it. */
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

/** Those of the public pages, in which people search for countries; a test compares the two. */
const SEARCH_LOCALES = ['en-GB', 'de-DE', 'fr-FR', 'nl-NL', 'it-IT'];

/** What a country may be called by who searches for it. */
function countryText(code: string): string {
  const known = countries.get(code);
  if (known !== undefined) return known;
  const names = new Set(SEARCH_LOCALES.map((locale) => countryName(code, locale)));
  const text = searchText([...names].join(' '));
  if (countries.size < MAX_TEXTS) countries.set(code, text);
  return text;
}

/** By code: a search asks for thousands, and a look-up takes microseconds. */
const countries = new Map<string, string>();

/** Those that were made lately: to make thousands takes as long as all else of a search. */
const texts = new Map<string, string>();
const MAX_TEXTS = 10_000;

/**
 * Which of the events a query asks for: those that have a day in its year, and all of its words in their name, place or
 * organiser. The code of a country counts as a whole word. Only where nothing is found, a word may also be the year: people
 * type `henley 2025`.
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
 * The same of events that are not kept in order between requests: sorted last, as few are found.
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
