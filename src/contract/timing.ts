/**
 * `/timing/v1`: what `/v1` leaves out of a race and its entries, for timing software. Keys, limits, errors and the reading
 * of bodies are those of `/v1` (racing, "Interface for timing software").
 */
import Type, { type Static } from 'typebox';
import { RaceKind } from './board.ts';
import {
  categoryName,
  dateTime,
  EntryStatus,
  integer,
  nullable,
  positionLabel,
  sentDateTime,
} from './fields.ts';
import {
  MAX_ALLOWANCE_MILLIS,
  MAX_CLOCK_OFFSET_MILLIS,
  MAX_ELEMENTS,
  MAX_START_INTERVAL_SECONDS,
} from './limits.ts';
import { Lane } from './race.ts';
import type { RouteKey } from './route-table.ts';
import { type ApiRow, operationsOf, RACE, WRITE } from './routes.ts';

const between = (limit: number) => ({ minimum: -limit, maximum: limit });

const written = {
  kind: Type.Optional(
    nullable(RaceKind, {
      description: '`null`: `head` where there is a start interval, else `lanes`.',
    }),
  ),
  startIntervalSeconds: Type.Optional(
    nullable(integer(1, { maximum: MAX_START_INTERVAL_SECONDS })),
  ),
  startedAt: Type.Optional(
    nullable(sentDateTime({ description: 'When the race was started; `null` takes that back.' })),
  ),
  closed: Type.Optional(
    Type.Boolean({ description: 'No more results are to come. One that comes is taken.' }),
  ),
  clockOffsetMillis: Type.Optional(
    nullable(Type.Integer(between(MAX_CLOCK_OFFSET_MILLIS)), {
      description:
        'Added to every `finishedAt`: how far the clock at the finish is behind the one at the start. `null` is 0.',
    }),
  ),
};

export const TimingEntryWrite = Type.Object(
  {
    position: Type.Optional(integer(1, { description: 'Or `positionLabel`, or both.' })),
    positionLabel: Type.Optional(positionLabel()),
    category: Type.Optional(
      nullable(categoryName(), { description: 'Of the crew: it has a place in it as well.' }),
    ),
    outOfCompetition: Type.Optional(Type.Boolean()),
    allowanceMillis: Type.Optional(
      nullable(Type.Integer(between(MAX_ALLOWANCE_MILLIS)), {
        description: 'A handicap, taken off the time for every ranking.',
      }),
    ),
    plannedStartAt: Type.Optional(
      nullable(
        sentDateTime({ description: 'Kept as a distance from the planned start of the race.' }),
      ),
    ),
    startedAt: Type.Optional(nullable(sentDateTime())),
    finishedAt: Type.Optional(nullable(sentDateTime())),
    penaltyMillis: Type.Optional(nullable(integer(0))),
    status: Type.Optional(
      Type.Unsafe<EntryStatus>({
        ...EntryStatus,
        description:
          '`dns` clears times, place and penalty. `assigned` takes a verdict back. `finished` only where the entry has a time anyway.',
      }),
    ),
    // Only in answers. Listed here, because an unknown name so similar to `startedAt` would count as misspelt.
    startsAt: Type.Optional(Type.Unsafe<unknown>({ readOnly: true })),
  },
  { title: 'TimingEntryWrite' },
);
export type TimingEntryWrite = Static<typeof TimingEntryWrite>;

/** A write to a race and some of its entries: what is left out stays as it is. */
export const TimingWrite = Type.Object(
  { ...written, entries: Type.Optional(Type.Array(TimingEntryWrite, { maxItems: MAX_ELEMENTS })) },
  { title: 'TimingWrite' },
);
export type TimingWrite = Static<typeof TimingWrite>;

const { position, teamExternalId, status, finishTimeMillis, penaltyMillis, finishPlace } =
  Lane.properties;

const TimingEntry = Type.Object(
  {
    position,
    positionLabel: Lane.properties.positionLabel,
    teamExternalId,
    category: nullable(Type.String()),
    categoryPlace: nullable(Type.Integer()),
    outOfCompetition: Type.Boolean(),
    withdrawn: Type.Boolean(),
    allowanceMillis: nullable(Type.Integer()),
    plannedStartAt: nullable(dateTime(), { description: 'As it was given.' }),
    startsAt: nullable(dateTime(), {
      description: 'When the entry is planned to start; `null` for an empty lane.',
    }),
    startedAt: nullable(dateTime()),
    finishedAt: nullable(dateTime()),
    status,
    finishTimeMillis,
    penaltyMillis,
    adjustedTimeMillis: nullable(Type.Integer(), {
      description: 'Of one that finished and has an allowance: the time by which it is ranked.',
    }),
    finishPlace,
  },
  { title: 'TimingEntry' },
);

