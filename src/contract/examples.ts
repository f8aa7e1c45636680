/**
 * The examples of the interface description: one small regatta, told from its first push to its
 * first result. A test sends the requests to a running service and compares the answers.
 */

import {
  type Conflict,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  type Violation,
} from './problem.ts';
import type { LaneWrite, PushedRace, Race, RaceWrite, ResultWrite } from './race.ts';
import type {
  Delay,
  DelayWrite,
  EventList,
  Identity,
  Schedule,
  ScheduleCreate,
  ScheduleSummary,
} from './schedule.ts';
import type { PushedTeam, Team, TeamWrite } from './team.ts';

export const identity: Identity = {
  userId: '3',
  displayName: 'Race office',
  keyLabel: 'Finish tower laptop',
  keyPrefix: 'ro_4fT0aB',
};

export const eventList: EventList = {
  events: [
    {
      id: 7,
      name: 'Hebda Cup',
      startDate: '2026-06-13',
      endDate: '2026-06-14',
      timezone: 'America/New_York',
      city: 'Wyandotte',
      countryCode: 'US',
      hasSchedule: true,
      scheduleStatus: 'draft',
    },
    {
      id: 5,
      name: 'Wy-Hi Regatta',
      startDate: '2026-05-02',
      endDate: '2026-05-02',
      timezone: 'America/New_York',
      city: 'Wyandotte',
      countryCode: 'US',
      hasSchedule: false,
      scheduleStatus: null,
    },
  ],
};

export const scheduleCreate: ScheduleCreate = {
  laneScheme: ['1', '2', '3', '4', '5', '6'],
  defaultResultMode: 'timed',
  defaultResultVisibility: 'full',
};

export const draft: ScheduleSummary = {
  eventId: 7,
  status: 'draft',
  laneScheme: ['1', '2', '3', '4', '5', '6'],
  defaultResultMode: 'timed',
  defaultResultVisibility: 'full',
  updatedAt: '2026-06-10T17:20:41.386Z',
};

export const published: ScheduleSummary = {
  ...draft,
  status: 'published',
  updatedAt: '2026-06-12T19:02:13.507Z',
};

export const teamWrites: TeamWrite[] = [
  { externalId: 'crew-17', name: 'Saline A', clubId: 'SAL', boatIndex: 1 },
  { externalId: 'crew-18', name: 'Riverview', clubId: 'RIV' },
  { externalId: 'crew-19', name: 'Crestwood', clubId: 'CRE' },
  { externalId: 'crew-20', name: 'Parkersburg', clubId: 'PAR' },
];

const saline: Team = {
  externalId: 'crew-17',
  name: 'Saline A',
  clubId: 'SAL',
  boatIndex: 1,
  sortOrder: 1,
  adopted: false,
};
/** Riverview was entered by hand before the push, so the push adopted it. */
const riverview: Team = {
  externalId: 'crew-18',
  name: 'Riverview',
  clubId: 'RIV',
  boatIndex: null,
  sortOrder: 0,
  adopted: true,
};
const crestwood: Team = {
  externalId: 'crew-19',
  name: 'Crestwood',
  clubId: 'CRE',
  boatIndex: null,
  sortOrder: 2,
  adopted: false,
};
const parkersburg: Team = {
  externalId: 'crew-20',
  name: 'Parkersburg',
  clubId: 'PAR',
  boatIndex: null,
  sortOrder: 3,
  adopted: false,
};

export const teams: { teams: Team[] } = { teams: [riverview, saline, crestwood, parkersburg] };

export const pushedTeams: { teams: PushedTeam[] } = {
  teams: [
    { ...saline, outcome: 'inserted' },
    { ...riverview, outcome: 'adopted' },
    { ...crestwood, outcome: 'inserted' },
    { ...parkersburg, outcome: 'inserted' },
  ],
};

/** `RaceWrite` is the type of a race that has been read; on the wire its start is text. */
type SentRace = Omit<RaceWrite, 'scheduledAt'> & { scheduledAt: string };

export const raceWrites: SentRace[] = [
  {
    externalId: 'race-16A',
    raceNumber: 16,
    title: "Men's Novice 4+, Heat 1",
    scheduledAt: '2026-06-13T09:00:00-04:00',
    distanceMeters: 2000,
    boatClass: '4+',
    round: 'Heat 1',
    divisionLabel: "Men's Novice",
    notes: 'First three to the final',
  },
  {
    externalId: 'race-31',
    raceNumber: 31,
    title: "Men's Novice 4+, Final",
    scheduledAt: '2026-06-13T11:30:00-04:00',
    distanceMeters: 2000,
    boatClass: '4+',
    round: 'Final',
    divisionLabel: "Men's Novice",
  },
];

const heat: Race = {
  externalId: 'race-16A',
  raceNumber: 16,
  title: "Men's Novice 4+, Heat 1",
  scheduledAt: '2026-06-13T13:00:00Z',
  distanceMeters: 2000,
  boatClass: '4+',
  round: 'Heat 1',
  divisionLabel: "Men's Novice",
  resultMode: 'timed',
  resultVisibility: null,
  laneScheme: null,
  notes: 'First three to the final',
  lanes: [],
};
const final: Race = {
  ...heat,
  externalId: 'race-31',
  raceNumber: 31,
  title: "Men's Novice 4+, Final",
  scheduledAt: '2026-06-13T15:30:00Z',
  round: 'Final',
  notes: null,
};

export const runningOrder: { races: PushedRace[] } = {
  races: [
    { ...heat, outcome: 'inserted' },
    { ...final, outcome: 'inserted' },
  ],
};

