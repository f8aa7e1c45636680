/**
 * The rules of a whole round at once: so many of each heat, so many fastest, lanes from the middle out (console,
 * "Progression"). The race office shows them before it sends them race by race.
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
  /** For how many there is no lane, or no heat whose crew it could be. */
  left: number;
}

/** Where a crew comes from; a race is told by its id, or by whatever names one that is not there yet. */
export interface SourceOf<RaceRef> {
  races: RaceRef[];
  place: number;
  fastest: number | null;
}

type Source = SourceOf<number>;

/** A place that a heat does not give leaves its lane free, as long as there are lanes enough. */
const GAP = null;

/**
 * The rules of a round. Of the winners each next one goes to the next race, of the seconds likewise, one race
 * further, so those who have met in a heat meet again as late as can be. Within a race the winners get the best
 * lanes in the order of their heats, then the seconds, and so on.
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

/** The race to which a heat sends its crew of a step: the winner to one, the second to the next, and so on. */
export function nextField<Entry>(
  fields: readonly Entry[],
  heat: number,
  step: number,
): Entry | undefined {
  return fields[(heat + step) % fields.length];
}

/** The fastest of a place; of one heat alone they are its next places. */
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

/** The race that has fewest crews so far, unless all of them are full. */
export function smallestField<Entry>(fields: Entry[][], room: number): Entry[] | undefined {
  const sizes = fields.map((field) => field.filter((entry) => entry !== GAP).length);
  const least = Math.min(...sizes);
  return least < room ? fields[sizes.indexOf(least)] : undefined;
}

/** The rules of a race. @param field best first @param lanes the positions in which crews are drawn, best one first */
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
