/**
 * What a pattern makes of the races of an event: rules of lanes, the same that the race office sets by hand (around,
 * "Patterns"). The service writes them, and pages show them before they are sent.
 */

import type { PatternPreviewWrite } from '../../../contract/console/office/patterns.ts';
import type { OfficeRace } from '../../../contract/console/office.ts';
import { drawnPositions } from '../../draw/lane-order.ts';
import { raceName } from '../../races/race-name.ts';
import { titleAndRound } from '../../races/race-round.ts';
import type { SourceOf } from '../progression-pattern.ts';
import { type KnownPattern, PATTERNS } from './pattern-table.ts';
import { patternTree, type RaceRef, roundName, rulesOf, type TreeTarget } from './pattern-tree.ts';

/** The pattern with an id. */
export function patternOf(id: number): KnownPattern | undefined {
  return PATTERNS.find((pattern) => pattern.id === id);
}

/** The heats of each class. */
export function setsOf(heats: PatternPreviewWrite['heats']): number[][] {
  const races = heats.filter((heat) => typeof heat === 'number');
  return races.length > 0 ? [races] : heats.filter((heat) => typeof heat !== 'number');
}

/** The targets of all classes, those of the first one first. */
export function treesOf(
  pattern: KnownPattern,
  heats: PatternPreviewWrite['heats'],
): (TreeTarget & { set: number })[] {
  const sets = setsOf(heats);
  return sets.flatMap((races, set) =>
    patternTree(pattern, races, sets.length > 1 ? `${set + 1}:` : '').map((target) => ({
      ...target,
      set,
    })),
  );
}

/** A race as a pattern looks at it. */
export type KnownRace = Pick<
  OfficeRace,
  | 'id'
  | 'raceNumber'
  | 'printedNumber'
  | 'title'
  | 'divisionLabel'
  | 'boatClass'
  | 'round'
  | 'distanceMeters'
  | 'resultMode'
  | 'resultVisibility'
  | 'laneScheme'
  | 'scheduledAt'
  | 'entered'
  | 'scored'
> & { lanes: readonly Pick<OfficeRace['lanes'][number], 'position' | 'crewId' | 'from'>[] };

/** A race to which crews go on, and its rules. */
export interface PatternTarget extends Omit<TreeTarget, 'sources'> {
  /** Of which class, from 0. */
  set: number;
  /** `null`: it is not there yet. */
  raceId: number | null;
  /** What a race that is made for it says besides number and time. */
  facts: ReturnType<typeof factsOf>;
  rules: (SourceOf<RaceRef> & { position: number })[];
}

interface KnownRaces {
  races: ReadonlyMap<number, KnownRace>;
  /** Of the schedule. */
  laneScheme: readonly string[] | null;
}

/**
 * The races of a pattern with their rules, each after those from which its crews come.
 *
 * @param write as `judgePattern` lets it pass
 * @param known every race that it names
 */
export function patternTargets(write: PatternPreviewWrite, known: KnownRaces): PatternTarget[] {
  const pattern = patternOf(write.patternId);
  if (!pattern) return [];
  const sets = setsOf(write.heats);
  const ids = write.targets ?? {};
  const idOf = (race: RaceRef) => (typeof race === 'string' ? (ids[race] ?? race) : race);
  return treesOf(pattern, write.heats).map((target) => {
    const { key, set } = target;
    const raceId = ids[key] ?? null;
    const [heat] = (sets[set] ?? []).flatMap((id) => known.races.get(id) ?? []);
    const race = known.races.get(raceId ?? 0);
    const scheme = race?.laneScheme ?? heat?.laneScheme ?? known.laneScheme;
    const course = {
      positions: (race?.lanes ?? []).map(({ position }) => position),
      scheme: scheme?.length ?? null,
    };
    const { drawn } = drawnPositions('middle-out', course, pattern.lanes);
    const rules = rulesOf(target, drawn).map((rule) => ({
      ...rule,
      races: rule.races.map(idOf),
    }));
    const { sources: _, ...rest } = target;
    return { ...rest, raceId, facts: factsOf(heat, roundName(target)), rules };
  });
}

/** A race for a target is like the heats of its class. */
function factsOf(heat: KnownRace | undefined, round: string) {
  const named = { title: heat?.title ?? null, round: heat?.round ?? null };
  const number = heat?.printedNumber ?? String(heat?.raceNumber ?? '');
  return {
    title: titleAndRound({ ...named, number }).title || null,
    round,
    boatClass: heat?.boatClass ?? null,
    divisionLabel: heat?.divisionLabel ?? null,
    distanceMeters: heat?.distanceMeters ?? null,
    resultVisibility: heat?.resultVisibility ?? null,
    laneScheme: heat?.laneScheme ?? null,
    ...(heat && { resultMode: heat.resultMode }),
  };
}

/** What the race of a target is called, or would be. */
export function titleOf(
  { raceId, facts }: PatternTarget,
  races: ReadonlyMap<number, KnownRace>,
): string {
  const race = races.get(raceId ?? 0);
  return (race && raceName(race)) || raceName(facts);
}
