/**
 * Writes of the race office, and their answers. Every write except notices and undoing has in `seen` the revision of
 * the office document that the page showed; the write is refused where something that it touches has changed since
 * (console, "Interface").
 */
import type { Static } from 'typebox';
import Type from 'typebox';
import { LaneSource, RaceState } from '../board.ts';
import {
  date,
  dateTime,
  id,
  integer,
  laneScheme,
  nullable,
  positionLabel,
  printedNumber,
  ResultMode,
  ResultVisibility,
  sentDateTime,
} from '../fields.ts';
import {
  MAX_CREW_GAP_MINUTES,
  MAX_DELAY_MINUTES,
  MAX_ELEMENTS,
  MAX_LANES_OF_RACE,
  MAX_NOTICE_LENGTH,
  MAX_REASON_LENGTH,
  MAX_RULED_RACES,
  MAX_RULES,
} from '../limits.ts';
import { RaceWrite, ResultWrite } from '../race.ts';
import { ScheduleStatus } from '../schedule.ts';
import { TeamWrite } from '../team.ts';
import { TimingWrite } from '../timing.ts';
import { OfficeCrew, OfficeDay, OfficeNotice, OfficeRace, OfficeSettings } from './office.ts';

/** The revision that the page showed. */
const seen = () => integer(0);

/** `null`: a new one. */
const rowId = () => nullable(id());

const { externalId: _, raceNumber, ...raceFacts } = RaceWrite.properties;

/** What is left out stays as it is; a new race needs `raceNumber` and `scheduledAt`. */
export const OfficeRaceWrite = Type.Object({
  id: rowId(),
  raceNumber: Type.Optional(raceNumber),
  printedNumber: Type.Optional(nullable(printedNumber())),
  ...raceFacts,
});
export type OfficeRaceWrite = Static<typeof OfficeRaceWrite>;

const removed = () => Type.Optional(Type.Array(id(), { maxItems: MAX_ELEMENTS }));

/** `PUT /events/{id}/races`: one push, all or nothing. Removals apply first. */
export const RacesWrite = Type.Object({
  races: Type.Array(OfficeRaceWrite, { maxItems: MAX_ELEMENTS }),
  removed: removed(),
  seen: seen(),
});
export type RacesWrite = Static<typeof RacesWrite>;

const { externalId: __, name, ...crewFacts } = TeamWrite.properties;

/** What is left out stays as it is; a new crew needs `name`. */
export const OfficeCrewWrite = Type.Object({
  id: rowId(),
  name: Type.Optional(name),
  ...crewFacts,
});
export type OfficeCrewWrite = Static<typeof OfficeCrewWrite>;

/** `PUT /events/{id}/crews` */
export const CrewsWrite = Type.Object({
  crews: Type.Array(OfficeCrewWrite, { maxItems: MAX_ELEMENTS }),
  removed: removed(),
  seen: seen(),
});
export type CrewsWrite = Static<typeof CrewsWrite>;

/** `POST /events/{id}/crews/merge` */
export const MergeWrite = Type.Object({ keep: id(), remove: id(), seen: seen() });
export type MergeWrite = Static<typeof MergeWrite>;

/** `PUT /events/{id}/races/{raceId}/lanes`: the whole draw, as in `/v1`, crews by id. */
export const OfficeLanesWrite = Type.Object({
  lanes: Type.Array(
    Type.Object({
      position: integer(1),
      positionLabel: Type.Optional(nullable(positionLabel())),
      crewId: Type.Optional(nullable(id())),
    }),
    { maxItems: MAX_LANES_OF_RACE },
  ),
  seen: seen(),
});
export type OfficeLanesWrite = Static<typeof OfficeLanesWrite>;

/** `PUT /events/{id}/races/{raceId}/results` */
export const OfficeResultsWrite = Type.Object({
  results: Type.Array(ResultWrite, { maxItems: MAX_LANES_OF_RACE }),
  seen: seen(),
});
export type OfficeResultsWrite = Static<typeof OfficeResultsWrite>;

