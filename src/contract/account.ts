/** What crosses the wire about the caller and the events they manage. */
import Type, { type Static } from 'typebox';
import { date, nullable, oneOf } from './fields.ts';
import { MAX_LISTED_EVENTS } from './limits.ts';

export const Identity = Type.Object(
  {
    userId: Type.String({ examples: ['1'] }),
    displayName: Type.String({
      description: "The name the key's owner set. No e-mail address is ever returned.",
      examples: ['Race office'],
    }),
    keyLabel: Type.String({ examples: ['Finish tower laptop'] }),
    keyPrefix: Type.String({
      description: 'The leading part of the key, for recognition.',
      examples: ['ro_4fT0aB'],
    }),
  },
  { title: 'Identity' },
);
export type Identity = Static<typeof Identity>;

export const ScheduleStatus = oneOf(['draft', 'published']);
export type ScheduleStatus = Static<typeof ScheduleStatus>;

export const EventListItem = Type.Object(
  {
    id: Type.Integer({ format: 'int64', examples: [7] }),
    name: Type.String({ examples: ['Hebda Cup'] }),
    startDate: date(),
    endDate: date(),
    timezone: Type.String({
      description: "IANA zone of the venue; `UTC` when the event's zone is not known.",
      examples: ['America/New_York'],
    }),
    city: Type.String({ examples: ['Wyandotte'] }),
    countryCode: Type.String({ examples: ['US'] }),
    hasSchedule: Type.Boolean(),
    scheduleStatus: nullable(ScheduleStatus, {
      description: '`null` when the event has no schedule.',
    }),
  },
  { title: 'EventListItem' },
);
export type EventListItem = Static<typeof EventListItem>;

export const EventList = Type.Object(
  { events: Type.Array(EventListItem, { maxItems: MAX_LISTED_EVENTS }) },
  { title: 'EventList' },
);
export type EventList = Static<typeof EventList>;