export const laneWrites: LaneWrite[] = [
  { position: 1 },
  { position: 2, teamExternalId: 'crew-17' },
  { position: 3, teamExternalId: 'crew-18' },
  { position: 4, teamExternalId: 'crew-19' },
  { position: 5, teamExternalId: 'crew-20' },
];

const noResult = {
  status: 'assigned',
  finishTimeMillis: null,
  finishPlace: null,
  penaltyMillis: null,
} as const;
const emptyLane = {
  position: 1,
  positionLabel: '1',
  teamExternalId: null,
  teamName: null,
  ...noResult,
};

export const drawnRace: Race = {
  ...heat,
  lanes: [
    emptyLane,
    { ...drawn(2, saline), ...noResult },
    { ...drawn(3, riverview), ...noResult },
    { ...drawn(4, crestwood), ...noResult },
    { ...drawn(5, parkersburg), ...noResult },
  ],
};

export const resultWrites: ResultWrite[] = [
  { position: 2, finishTimeMillis: 402_696 },
  { position: 3, finishTimeMillis: 422_603 },
  { position: 4, status: 'dnf' },
  { position: 5, finishTimeMillis: 399_503, penaltyMillis: 5_000 },
];

export const scoredRace: Race = {
  ...heat,
  lanes: [
    emptyLane,
    { ...drawn(2, saline), ...finished(402_696, 1) },
    { ...drawn(3, riverview), ...finished(422_603, 3) },
    { ...drawn(4, crestwood), ...noResult, status: 'dnf' },
    { ...drawn(5, parkersburg), ...finished(399_503, 2), penaltyMillis: 5_000 },
  ],
};

export const schedule: Schedule = {
  ...published,
  updatedAt: '2026-06-13T13:09:27.914Z',
  eventName: 'Hebda Cup',
  timezone: 'America/New_York',
  races: [scoredRace, final],
};

export const delayWrite: DelayWrite = { venueDay: '2026-06-13', delayMinutes: 25 };

/** The heat is scored, so only the final moves. */
export const delay: Delay = {
  eventId: 7,
  venueDay: '2026-06-13',
  delayMinutes: 25,
  races: [
    {
      externalId: 'race-31',
      raceNumber: 31,
      scheduledAt: '2026-06-13T15:30:00Z',
      estimatedAt: '2026-06-13T15:55:00Z',
    },
  ],
};

/** The part of a problem that its code does not fix: a detail, the wrong properties, or the values that are taken. */
export type ProblemExample = string | Violation[] | { detail: string; conflicts: Conflict[] };

export const nameTaken: ProblemExample = {
  detail: 'The name "Saline A" is held by the crew with externalId "crew-17".',
  conflicts: [
    {
      element: 'teams[2]',
      property: 'name',
      value: 'Saline A',
      heldBy: { externalId: 'crew-17', name: 'Saline A' },
    },
  ],
};

const numberTaken: ProblemExample = {
  detail:
    'Race number 16 is held by the race with externalId "race-16A", which is not in this push.',
  conflicts: [
    {
      element: 'races[0]',
      property: 'raceNumber',
      value: 16,
      heldBy: { externalId: 'race-16A', title: "Men's Novice 4+, Heat 1" },
    },
  ],
};

/** An example for each code, where an operation has none of its own. */
export const PROBLEM_EXAMPLES: Record<ProblemCode, ProblemExample> = {
  missing_credentials: 'Send Authorization: Bearer <API key>.',
  invalid_credentials: 'The API key is unknown or was revoked.',
  forbidden: 'You have no role that allows this.',
  event_not_found: 'GET /v1/events lists the events that this key can see.',
  schedule_not_found: 'Create it with POST /v1/events/{eventId}/schedule.',
  race_not_found: 'No race has the externalId "race-16B".',
  not_found: 'There is no such club.',
  route_not_found: 'See /docs for the addresses.',
  method_not_allowed: 'This address takes GET, HEAD, PUT.',
  payload_too_large: 'A body may have at most 5242880 bytes.',
  malformed_json: 'Send Content-Type: application/json.',
  validation_failed: [
    {
      field: 'races[3].scheduledAt',
      detail: 'must be an RFC 3339 date-time with a UTC offset, such as 2026-06-13T09:00:00+02:00',
    },
    { field: 'races[7].raceNumber', detail: 'must be at least 1' },
  ],
  conflict: numberTaken,
  rate_limited: 'The key has used up its reads of the last 60 seconds.',
  internal_error: 'Quote the request id 1f0c3a52-7f0e-4d43-9a0e-0d5f2f9d8a51.',
};

/**
 * An example document of a problem.
 *
 * @param publicUrl under which the page of the problem is served
 * @param status only where the code has two
 */
export function problemExample(
  code: ProblemCode,
  publicUrl: string,
  example: ProblemExample = PROBLEM_EXAMPLES[code],
  status: number = PROBLEMS[code].status,
): Problem {
  const common = { type: `${publicUrl}/problems/${code}`, title: PROBLEMS[code].title, status };
  if (typeof example === 'string') return { ...common, detail: example, code };
  if (!Array.isArray(example)) return { ...common, ...example, code };
  const [first] = example as [Violation];
  const detail = `${first.field} ${first.detail}`;
  return { ...common, detail, code, field: first.field, errors: example };
}

function drawn(position: number, { externalId, name }: Team) {
  return {
    position,
    positionLabel: String(position),
    teamExternalId: externalId,
    teamName: name,
  };
}

function finished(finishTimeMillis: number, finishPlace: number) {
  return { status: 'finished', finishTimeMillis, finishPlace, penaltyMillis: null } as const;
}
