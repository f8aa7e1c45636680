/** What `/v1` and `/timing/v1` answer: each route of `contract/routes.ts` and `contract/timing.ts`. */
import type { EventList } from '../contract/account.ts';
import type { LaneWrite, PushedRace, RaceWrite, ResultWrite } from '../contract/race.ts';
import { repeats } from '../contract/reading/read-body.ts';
import type { TeamWrite } from '../contract/team.ts';
import { scheduleEtag } from '../documents/schedule-documents.ts';
import { teamView } from '../domain/crews/team-view.ts';
import { delayView } from '../domain/day/delay-view.ts';
import { summaryOf } from '../domain/event/schedule-summary.ts';
import { raceView } from '../domain/races/race-view.ts';
import { byRunningOrder } from '../domain/races/running-order.ts';
import { raceTiming } from '../domain/races/timing-view.ts';
import { judgeRacing } from '../domain/results/plan-racing.ts';
import { judgeTakenBack } from '../domain/results/plan-results.ts';
import { Read } from '../http/answers/answer.ts';
import { bytesOf, Representation, textParts } from '../http/answers/representation.ts';
import { loadRace, oneRaceOf, type RaceRows, raceNotFound } from '../operations/load-rows.ts';
import { type OperationOutcome, scheduleNotFound } from '../operations/operation.ts';
import { drawLanes } from '../operations/pushes/draw-lanes.ts';
import { pushRaces } from '../operations/pushes/races.ts';
import { pushResults, setRacing, type TimingRows } from '../operations/pushes/results.ts';
import {
  createSchedule,
  publishSchedule,
  scheduleOf,
  setDelay,
} from '../operations/pushes/schedule.ts';
import { pushTeams } from '../operations/pushes/teams.ts';
import { findIdentity, listManagedEvents } from '../storage/accounts/access.ts';
import { findSchedule, listDelays } from '../storage/event/schedules.ts';
import { listTeams } from '../storage/event/teams.ts';
import { managerOf } from './admit.ts';
import { type ApiRoute, read, write } from './route.ts';

export const API_HANDLERS: readonly ApiRoute[] = [
  read('GET /me', async ({ database }, { access }) =>
    Read.of(await findIdentity(database.reads, access.keyId)),
  ),
  read('GET /events', async ({ database }, { access: { userId } }) => {
    const list: EventList = { events: await listManagedEvents(database.reads, userId) };
    return Read.of(list);
  }),
  read('GET /events/{eventId}/schedule', async ({ documents }, { access }) => {
    const { revision, updatedAt, eventId } = access;
    if (eventId === null || revision === null || updatedAt === null) return scheduleNotFound();
    return new Read(scheduleEtag(revision, updatedAt), async () => {
      const document = await documents.get(eventId, revision);
      if (!document) throw new Error(`the schedule of event ${eventId} is gone`);
      return document;
    });
  }),
  // Idempotent: an existing schedule is answered as it is (specification, "Schedule status").
  write('POST /events/{eventId}/schedule', {
    operation: createSchedule,
    input: (settings) => settings,
    answer: (done) => summaryOf(scheduleOf(done)),
    status: ({ result: { isNew } }) => (isNew ? 201 : 200),
  }),
  write('POST /events/{eventId}/schedule/publish', {
    operation: publishSchedule,
    input: () => {},
    answer: (done) => summaryOf(scheduleOf(done)),
  }),
  write('PUT /events/{eventId}/schedule/delay', {
    operation: setDelay,
    input: (delay) => delay,
    answer: ({ result: day }) => delayView(day),
  }),
  read('GET /events/{eventId}/teams', async ({ database }, caller) => {
    const teams = await listTeams(database.reads, managerOf(caller).eventId);
    const parts = textParts({}, 'teams', teams, (team) => JSON.stringify(teamView(team)));
    const { bytes, etag } = await bytesOf(parts);
    return new Read(etag, () => new Representation(etag, bytes));
  }),
  // Answers with the crews of the payload, in its order (decision A5).
  write('PUT /events/{eventId}/teams', {
    judge: () => repeats<TeamWrite>('externalId', 'name'),
    operation: pushTeams,
    input: (teams) => teams,
    answer: ({ result: steps }) => ({
      teams: steps.map(({ after, outcome }) => ({ ...teamView(after), outcome })),
    }),
  }),
  write('PUT /events/{eventId}/races', {
    judge: () => repeats<RaceWrite>('externalId', 'raceNumber'),
    operation: pushRaces,
    input: (races) => races,
    answer: ({ rows: { races, lanes }, result: outcomes, schedule }) => ({
      // All races after the push in running order, each with what became of it (decisions A3, A4).
      races: [...races].sort(byRunningOrder).map((race): PushedRace => {
        const view = raceView(race, lanes.get(race.id) ?? [], schedule?.laneScheme ?? null);
        return { ...view, outcome: outcomes.get(race.id) ?? null };
      }),
    }),
  }),
  write('PUT /events/{eventId}/races/{externalId}/entries', {
    judge: () => repeats<LaneWrite>('position'),
    operation: drawLanes,
    input: (lanes, { externalId = '' }) => ({ race: { externalId }, lanes }),
    answer: raceAnswer,
  }),
  write('PUT /events/{eventId}/races/{externalId}/results', {
    judge: () => {
      const isRepeat = repeats<ResultWrite>('position');
      return (property, result) => isRepeat(property, result) ?? judgeTakenBack(property, result);
    },
    operation: pushResults,
    input: (results, { externalId = '' }) => ({ race: { externalId }, results }),
    answer: raceAnswer,
  }),
  read('GET /events/{eventId}/races/{externalId}', async ({ database }, caller, params) => {
    const { eventId } = managerOf(caller);
    const name = { externalId: params.externalId ?? '' };
    const found = await database.snapshot(async (tx) => {
      const schedule = await findSchedule(tx, eventId);
      if (!schedule) return undefined;
      const rows = await loadRace(tx, eventId, name);
      return { schedule, rows, delays: await listDelays(tx, eventId) };
    });
    if (!found) return scheduleNotFound();
    if (found.rows.races.length === 0) return raceNotFound(name);
    const { race, lanes } = oneRaceOf(found.rows);
    return Read.of(raceTiming(race, lanes, found.schedule, found.delays));
  }),
  write('PATCH /events/{eventId}/races/{externalId}', {
    judgeObject: judgeRacing,
    operation: setRacing,
    input: (racing, { externalId = '' }) => ({ race: { externalId }, racing }),
    answer: timingAnswer,
  }),
];

function raceAnswer({ rows, schedule }: OperationOutcome<RaceRows, void>) {
  const { race, lanes } = oneRaceOf(rows);
  return raceView(race, lanes, schedule?.laneScheme ?? null);
}

function timingAnswer({ rows, schedule }: OperationOutcome<TimingRows, void>) {
  const { race, lanes } = oneRaceOf(rows);
  const settings = schedule ?? { laneScheme: null, timezone: null };
  return raceTiming(race, lanes, settings, rows.delays);
}
