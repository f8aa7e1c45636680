/**
 * Events, as those who manage them see them; what crews see of each, and what has changed since they last saw it
 * (console, "Publish").
 */
import type { Static } from 'typebox';
import Type from 'typebox';
import { date, dateTime, id, integer, name, next, nullable, oneOf, text } from '../fields.ts';
import { MAX_CITY_LENGTH, MAX_LISTED, MAX_ZONE_LENGTH } from '../limits.ts';
import { Look, LookWrite } from '../look.ts';
import { EventListItem, ScheduleStatus } from '../schedule.ts';

const facts = EventListItem.properties;
const zone = () => text(MAX_ZONE_LENGTH, { minLength: 1 });
const city = () => text(MAX_CITY_LENGTH);
/** ISO 3166-1 alpha-2, in any case, or empty. */
const countryCode = () => text(2);

export const ConsoleEvent = Type.Object({
  id: id(),
  name: facts.name,
  startDate: date(),
  endDate: date(),
  /** `null` when it is not known; days are then those of UTC. */
  timezone: nullable(Type.String()),
  city: facts.city,
  countryCode: facts.countryCode,
  club: Type.Object({ id: id(), name: Type.String() }),
  trial: Type.Boolean(),
  archived: Type.Boolean(),
  /** Whether search engines are asked to leave it out; for a trial they always are. */
  noindex: Type.Boolean(),
  /** Whether its page is public before its schedule is published. */
  announced: Type.Boolean(),
  /** `null` where no part of it is set. */
  look: nullable(Look),
  /** Whether it has ever been published. */
  wasPublished: Type.Boolean(),
  scheduleStatus: nullable(ScheduleStatus),
  createdBy: Type.Object({ userId: id(), name: Type.String() }),
});
export type ConsoleEvent = Static<typeof ConsoleEvent>;
/** `GET /events`, and the archived ones with `?archived=true`: those of today, those to come, past ones. */
export const ConsoleEvents = Type.Object({
  events: Type.Array(ConsoleEvent, { maxItems: MAX_LISTED }),
  next: next(),
});
export type ConsoleEvents = Static<typeof ConsoleEvents>;

export const EventWrite = Type.Object({
  clubId: id(),
  name: name(),
  startDate: date(),
  endDate: date(),
  timezone: Type.Optional(nullable(zone())),
  city: Type.Optional(city()),
  countryCode: Type.Optional(countryCode()),
  trial: Type.Optional(Type.Boolean()),
  /** An event whose programme and settings are copied, with dates moved. */
  copyFrom: Type.Optional(nullable(id())),
});
export type EventWrite = Static<typeof EventWrite>;

/** An event after a write, and the revision of its race office. */
export const EventChanged = Type.Object({ ...ConsoleEvent.properties, revision: Type.Integer() });
export type EventChanged = Static<typeof EventChanged>;

export const EventPatch = Type.Object({
  /** The revision of the race office that the page showed; without it, nothing is a conflict. */
  seen: Type.Optional(integer(0)),
  name: Type.Optional(name()),
  startDate: Type.Optional(date()),
  endDate: Type.Optional(date()),
  timezone: Type.Optional(nullable(zone())),
  city: Type.Optional(city()),
  countryCode: Type.Optional(countryCode()),
  trial: Type.Optional(Type.Boolean()),
  archived: Type.Optional(Type.Boolean()),
  noindex: Type.Optional(Type.Boolean()),
  announced: Type.Optional(Type.Boolean()),
  look: Type.Optional(nullable(LookWrite)),
});
export type EventPatch = Static<typeof EventPatch>;

/** What a change of zone or days does: the answer of `PATCH /events/{id}?preview=true`. */
export const EventPreview = Type.Object({
  event: ConsoleEvent,
  /** Races that move to another venue day. */
  moved: Type.Array(
    Type.Object({ raceId: id(), raceNumber: Type.Integer(), from: date(), to: date() }),
  ),
  /** Races that would be on no day of the event. */
  outside: Type.Array(Type.Object({ raceId: id(), raceNumber: Type.Integer(), day: date() })),
  /** Delays, with the races of their day before and after. */
  delays: Type.Array(
    Type.Object({
      venueDay: date(),
      delayMinutes: Type.Integer(),
      raceCountBefore: Type.Integer(),
      raceCountAfter: Type.Integer(),
    }),
  ),
});
export type EventPreview = Static<typeof EventPreview>;

/** One difference between what crews will see and what they last saw. */
export const PublicChange = Type.Object({
  subject: oneOf(['event', 'schedule', 'day', 'crew', 'race']),
  /** Of a crew or race. */
  id: Type.Optional(id()),
  /** A crew's name, a race's number as it is printed, a day. */
  name: Type.String(),
  kind: oneOf(['added', 'changed', 'removed']),
  /** Where it has changed, the properties that differ, with names and values as in the board document. */
  properties: Type.Array(
    Type.Object({
      property: Type.String(),
      /** Of a lane. */
      position: Type.Optional(Type.Integer()),
      before: Type.Unknown(),
      after: Type.Unknown(),
    }),
  ),
});
export type PublicChange = Static<typeof PublicChange>;

/** `GET /events/{id}/publication` */
export const Publication = Type.Object({
  revision: Type.Integer(),
  /** `null` where there is no schedule yet. */
  status: nullable(ScheduleStatus),
  wasPublished: Type.Boolean(),
  /** Whether followers have been told that it is published, which they are once. */
  followersTold: Type.Boolean(),
  /** When the schedule was unpublished; `null` where crews see it now, or have never seen it. */
  seenUntil: nullable(dateTime()),
  /** How many races and crews the public will see. */
  races: Type.Integer(),
  crews: Type.Integer(),
  /** How many devices follow something of it. */
  followers: Type.Integer(),
  /** Changes since `seenUntil`; empty where that is `null`. At most the first thousand. */
  changes: Type.Array(PublicChange),
  /** How many changes there are in all. */
  changeCount: Type.Integer(),
});
export type Publication = Static<typeof Publication>;
