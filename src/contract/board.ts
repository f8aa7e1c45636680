/**
 * What crosses the wire on the public side: what crews and spectators see. These routes stand outside `/v1` and take no key.
 */

import type { Static } from 'typebox';
import Type from 'typebox';
import {
  categoryName,
  date,
  dateTime,
  EntryStatus,
  integer,
  nullable,
  oneOf,
  ResultMode,
  ResultVisibility,
} from './fields.ts';
import { MAX_LISTED, MAX_SOURCE_RACES } from './limits.ts';
import { Look } from './look.ts';
import { EventListItem } from './schedule.ts';

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

export const PublicStatus = oneOf(['announced', 'published'], {
  description: '`announced`: its page is public, its running order is still to come.',
});
export type PublicStatus = Static<typeof PublicStatus>;

export const BoardEvent = Type.Object(
  { id: eventId, name, startDate, endDate, timezone, city, countryCode, status: PublicStatus },
  { title: 'BoardEvent' },
);
export type BoardEvent = Static<typeof BoardEvent>;

/** The regattas that are announced or have a published schedule: those of today, those to come, past ones. */
export const BoardEvents = Type.Object(
  {
    events: Type.Array(BoardEvent, { maxItems: MAX_LISTED }),
    next: nullable(Type.String(), {
      description: 'The `before` of the next page; `null` on the last.',
    }),
  },
  { title: 'BoardEvents' },
);
export type BoardEvents = Static<typeof BoardEvents>;

/** An event as the pages of regattas name it. */
export const ListedEvent = Type.Object(
  {
    ...BoardEvent.properties,
    organiser: Type.String({ description: 'The name of the club.' }),
  },
  { title: 'ListedEvent' },
);
export type ListedEvent = Static<typeof ListedEvent>;

/** What the pages of regattas show: the start page, all of a year, or what was found. */
export const RegattaList = Type.Object(
  {
    events: Type.Array(ListedEvent),
    years: Type.Array(Type.Object({ year: Type.Integer(), count: integer(1) }), {
      description: 'All that have regattas, the latest first.',
    }),
    ofYear: Type.Optional(
      Type.Object({ year: Type.Integer(), page: integer(1), pageCount: integer(1) }),
    ),
    found: Type.Optional(Type.Object({ q: Type.String(), next: nullable(Type.String()) })),
  },
  { title: 'RegattaList' },
);
export type RegattaList = Static<typeof RegattaList>;

export const RaceState = oneOf(['planned', 'cancelled', 'postponed'], {
  description:
    '`cancelled`: it is not rowed. `postponed`: no time is known yet; `scheduledAt` is the old one.',
});
export type RaceState = Static<typeof RaceState>;

export const RaceKind = oneOf(['lanes', 'head'], {
  description: '`lanes`: all start together. `head`: one after another, as in a time trial.',
});
export type RaceKind = Static<typeof RaceKind>;

/** Where the crew of a lane comes from: "1st of race 12", or "fastest 3rd of races 12 to 14". */
export const LaneSource = Type.Object(
  {
    races: Type.Array(id('A race.'), {
      minItems: 1,
      maxItems: MAX_SOURCE_RACES,
      description: 'Exactly one where `fastest` is `null`.',
    }),
    place: integer(1),
    fastest: nullable(integer(1), {
      description: 'The n-th fastest of those with this place; `null`: the place of the one race.',
    }),
    category: Type.Optional(
      nullable(categoryName(), {
        description: 'Places are those within this category; left out or `null`: of the race.',
      }),
    ),
  },
  { title: 'LaneSource' },
);
export type LaneSource = Static<typeof LaneSource>;

/** Where the crew of a lane goes on to: it is drawn there, in a lane whose rule names the race of this one. */
export const LaneNext = Type.Object(
  {
    raceId: id('The later race.'),
    position: Type.Integer({ description: 'Its lane there.' }),
    scheduledAt: dateTime({ description: 'Of the later race.' }),
  },
  { title: 'LaneNext' },
);
export type LaneNext = Static<typeof LaneNext>;

/** A rule of a lane of a later race, in the race that it names: what is at stake there. */
export const BoardRule = Type.Object(
  {
    raceId: id('The later race.'),
    place: LaneSource.properties.place,
    fastest: LaneSource.properties.fastest,
    category: nullable(categoryName(), {
      description: 'Places are those within this category; `null`: of the race.',
    }),
  },
  { title: 'BoardRule' },
);
export type BoardRule = Static<typeof BoardRule>;

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
    withdrawn: Type.Boolean({ description: 'Whether the crew does not row: it keeps its lane.' }),
    from: nullable(LaneSource, {
      description: 'Where the crew will come from, while nobody is drawn; else `null`.',
    }),
    category: nullable(Type.String(), { description: 'In which it is ranked as well.' }),
    categoryPlace: nullable(Type.Integer(), { description: 'Its place there.' }),
    outOfCompetition: Type.Boolean({
      description: 'Whether it is timed without a place, and moves nobody behind it.',
    }),
    allowanceMillis: nullable(Type.Integer(), {
      description: 'A handicap: it is taken off the time for every ranking.',
    }),
    adjustedTimeMillis: nullable(Type.Integer(), {
      description: 'Of one that finished and has an allowance: the time by which it is ranked.',
    }),
    startsAt: nullable(dateTime(), {
      description: 'When it is planned to start; `null` for an empty lane.',
    }),
    startedAt: nullable(dateTime()),
    finishedAt: nullable(dateTime()),
    next: nullable(LaneNext, {
      description:
        'The earliest later race in which its crew is drawn by a rule that names this race; `null` also where it is withdrawn here or there, or that race is cancelled.',
    }),
  },
  { title: 'BoardLane' },
);
export type BoardLane = Static<typeof BoardLane>;

