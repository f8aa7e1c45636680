/**
 * Every route below `/v1`: what is sent, what is answered, which errors there are. The handlers in `src/api/` are attached
 * to these rows, and the interface description is made from them.
 */

import type { TArray, TObject } from 'typebox';
import * as examples from './examples.ts';
import { PROBLEM_EXAMPLES, type ProblemExample } from './examples.ts';
import type { ProblemCode } from './problem.ts';
import { LaneList, Race, RaceList, ResultList, RunningOrder } from './race.ts';
import { type Method, type RouteKey, splitKey } from './route-table.ts';
import {
  Delay,
  DelayWrite,
  EventList,
  Identity,
  Schedule,
  ScheduleCreate,
  ScheduleSummary,
} from './schedule.ts';
import { PushedTeams, TeamList, Teams } from './team.ts';

export const TAGS = {
  Account: 'Who the key belongs to, and which events it reaches.',
  Schedule: "An event's schedule: its settings, its races, its status and its delays.",
  Teams: 'The crews of an event. The interface calls a crew a team.',
  Races: 'The running order, and the draw and the results of each race.',
  Timing: 'What is between start and finish of a race, and more than one ranking.',
} as const;

/** A push: the list itself, or an object that holds it under `key`. */
interface PushBody {
  name: string;
  key: string;
  list: TArray;
  example: object[];
}

/** A single object. */
interface ObjectBody {
  schema: TObject;
  isRequired: boolean;
  example: object;
}

interface Success {
  status: 200 | 201;
  description: string;
  schema: TObject;
  example: object;
}

export interface ApiRow {
  id: string;
  tag: keyof typeof TAGS;
  summary: string;
  description: string;
  body?: PushBody | ObjectBody;
  success: Success[];
  /** Every code that the operation can answer, each with an example. */
  problems: Partial<Record<ProblemCode, ProblemExample>>;
}

export interface Operation extends ApiRow {
  method: Method;
  /** Relative to `/v1`, or `/timing/v1`. */
  path: string;
}

const ANY = problems(
  'missing_credentials',
  'invalid_credentials',
  'rate_limited',
  'internal_error',
);
const EVENT = { ...ANY, ...problems('event_not_found') };
const SCHEDULE = { ...EVENT, ...problems('schedule_not_found') };
export const RACE = { ...SCHEDULE, ...problems('race_not_found') };
/** The problems that a write can have in addition. */
export const WRITE = problems('malformed_json', 'payload_too_large');

