/** Which regattas need attention now. */
import type { ConsoleEvent } from '../../../../src/contract/console/events.ts';
import { DAY_MILLIS } from '../../../../src/contract/time-units.ts';
import { type DayIn, groupEvents } from '../../../../src/domain/lists/event-order.ts';

type Listed = Pick<
  ConsoleEvent,
  'startDate' | 'endDate' | 'timezone' | 'scheduleStatus' | 'trial' | 'archived'
>;

/**
 * Regattas that are on or begin within seven days and are not published: crews want to see a running order by then.
 *
 * @param events in the order of the list @returns with the days until they begin, negative once they have begun
 */
export function attentionTo<Event extends Listed>(
  events: readonly Event[],
  dayIn: DayIn,
): { event: Event; days: number }[] {
  return groupEvents(events, dayIn)
    .filter(({ group }) => group === 'today' || group === 'soon')
    .flatMap(({ events }) => events)
    .filter(({ scheduleStatus, trial, archived }) => {
      return scheduleStatus !== 'published' && !trial && !archived;
    })
    .map((event) => ({ event, days: daysBetween(dayIn(event.timezone), event.startDate) }));
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLIS);
}
