/**
 * Applies a pattern to the races of an event: the races of each class, their names, and where their crews come from, as
 * rules of lanes, the same that the race office sets by hand (around, "Patterns"). The service writes them, and pages show
 * them before they are sent.
 */
import type { OfficeRace } from '../../../contract/console/office.ts';
import type { PatternPreviewWrite } from '../../../contract/console/office-progression.ts';
import { drawnPositions } from '../../draw/lane-order.ts';
import { raceName } from '../../races/race-name.ts';
import { titleAndRound } from '../../races/race-round.ts';
import { inLanes, nextField, type SourceOf, smallestField } from '../round-rules.ts';
import { type KnownPattern, PATTERNS, type Round, racesOf, type Way } from './pattern-table.ts';

/** A race by its id, or by the key of a target that has no race yet. */
export type RaceRef = number | string;

/** A race to which crews go on. */
interface TreeTarget {
  /** Such as `semifinal-2`. */
  key: string;
  name: Round['name'];
  /** Its number among the races of its round, from 1; `null`: the round has one race. */
  number: number | null;
  /** Whether there are semi-finals C/D besides A/B. */
  hasMore: boolean;
  /** Where its crews come from, best lanes first; other targets are named by their keys. */
  sources: readonly SourceOf<RaceRef>[];
}

const KEYS: Record<Round['name'], string> = {
  R: 'repechage',
  S: 'semifinal',
  T: 'semifinal-cd',
  A: 'final-a',
  B: 'final-b',
  C: 'final-c',
  D: 'final-d',
};

/**
 * The targets of a pattern, each after those from which its crews come.
 *
 * @param heats in their order, as many as the pattern has
 * @param prefix of all keys
 */
export function patternTree(
  pattern: KnownPattern,
  heats: readonly number[],
  prefix = '',
): TreeTarget[] {
  const races = new Map<Way['from'] | Round['name'], readonly RaceRef[]>([['H', heats]]);
  const hasMore = racesOf(pattern, 'T') > 0;
  return pattern.rounds.flatMap(({ name, races: count, ways }) => {
    const isOne = KEYS[name].startsWith('final');
    const keys = Array.from({ length: count }, (_, index) =>
      isOne ? `${prefix}${KEYS[name]}` : `${prefix}${KEYS[name]}-${index + 1}`,
    );
    races.set(name, keys);
    const fields = fieldsOf(ways, count, (from) => races.get(from) ?? []);
    return keys.map((key, index): TreeTarget => {
      const number = count > 1 ? index + 1 : null;
      return { key, name, number, hasMore, sources: fields[index] ?? [] };
    });
  });
}

/** Where the crews of each of `count` races of a round come from; crews that have met meet again as late as possible. */
function fieldsOf(
  ways: readonly Way[],
  count: number,
  racesOfRound: (from: Way['from']) => readonly RaceRef[],
): SourceOf<RaceRef>[][] {
  const fields = Array.from({ length: count }, (): SourceOf<RaceRef>[] => []);
  let step = 0;
  for (const { from, places, fastest } of ways) {
    const races = racesOfRound(from);
    for (const place of range(places)) {
      if (fastest) {
        for (const rank of range(fastest)) {
          const source = { races: [...races], place, fastest: rank };
          smallestField(fields, Number.POSITIVE_INFINITY)?.push(source);
        }
        continue;
      }
      for (const [index, race] of races.entries()) {
        nextField(fields, index, step)?.push({ races: [race], place, fastest: null });
      }
      step++;
    }
  }
  return fields;
}

/** The rules of a target. @param lanes the positions in which crews are drawn, best one first */
export function rulesOf({ sources }: TreeTarget, lanes: readonly number[]) {
  return inLanes(sources, lanes);
}

/** What a target is called in English, such as `Semi-final C/D 1`. */
function roundName({ name, number, hasMore }: Omit<TreeTarget, 'sources' | 'key'>): string {
  const said = number === null ? '' : ` ${number}`;
  if (name === 'R') return `Repechage${said}`;
  if (name === 'T') return `Semi-final C/D${said}`;
  if (name === 'S') return `Semi-final${hasMore ? ' A/B' : ''}${said}`;
  return `Final ${name}`;
}

/** Whole numbers from the first to the last. */
function range([first, last]: readonly [number, number]): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

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

/** The properties of a race that a pattern uses. */
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
  /** The index of its class, from 0. */
  set: number;
  /** `null`: it has no race yet. */
  raceId: number | null;
  /** The properties of a race that is created for it, without number and time. */
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
 * @param write as `judgePattern` accepts it
 * @param known has every race that `write` names
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

/** A race that is created for a target has the properties of the first heat of its class. */
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

/** The name of the race of a target, or of the race that would be created for it. */
export function titleOf(
  { raceId, facts }: PatternTarget,
  races: ReadonlyMap<number, KnownRace>,
): string {
  const race = races.get(raceId ?? 0);
  return (race && raceName(race)) || raceName(facts);
}
