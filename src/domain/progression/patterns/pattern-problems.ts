/**
 * What is wrong with a pattern (around, "Patterns"): why a write is refused whatever the event holds; and what a person
 * should know before it is written, in the preview of the service and on the page.
 */
import type {
  PatternPreviewWrite,
  PatternWrite,
} from '../../../contract/console/office-progression.ts';
import { MAX_RULED_RACES } from '../../../contract/limits.ts';
import type { Violation } from '../../../contract/problem.ts';
import { repeatedValues } from '../../races/row-writes.ts';
import { invalid, type Refusal } from '../../refusal.ts';
import type { KnownPattern } from './pattern-table.ts';
import { type KnownRace, type PatternTarget, patternOf, setsOf, treesOf } from './plan-pattern.ts';

/** Only `early` prevents the pattern from being written. */
type PatternProblem =
  /** The heats of a class have more or fewer crews than the pattern is for. */
  | { kind: 'crews'; set: number; crews: number; from: number; to: number }
  /** A heat has more crews than the pattern has lanes. */
  | { kind: 'lanes'; raceId: number; crews: number; lanes: number }
  /** A target has rules, which are replaced. */
  | { kind: 'replaces'; raceId: number }
  /** Crews are drawn in a target already. */
  | { kind: 'drawn'; raceId: number }
  /** A target starts before a race from which its crews come. */
  | { kind: 'early'; key: string; raceId: number; sourceId: number }
  /** A race that is no target takes crews of a heat as well. */
  | { kind: 'taken'; raceId: number; heatId: number };

/**
 * @param targets as `patternTargets` returns them
 * @param all every race of the event
 */
export function patternProblems(
  { patternId, heats }: PatternPreviewWrite,
  targets: readonly PatternTarget[],
  all: readonly KnownRace[],
): PatternProblem[] {
  const pattern = patternOf(patternId);
  if (!pattern) return [];
  const races = new Map(all.map((race) => [race.id, race]));
  const found = (ids: readonly number[]) => ids.flatMap((id) => races.get(id) ?? []);
  const existing = targets.flatMap(({ key, raceId, rules }) => {
    const race = races.get(raceId ?? 0);
    return race ? [{ key, race, rules }] : [];
  });
  const own = new Set(existing.map(({ race }) => race.id));
  return [
    ...setsOf(heats).flatMap((set, index) => problemsOfHeats(found(set), index, pattern)),
    ...existing.flatMap(({ key, race, rules }) => {
      const raceId = race.id;
      const ids = new Set(
        rules.flatMap((rule) => rule.races.filter((id) => typeof id === 'number')),
      );
      const late = found([...ids]).find((source) => startOf(source) > startOf(race));
      return [
        ...(late ? [{ kind: 'early', key, raceId, sourceId: late.id } as const] : []),
        ...(race.lanes.some(({ from }) => from) ? [{ kind: 'replaces', raceId } as const] : []),
        ...(race.lanes.some(({ crewId }) => crewId !== null)
          ? [{ kind: 'drawn', raceId } as const]
          : []),
      ];
    }),
    ...all.flatMap((race): PatternProblem[] => {
      if (own.has(race.id)) return [];
      const sources = new Set(race.lanes.flatMap(({ from }) => from?.races ?? []));
      const heatId = heats.flat().find((id) => sources.has(id));
      return heatId === undefined ? [] : [{ kind: 'taken', raceId: race.id, heatId }];
    }),
  ];
}

function problemsOfHeats(
  heats: readonly KnownRace[],
  set: number,
  { crews: { from, to }, lanes }: KnownPattern,
): PatternProblem[] {
  const crews = heats.reduce((sum, { entered }) => sum + entered, 0);
  const isOther = crews > 0 && (crews < from || crews > to);
  return [
    ...(isOther ? [{ kind: 'crews', set, crews, from, to } as const] : []),
    ...heats
      .filter(({ entered }) => entered > lanes)
      .map(({ id, entered }) => ({ kind: 'lanes', raceId: id, crews: entered, lanes }) as const),
  ];
}

function startOf({ scheduledAt }: KnownRace): number {
  return Date.parse(scheduledAt);
}

/** A problem in English. @param label of a race */
export function problemText(problem: PatternProblem, label: (raceId: number) => string): string {
  switch (problem.kind) {
    case 'crews':
      return `The heats${problem.set > 0 ? ` of class ${problem.set + 1}` : ''} have ${problem.crews} crews; the pattern is for ${problem.from} to ${problem.to}.`;
    case 'lanes':
      return `Race ${label(problem.raceId)} has ${problem.crews} crews; the pattern is for ${problem.lanes} lanes.`;
    case 'replaces':
      return `Race ${label(problem.raceId)} has rules already: they are replaced.`;
    case 'drawn':
      return `In race ${label(problem.raceId)} crews are drawn already: they stay.`;
    case 'early':
      return `Race ${label(problem.raceId)} starts before race ${label(problem.sourceId)}, from which its crews come.`;
    case 'taken':
      return `Race ${label(problem.raceId)} takes crews of race ${label(problem.heatId)}, too: a crew may be drawn in both.`;
  }
}

