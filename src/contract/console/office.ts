/** The race office's document of an event: all of it with ids, unmasked. */
import type { Static } from 'typebox';
import Type from 'typebox';
import { LaneSource, RaceKind, RaceState } from '../board.ts';
import { date, dateTime, id, nullable, oneOf, ResultMode, ResultVisibility } from '../fields.ts';
import { Lane, Race } from '../race.ts';
import { ScheduleStatus } from '../schedule.ts';
import { Team } from '../team.ts';
import { ConsoleEvent } from './events.ts';

const { position, positionLabel, status, finishTimeMillis, finishPlace, penaltyMillis } =
  Lane.properties;

export const OfficeLane = Type.Object({
  position,
  positionLabel,
  crewId: nullable(id()),
  status,
  finishTimeMillis,
  finishPlace,
  penaltyMillis,
  /** Whether the crew does not row: it keeps its lane, and is neither entered nor awaited. */
  withdrawn: Type.Boolean(),
  withdrawnReason: nullable(Type.String()),
  /** Where the crew comes from, also once a crew is drawn. */
  from: nullable(LaneSource),
  category: nullable(Type.String()),
  categoryPlace: nullable(Type.Integer()),
  outOfCompetition: Type.Boolean(),
  allowanceMillis: nullable(Type.Integer()),
  /** As it was given; `null`: it follows from the race. */
  plannedStartAt: nullable(dateTime()),
  /** When it is planned to start; `null` for an empty lane. */
  startsAt: nullable(dateTime()),
  startedAt: nullable(dateTime()),
  finishedAt: nullable(dateTime()),
  adjustedTimeMillis: nullable(Type.Integer()),
});
export type OfficeLane = Static<typeof OfficeLane>;

/** The draw that follows now from the rules of a race's lanes (console, "Progression"). */
export const DrawProposal = Type.Object({
  /** Whether it can be applied. */
  ready: Type.Boolean(),
  /** The lanes that have a rule; `crewId` is `null` where nobody holds the place. */
  lanes: Type.Array(Type.Object({ position, crewId: nullable(id()) })),
  /**
   * `incomplete`: a race is not complete, not official, or has boats that finished without a time or place, so that
   * nobody is known to hold the place. `tie`: a person has to decide who goes on.
   */
  problem: nullable(oneOf(['incomplete', 'tie'])),
  /** Crews that share a place and all go on: only the order of their lanes decides who gets which of these positions. */
  deadHeats: Type.Array(
    Type.Object({ positions: Type.Array(position), crewIds: Type.Array(id()) }),
  ),
  /** Of a tie: the positions that a person has to fill, and the crews among which to choose. */
  ties: Type.Array(Type.Object({ positions: Type.Array(position), crewIds: Type.Array(id()) })),
});
export type DrawProposal = Static<typeof DrawProposal>;

const { lanes: _, ...raceProperties } = Race.properties;

export const OfficeRace = Type.Object({
  id: id(),
  ...raceProperties,
  /** What is printed in place of `raceNumber`. */
  printedNumber: nullable(Type.String()),
  /**
   * `startedAt` where that is known; else `scheduledAt` plus the delay of its day, without the delay where that ends before,
   * once a boat has raced, or where the race is cancelled or postponed.
   */
  estimatedAt: dateTime(),
  /** As it was set; `null`: `effectiveKind` follows from the start interval. */
  kind: nullable(RaceKind),
  effectiveKind: RaceKind,
  startIntervalSeconds: nullable(Type.Integer()),
  startedAt: nullable(dateTime()),
  closed: Type.Boolean(),
  clockOffsetMillis: Type.Integer(),
  /** Lanes with a crew that has not withdrawn, and those of them with a status other than `assigned`. */
  entered: Type.Integer(),
  scored: Type.Integer(),
  state: RaceState,
  /** Why it is cancelled or postponed. */
  reason: nullable(Type.String()),
  /** Whether its results are official; `null` where the event does not use provisional results. */
  official: nullable(Type.Boolean()),
  lanes: Type.Array(OfficeLane),
  /** `null` where no lane has a rule. */
  draw: nullable(DrawProposal),
});
export type OfficeRace = Static<typeof OfficeRace>;

export const OfficeCrew = Type.Object({ id: id(), ...Team.properties });
export type OfficeCrew = Static<typeof OfficeCrew>;

export const OfficeDay = Type.Object({
  venueDay: date(),
  delayMinutes: Type.Integer(),
  /**
   * When its delay ends: races planned at or after it keep their plan. It is kept for the next delay while the day is on
   * time. `null`: it holds for the whole day.
   */
  until: nullable(dateTime()),
});
export type OfficeDay = Static<typeof OfficeDay>;

export const OfficeSettings = Type.Object({
  laneScheme: nullable(Type.Array(Type.String())),
  defaultResultMode: ResultMode,
  defaultResultVisibility: ResultVisibility,
  provisionalResults: Type.Boolean(),
  crewGapMinutes: Type.Integer(),
});
export type OfficeSettings = Static<typeof OfficeSettings>;

