/**
 * The public list of events as it is kept between requests: read again event by event, sorted again when one of them has
 * changed or a day has ended somewhere. Thousands of events are searched and cut into pages from memory.
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

/** An event of the list, as it is sent and as it is found. */
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
  /** The days in all zones for which it is sorted, and until when they are not looked at again. */
  private days = '';
  private minute = Number.NaN;

  constructor(byId: ReadonlyMap<number, ShownEvent> = new Map()) {
    this.byId = byId;
  }

  /**
   * The list with events as they are now.
   *
   * @param asked the events that were read; all, unless given
   * @returns this one where nothing differs, so that what was made of it holds
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
    // The day of every zone begins with a minute of the clock.
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

/** Their properties are texts and numbers. */
function isEqual(a: ListedEvent, b: ListedEvent): boolean {
  const names = Object.keys(b) as (keyof ListedEvent)[];
  return names.length === Object.keys(a).length && names.every((name) => a[name] === b[name]);
}
