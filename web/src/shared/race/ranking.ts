/** The ranking of a race by category: a list for each, with the places in it. Pure. */
import type { DecimalMark } from '../../../../src/domain/results/finish-time.ts';
import { fieldOf } from '../../../../src/domain/results/standings.ts';
import type { ShownRace } from './race-phase.ts';
import { type LaneResult, laneResults } from './results.ts';

/** One list of a ranking. */
export interface RankingList {
  /** `null` of the entries without a category. */
  name: string | null;
  /** How many it has, and how many of them are in. */
  entered: number;
  scored: number;
  results: LaneResult[];
}

/** The lists of a race in the order of its categories, then whoever has none; one where there are no categories. */
export function listsOf(race: ShownRace, decimalMark: DecimalMark): RankingList[] {
  const results = laneResults(race, decimalMark);
  const names = new Set(race.categories.map(({ name }) => name));
  const listOf = (name: string | null): RankingList => {
    const own = results.filter(({ lane: { category } }) =>
      name === null ? category === null || !names.has(category) : category === name,
    );
    return { name, ...fieldOf(own.map(({ lane }) => lane)), results: own.sort(byCategoryPlace) };
  };
  return [...names, null].map(listOf).filter((list) => list.results.length > 0);
}

/** Places in a category follow those of the race; whoever has none stays where it stands. */
function byCategoryPlace({ lane: a }: LaneResult, { lane: b }: LaneResult): number {
  const placeOf = ({ categoryPlace }: typeof a) => categoryPlace ?? Number.MAX_SAFE_INTEGER;
  return placeOf(a) - placeOf(b);
}

/** The places within a list, as tables show them: `1`, `1=`; of entries without a category those of the race. */
export function placesIn({ name, results }: RankingList): string[] {
  if (name === null) return results.map(({ place }) => place);
  const places = results.map(({ lane }) => lane.categoryPlace);
  return results.map(({ place, lane: { categoryPlace } }) => {
    if (place === '' || categoryPlace === null) return '';
    const isShared = places.indexOf(categoryPlace) !== places.lastIndexOf(categoryPlace);
    return isShared ? `${categoryPlace}=` : String(categoryPlace);
  });
}
