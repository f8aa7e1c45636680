/**
 * The public list of events, kept in memory between requests: only events that have changed are read again, and it is sorted
 * again when one has changed or a day has ended in one of its zones. Thousands of events are searched and paged in memory.
 */
import type { ListedEvent } from '../contract/board.ts';
import { MINUTE_MILLIS } from '../contract/time-units.ts';
import {
  dayInZones,
  eventText,
  type FindableEvent,
  type PlacedEvent,
  placeEvents,
  yearsOf,
} from '../domain/lists/event-order.ts';

/** An event of the list: as it is sent (`shown`), and what it is searched and sorted by. */
export interface ShownEvent extends FindableEvent {
  /** As `eventText` gives it. */
  text: string;
  shown: ListedEvent;
  timezone: string;
}

/** The list at one moment. */
export interface EventListing {
  placed: readonly PlacedEvent<ShownEvent>[];
  years: readonly { year: number; count: number }[];
}

export class ListedEvents {
  private readonly byId: ReadonlyMap<number, ShownEvent>;
  private listing: EventListing | undefined;
  /** The current days in all zones, for which the list is sorted, and the minute of the clock in which they were found. */
  private days = '';
  private minute = Number.NaN;

  constructor(byId: ReadonlyMap<number, ShownEvent> = new Map()) {
    this.byId = byId;
  }

  /**
   * The list with events as they are now.
   *
   * @param asked the ids of the events that were read; left out, all events were
   * @returns this object where nothing differs, so that what was derived from it stays valid
   */
  with(events: readonly ListedEvent[], asked?: Iterable<number>): ListedEvents {
    const byId = new Map(asked && this.byId);
    for (const id of asked ?? []) byId.delete(id);
    let isSame = true;
    for (const event of events) {
      const old = this.byId.get(event.id);
      const isOld = old !== undefined && isEqual(old.shown, event);
      byId.set(event.id, isOld ? old : shownEvent(event));
      if (!isOld) isSame = false;
    }
    return isSame && byId.size === this.byId.size ? this : new ListedEvents(byId);
  }

  /** The list at a moment; the same object as long as nothing in it differs. @param now epoch milliseconds */
  at(now: number): EventListing {
    // In every zone, a day begins with a full minute.
    const minute = Math.floor(now / MINUTE_MILLIS);
    if (this.listing && minute === this.minute) return this.listing;
    const dayIn = dayInZones(now);
    const zones = new Set(Array.from(this.byId.values(), ({ timezone }) => timezone));
    const days = Array.from(zones, dayIn).join(' ');
    if (!this.listing || days !== this.days) {
      const events = [...this.byId.values()];
      this.listing = { placed: placeEvents(events, dayIn), years: yearsOf(events) };
    }
    this.days = days;
    this.minute = minute;
    return this.listing;
  }
}

function shownEvent(shown: ListedEvent): ShownEvent {
  const { id, startDate, endDate, timezone, countryCode } = shown;
  return { id, startDate, endDate, timezone, countryCode, text: eventText(shown), shown };
}

/** Compares property by property: all of them are texts and numbers. */
function isEqual(a: ListedEvent, b: ListedEvent): boolean {
  const names = Object.keys(b) as (keyof ListedEvent)[];
  return names.length === Object.keys(a).length && names.every((name) => a[name] === b[name]);
}