export const RaceTiming = Type.Object(
  {
    externalId: nullable(Type.String()),
    kind: nullable(RaceKind, { description: 'As it was said.' }),
    effectiveKind: RaceKind,
    startIntervalSeconds: nullable(Type.Integer()),
    startedAt: nullable(dateTime()),
    closed: Type.Boolean(),
    clockOffsetMillis: Type.Integer(),
    entered: Type.Integer({ description: 'Lanes with a crew that has not withdrawn.' }),
    scored: Type.Integer({ description: 'Those of them with a status other than `assigned`.' }),
    entries: Type.Array(TimingEntry, { description: 'Every lane, by position.' }),
  },
  { title: 'RaceTiming' },
);
export type RaceTiming = Static<typeof RaceTiming>;

const example: RaceTiming = {
  externalId: 'division-1',
  kind: null,
  effectiveKind: 'head',
  startIntervalSeconds: 20,
  startedAt: '2026-10-17T09:00:02.100Z',
  closed: false,
  clockOffsetMillis: 0,
  entered: 2,
  scored: 1,
  entries: [
    {
      ...{ position: 1, positionLabel: '1', teamExternalId: 'crew-17' },
      ...{ category: 'Masters C 4x', categoryPlace: 1, outOfCompetition: false, withdrawn: false },
      ...{ allowanceMillis: 12_500, plannedStartAt: null, startsAt: '2026-10-17T09:00:02.100Z' },
      ...{ startedAt: '2026-10-17T09:00:02.100Z', finishedAt: '2026-10-17T09:18:24.500Z' },
      ...{ status: 'finished', finishTimeMillis: 1_102_400, penaltyMillis: null },
      ...{ adjustedTimeMillis: 1_089_900, finishPlace: 1 },
    },
    {
      ...{ position: 2, positionLabel: '2', teamExternalId: 'crew-18' },
      ...{ category: 'Open 4x', categoryPlace: null, outOfCompetition: false, withdrawn: false },
      ...{ allowanceMillis: null, plannedStartAt: null, startsAt: '2026-10-17T09:00:22.100Z' },
      ...{ startedAt: '2026-10-17T09:00:21.800Z', finishedAt: null },
      ...{ status: 'assigned', finishTimeMillis: null, penaltyMillis: null },
      ...{ adjustedTimeMillis: null, finishPlace: null },
    },
  ],
};

export const TIMING_ROUTES = {
  'GET /events/{eventId}/races/{externalId}': {
    id: 'getRaceTiming',
    tag: 'Timing',
    summary: 'Read what is between start and finish of a race',
    description:
      'The kind of the race, when it was started, and every lane with its category, allowance, planned start and times of day. Nothing in it changes by time alone: poll it with `If-None-Match`.',
    success: [
      { status: 200, description: 'The race with every lane.', schema: RaceTiming, example },
    ],
    problems: RACE,
  },
  'PATCH /events/{eventId}/races/{externalId}': {
    id: 'updateRaceTiming',
    tag: 'Timing',
    summary: 'Write times of day, one boat at a time or many',
    description:
      'What is left out stays as it is, `null` clears, and lanes that are not named are left alone: one boat at a time is the normal use. An entry that has a start and a finish has their difference as its time: its own `startedAt`, else in a race whose boats start together the `startedAt` of the race. The last write wins, and the same again changes nothing. What only `GET` has is ignored.',
    body: {
      schema: TimingWrite,
      isRequired: true,
      example: { entries: [{ positionLabel: '1', finishedAt: '2026-10-17T09:18:24.5Z' }] },
    },
    success: [
      { status: 200, description: 'The race with every lane.', schema: RaceTiming, example },
    ],
    problems: {
      ...RACE,
      ...WRITE,
      validation_failed: [
        {
          field: 'entries[0].finishedAt',
          detail: 'would let position 1 finish before it started, or after more than 24 days',
        },
      ],
    },
  },
} satisfies Record<RouteKey, ApiRow>;

export const TIMING_OPERATIONS = operationsOf(TIMING_ROUTES);