export const API_ROUTES = {
  'GET /me': {
    id: 'getMe',
    tag: 'Account',
    summary: 'Whose key is this?',
    description:
      'Confirms that the key works and names its owner, without touching an event. Together with the list of events it tells a bad key (401) from a wrong event id: every other operation answers 404 for an event that the owner does not manage.',
    success: [
      {
        status: 200,
        description: "The key and its owner. The key itself and the owner's e-mail are not shown.",
        schema: Identity,
        example: examples.identity,
      },
    ],
    problems: ANY,
  },
  'GET /events': {
    id: 'listEvents',
    tag: 'Account',
    summary: 'List the events that the key reaches',
    description:
      "Lists the events whose schedule the key's owner may manage: those of the clubs where they are schedule manager or admin, and those they created. By `startDate`, newest first, past events included, at most 200, without pages.\n\nPermissions are asked anew with every request. Whoever may manage nothing gets an empty list, not 403.",
    success: [
      {
        status: 200,
        description: 'The events, newest first.',
        schema: EventList,
        example: examples.eventList,
      },
    ],
    problems: ANY,
  },
  'GET /events/{eventId}/schedule': {
    id: 'getSchedule',
    tag: 'Schedule',
    summary: 'Read the whole schedule',
    description:
      'Every race and lane, also of a draft, with every time and place whatever `resultVisibility` says: a client that shows results to the public must honour `resultVisibility`, and `defaultResultVisibility` where it is `null`.\n\nPoll it with `If-None-Match`: while nothing has changed the answer is 304, the cheapest request there is. Delays are not part of it.',
    success: [
      {
        status: 200,
        description: 'The schedule with its races in running order.',
        schema: Schedule,
        example: examples.schedule,
      },
    ],
    problems: SCHEDULE,
  },
  'POST /events/{eventId}/schedule': {
    id: 'createSchedule',
    tag: 'Schedule',
    summary: 'Create the schedule',
    description:
      'Creates the schedule of the event as a draft, which only those who manage the event can see. Idempotent: where there is a schedule already, the answer is 200 with that schedule, unchanged, whatever the body says. The body may be left out; settings that it leaves out take their defaults.',
    body: { schema: ScheduleCreate, isRequired: false, example: examples.scheduleCreate },
    success: [
      {
        status: 200,
        description: 'There was a schedule already; it is unchanged.',
        schema: ScheduleSummary,
        example: examples.published,
      },
      {
        status: 201,
        description: 'The new schedule, a draft.',
        schema: ScheduleSummary,
        example: examples.draft,
      },
    ],
    problems: {
      ...EVENT,
      ...WRITE,
      validation_failed: [
        { field: 'defaultResultMode', detail: 'must be one of timed, placesOnly' },
      ],
    },
  },
  'POST /events/{eventId}/schedule/publish': {
    id: 'publishSchedule',
    tag: 'Schedule',
    summary: 'Publish the schedule',
    description:
      'Makes the schedule visible to the crews that follow the event. Idempotent: a published schedule stays published, and the answer is 200 as well. The interface has no way back to draft. A body is ignored.',
    success: [
      {
        status: 200,
        description: 'The published schedule.',
        schema: ScheduleSummary,
        example: examples.published,
      },
    ],
    problems: SCHEDULE,
  },
  'PUT /events/{eventId}/schedule/delay': {
    id: 'setDelay',
    tag: 'Schedule',
    summary: 'Set the delay of a day',
    description:
      "Sets by how much one race day runs late. Each race of that day that is not scored yet is estimated at `scheduledAt` plus the delay; `scheduledAt` itself stays. A race is scored as soon as one of its lanes has a status other than `assigned`.\n\nThe day is a calendar day in the venue's time zone, not in UTC. Minus is early, zero clears the delay. Setting the same delay again answers the estimates, and changes nothing unless the race office lets the delay end at a time: that end is taken away. A day without races is fine.",
    body: { schema: DelayWrite, isRequired: true, example: examples.delayWrite },
    success: [
      {
        status: 200,
        description: 'The delay, and the new estimates of the races that are still to come.',
        schema: Delay,
        example: examples.delay,
      },
    ],
    problems: {
      ...SCHEDULE,
      ...WRITE,
      validation_failed: [
        { field: 'venueDay', detail: 'must be a date that exists, as YYYY-MM-DD' },
        { field: 'delayMinutes', detail: 'must be at most 1440' },
      ],
    },
  },
  'GET /events/{eventId}/teams': {
    id: 'listTeams',
    tag: 'Teams',
    summary: 'List the crews',
    description:
      'The crews of the event, by `sortOrder`, then `name`. No schedule is needed for it. Names of paddlers and seat plans are not part of this interface.',
    success: [{ status: 200, description: 'The crews.', schema: Teams, example: examples.teams }],
    problems: EVENT,
  },
  'PUT /events/{eventId}/teams': {
    id: 'pushTeams',
    tag: 'Teams',
    summary: 'Push crews',
    description:
      'Creates and updates crews; crews that the push does not name stay as they are. Nothing is ever deleted. No schedule is needed for it. For each element the service looks\n\n1. for the crew that carries its `externalId`: it is updated (`matched`);\n2. else for a crew of the same name that carries no `externalId`, because it was entered by hand: it gets yours and is updated (`adopted`);\n3. else it makes a new crew (`inserted`).\n\nA crew with another `externalId` is never adopted; if the new crew needs its name, the answer is 409. To rename a crew, push the new name under the `externalId` that owns it; two crews may swap names in one push.\n\n`clubId`, `boatIndex` and `sortOrder` keep their values when they are left out. Repeating a push changes nothing. All of a push is written, or nothing.',
    body: { name: 'TeamPush', key: 'teams', list: TeamList, example: examples.teamWrites },
    success: [
      {
        status: 200,
        description: "The pushed crews, in the push's order, each with what became of it.",
        schema: PushedTeams,
        example: examples.pushedTeams,
      },
    ],
    problems: {
      ...EVENT,
      ...WRITE,
      conflict: examples.nameTaken,
      validation_failed: [
        { field: 'teams[2].externalId', detail: 'repeats "crew-17" within this push' },
      ],
    },
  },
  'PUT /events/{eventId}/races': {
    id: 'pushRaces',
    tag: 'Races',
    summary: 'Push races',
    description:
      'Creates and updates races; races that the push does not name stay as they are. Nothing is ever deleted. For each element the service looks\n\n1. for the race that carries its `externalId`: it is updated (`matched`);\n2. else for a race of the same `raceNumber` that carries no `externalId`, because it was entered by hand: it gets yours and is updated (`adopted`);\n3. else it makes a new race (`inserted`), which needs `scheduledAt`.\n\nA race with another `externalId` is never adopted; if the new race needs its number, the answer is 409. To renumber a race, push the new number under the `externalId` that owns it. Race numbers are unique across the whole schedule after the push, so two races may swap theirs in one push.\n\nWhat is left out keeps its value, `null` clears it. Repeating a push changes nothing. All of a push is written, or nothing.',
    body: { name: 'RacePush', key: 'races', list: RaceList, example: examples.raceWrites },
    success: [
      {
        status: 200,
        description: 'The whole running order after the push.',
        schema: RunningOrder,
        example: examples.runningOrder,
      },
    ],
    problems: {
      ...SCHEDULE,
      ...WRITE,
      conflict: PROBLEM_EXAMPLES.conflict,
      validation_failed: PROBLEM_EXAMPLES.validation_failed,
    },
  },
  'PUT /events/{eventId}/races/{externalId}/entries': {
    id: 'pushEntries',
    tag: 'Races',
    summary: 'Push the draw of a race',
    description:
      'Send the complete draw of the race: lanes of the push are made or replaced, lanes that it leaves out are removed, and an empty list removes all of them. A lane without `teamExternalId` stays as an empty lane. Push the crews first.\n\nThe answer is 409 when a crew would stand in two lanes: because the push says so, or because it leaves out the lane in which the crew is drawn now, and so is not the complete draw.\n\nA result stays with its lane when another crew is drawn into it, and goes when the crew is taken out. Seat plans and progression rules are not touched. Repeating a push changes nothing.',
    body: { name: 'LanePush', key: 'lanes', list: LaneList, example: examples.laneWrites },
    success: [
      {
        status: 200,
        description: 'The race with its lanes.',
        schema: Race,
        example: examples.drawnRace,
      },
    ],
    problems: {
      ...RACE,
      ...WRITE,
      conflict: 'The crew "crew-17" is drawn into positions 2 and 5.',
      validation_failed: [
        {
          field: 'lanes[1].teamExternalId',
          detail: 'names no crew of this event: "crew-99"; push teams first',
        },
      ],
    },
  },
  'PUT /events/{eventId}/races/{externalId}/results': {
    id: 'pushResults',
    tag: 'Races',
    summary: 'Push the results of a race',
    description:
      'Send every lane that has a result in one request: places describe the whole field, and lane by lane they would show rankings that nobody entered. Each element replaces the result of its lane whole; lanes that the push leaves out keep what they have.\n\nIn a `timed` race send `finishTimeMillis` without the penalty, and no `finishPlace`: the place is 1 plus the number of finished lanes with a smaller time plus penalty, so equal times share it. In a `placesOnly` race send `finishPlace`, and no time. The other way round is 422 on `results`.\n\n`status` is `finished` unless you say otherwise. `{"position": 3, "status": "assigned"}` takes the result of lane 3 back. Repeating a push changes nothing.',
    body: { name: 'ResultPush', key: 'results', list: ResultList, example: examples.resultWrites },
    success: [
      {
        status: 200,
        description: 'The race with its results and places.',
        schema: Race,
        example: examples.scoredRace,
      },
    ],
    problems: {
      ...RACE,
      ...WRITE,
      validation_failed: [
        {
          field: 'results',
          detail:
            'must not hold a finishPlace: the race is timed, its places are derived from the times',
        },
      ],
    },
  },
} satisfies Record<RouteKey, ApiRow>;

/** The rows of a table as a list, in their order. */
export function operationsOf(table: Record<string, ApiRow>): Operation[] {
  return Object.entries(table).map(([key, row]) => {
    const [method, path] = splitKey(key as RouteKey);
    return { method, path, ...row };
  });
}

export const OPERATIONS: readonly Operation[] = operationsOf(API_ROUTES);

function problems(...codes: ProblemCode[]): Partial<Record<ProblemCode, ProblemExample>> {
  return Object.fromEntries(codes.map((code) => [code, PROBLEM_EXAMPLES[code]]));
}
