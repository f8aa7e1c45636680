/** Which regattas come first, and what about them cannot wait. */
import type { ConsoleEvent } from '../../../../src/contract/console/events.ts';

/** So many days before it begins, crews want to see a running order. */
const SOON_DAYS = 7;
const DAY_MILLIS = 24 * 3600 * 1000;

type Listed = Pick<
  ConsoleEvent,
  'startDate' | 'endDate' | 'timezone' | 'scheduleStatus' | 'trial' | 'archived'
>;
/** The day in a zone now, YYYY-MM-DD. */
type Today = (timezone: string | null) => string;

/** Regattas that are on or to come, the next one first, and those that are over, the last one first. */
export function byTime<Event extends Listed>(
  events: readonly Event[],
  today: Today,
): { current: Event[]; earlier: Event[] } {
  const isOver = ({ endDate, timezone }: Event) => endDate < today(timezone);
  const ascending = [...events].sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
  return {
    current: ascending.filter((event) => !isOver(event)),
    earlier: ascending.filter(isOver).reverse(),
  };
}

/** Regattas that are on or begin soon and are not published. @returns with the days until they begin */
export function attentionTo<Event extends Listed>(
  events: readonly Event[],
  today: Today,
): { event: Event; days: number }[] {
  return byTime(events, today)
    .current.filter(({ scheduleStatus, trial, archived }) => {
      return scheduleStatus !== 'published' && !trial && !archived;
    })
    .map((event) => ({ event, days: daysBetween(today(event.timezone), event.startDate) }))
    .filter(({ days }) => days <= SOON_DAYS);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLIS);
}