/** `PATCH /events/{id}/races/{raceId}/racing`: as in `/timing/v1`. */
export const RacingWrite = Type.Object({ ...TimingWrite.properties, seen: seen() });
export type RacingWrite = Static<typeof RacingWrite>;

/** `PUT /events/{id}/races/{raceId}/state` */
export const StateWrite = Type.Object({
  state: RaceState,
  /** Blank: none. */
  reason: Type.Optional(
    nullable(Type.String({ format: 'crew-name', maxLength: MAX_REASON_LENGTH })),
  ),
  seen: seen(),
});
export type StateWrite = Static<typeof StateWrite>;

/**
 * `PUT /events/{id}/crews/{crewId}/withdrawn`: in all races where the crew has no result.
 * `PUT /events/{id}/races/{raceId}/lanes/{position}/withdrawn`: in that one.
 */
export const WithdrawnWrite = Type.Object({
  withdrawn: Type.Boolean(),
  /** Blank: none. */
  reason: StateWrite.properties.reason,
  seen: seen(),
});
export type WithdrawnWrite = Static<typeof WithdrawnWrite>;

/** `PUT /events/{id}/races/{raceId}/official` */
export const OfficialWrite = Type.Object({ official: Type.Boolean(), seen: seen() });
export type OfficialWrite = Static<typeof OfficialWrite>;

const rules = () =>
  Type.Array(Type.Object({ position: integer(1), ...LaneSource.properties }), {
    maxItems: MAX_RULES,
  });

/** `PUT /events/{id}/races/{raceId}/progression`: all rules of the race. */
export const ProgressionWrite = Type.Object({ rules: rules(), seen: seen() });

/** `PUT /events/{id}/progression`: all rules of each of the races. */
export const RoundsWrite = Type.Object({
  races: Type.Array(Type.Object({ id: id(), rules: rules() }), {
    maxItems: MAX_RULED_RACES,
  }),
  seen: seen(),
});

/** The body of a write that has only the revision that the page showed. */
export const SeenWrite = Type.Object({ seen: seen() });
export type SeenWrite = Static<typeof SeenWrite>;

/** `notify`: followers are notified that the running order is published; that happens only once. */
export const PublishWrite = Type.Object({ seen: seen(), notify: Type.Optional(Type.Boolean()) });
export type PublishWrite = Static<typeof PublishWrite>;

/** `HH:MM`, as crews will see it. */
const timeOfDay = () => Type.String({ format: 'opaque', maxLength: 5 });

/**
 * `PUT /events/{id}/delay`: by minutes, or as "race N now at HH:MM". Races planned at or after `until` keep their plan;
 * left out it stays as it is, and `null` is no end.
 */
export const OfficeDelayWrite = Type.Object({
  venueDay: Type.Optional(date()),
  delayMinutes: Type.Optional(integer(-MAX_DELAY_MINUTES, { maximum: MAX_DELAY_MINUTES })),
  raceId: Type.Optional(id()),
  startsAt: Type.Optional(timeOfDay()),
  until: Type.Optional(nullable(sentDateTime())),
  seen: seen(),
});
export type OfficeDelayWrite = Static<typeof OfficeDelayWrite>;

/**
 * `POST /events/{id}/retime`: `shiftMinutes`, or `nextAt`, or `nextAt` with `lastAt` and `minGapMinutes`, each relative to
 * the times that crews see; the races that it moves leave the delay of the day. Postponed races take no slot of their own;
 * they move along, so that they keep their place in the running order. Followers are notified where `notify` is `true`;
 * where it is left out, if a race gets earlier, or moves by five minutes or more.
 */
