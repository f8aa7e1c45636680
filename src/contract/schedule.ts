/**
 * What crosses the wire about the caller, the events they manage, and a schedule: its settings, its full read, and the
 * day's delay.
 */
import type { Static } from 'typebox';
import Type from 'typebox';
import {
  date,
  dateTime,
  laneScheme,
  nullable,
  oneOf,
  ResultMode,
  ResultVisibility,
} from './fields.ts';
import { MAX_DELAY_MINUTES, MAX_LISTED_EVENTS } from './limits.ts';
import { Race } from './race.ts';

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

export const ScheduleCreate = Type.Object(
  {
    laneScheme: Type.Optional(
      nullable(laneScheme(), {
        description: 'Omitted or `null`: the venue has no lane structure.',
      }),
    ),
    defaultResultMode: Type.Optional(Type.Unsafe<ResultMode>({ ...ResultMode, default: 'timed' })),
    defaultResultVisibility: Type.Optional(
      Type.Unsafe<ResultVisibility>({ ...ResultVisibility, default: 'full' }),
    ),
  },
  { title: 'ScheduleCreate' },
);
export type ScheduleCreate = Static<typeof ScheduleCreate>;

const summaryProperties = {
  eventId: Type.Integer({ format: 'int64' }),
  status: ScheduleStatus,
  laneScheme: nullable(Type.Array(Type.String())),
  defaultResultMode: ResultMode,
  defaultResultVisibility: ResultVisibility,
  updatedAt: dateTime({ description: 'Moves only when something a reader can see has changed.' }),
};

export const ScheduleSummary = Type.Object(summaryProperties, { title: 'ScheduleSummary' });
export type ScheduleSummary = Static<typeof ScheduleSummary>;

export const Schedule = Type.Object(
  {
    ...summaryProperties,
    eventName: Type.String(),
    timezone: nullable(Type.String(), {
      description: 'IANA zone of the venue, to render local start times and group races into days.',
    }),
    races: Type.Array(Race, { description: 'By scheduledAt, then raceNumber.' }),
  },
  { title: 'Schedule' },
);
export type Schedule = Static<typeof Schedule>;

export const DelayWrite = Type.Object(
  {
    venueDay: date({ description: "The race day in the venue's time zone." }),
    delayMinutes: Type.Integer({
      minimum: -MAX_DELAY_MINUTES,
      maximum: MAX_DELAY_MINUTES,
      description: 'Signed: a day can run early. Zero clears the delay.',
      examples: [25],
    }),
  },
  { title: 'DelayWrite' },
);
export type DelayWrite = Static<typeof DelayWrite>;

export const Delay = Type.Object(
  {
    eventId: Type.Integer({ format: 'int64' }),
    venueDay: date(),
    delayMinutes: Type.Integer(),
    races: Type.Array(
      Type.Object({
        externalId: nullable(Type.String()),
        raceNumber: Type.Integer(),
        scheduledAt: dateTime(),
        estimatedAt: dateTime(),
      }),
      { description: 'The races of that day that are not scored yet, in running order.' },
    ),
  },
  { title: 'Delay' },
);
export type Delay = Static<typeof Delay>;
