/** What crosses the wire about races, their lane draw and their results. */
import Type, { type Static } from 'typebox';
import {
  dateTime,
  EntryStatus,
  externalId,
  integer,
  laneScheme,
  nullable,
  positionLabel,
  ResultMode,
  ResultVisibility,
  sentDateTime,
  text,
  UpsertOutcome,
} from './fields.ts';
import {
  MAX_ELEMENTS,
  MAX_LANES_OF_RACE,
  MAX_NOTES_LENGTH,
  MAX_RACE_LABEL_LENGTH,
  MAX_TITLE_LENGTH,
} from './limits.ts';

export const RaceWrite = Type.Object(
  {
    externalId: externalId({
      description: "The caller's own id of the race. Pushing it again updates the same race.",
      examples: ['race-16A'],
    }),
    raceNumber: integer(1, {
      description: 'Unique across the whole schedule after the push is applied.',
    }),
    title: Type.Optional(
      nullable(text(MAX_TITLE_LENGTH), { examples: ["Men's Novice 4+, Heat 1"] }),
    ),
    scheduledAt: Type.Optional(
      sentDateTime({
        description: 'Required when the race is new. Must carry an explicit UTC offset.',
        examples: ['2026-06-13T09:00:00+02:00'],
      }),
    ),
    distanceMeters: Type.Optional(nullable(integer(1), { examples: [2000] })),
    boatClass: Type.Optional(nullable(text(MAX_RACE_LABEL_LENGTH), { examples: ['4+'] })),
    round: Type.Optional(nullable(text(MAX_RACE_LABEL_LENGTH), { examples: ['Heat 1'] })),
    divisionLabel: Type.Optional(
      nullable(text(MAX_RACE_LABEL_LENGTH), { examples: ["Men's Novice"] }),
    ),
    resultMode: Type.Optional(ResultMode),
    resultVisibility: Type.Optional(
      nullable(ResultVisibility, { description: "`null` inherits the schedule's default." }),
    ),
    laneScheme: Type.Optional(nullable(laneScheme())),
    notes: Type.Optional(nullable(text(MAX_NOTES_LENGTH))),
  },
  { title: 'RaceWrite' },
);
export type RaceWrite = Static<typeof RaceWrite>;

export const RaceList = Type.Array(RaceWrite, { maxItems: MAX_ELEMENTS });

export const LaneWrite = Type.Object(
  {
    position: integer(1),
    positionLabel: Type.Optional(
      nullable(positionLabel(), {
        description: 'Omitted or `null`: the label of the lane scheme, else the position number.',
        examples: ['3'],
      }),
    ),
    teamExternalId: Type.Optional(
      nullable(externalId(), {
        description: 'Omitted or `null` empties the lane but keeps it.',
        examples: ['crew-17'],
      }),
    ),
  },
  { title: 'LaneWrite' },
);
export type LaneWrite = Static<typeof LaneWrite>;

export const LaneList = Type.Array(LaneWrite, { maxItems: MAX_LANES_OF_RACE });

export const ResultWrite = Type.Object(
  {
    position: integer(1),
    status: Type.Optional(
      oneStatus(
        'Defaults to `finished`. `assigned` without time, place or penalty takes a result back.',
      ),
    ),
    finishTimeMillis: Type.Optional(
      nullable(integer(0), { description: 'Timed races only.', examples: [402696] }),
    ),
    finishPlace: Type.Optional(nullable(integer(1), { description: '`placesOnly` races only.' })),
    penaltyMillis: Type.Optional(
      nullable(integer(0), { description: 'Added to the finish time when places are derived.' }),
    ),
  },
  { title: 'ResultWrite' },
);
export type ResultWrite = Static<typeof ResultWrite>;

export const ResultList = Type.Array(ResultWrite, { maxItems: MAX_LANES_OF_RACE });

export const Lane = Type.Object(
  {
    position: Type.Integer(),
    positionLabel: Type.String(),
    teamExternalId: nullable(Type.String()),
    teamName: nullable(Type.String()),
    status: EntryStatus,
    finishTimeMillis: nullable(Type.Integer(), {
      description: 'Milliseconds, without the penalty.',
    }),
    finishPlace: nullable(Type.Integer(), {
      description: 'Derived in a `timed` race, as given in a `placesOnly` race.',
    }),
    penaltyMillis: nullable(Type.Integer()),
  },
  { title: 'Lane' },
);
export type Lane = Static<typeof Lane>;

const raceProperties = {
  externalId: nullable(Type.String()),
  raceNumber: Type.Integer(),
  title: nullable(Type.String()),
  scheduledAt: dateTime(),
  distanceMeters: nullable(Type.Integer()),
  boatClass: nullable(Type.String()),
  round: nullable(Type.String()),
  divisionLabel: nullable(Type.String()),
  resultMode: ResultMode,
  resultVisibility: nullable(ResultVisibility),
  laneScheme: nullable(Type.Array(Type.String())),
  notes: nullable(Type.String()),
  lanes: Type.Array(Lane, { description: 'By position.' }),
};

export const Race = Type.Object(raceProperties, { title: 'Race' });
export type Race = Static<typeof Race>;

export const PushedRace = Type.Object(
  {
    ...raceProperties,
    outcome: nullable(UpsertOutcome, {
      description: '`null` on a race that the push did not name.',
    }),
  },
  { title: 'PushedRace' },
);
export type PushedRace = Static<typeof PushedRace>;

export const RunningOrder = Type.Object(
  { races: Type.Array(PushedRace, { description: 'The whole running order after the push.' }) },
  { title: 'RunningOrder' },
);

function oneStatus(description: string) {
  return Type.Unsafe<EntryStatus>({ ...EntryStatus, description });
}
