/**
 * The file of a whole event, with which it moves from one installation to another (`docs/export.md`). Crews are named
 * by their names and races by their numbers, which are unique in an event; it has no ids of the service.
 */
import type { Static } from 'typebox';
import Type from 'typebox';
import { RaceKind, RaceState } from './board.ts';
import {
  categoryName,
  date,
  dateTime,
  EntryStatus,
  externalId,
  integer,
  laneScheme,
  name,
  nullable,
  oneOf,
  positionLabel,
  printedNumber,
  ResultMode,
  ResultVisibility,
  sentDateTime,
  text,
} from './fields.ts';
import {
  MAX_ALLOWANCE_MILLIS,
  MAX_CITY_LENGTH,
  MAX_CLOCK_OFFSET_MILLIS,
  MAX_CREW_GAP_MINUTES,
  MAX_DELAY_MINUTES,
  MAX_LOGO_BYTES,
  MAX_NOTICE_LENGTH,
  MAX_REASON_LENGTH,
  MAX_SOURCE_RACES,
  MAX_START_INTERVAL_SECONDS,
  MAX_ZONE_LENGTH,
} from './limits.ts';
import { LookWrite } from './look.ts';
import { RaceWrite } from './race.ts';
import { TeamWrite } from './team.ts';

export const EVENT_FILE_FORMAT = 'running-order-event';
export const EVENT_FILE_VERSION = 1;

/** As in `LookWrite`, with the picture of its logo. */
const EventFileLook = Type.Object({
  ...LookWrite.properties,
  /** In base64. */
  logo: Type.Optional(nullable(text(Math.ceil(MAX_LOGO_BYTES / 3) * 4, { minLength: 1 }))),
});

const EventFacts = Type.Object({
  name: name(),
  startDate: date(),
  endDate: date(),
  timezone: nullable(text(MAX_ZONE_LENGTH, { minLength: 1 })),
  city: text(MAX_CITY_LENGTH),
  countryCode: text(2),
  /** Left out of an event that looks like any other. */
  look: Type.Optional(EventFileLook),
});

const ScheduleSettings = Type.Object({
  laneScheme: nullable(laneScheme()),
  defaultResultMode: ResultMode,
  defaultResultVisibility: ResultVisibility,
  provisionalResults: Type.Boolean(),
  crewGapMinutes: integer(0, { maximum: MAX_CREW_GAP_MINUTES }),
});

const ownId = () => Type.Optional(nullable(externalId()));

const EventFileTeam = Type.Object({
  ...TeamWrite.properties,
  externalId: ownId(),
  adopted: Type.Optional(Type.Boolean()),
});

const reason = () => nullable(Type.String({ format: 'crew-name', maxLength: MAX_REASON_LENGTH }));

const EventFileLane = Type.Object({
  position: integer(1),
  /** Only a label that was given with the draw; other labels are in the lane scheme. */
  positionLabel: Type.Optional(nullable(positionLabel())),
  /** The name of the crew; `null`: an empty lane. */
  team: Type.Optional(nullable(TeamWrite.properties.name)),
  status: Type.Optional(EntryStatus),
  /** Also of a race that shows places only. */
  finishTimeMillis: Type.Optional(nullable(integer(0))),
  /** Only a place that was given by hand. */
  finishPlace: Type.Optional(nullable(integer(1))),
  penaltyMillis: Type.Optional(nullable(integer(0))),
  withdrawn: Type.Optional(Type.Boolean()),
  withdrawnReason: Type.Optional(reason()),
  category: Type.Optional(nullable(categoryName())),
  allowanceMillis: Type.Optional(
    nullable(integer(-MAX_ALLOWANCE_MILLIS, { maximum: MAX_ALLOWANCE_MILLIS })),
  ),
  outOfCompetition: Type.Optional(Type.Boolean()),
  /** Only a start that was given; others follow from the race. */
  plannedStartAt: Type.Optional(nullable(sentDateTime())),
  startedAt: Type.Optional(nullable(sentDateTime())),
  finishedAt: Type.Optional(nullable(sentDateTime())),
});
export type EventFileLane = Static<typeof EventFileLane>;

const EventFileRace = Type.Object({
  ...RaceWrite.properties,
  externalId: ownId(),
  scheduledAt: sentDateTime(),
  printedNumber: Type.Optional(nullable(printedNumber())),
  state: Type.Optional(RaceState),
  reason: Type.Optional(reason()),
  official: Type.Optional(Type.Boolean()),
  kind: Type.Optional(nullable(RaceKind)),
  startIntervalSeconds: Type.Optional(
    nullable(integer(1, { maximum: MAX_START_INTERVAL_SECONDS })),
  ),
  startedAt: Type.Optional(nullable(sentDateTime())),
  closed: Type.Optional(Type.Boolean()),
  clockOffsetMillis: Type.Optional(
    integer(-MAX_CLOCK_OFFSET_MILLIS, { maximum: MAX_CLOCK_OFFSET_MILLIS }),
  ),
  /** The start that was planned when it was first published; `null`: it never was. */
  firstPublishedAt: Type.Optional(nullable(sentDateTime())),
  lanes: Type.Array(EventFileLane),
});
export type EventFileRace = Static<typeof EventFileRace>;

/** Where the crew of a lane comes from, races by their numbers. */
const EventFileRule = Type.Object({
  raceNumber: integer(1),
  position: integer(1),
  races: Type.Array(integer(1), { maxItems: MAX_SOURCE_RACES }),
  place: integer(1),
  fastest: nullable(integer(1)),
  /** Places are those within it; `null`: of the race. */
  category: Type.Optional(nullable(categoryName())),
});

export const EventFile = Type.Object(
  {
    format: oneOf([EVENT_FILE_FORMAT]),
    version: integer(1),
    exportedAt: Type.Optional(dateTime()),
    event: EventFacts,
    /** `null`: the event has no schedule, and no races. */
    schedule: nullable(ScheduleSettings),
    teams: Type.Array(EventFileTeam),
    races: Type.Array(EventFileRace),
    delays: Type.Array(
      Type.Object({
        venueDay: date(),
        delayMinutes: integer(-MAX_DELAY_MINUTES, { maximum: MAX_DELAY_MINUTES }),
        /** When the delay ends; `null`: it holds for the whole day. */
        until: Type.Optional(nullable(sentDateTime())),
      }),
    ),
    notices: Type.Array(
      Type.Object({
        text: Type.String({ format: 'crew-name', minLength: 1, maxLength: MAX_NOTICE_LENGTH }),
        postedAt: sentDateTime(),
        until: sentDateTime(),
      }),
    ),
    rules: Type.Array(EventFileRule),
  },
  { title: 'EventFile' },
);
export type EventFile = Static<typeof EventFile>;