export const RetimeWrite = Type.Object({
  fromRaceId: id(),
  shiftMinutes: Type.Optional(integer(-MAX_DELAY_MINUTES, { maximum: MAX_DELAY_MINUTES })),
  nextAt: Type.Optional(timeOfDay()),
  lastAt: Type.Optional(timeOfDay()),
  minGapMinutes: Type.Optional(integer(0, { maximum: MAX_DELAY_MINUTES })),
  notify: Type.Optional(Type.Boolean()),
  seen: seen(),
});
export type RetimeWrite = Static<typeof RetimeWrite>;

/** `POST /events/{id}/notices` */
export const NoticeWrite = Type.Object({
  text: Type.String({ format: 'crew-name', minLength: 1, maxLength: MAX_NOTICE_LENGTH }),
  /** By default the end of the venue day. */
  until: Type.Optional(nullable(sentDateTime())),
});
export type NoticeWrite = Static<typeof NoticeWrite>;

/** `PUT /events/{id}/settings`: what is left out stays as it is. */
export const SettingsWrite = Type.Object({
  laneScheme: Type.Optional(nullable(laneScheme())),
  defaultResultMode: Type.Optional(ResultMode),
  defaultResultVisibility: Type.Optional(ResultVisibility),
  provisionalResults: Type.Optional(Type.Boolean()),
  crewGapMinutes: Type.Optional(integer(0, { maximum: MAX_CREW_GAP_MINUTES })),
  seen: seen(),
});
export type SettingsWrite = Static<typeof SettingsWrite>;

/** `POST /events/{id}/races/{raceId}/restore` */
export const RestoreWrite = Type.Object({ at: sentDateTime(), seen: seen() });
export type RestoreWrite = Static<typeof RestoreWrite>;

/** Properties of the answer to every write. */
const written = {
  revision: Type.Integer(),
  /** The entry of the history that the write made; `null` where nothing has changed. */
  entryId: nullable(id()),
};

export const Written = Type.Object(written);
export type Written = Static<typeof Written>;

/** In the payload's order. */
export const WrittenRaces = Type.Object({
  ...written,
  races: Type.Array(OfficeRace),
});
export type WrittenRaces = Static<typeof WrittenRaces>;

/** In the payload's order. */
export const WrittenCrews = Type.Object({
  ...written,
  crews: Type.Array(OfficeCrew),
});
export type WrittenCrews = Static<typeof WrittenCrews>;

export const WrittenRace = Type.Object({ ...written, race: OfficeRace });
export type WrittenRace = Static<typeof WrittenRace>;

/** The answer of decision A7, with ids, and with the end of the delay. */
export const WrittenDelay = Type.Object({
  ...written,
  eventId: id(),
  ...OfficeDay.properties,
  races: Type.Array(
    Type.Object({
      id: id(),
      externalId: nullable(Type.String()),
      raceNumber: Type.Integer(),
      scheduledAt: dateTime(),
      estimatedAt: dateTime(),
    }),
  ),
});
export type WrittenDelay = Static<typeof WrittenDelay>;

/** `before` and `after` are planned times; of a race that only leaves the delay they are the same. */
export const Retimed = Type.Object({
  ...written,
  races: Type.Array(
    Type.Object({
      id: id(),
      raceNumber: Type.Integer(),
      before: dateTime(),
      after: dateTime(),
    }),
  ),
});
export type Retimed = Static<typeof Retimed>;

export const WrittenStatus = Type.Object({ ...written, status: ScheduleStatus });
export type WrittenStatus = Static<typeof WrittenStatus>;

/** `told`: how many devices are notified that the running order is published. */
export const WrittenPublication = Type.Object({
  ...WrittenStatus.properties,
  told: Type.Integer(),
});
export type WrittenPublication = Static<typeof WrittenPublication>;

export const WrittenSettings = Type.Object({ ...written, settings: OfficeSettings });
export type WrittenSettings = Static<typeof WrittenSettings>;

/** The answer to a notice, with 201. */
export const WrittenNotice = Type.Object({ ...written, notice: OfficeNotice });
export type WrittenNotice = Static<typeof WrittenNotice>;
