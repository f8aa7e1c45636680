/**
 * Writes of the race office to programme, crews, draw and results, one operation each; patterns of progression; and erasing
 * the name of a crew, which a first request previews and a second one does (adoption, "Names and persons").
 */
import type {
  PatternPreview,
  PatternPreviewWrite,
} from '../../contract/console/office-progression.ts';
import { erasureView } from '../../domain/crews/erase-crew.ts';
import { judgeCrews } from '../../domain/crews/office-crews.ts';
import { newSeed } from '../../domain/draw/draw-heats.ts';
import { drawRequest, judgeDraw, judgeLanes, judgeResults } from '../../domain/draw/judge-draw.ts';
import { crewsOf, officeRaces } from '../../domain/event/office-view.ts';
import { settingsOf } from '../../domain/event/schedule.ts';
import {
  judgePattern,
  patternProblems,
  problemText,
  racesNamed,
} from '../../domain/progression/patterns/pattern-problems.ts';
import { listPatterns } from '../../domain/progression/patterns/pattern-table.ts';
import { patternTargets, titleOf } from '../../domain/progression/patterns/plan-pattern.ts';
import { judgeRaces } from '../../domain/races/office-races.ts';
import { findMissing } from '../../domain/races/row-writes.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { judgeRacing } from '../../domain/results/plan-racing.ts';
import { signedInAdmin } from '../../operations/actor.ts';
import { loadWhole } from '../../operations/load-rows.ts';
import {
  editCrews,
  mergeCrews,
  withdrawCrew,
  withdrawEntry,
} from '../../operations/office/crews.ts';
import { drawOfficeLanes, drawOfficeRaces } from '../../operations/office/draw-lanes.ts';
import { eraseCrew } from '../../operations/office/erase-crew.ts';
import {
  applyProgression,
  setPattern,
  setProgression,
} from '../../operations/office/progression.ts';
import { editRaces, setRaceState } from '../../operations/office/races.ts';
import { postResults, setOfficial, setRacing } from '../../operations/office/results.ts';
import { scheduleNotFound } from '../../operations/operation.ts';
import { changeSettings } from '../../operations/pushes/schedule.ts';
import { backupFiles } from '../../storage/engine/backups.ts';
import type { Queries } from '../../storage/engine/database.ts';
import { findSchedule } from '../../storage/event/schedules.ts';
import { type ConsoleRoute, route } from '../route.ts';
import { officeRoute, onlyRace, raceAnswer, racesAfter } from './office-route.ts';

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
  // The timing of one race: kind, start, categories, times of day.
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
    answer: (done) => ({ race: onlyRace(racesAfter(done, done.result)) }),
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

export const PATTERN_ROUTES: readonly ConsoleRoute[] = [
  route('GET /patterns', async () => ({ patterns: listPatterns() })),
  route('POST /events/{eventId}/pattern/preview', async ({ console, found: eventId, read }) => {
    const form = await read();
    if (form instanceof Refusal) return form;
    const objection = judgePattern(form.value, true);
    if (objection) return objection;
    return console.database.snapshot((tx) => previewOf(tx, eventId, form.value));
  }),
  officeRoute('POST /events/{eventId}/pattern', {
    judge: (body) => judgePattern(body, false),
    operation: setPattern,
    input: (body) => body,
    answer: (done) => ({ races: racesAfter(done, done.result) }),
  }),
];

async function previewOf(
  db: Queries,
  eventId: number,
  write: PatternPreviewWrite,
): Promise<PatternPreview | Refusal> {
  const [schedule, rows] = await Promise.all([findSchedule(db, eventId), loadWhole(db, eventId)]);
  if (!schedule) return scheduleNotFound();
  const known = { subject: 'race' as const, rows: rows.races, later: [] };
  const missing = findMissing(racesNamed(write), known);
  if (missing) return missing;
  const all = officeRaces(
    rows,
    rows.races.map(({ id }) => id),
    schedule,
  );
  const races = new Map(all.map((race) => [race.id, race]));
  const targets = patternTargets(write, { races, laneScheme: schedule.laneScheme });
  const label = (id: number) => {
    const race = races.get(id);
    return race?.printedNumber ?? String(race?.raceNumber);
  };
  return {
    targets: targets.map((target) => {
      const { key, raceId, rules } = target;
      return { key, title: titleOf(target, races), raceId, rules };
    }),
    problems: patternProblems(write, targets, all).map((each) => problemText(each, label)),
  };
}

export const ERASURE_ROUTES: readonly ConsoleRoute[] = [
  route(
    'POST /events/{eventId}/crews/{crewId}/erase',
    async ({ console, session: { userId }, found: eventId, id, read }) => {
      const form = await read();
      if (form instanceof Refusal) return form;
      const { preview: isPreview = false, confirm } = form.value;
      if (!isPreview && confirm === undefined) {
        return invalid([{ field: 'confirm', detail: 'is required, unless `preview` is true' }]);
      }
      const { database, settings } = console;
      const backups = backupFiles(settings.backups, database.connections);
      const terms = { actor: signedInAdmin(userId), eventId, turn: form.turn, isPreview };
      const crew = { crewId: id('crewId') };
      const wish = { crew, confirm: isPreview ? undefined : confirm };
      const done = await eraseCrew(console, terms, wish);
      if (done instanceof Refusal) return done;
      const erased = { ...done, ...crew };
      if (isPreview) return erasureView(erased, backups, false);
      const { revision, entryId } = erased;
      const files = await database.rewrite();
      return { revision, entryId, ...erasureView(erased, backups, true), ...files };
    },
  ),
];
