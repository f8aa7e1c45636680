/**
 * What crosses the wire on the public side: what crews and spectators see, and what their devices
 * follow. These routes stand outside `/v1` and take no key.
 */
import Type, { type Static } from 'typebox';
import { EventListItem } from './account.ts';
import {
  date,
  dateTime,
  EntryStatus,
  integer,
  nullable,
  ResultMode,
  ResultVisibility,
  text,
} from './fields.ts';
import {
  MAX_AUTH_LENGTH,
  MAX_ENDPOINT_LENGTH,
  MAX_FOLLOWED,
  MAX_LANGUAGE_TAG_LENGTH,
  MAX_LISTED_EVENTS,
  MAX_P256DH_LENGTH,
} from './limits.ts';

const id = (description: string) => Type.Integer({ format: 'int64', description });

const {
  id: eventId,
  name,
  startDate,
  endDate,
  timezone,
  city,
  countryCode,
} = EventListItem.properties;

export const BoardEvent = Type.Object(
  { id: eventId, name, startDate, endDate, timezone, city, countryCode },
  { title: 'BoardEvent' },
);
export type BoardEvent = Static<typeof BoardEvent>;

/** The regattas with a published schedule, newest first. */
export const BoardEvents = Type.Object(
  { events: Type.Array(BoardEvent, { maxItems: MAX_LISTED_EVENTS }) },
  { title: 'BoardEvents' },
);
export type BoardEvents = Static<typeof BoardEvents>;

export const BoardLane = Type.Object(
  {
    position: Type.Integer(),
    positionLabel: Type.String(),
    crewId: nullable(id("The service's own number of the crew.")),
    crewName: nullable(Type.String()),
    status: EntryStatus,
    finishTimeMillis: nullable(Type.Integer()),
    finishPlace: nullable(Type.Integer()),
    penaltyMillis: nullable(Type.Integer()),
  },
  { title: 'BoardLane' },
);
export type BoardLane = Static<typeof BoardLane>;

export const BoardRace = Type.Object(
  {
    id: id("The service's own number of the race, stable for the life of the race."),
    raceNumber: Type.Integer(),
    title: nullable(Type.String()),
    scheduledAt: dateTime(),
    estimatedAt: dateTime({
      description:
        "`scheduledAt` plus its day's delay; `scheduledAt` once the race is scored, as far as the public may know.",
    }),
    distanceMeters: nullable(Type.Integer()),
    boatClass: nullable(Type.String()),
    round: nullable(Type.String()),
    divisionLabel: nullable(Type.String()),
    notes: nullable(Type.String()),
    resultMode: ResultMode,
    results: Type.Unsafe<ResultVisibility>({
      ...ResultVisibility,
      description: 'What of its results is shown: the race’s own visibility, else the schedule’s.',
    }),
    lanes: Type.Array(BoardLane, { description: 'By position.' }),
  },
  { title: 'BoardRace' },
);
export type BoardRace = Static<typeof BoardRace>;

export const BoardDay = Type.Object(
  { day: date({ description: 'A venue day.' }), delayMinutes: Type.Integer() },
  { title: 'BoardDay' },
);
export type BoardDay = Static<typeof BoardDay>;

export const BoardCrew = Type.Object(
  { id: id("The service's own number of the crew."), name: Type.String() },
  { title: 'BoardCrew' },
);
export type BoardCrew = Static<typeof BoardCrew>;

/** The board document: a published running order as the public may see it. */
export const Board = Type.Object(
  {
    eventId,
    eventName: Type.String(),
    timezone,
    trial: Type.Optional(
      Type.Boolean({ description: 'True for an event to try things out; else left out.' }),
    ),
    revision: Type.Integer(),
    updatedAt: dateTime(),
    days: Type.Array(BoardDay),
    crews: Type.Array(BoardCrew),
    races: Type.Array(BoardRace, { description: 'In running order.' }),
  },
  { title: 'Board' },
);
export type Board = Static<typeof Board>;

/** What the event stream says on connecting and after each change. */
export const BoardChange = Type.Object({ revision: Type.Integer() }, { title: 'BoardChange' });
export type BoardChange = Static<typeof BoardChange>;

export const PushSubscription = Type.Object(
  {
    endpoint: text(MAX_ENDPOINT_LENGTH, { minLength: 1 }),
    keys: Type.Object({
      p256dh: text(MAX_P256DH_LENGTH, { minLength: 1 }),
      auth: text(MAX_AUTH_LENGTH, { minLength: 1 }),
    }),
  },
  { title: 'PushSubscription' },
);
export type PushSubscription = Static<typeof PushSubscription>;

const followed = {
  eventId: integer(1),
  wholeEvent: Type.Boolean(),
  crews: Type.Array(integer(1), { maxItems: MAX_FOLLOWED }),
  races: Type.Array(integer(1), { maxItems: MAX_FOLLOWED }),
  language: Type.Optional(
    text(MAX_LANGUAGE_TAG_LENGTH, {
      minLength: 1,
      description: 'BCP 47 tag of the language of the messages.',
    }),
  ),
};

/** What a device wants to follow of one regatta from now on. */
export const FollowsWrite = Type.Object(
  { subscription: PushSubscription, ...followed },
  { title: 'FollowsWrite' },
);
export type FollowsWrite = Static<typeof FollowsWrite>;

export const Follows = Type.Object(followed, { title: 'Follows' });
export type Follows = Static<typeof Follows>;

/** Names a device that is to be forgotten. */
export const DeviceWrite = Type.Object(
  { endpoint: text(MAX_ENDPOINT_LENGTH, { minLength: 1 }) },
  { title: 'DeviceWrite' },
);
export type DeviceWrite = Static<typeof DeviceWrite>;

export type NewsKind = 'results-posted' | 'schedule-delayed';

/** The plaintext of a push message: at most 1 KB of JSON. */
export interface PushMessage {
  kind: NewsKind;
  eventId: number;
  title: string;
  body: string;
  /** The page that says more; absolute. */
  url: string;
  /** A later message of the same tag replaces this one on the device. */
  tag: string;
}
