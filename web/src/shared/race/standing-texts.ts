/** What is said of the entries of a head race, or of one with categories, in the reader's language. */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { hasResults } from '../../../../src/domain/results/standings.ts';
import {
  entryTexts,
  placeAmong,
  rankTexts,
  type StandingWords,
} from '../../../../src/words/standing-texts.ts';
import { isolated } from '../page/isolated.ts';
import { timeOfDay } from '../times.ts';
import { type Words, words } from '../words/board.ts';
import { racingWords } from '../words/racing.ts';
import { type FirstPlace, toldFirst } from './places.ts';
import type { RankingList } from './ranking.ts';
import type { LaneResult } from './results.ts';

/** The words of the language that is spoken. */
export function standingWords(): StandingWords {
  return { shared: words.value, racing: racingWords.value };
}

/** How a crew stands among all: `41st of 150`. */
function overallText(
  result: LaneResult,
  { entered }: Pick<BoardRace, 'entered'>,
  words: StandingWords,
): string {
  const { lane, told, place } = result;
  return place === '' ? '' : placeAmong(lane.finishPlace, entered, told, words);
}

/** The same in its category. @param entered how many that has */
export function categoryText(
  { lane, told, place }: LaneResult,
  entered: number,
  words: StandingWords,
): string {
  return place === '' ? '' : placeAmong(lane.categoryPlace, entered, told, words);
}

/** Who is first in a category. @param results of its entries */
export function firstInCategory(
  results: readonly LaneResult[],
  words: Words,
): FirstPlace | undefined {
  const first = results.filter(({ lane, place }) => lane.categoryPlace === 1 && place !== '');
  return toldFirst(first, words);
}

/** What is said of a crew in such a race: where it is, or how it stands. @param now epoch milliseconds */
export function standingTexts(
  result: LaneResult,
  race: BoardRace,
  { now, timezone }: { now: number; timezone: string | null },
  words: StandingWords,
): string[] {
  const { lane, told, place } = result;
  const whereIs = entryTexts(race, now, (at) => timeOfDay(at, timezone), words.racing);
  const overall = overallText(result, race, words);
  const categoryPlace = place === '' ? null : lane.categoryPlace;
  const rank = rankTexts({ lane, told, overall, categoryPlace }, race, words, isolated);
  return [whereIs(lane), ...rank].filter((text) => text !== '');
}

/** How a crew stands among all, behind its name in the list of its category; empty where nothing is told. */
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

/** A result as it stands in the list of its category, of which its crew may be the first; gaps are to the first of all. */
export function inCategory(result: LaneResult): LaneResult {
  const { told, place, lane } = result;
  const isLeading = told === 'soFar' && place !== '' && lane.categoryPlace === 1;
  return { ...result, gap: undefined, isLeading };
}