type Sent = PatternPreviewWrite & Partial<Pick<PatternWrite, 'create'>>;

/**
 * What is wrong with a pattern, whatever the event holds.
 *
 * @param write `create` is left out in a preview, where a target may be without a race
 * @returns 422 on a pattern that is not known, heats that are too many or too few or named twice, keys that it does not
 *   have, and each target without a race
 */
export function judgePattern(write: Sent, isPreview: boolean): Refusal | undefined {
  const pattern = patternOf(write.patternId);
  if (!pattern) return wrong('patternId', 'names no pattern: GET /console/api/patterns lists them');
  const heats = wrongHeats(write.heats, pattern);
  if (heats) return heats;
  const keys = treesOf(pattern, write.heats).map(({ key }) => key);
  if (keys.length > MAX_RULED_RACES) {
    const detail = `give rules to ${keys.length} races, where one write gives them to ${MAX_RULED_RACES}`;
    return wrong('heats', detail);
  }
  const violations = wrongKeys(keys, write, isPreview);
  return violations.length > 0 ? invalid(violations) : undefined;
}

function wrong(field: string, detail: string): Refusal {
  return invalid([{ field, detail }]);
}

function wrongHeats(
  heats: PatternPreviewWrite['heats'],
  { heats: count }: KnownPattern,
): Refusal | undefined {
  const isList = Array.isArray(heats[0]);
  const mixed = heats.findIndex((heat) => Array.isArray(heat) !== isList);
  if (mixed > 0)
    return wrong(`heats[${mixed}]`, 'must be like the others: races, or lists of them');
  const sets = setsOf(heats);
  const short = sets.findIndex(({ length }) => length !== count);
  if (short >= 0 || sets.length === 0) {
    return wrong(
      isList ? `heats[${short}]` : 'heats',
      `must name ${count} races: the pattern has so many heats`,
    );
  }
  const [twice] = repeatedValues(sets.flat());
  return twice === undefined
    ? undefined
    : wrong(heatField(isList, Math.floor(twice / count), twice % count), 'names a race twice');
}

function heatField(isList: boolean, set: number, heat: number): string {
  return isList ? `heats[${set}][${heat}]` : `heats[${heat}]`;
}

function wrongKeys(
  keys: readonly string[],
  { heats, targets = {}, create = {} }: Sent,
  isPreview: boolean,
): Violation[] {
  const known = new Set(keys);
  const ofHeats = new Set(heats.flat());
  const ids = Object.values(targets);
  const repeated = new Set(repeatedValues(ids));
  const numbers = repeatedValues(Object.values(create).map(({ raceNumber }) => raceNumber));
  const unknown = `is no key of this pattern: ${keys.join(', ')}`;
  return [
    ...Object.entries(targets).flatMap(([key, raceId], index) => {
      const field = fieldOf('targets', key);
      if (!known.has(key)) return { field, detail: unknown };
      if (ofHeats.has(raceId)) return { field, detail: 'names a race that is among the heats' };
      return repeated.has(index) ? { field, detail: 'names a race twice' } : [];
    }),
    ...Object.keys(create).flatMap((key, index) => {
      const field = fieldOf('create', key);
      if (!known.has(key)) return { field, detail: unknown };
      if (Object.hasOwn(targets, key)) return { field, detail: 'stands in `targets`, too' };
      return numbers.includes(index)
        ? { field: `${field}.raceNumber`, detail: 'repeats a number within this write' }
        : [];
    }),
    ...keys
      .filter((key) => !isPreview && !Object.hasOwn(targets, key) && !Object.hasOwn(create, key))
      .map((key) => ({
        field: fieldOf('create', key),
        detail: 'is required, or a race in `targets`',
      })),
  ];
}

/** The name of a field. A key that a client has sent is cut to the length that the reader of bodies uses. */
export function fieldOf(list: 'targets' | 'create', key: string): string {
  return `${list}.${key.slice(0, 64)}`;
}

/** The ids of the races that a write names, with the fields that hold them. */
export function racesNamed({ heats, targets = {} }: PatternPreviewWrite) {
  const isList = Array.isArray(heats[0]);
  return [
    ...setsOf(heats).flatMap((races, set) =>
      races.map((id, heat) => ({ field: heatField(isList, set, heat), id })),
    ),
    ...Object.entries(targets).map(([key, id]) => ({ field: fieldOf('targets', key), id })),
  ];
}
