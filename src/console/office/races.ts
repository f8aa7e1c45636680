/** What the race office writes of its programme, crews, draw and results: an operation each. */
import { judgeCrews } from '../../domain/crews/plan-office-crews.ts';
import { newSeed } from '../../domain/draw/draw-numbers.ts';
import { drawRequest, judgeDraw, judgeLanes, judgeResults } from '../../domain/draw/judge-draw.ts';
import { crewsOf } from '../../domain/event/office-view.ts';
import { settingsOf } from '../../domain/event/schedule.ts';
import { judgeRaces } from '../../domain/races/plan-office-races.ts';
import { invalid } from '../../domain/refusal.ts';
import { judgeRacing } from '../../domain/results/plan-racing.ts';
import { editCrews, mergeCrews } from '../../operations/office/crews.ts';
import { drawOfficeLanes, drawOfficeRaces } from '../../operations/office/draw-lanes.ts';
import { editRaces } from '../../operations/office/edit-races.ts';
import { postResults } from '../../operations/office/post-results.ts';
import { applyProgression, setProgression } from '../../operations/office/progression.ts';
import { setOfficial } from '../../operations/office/set-official.ts';
import { setRaceState } from '../../operations/office/set-race-state.ts';
import { setRacing } from '../../operations/office/set-racing.ts';
import { withdrawCrew, withdrawEntry } from '../../operations/office/withdraw-crew.ts';
import { changeSettings } from '../../operations/pushes/schedule.ts';
import type { ConsoleRoute } from '../route.ts';
import { officeRoute, raceAnswer, racesAfter, single } from './office-route.ts';

export const RACE_ROUTES: readonly ConsoleRoute[] = [
  // The settings of the schedule.
  officeRoute('PUT /events/{eventId}/settings', {
    operation: changeSettings,
    input: (body) => body,
    answer: ({ schedule }) => ({ settings: settingsOf(schedule) }),
  }),
  // Races and crews: rows of the programme and of the list of crews, pushed all or nothing.
  officeRoute('PUT /events/{eventId}/races', {
    judge: judgeRaces,
    operation: editRaces,
    input: (body) => body,
    answer: (done) => ({ races: racesAfter(done, done.result) }),
  }),
  officeRoute('PUT /events/{eventId}/crews', {
    judge: judgeCrews,
    operation: editCrews,
    input: (body) => body,
    answer: ({ rows, result: ids }) => ({ crews: crewsOf(rows, ids) }),
  }),
  officeRoute('POST /events/{eventId}/crews/merge', {
    operation: mergeCrews,
    input: (body) => body,
    answer: ({ rows, result: id }) => ({ crews: crewsOf(rows, [id]) }),
  }),
  // The state of a race, and whether its results are official.
  officeRoute('PUT /events/{eventId}/races/{raceId}/state', {
    operation: setRaceState,
    input: (body, { raceId }) => ({ ...body, reason: body.reason || null, raceId }),
    answer: raceAnswer,
  }),
  officeRoute('PUT /events/{eventId}/races/{raceId}/official', {
    operation: setOfficial,
    input: (body, { raceId }) => ({ ...body, raceId }),
    answer: raceAnswer,
  }),
  // The draw and the results of one race.
  officeRoute('PUT /events/{eventId}/races/{raceId}/lanes', {
    judge: judgeLanes,
    operation: drawOfficeLanes,
    input: (body, { raceId }) => ({ ...body, raceId }),
    answer: raceAnswer,
  }),
  officeRoute('POST /events/{eventId}/draw-plan', {
    judge: judgeDraw,
    operation: drawOfficeRaces,
    input: (body) => drawRequest(body, newSeed()),
    isPlan: true,
    answer: ({ result: { seed, heats, problems } }) => ({ seed, heats, problems }),
  }),
  officeRoute('POST /events/{eventId}/draw', {
    judge: judgeDraw,
    operation: drawOfficeRaces,
    input: (body) => drawRequest(body, body.seed),
    answer: (done) => ({
      races: racesAfter(
        done,
        done.result.heats.map(({ raceId }) => raceId),
      ),
    }),
  }),
  officeRoute('PUT /events/{eventId}/races/{raceId}/results', {
    judge: judgeResults,
    operation: postResults,
    input: (body, { raceId }) => ({ ...body, raceId }),
    answer: raceAnswer,
  }),
  // What is between start and finish.
  officeRoute('PATCH /events/{eventId}/races/{raceId}/racing', {
    judge: judgeRacing,
    operation: setRacing,
    input: (body, { raceId }) => ({ ...body, raceId }),
    answer: raceAnswer,
  }),
  // Crews that withdraw, and are put back.
  officeRoute('PUT /events/{eventId}/crews/{crewId}/withdrawn', {
    operation: withdrawCrew,
    input: (body, { crewId }) => ({ ...body, reason: body.reason || null, crewId }),
    answer: (done) => ({ races: racesAfter(done, done.result) }),
  }),
  officeRoute('PUT /events/{eventId}/races/{raceId}/lanes/{position}/withdrawn', {
    operation: withdrawEntry,
    input: (body, { raceId, position }) => ({
      ...body,
      reason: body.reason || null,
      raceId,
      position,
    }),
    answer: raceAnswer,
  }),
  // Where the crews of a race come from, and the draw that follows from it.
  officeRoute('PUT /events/{eventId}/races/{raceId}/progression', {
    operation: setProgression,
    input: ({ rules }, { raceId }) => ({ races: [{ raceId, rules }] }),
    answer: (done) => ({ race: single(racesAfter(done, done.result)) }),
  }),
  officeRoute('PUT /events/{eventId}/progression', {
    judge: ({ races }) => {
      const ids = races.map(({ id }) => id);
      const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
      if (twice < 0) return undefined;
      return invalid([{ field: `races[${twice}].id`, detail: 'names a race twice' }]);
    },
    operation: setProgression,
    input: ({ races }) => ({
      races: races.map(({ id, rules }, index) => ({ raceId: id, rules, at: `races[${index}].` })),
    }),
    answer: (done) => ({ races: racesAfter(done, done.result) }),
  }),
  officeRoute('POST /events/{eventId}/races/{raceId}/progression/apply', {
    operation: applyProgression,
    input: (_, { raceId }) => ({ raceId }),
    answer: raceAnswer,
  }),
];
