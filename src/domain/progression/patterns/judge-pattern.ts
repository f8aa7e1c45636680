/** What is wrong with a pattern as it is sent, whatever the event has (around, "Patterns"). */
import type {
  PatternPreviewWrite,
  PatternWrite,
} from '../../../contract/console/office-progression.ts';
import { MAX_RULED_RACES } from '../../../contract/limits.ts';
import type { Violation } from '../../../contract/problem.ts';
import { repeatedValues } from '../../races/row-writes.ts';
import { invalid, type Refusal } from '../../refusal.ts';
import type { KnownPattern } from './pattern-table.ts';
import { patternOf, setsOf, treesOf } from './plan-pattern.ts';

type Sent = PatternPreviewWrite & Partial<Pick<PatternWrite, 'create'>>;

/**
 * What is wrong with a pattern by itself.
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

/** A name that a client has sent is cut as the reader cuts it. */
export function fieldOf(list: 'targets' | 'create', key: string): string {
  return `${list}.${key.slice(0, 64)}`;
}

/** The races that a write names, and where. */
export function racesNamed({ heats, targets = {} }: PatternPreviewWrite) {
  const isList = Array.isArray(heats[0]);
  return [
    ...setsOf(heats).flatMap((races, set) =>
      races.map((id, heat) => ({ field: heatField(isList, set, heat), id })),
    ),
    ...Object.entries(targets).map(([key, id]) => ({ field: fieldOf('targets', key), id })),
  ];
}
