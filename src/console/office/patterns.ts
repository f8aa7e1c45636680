/** The progressions that regattas row: which there are, and what one makes of the races of an event. */
import type {
  PatternPreview,
  PatternPreviewWrite,
} from '../../contract/console/office/patterns.ts';
import { officeRaces } from '../../domain/event/office-view.ts';
import { judgePattern, racesNamed } from '../../domain/progression/patterns/judge-pattern.ts';
import {
  patternProblems,
  problemText,
} from '../../domain/progression/patterns/pattern-problems.ts';
import { listPatterns } from '../../domain/progression/patterns/pattern-table.ts';
import { patternTargets, titleOf } from '../../domain/progression/patterns/plan-pattern.ts';
import { findMissing } from '../../domain/races/row-writes.ts';
import { Refusal } from '../../domain/refusal.ts';
import { loadWhole } from '../../operations/load-rows.ts';
import { setPattern } from '../../operations/office/set-pattern.ts';
import { scheduleNotFound } from '../../operations/operation.ts';
import type { Queries } from '../../storage/engine/database.ts';
import { findSchedule } from '../../storage/event/schedules.ts';
import { type ConsoleRoute, route } from '../route.ts';
import { officeRoute, racesAfter } from './office-route.ts';

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
