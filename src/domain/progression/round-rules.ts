/**
 * The rules of a whole round at once: a number of crews from each heat, a number of fastest ones, lanes from the middle out
 * (console, "Progression"). The race office shows them before it sends them race by race.
 */
import type { LaneRule } from './progression-rules.ts';

export interface Pattern {
  /** The races whose crews go on, in their order. */
  heats: readonly number[];
  /** The races to which they go on: a final, or several semi-finals. */
  targets: readonly number[];
  /** How many of each heat go on by their place; a list where the heats differ. */
  placesOfEach: number | readonly number[];
  /** The first place that goes on: 4 for a final B, where three of each go to final A; 1 unless given. */
  firstPlace?: number;
  /** How many go on besides, as the fastest of the next place. */
  fastest?: number;
  /** The positions of a target in which crews are drawn, best one first. */
  lanes: readonly number[];
}

interface PatternRules {
  /** One for each target, in their order. */
  rounds: { raceId: number; rules: LaneRule[] }[];
  /** How many of the wanted crews have no lane, or no heat to come from. */
  left: number;
}

/** Where a crew comes from. `RaceRef` names a race: by its id, or otherwise if the race does not exist yet. */
export interface SourceOf<RaceRef> {
  races: RaceRef[];
  place: number;
  fastest: number | null;
}

type Source = SourceOf<number>;

/** In place of a source, if a heat sends no crew of this place: its lane stays free, as long as there are enough lanes. */
const GAP = null;

/**
 * The rules of a round. The winners of the heats go to the races in turn; so do the seconds, beginning one race later, and
 * so on. So crews of one heat meet again as late as possible. Within a race the winners get the best lanes in the order of
 * their heats, then the seconds, and so on.
 */
export function patternRules({
  heats,
  targets,
  placesOfEach,
  firstPlace = 1,
  fastest = 0,
  lanes,
}: Pattern): PatternRules {
  const places = heats.map((_, heat) =>
    typeof placesOfEach === 'number' ? placesOfEach : (placesOfEach[heat] ?? 0),
  );
  const most = Math.max(0, ...places);
  const fields = targets.map((): (Source | typeof GAP)[] => []);
  for (let step = 0; step < most; step++) {
    for (const [heat, race] of heats.entries()) {
      const source = { races: [race], place: firstPlace + step, fastest: null };
      nextField(fields, heat, step)?.push(step < (places[heat] ?? 0) ? source : GAP);
    }
  }
  for (const source of fastestOf(heats, firstPlace + most, fastest)) {
    smallestField(fields, lanes.length)?.push(source);
  }
  const rounds = targets.map((raceId, index) => ({
    raceId,
    rules: inLanes(fields[index] ?? [], lanes),
  }));
  const wanted = places.reduce((sum, count) => sum + count, 0) + fastest;
  const given = rounds.reduce((sum, { rules }) => sum + rules.length, 0);
  return { rounds, left: wanted - given };
}

/** The race to which a heat sends its crew of a step: of step 0 to one race, of step 1 to the next, and so on. */
export function nextField<Entry>(
  fields: readonly Entry[],
  heat: number,
  step: number,
): Entry | undefined {
  return fields[(heat + step) % fields.length];
}

/** The sources of the fastest crews with a place; with a single heat they are its next places instead. */
function fastestOf(heats: readonly number[], place: number, count: number): Source[] {
  const ranks = Array.from({ length: count }, (_, index) => index + 1);
  if (heats.length === 1) {
    return ranks.map((rank) => ({ races: [...heats], place: place + rank - 1, fastest: null }));
  }
  // Each heat has one crew with this place.
  return ranks
    .filter((rank) => rank <= heats.length)
    .map((rank) => ({ races: [...heats], place, fastest: rank }));
}

/** The race that has the fewest crews so far; `undefined` if all are full. @param room how many crews a race can take */
export function smallestField<Entry>(fields: Entry[][], room: number): Entry[] | undefined {
  const sizes = fields.map((field) => field.filter((entry) => entry !== GAP).length);
  const least = Math.min(...sizes);
  return least < room ? fields[sizes.indexOf(least)] : undefined;
}

/** The rules of a race. @param field best crew first @param lanes the positions in which crews are drawn, best one first */
export function inLanes<RaceRef>(
  field: readonly (SourceOf<RaceRef> | typeof GAP)[],
  lanes: readonly number[],
): (SourceOf<RaceRef> & { position: number })[] {
  const drawn = field.length <= lanes.length ? field : field.filter((source) => source !== GAP);
  return drawn
    .slice(0, lanes.length)
    .flatMap((source, index) => (source ? { position: lanes[index] as number, ...source } : []))
    .sort((a, b) => a.position - b.position);
}