export const OfficeNotice = Type.Object({
  id: id(),
  text: Type.String(),
  postedAt: dateTime(),
  until: dateTime(),
});
export type OfficeNotice = Static<typeof OfficeNotice>;

/** What a person in the race office should look at (console, "Needs attention"). */
export const AttentionKind = oneOf([
  /** A race past its estimated time that is not complete. */
  'overdue',
  /** A race within the hour without a draw. */
  'not-drawn',
  /** A crew in two races closer than the event allows; `otherRaceId` is the later one. */
  'crew-gap',
  /** Two crews that are probably one in races closer than the event allows. */
  'crew-twice',
  /** Two races whose order in time and in number disagree. */
  'order',
  /** The crews drawn in a race are no longer those that its rules name. */
  'draw-differs',
  /** The results decide who rows in the race, and nobody is drawn yet. */
  'draw-ready',
  /** The results are there, a dead heat decides who goes on, and nobody is drawn yet. */
  'draw-tied',
  /** Boats that have a finish and no start, so that they have no time; `positions` says which. */
  'finish-without-start',
  /** Boats that have started and are in no result, while the race is over or a boat that started after them is in. */
  'start-without-finish',
  /** The race that was started last did not start at its estimate: `delayMinutes` is the delay that would fit. */
  'start-off-estimate',
  /** A key that has pushed today has been silent for ten minutes while races are rowed. */
  'silent-key',
  /** Requests of a key were refused or limited lately. */
  'refused-key',
  /** The service has switched off a webhook, because its receiver no longer accepted deliveries. */
  'webhook-off',
]);
export type AttentionKind = Static<typeof AttentionKind>;

export const Attention = Type.Object({
  kind: AttentionKind,
  raceId: Type.Optional(id()),
  otherRaceId: Type.Optional(id()),
  crewId: Type.Optional(id()),
  otherCrewId: Type.Optional(id()),
  keyPrefix: Type.Optional(Type.String()),
  keyLabel: Type.Optional(Type.String()),
  webhookId: Type.Optional(id()),
  webhookLabel: Type.Optional(Type.String()),
  /** Of `overdue` and `webhook-off`: since when; of `silent-key`: the last request; of `refused-key`: the last refusal. */
  at: Type.Optional(dateTime()),
  /** Of `overdue`, where some crews have a result: how many have one, and how many are entered. */
  scored: Type.Optional(Type.Integer()),
  entered: Type.Optional(Type.Integer()),
  /** Of `crew-gap` and `crew-twice`: between the two races. */
  gapMinutes: Type.Optional(Type.Integer()),
  /** Lanes of the race. */
  positions: Type.Optional(Type.Array(position)),
  /** Of `start-off-estimate`: the delay of the day with which the race's estimate is its start; negative: early. */
  delayMinutes: Type.Optional(Type.Integer()),
  /** Of `refused-key`. */
  code: Type.Optional(Type.String()),
});
export type Attention = Static<typeof Attention>;

/** `GET /events/{id}/office`. `status`, `settings` and `updatedAt` are `null` where there is no schedule yet. */
export const Office = Type.Object({
  /** How many entries the history of the event has. */
  revision: Type.Integer(),
  event: ConsoleEvent,
  status: nullable(ScheduleStatus),
  settings: nullable(OfficeSettings),
  /** Those of the event, and those on which something is rowed or delayed, in order. */
  days: Type.Array(OfficeDay),
  /** By sortOrder, then name. */
  crews: Type.Array(OfficeCrew),
  /** Those whose time is not over, newest first. */
  notices: Type.Array(OfficeNotice),
  attention: Type.Array(Attention),
  /** How many devices follow something of the event. */
  followers: Type.Integer(),
  updatedAt: nullable(dateTime()),
  /** In running order. */
  races: Type.Array(OfficeRace),
});
export type Office = Static<typeof Office>;

/** The parts of the race office. */
export const OfficePart = oneOf([
  'overview',
  'programme',
  'crews',
  'races',
  'progression',
  'day',
  'publish',
  'history',
  'hand-outs',
]);
export type OfficePart = Static<typeof OfficePart>;

/** `PUT /events/{id}/place` → 204: where the person is, so that others see it; sent again every 30 seconds. */
export const PlaceWrite = Type.Object({
  part: OfficePart,
  raceId: Type.Optional(nullable(id())),
});
export type PlaceWrite = Static<typeof PlaceWrite>;

/** The event `people` of `GET /events/{id}/live`: who else is in the office, on connecting and after each change. */
export const OfficePeople = Type.Object({
  people: Type.Array(
    Type.Object({
      userId: id(),
      name: Type.String(),
      part: OfficePart,
      raceId: nullable(id()),
    }),
  ),
});
export type OfficePeople = Static<typeof OfficePeople>;

/** The event `change` of `GET /events/{id}/live`, on connecting and after each change. */
export const OfficeChange = Type.Object({
  revision: Type.Integer(),
});
export type OfficeChange = Static<typeof OfficeChange>;
