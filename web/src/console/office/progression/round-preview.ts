/** The rules of a whole round as they would be, from what was typed. Pure; `patternRules` makes them. */
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { fromTheMiddle } from '../../../../../src/domain/draw/lane-order.ts';
import { patternRules } from '../../../../../src/domain/progression/round-rules.ts';
import type { ClassRounds } from './class-rounds.ts';
import { readCount, readRaces } from './rule-fields.ts';

export type RoundFields = {
  /** Empty: races are named by their numbers, in `heats` and `targets`. */
  fromRound: string;
  toRound: string;
  /** The keys of classes that keep the rules they have, a line each. */
  leftOut: string;
  heats: string;
  targets: string;
  each: string;
  firstPlace: string;
  fastest: string;
  lanes: string;
  isMiddle: boolean;
};

export type RoundTrouble =
  | { field: 'heats' | 'targets'; kind: 'unknown'; label: string }
  | { field: 'targets'; kind: 'itself'; raceId: number }
  | { field: 'targets'; kind: 'later'; heatId: number; raceId: number }
  | { field: 'each' | 'firstPlace' | 'fastest' | 'lanes'; kind: 'number' };

export type RoundPreview =
  | { kind: 'empty' }
  | { kind: 'wrong'; trouble: RoundTrouble }
  | ({ kind: 'rules' } & ReturnType<typeof patternRules>);

type KnownRace = Pick<OfficeRace, 'id' | 'raceNumber' | 'printedNumber' | 'scheduledAt'>;

/** What becomes of one class. */
export interface ClassPreview {
  key: string;
  name: string;
  heats: readonly number[];
  targets: readonly number[];
  isLeftOut: boolean;
  preview: RoundPreview;
}

/** The same pattern for each class that rows both rounds. @param races in running order */
export function classPreviews(
  fields: RoundFields,
  classes: readonly ClassRounds[],
  races: readonly KnownRace[],
): ClassPreview[] {
  const leftOut = fields.leftOut.split('\n');
  return classes.flatMap(({ key, name, rounds }) => {
    const [heats, targets] = [rounds.get(fields.fromRound), rounds.get(fields.toRound)];
    if (!heats || !targets || heats === targets) return [];
    const preview = patternPreview(fields, heats, targets, races);
    return [{ key, name, heats, targets, isLeftOut: leftOut.includes(key), preview }];
  });
}

/** Of the races that are named by their numbers. @param races in running order */
export function roundPreview(fields: RoundFields, races: readonly KnownRace[]): RoundPreview {
  const heats = readRaces(fields.heats, races);
  const targets = readRaces(fields.targets, races);
  for (const [field, { unknown }] of [
    ['heats', heats],
    ['targets', targets],
  ] as const) {
    if (unknown !== undefined) return wrong({ field, kind: 'unknown', label: unknown });
  }
  if (heats.ids.length === 0 || targets.ids.length === 0) return { kind: 'empty' };
  return patternPreview(fields, heats.ids, targets.ids, races);
}

function patternPreview(
  fields: RoundFields,
  heats: readonly number[],
  targets: readonly number[],
  races: readonly KnownRace[],
): RoundPreview {
  const trouble = contradiction(heats, targets, races);
  if (trouble) return wrong(trouble);
  const counts = {
    each: readCount(fields.each, 0),
    firstPlace: readCount(fields.firstPlace),
    fastest: readCount(fields.fastest, 0),
    lanes: readCount(fields.lanes),
  };
  const { each, firstPlace, fastest, lanes } = counts;
  if (each === undefined) return wrong({ field: 'each', kind: 'number' });
  if (firstPlace === undefined) return wrong({ field: 'firstPlace', kind: 'number' });
  if (fastest === undefined) return wrong({ field: 'fastest', kind: 'number' });
  if (lanes === undefined) return wrong({ field: 'lanes', kind: 'number' });
  const positions = Array.from({ length: lanes }, (_, index) => index + 1);
  return {
    kind: 'rules',
    ...patternRules({
      heats,
      targets,
      placesOfEach: each,
      firstPlace,
      fastest,
      lanes: fields.isMiddle ? fromTheMiddle(positions) : positions,
    }),
  };
}

function contradiction(
  heats: readonly number[],
  targets: readonly number[],
  races: readonly KnownRace[],
): RoundTrouble | undefined {
  const startOf = (id: number) =>
    Date.parse(races.find((race) => race.id === id)?.scheduledAt ?? '');
  for (const raceId of targets) {
    if (heats.includes(raceId)) return { field: 'targets', kind: 'itself', raceId };
    const heatId = heats.find((id) => startOf(id) > startOf(raceId));
    if (heatId !== undefined) return { field: 'targets', kind: 'later', heatId, raceId };
  }
  return undefined;
}

function wrong(trouble: RoundTrouble): RoundPreview {
  return { kind: 'wrong', trouble };
}
