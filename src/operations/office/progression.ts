/**
 * Writes of progression by the race office: the rules of lanes, and the draw that follows from them (console, "Progression");
 * and the races and rules of a pattern, for one class or several, in one write (around, "Patterns").
 */
import type { PatternWrite } from '../../contract/console/office-progression.ts';
import { type EventRows, lanesOf, raceOf, withLanes } from '../../domain/event/event-rows.ts';
import { objectionToSources } from '../../domain/event/event-size.ts';
import { officeRaces } from '../../domain/event/office-view.ts';
import { aSchedule } from '../../domain/history/changes.ts';
import {
  isLaneOf,
  presenceOf,
  type Touched,
  touchedNumbers,
  touchedRules,
  touchedWhere,
} from '../../domain/history/conflicts.ts';
import { keyOf } from '../../domain/history/event-state.ts';
import { applyRules, touchedByRules } from '../../domain/progression/apply-rules.ts';
import { fieldOf, racesNamed } from '../../domain/progression/patterns/pattern-problems.ts';
import {
  type PatternTarget,
  patternTargets,
} from '../../domain/progression/patterns/plan-pattern.ts';
import { type LaneRule, planRules } from '../../domain/progression/progression-rules.ts';
import { planOfficeRaces } from '../../domain/races/office-races.ts';
import { findMissing } from '../../domain/races/row-writes.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { officeOperation } from './office-operation.ts';

interface RuledRace {
  raceId: number;
  /** All rules of the race. */
  rules: readonly LaneRule[];
  /** The prefix of their fields in violations, such as `races[3].`; left out when the body is about one race. */
  at?: string;
}

/** Sets the rules of all of the races, or of none. The result is the ids of the races. */
export const setProgression = officeOperation<{ races: readonly RuledRace[] }, number[]>({
  name: 'set-progression',
  named: ({ later }, { races }) => [
    ...races
      .flatMap(({ raceId, rules }) => [raceId, ...rules.flatMap((rule) => rule.races)])
      .map((id) => ({ key: keyOf({ subject: 'race', id }), properties: ['scheduledAt'] })),
    ...touchedRules(later),
  ],
  plan: ({ stored }, { races }) => {
    let { rows } = stored;
    for (const { raceId, rules, at } of races) {
      const race = raceOf(rows, raceId);
      if (race instanceof Refusal) return race;
      const lanes = planRules(rows, raceId, rules, at);
      if (lanes instanceof Refusal) return lanes;
      rows = withLanes(rows, raceId, lanes);
    }
    const tooMany = objectionToSources(stored.rows.lanes, races);
    if (tooMany) return tooMany;
    return { after: rows, result: races.map(({ raceId }) => raceId) };
  },
});

/** Draws a race by its rules. The result is the race's id. */
export const applyProgression = officeOperation<{ raceId: number }, number>({
  name: 'apply-progression',
  named: ({ later, stored: { rows } }, { raceId }) => [
    presenceOf(raceId),
    ...touchedByRules(later, raceId, lanesOf(rows, raceId)),
    { key: keyOf(aSchedule), properties: ['provisionalResults'] },
  ],
  plan: ({ schedule, later, stored: { rows } }, { raceId }) => {
    const race = raceOf(rows, raceId);
    if (race instanceof Refusal) return race;
    const [view] = officeRaces(rows, [raceId], schedule);
    const lanes = applyRules(rows, raceId, view?.draw ?? null);
    if (lanes instanceof Refusal) return lanes;
    return {
      after: withLanes(rows, raceId, lanes),
      touched: touchedByRules(later, raceId, lanes),
      result: raceId,
    };
  },
});

type Input = Omit<PatternWrite, 'seen'>;

/** Makes races and rules of a pattern. The result is the ids of the targets, each after those from which its crews come. */
export const setPattern = officeOperation<Input, number[]>({
  name: 'set-pattern',
  newRows: { table: 'races', count: ({ create = {} }) => Object.keys(create).length },
  named: ({ later }, { create = {}, ...write }) => [
    ...racesNamed(write).map(({ id }) => ({
      key: keyOf({ subject: 'race', id }),
      properties: ['scheduledAt'],
    })),
    ...touchedNumbers(later, Object.values(create)),
    ...touchedRules(later),
  ],
  plan: ({ schedule, later, stored: { rows, newIds } }, write) => {
    const named = racesNamed(write);
    const missing = findMissing(named, { subject: 'race', rows: rows.races, later });
    if (missing) return missing;
    const ids = named.map(({ id }) => id);
    const races = new Map(officeRaces(rows, ids, schedule).map((race) => [race.id, race]));
    const targets = patternTargets(write, { races, laneScheme: schedule.laneScheme });
    const made = createRaces(rows, targets, write, {
      ids: newIds,
      defaultResultMode: schedule.defaultResultMode,
    });
    if (made instanceof Refusal) return made;
    const after = ruled(made.rows, targets, made.idOf);
    if (after instanceof Refusal) return after;
    const touched: Touched[] = ids.flatMap((id) => [
      presenceOf(id),
      ...touchedWhere(later, (change) => isLaneOf(change, id), ['teamId']),
    ]);
    return { after, touched, result: targets.map(({ key }) => made.idOf(key)) };
  },
});

/** The rows with the races that are to be made, and the ids of all targets by their keys. */
function createRaces(
  rows: EventRows,
  targets: readonly PatternTarget[],
  { targets: existing = {}, create = {} }: Input,
  more: Parameters<typeof planOfficeRaces>[2],
): { rows: EventRows; idOf: (key: string) => number } | Refusal {
  const created = targets.flatMap(({ key, facts }) => {
    const sent = create[key];
    return sent ? [{ key, race: { id: null, ...facts, ...sent } }] : [];
  });
  const planned = planOfficeRaces(rows, { races: created.map(({ race }) => race) }, more);
  if (planned instanceof Refusal) return planned;
  const ids = new Map([
    ...Object.entries(existing),
    ...created.map(({ key }, index) => [key, planned.ids[index] as number] as const),
  ]);
  return { rows: planned.rows, idOf: (key) => ids.get(key) as number };
}

/** The rows with the rules of all targets. */
function ruled(
  rows: EventRows,
  targets: readonly PatternTarget[],
  idOf: (key: string) => number,
): EventRows | Refusal {
  const starts = new Map(rows.races.map(({ id, scheduledAt }) => [id, scheduledAt]));
  const sent = targets.map(({ key, raceId, rules }) => ({
    raceId: idOf(key),
    rules: rules.map((rule) => ({
      ...rule,
      races: rule.races.map((race) => (typeof race === 'string' ? idOf(race) : race)),
    })),
    field: fieldOf(raceId === null ? 'create' : 'targets', key),
  }));
  const early = sent.flatMap(({ raceId, rules, field }) => {
    const start = starts.get(raceId) ?? 0;
    const isEarly = rules.some(({ races }) => races.some((id) => (starts.get(id) ?? 0) > start));
    const detail = 'starts before a race from which its crews come';
    return isEarly
      ? [{ field: field.startsWith('create') ? `${field}.scheduledAt` : field, detail }]
      : [];
  });
  if (early.length > 0) return invalid(early);
  let after = rows;
  for (const { raceId, rules, field } of sent) {
    const lanes = planRules(after, raceId, rules, `${field}.`);
    if (lanes instanceof Refusal) return lanes;
    after = withLanes(after, raceId, lanes);
  }
  const tooMany = objectionToSources(
    rows.lanes,
    sent.map(({ raceId, rules, field }) => ({ raceId, rules, at: `${field}.` })),
  );
  return tooMany ?? after;
}
