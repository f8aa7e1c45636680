/** The race office's document of an event: all of it with ids, unmasked. */
import Type, { type Static } from 'typebox';
import { ScheduleStatus } from '../account.ts';
import { date, dateTime, nullable, ResultMode, ResultVisibility } from '../fields.ts';
import { Lane, Race } from '../race.ts';
import { Team } from '../team.ts';
import { ConsoleEvent } from './events.ts';
import { id } from './fields.ts';

const { position, positionLabel, status, finishTimeMillis, finishPlace, penaltyMillis } =
  Lane.properties;

const OfficeLane = Type.Object({
  position,
  positionLabel,
  crewId: nullable(id()),
  status,
  finishTimeMillis,
  finishPlace,
  penaltyMillis,
});

const { lanes: _, ...raceProperties } = Race.properties;

export const OfficeRace = Type.Object({
  id: id(),
  ...raceProperties,
  /** `scheduledAt` plus the delay of its day; `scheduledAt` once the race is scored. */
  estimatedAt: dateTime(),
  lanes: Type.Array(OfficeLane),
});
export type OfficeRace = Static<typeof OfficeRace>;

export const OfficeCrew = Type.Object({ id: id(), ...Team.properties });
export type OfficeCrew = Static<typeof OfficeCrew>;

export const OfficeDay = Type.Object({ venueDay: date(), delayMinutes: Type.Integer() });
export type OfficeDay = Static<typeof OfficeDay>;

/** `GET /events/{id}/office`. `status`, `settings` and `updatedAt` are `null` where there is no schedule yet. */
export const Office = Type.Object({
  /** How many entries the history of the event has. */
  revision: Type.Integer(),
  event: ConsoleEvent,
  status: nullable(ScheduleStatus),
  settings: nullable(
    Type.Object({
      laneScheme: nullable(Type.Array(Type.String())),
      defaultResultMode: ResultMode,
      defaultResultVisibility: ResultVisibility,
    }),
  ),
  /** Those of the event, and those on which something is rowed or delayed, in order. */
  days: Type.Array(OfficeDay),
  /** By sortOrder, then name. */
  crews: Type.Array(OfficeCrew),
  /** In running order. */
  races: Type.Array(OfficeRace),
  /** How many devices follow something of the event. */
  followers: Type.Integer(),
  updatedAt: nullable(dateTime()),
});
export type Office = Static<typeof Office>;

/** What the event stream of `GET /events/{id}/live` says on connecting and after each change. */
export const OfficeChange = Type.Object({ revision: Type.Integer() });
export type OfficeChange = Static<typeof OfficeChange>;
