/**
 * The ranking of a race by category: a list for each, with the places in it; and the texts about entries of such a race or of a
 * head race, in the reader's language.
 */
import type { BoardRace } from '../../../../src/contract/board.ts';
import type { DecimalMark } from '../../../../src/domain/results/finish-time.ts';
import { fieldOf, hasResults } from '../../../../src/domain/results/standings.ts';
import { isolated } from '../../../../src/domain/text/bidi.ts';
import {
  entryTexts,
  placeAmong,
  rankTexts,
  type StandingWords,
} from '../../../../src/words/standing-texts.ts';
import { timeOfDay } from '../times.ts';
import { type Words, words } from '../words/board.ts';
import { racingWords } from '../words/racing.ts';
import type { ShownRace } from './race-phase.ts';
import { describeFirst, type FirstPlace, type LaneResult, laneResults } from './results.ts';

/** One list of a ranking. */
export interface RankingList {
  /** `null` for the entries without a category. */
  name: string | null;
  /** How many entries it has, and how many of them are in. */
  entered: number;
  scored: number;
  results: LaneResult[];
}

/** The lists of a race in the order of its categories, then that of entries without one; one where it has no categories. */
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

/** By place in the category; entries without one come last, in the order in which they were. */
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

/** The words for standings in the reader's language. */
export function standingWords(): StandingWords {
  return { shared: words.value, racing: racingWords.value };
}

/** How a crew stands among all: `41st of 150`; empty without a place. */
function overallText(
  result: LaneResult,
  { entered }: Pick<BoardRace, 'entered'>,
  words: StandingWords,
): string {
  const { lane, finality, place } = result;
  return place === '' ? '' : placeAmong(lane.finishPlace, entered, finality, words);
}

/** How a crew stands in its category; empty without a place. @param entered how many entries that has */
export function categoryText(
  { lane, finality, place }: LaneResult,
  entered: number,
  words: StandingWords,
): string {
  return place === '' ? '' : placeAmong(lane.categoryPlace, entered, finality, words);
}

/** The crews that are first in a category. @param results of its entries */
export function firstInCategory(
  results: readonly LaneResult[],
  words: Words,
): FirstPlace | undefined {
  const first = results.filter(({ lane, place }) => lane.categoryPlace === 1 && place !== '');
  return describeFirst(first, words);
}

/** The texts about a crew in such a race: where it is, or how it stands. @param now epoch milliseconds */
export function standingTexts(
  result: LaneResult,
  race: BoardRace,
  { now, timezone }: { now: number; timezone: string | null },
  words: StandingWords,
): string[] {
  const { lane, finality, place } = result;
  const whereIs = entryTexts(race, now, (at) => timeOfDay(at, timezone), words.racing);
  const overall = overallText(result, race, words);
  const categoryPlace = place === '' ? null : lane.categoryPlace;
  const rank = rankTexts({ lane, finality, overall, categoryPlace }, race, words, isolated);
  return [whereIs(lane), ...rank].filter((text) => text !== '');
}

/** How a crew stands among all, for the list of its category; empty without a place. */
export function overallNote(
  result: LaneResult,
  race: Pick<BoardRace, 'entered'>,
  words: StandingWords,
): string {
  const overall = overallText(result, race, words);
  return overall === '' ? '' : words.racing.overall(overall);
}

/** The name of a list, with how much of it is in: `Masters C 4x · 3 of 7 in`. */
export function listTitle(
  { name, scored, entered }: RankingList,
  { lanes }: Pick<BoardRace, 'lanes'>,
  words: Words,
): string {
  const isSome = hasResults(lanes) && scored < entered;
  return [isolated(name ?? ''), ...(isSome ? [words.partlyIn(scored, entered)] : [])].join(' · ');
}

/** A result for the list of its category, in which its crew may be leading; without a gap, which is to the first of all. */
export function inCategory(result: LaneResult): LaneResult {
  const { finality, place, lane } = result;
  const isLeading = finality === 'soFar' && place !== '' && lane.categoryPlace === 1;
  return { ...result, gap: undefined, isLeading };
}
