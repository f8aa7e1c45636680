/**
 * The list of regattas: its headings, and its search. The service searches all regattas while the reader types; without a
 * connection, those that this device knows are searched. The address has the search, so that a reload and "back" keep it.
 */
import { effect, signal } from '@preact/signals';
import type { ListedEvent, RegattaList } from '../../../../src/contract/board.ts';
import {
  type DatedEvent,
  type DayIn,
  eventGroup,
  findByTime,
} from '../../../../src/domain/lists/event-order.ts';
import { searchWords } from '../../../../src/domain/text/search-text.ts';
import { urlOf } from '../../shared/page/page.ts';

export interface Found {
  q: string;
  events: readonly ListedEvent[];
  /** The value of `before` for the next regattas; `null`: there are no more. */
  next: string | null;
  /** Whether only the regattas that this device knows were searched. */
  isOfKnown?: boolean;
}

/** The pause in typing before a search, because not every letter needs an answer. */
const PAUSE_MILLIS = 150;
const ANSWER_MILLIS = 8000;

/** The text in the search field. */
export const query = signal('');
/** The last answer; it stays until the next one has come. */
export const found = signal<Found | undefined>(undefined);

/** Whether the search field has a word to search for. */
export function isSearching(): boolean {
  return searchWords(query.value).length > 0;
}

/**
 * Searches for what is typed from now on.
 *
 * @param known returns the regattas to search without a connection
 * @returns a function that stops this
 */
export function startSearch(known: () => readonly ListedEvent[]): () => void {
  const home = withoutQuery(location.href);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const q = query.value.trim();
    clearTimeout(timer);
    if (q === (found.peek()?.q ?? '')) return;
    timer = setTimeout(() => {
      history.replaceState(history.state, '', addressOf(q, home));
      void search(q, known);
    }, PAUSE_MILLIS);
  });
  const onOnline = () => {
    if (found.peek()?.isOfKnown) void search(query.peek().trim(), known);
  };
  addEventListener('online', onOnline);
  return () => {
    clearTimeout(timer);
    stop();
    removeEventListener('online', onOnline);
  };
}

/** Adds the next regattas to those found. */
export async function showMore(): Promise<void> {
  const before = found.peek();
  if (!before?.next) return;
  const more = await ask(before.q, before.next);
  if (more && found.peek() === before) {
    found.value = { ...before, ...more, events: [...before.events, ...more.events] };
  }
}

async function search(q: string, known: () => readonly ListedEvent[]): Promise<void> {
  if (!isSearching()) {
    found.value = undefined;
    return;
  }
  const answer = await ask(q);
  if (query.peek().trim() !== q) return;
  found.value = answer ?? ofKnown(q, known());
}

function ofKnown(q: string, events: readonly ListedEvent[]): Found {
  const asked = { words: searchWords(q), year: undefined };
  const placed = findByTime(events, asked, Date.now());
  return { q, events: placed.map(({ event }) => event), next: null, isOfKnown: true };
}

async function ask(q: string, before?: string): Promise<Found | undefined> {
  const asked = new URLSearchParams({ q, ...(before !== undefined && { before }) });
  try {
    const answer = await fetch(urlOf(`board/api/regattas?${asked}`), {
      signal: AbortSignal.timeout(ANSWER_MILLIS),
    });
    if (!answer.ok) return undefined;
    const { events, found }: RegattaList = await answer.json();
    return { q, events, next: found?.next ?? null };
  } catch {
    return undefined;
  }
}

/** The URL of the page that shows this search, in the same language. */
function addressOf(q: string, home: string): string {
  if (q === '') return home;
  const url = new URL(urlOf('.'));
  const lang = new URL(home).searchParams.get('lang');
  url.search = new URLSearchParams({ q, ...(lang !== null && { lang }) }).toString();
  return url.href;
}

function withoutQuery(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('q');
  url.searchParams.delete('before');
  return url.href;
}

/** A group of the list, a month (YYYY-MM), or a year. */
export type Heading = 'today' | 'soon' | 'coming' | 'past' | { month: string } | { year: string };

interface Section<Event> {
  heading: Heading;
  events: Event[];
}

/** How a list is divided: all by group; of a year, all others by month; of those found, past ones by year. */
export type Division = 'start' | 'year' | 'found';

/**
 * Divides events, in the order of the list, into sections with headings.
 *
 * @param dayIn for the present moment, so that a page that stays open notices that a regatta is over
 */
export function regattaSections<Event extends DatedEvent>(
  events: readonly Event[],
  dayIn: DayIn,
  division: Division,
): Section<Event>[] {
  const sections = new Map<string, Section<Event>>();
  for (const event of events) {
    const group = eventGroup(event, dayIn);
    const heading = headingOf(event, group, division);
    const key = JSON.stringify([group === 'past', heading]);
    const section = sections.get(key) ?? { heading, events: [] };
    section.events.push(event);
    sections.set(key, section);
  }
  const isIn =
    (heading: Heading) =>
    ({ heading: one }: Section<Event>) =>
      one === heading;
  const all = [...sections.values()];
  // A regatta that has begun or ended since the list was made changes its section.
  const first = ['today', 'soon'].flatMap((group) => all.filter(isIn(group as Heading)));
  const past = all.filter(isIn('past'));
  return [...first, ...all.filter((one) => !first.includes(one) && !past.includes(one)), ...past];
}

function headingOf(
  { startDate, endDate }: DatedEvent,
  group: 'today' | 'soon' | 'coming' | 'past',
  division: Division,
): Heading {
  if (group === 'today' || group === 'soon') return group;
  if (division === 'year') return { month: startDate.slice(0, 7) };
  return division === 'found' && group === 'past' ? { year: endDate.slice(0, 4) } : group;
}
