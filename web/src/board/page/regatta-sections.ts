/** Under which headings a list of regattas stands: when they are, and the months or years of long lists. */
import {
  type DatedEvent,
  type DayIn,
  eventGroup,
} from '../../../../src/domain/lists/event-order.ts';

/** A group of the list, a month (YYYY-MM), or a year. */
export type Heading = 'today' | 'soon' | 'coming' | 'past' | { month: string } | { year: string };

export interface Section<Event> {
  heading: Heading;
  events: Event[];
}

/** What is on and what is next stands by group; what is long is divided: past ones that were found, all of a year. */
export type Division = 'start' | 'year' | 'found';

/**
 * @param events in the order of the list
 * @param dayIn of this moment: a page that stays open notices that a regatta is over
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
  // What has begun or ended since the list was made changes places.
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
