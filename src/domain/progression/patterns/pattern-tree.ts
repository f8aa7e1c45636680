/** The races of a pattern for one class: what each is called, and where its crews come from. Pure. */
import { inLanes, nextField, type SourceOf, smallest } from '../progression-pattern.ts';
import { type KnownPattern, type Round, racesOf, type Way } from './pattern-table.ts';

/** A race by its id, or by the key of a target that is not there yet. */
export type RaceRef = number | string;

/** A race to which crews go on. */
export interface TreeTarget {
  /** Such as `semifinal-2`. */
  key: string;
  name: Round['name'];
  /** Of several of this round; `null`: there is one. */
  number: number | null;
  /** Whether there are semi-finals C/D besides A/B. */
  hasMore: boolean;
  /** Where its crews come from, best lanes first; other targets are told by their keys. */
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

/** Who rows in each of so many races of a round: those who have met meet again as late as can be. */
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
          smallest(fields, Number.POSITIVE_INFINITY)?.push(source);
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
export function roundName({ name, number, hasMore }: Omit<TreeTarget, 'sources' | 'key'>): string {
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