export const BoardRace = Type.Object(
  {
    id: id("The service's own number of the race, stable for the life of the race."),
    raceNumber: Type.Integer(),
    number: Type.String({ description: 'As it is printed: "16A", else `raceNumber`.' }),
    title: nullable(Type.String()),
    scheduledAt: dateTime(),
    estimatedAt: dateTime({
      description:
        "`scheduledAt` plus its day's delay; `startedAt` once it has started, else `scheduledAt` once a boat is in or was disqualified or did not finish, as far as the public may know.",
    }),
    kind: RaceKind,
    startIntervalSeconds: nullable(Type.Integer(), {
      description: 'Between two boats of a head race.',
    }),
    startedAt: nullable(dateTime(), { description: 'When it started, where somebody said so.' }),
    closed: Type.Boolean({ description: 'Whether no more results are to come.' }),
    lastInAt: nullable(dateTime(), { description: 'When a boat last came in.' }),
    categories: Type.Array(
      Type.Object({ name: Type.String(), entered: Type.Integer(), scored: Type.Integer() }),
      { description: 'In the order of their first entries.' },
    ),
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
    state: RaceState,
    reason: nullable(Type.String(), { description: 'Why it is cancelled or postponed.' }),
    official: nullable(Type.Boolean(), {
      description: 'Whether its results are official; `null` where the event does not say.',
    }),
    entered: Type.Integer({ description: 'Lanes with a crew that has not withdrawn.' }),
    scored: Type.Integer({
      description: 'Those of them with a status other than `assigned`; 0 while results are hidden.',
    }),
    resultsAt: nullable(dateTime(), {
      description: 'When its results last changed for the public; `null` where there are none.',
    }),
    rules: Type.Array(BoardRule, {
      description: 'The rules of later races that name this one, by `raceId` and `place`.',
    }),
    lanes: Type.Array(BoardLane, { description: 'By position.' }),
  },
  { title: 'BoardRace' },
);
export type BoardRace = Static<typeof BoardRace>;

export const BoardDay = Type.Object(
  {
    day: date({ description: 'A venue day.' }),
    delayMinutes: Type.Integer(),
    until: nullable(dateTime(), {
      description:
        'When its delay ends: races planned at or after it keep their plan. `null`: it holds for the whole day.',
    }),
  },
  { title: 'BoardDay' },
);
export type BoardDay = Static<typeof BoardDay>;

export const BoardCrew = Type.Object(
  {
    id: id("The service's own number of the crew."),
    name: Type.String(),
    club: nullable(Type.String(), { description: 'Its `clubId`.' }),
  },
  { title: 'BoardCrew' },
);
export type BoardCrew = Static<typeof BoardCrew>;

export const BoardNotice = Type.Object(
  {
    id: id("The service's own number of the notice."),
    text: Type.String(),
    postedAt: dateTime(),
    until: dateTime(),
  },
  { title: 'BoardNotice' },
);
export type BoardNotice = Static<typeof BoardNotice>;

/**
 * The board document: an event as the public may see it. Of one that is announced there are no days, crews and races yet,
 * whatever its draft has.
 */
export const Board = Type.Object(
  {
    eventId,
    eventName: Type.String(),
    status: PublicStatus,
    organiser: Type.String({ description: 'The name of the club.' }),
    startDate,
    endDate,
    city,
    countryCode,
    timezone,
    zoneUnknown: Type.Optional(
      Type.Boolean({
        description: 'True for an event without a zone, whose times are UTC; else left out.',
      }),
    ),
    trial: Type.Optional(
      Type.Boolean({ description: 'True for an event to try things out; else left out.' }),
    ),
    look: nullable(Look, { description: 'How its pages look; `null` where nothing of it is set.' }),
    revision: Type.Integer(),
    updatedAt: dateTime(),
    days: Type.Array(BoardDay),
    crews: Type.Array(BoardCrew),
    notices: Type.Array(BoardNotice, {
      description: 'Those whose time is not over, newest first.',
    }),
    races: Type.Array(BoardRace, { description: 'In running order.' }),
  },
  { title: 'Board' },
);
export type Board = Static<typeof Board>;

/** What the event stream says on connecting and after each change. */
export const BoardChange = Type.Object({ revision: Type.Integer() }, { title: 'BoardChange' });
export type BoardChange = Static<typeof BoardChange>;
