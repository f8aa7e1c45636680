/**
 * The lanes of a race: who is in them, in the order of their results, with times, gaps and places as text, also of places that
 * crews share.
 */
import type { BoardLane } from '../../../../src/contract/board.ts';
import { labelKind } from '../../../../src/domain/draw/label-kind.ts';
import {
  type NumberedRace,
  sourceNumbers,
} from '../../../../src/domain/progression/lane-source.ts';
import {
  type DecimalMark,
  raceTimeWriter,
  shownTimes,
} from '../../../../src/domain/results/finish-time.ts';
import {
  byStanding,
  type Finality,
  finalityOf,
  hasResults,
  isAwaited,
  isComplete,
  isOver,
  totalMillis,
} from '../../../../src/domain/results/standings.ts';
import { isolated } from '../../../../src/domain/text/bidi.ts';
import { placeText } from '../../../../src/words/place-text.ts';
import { penalty } from '../times.ts';
import type { Words } from '../words/board.ts';
import type { ShownRace } from './race-phase.ts';

export interface LaneResult {
  lane: BoardLane;
  finality: Finality;
  /** `1`, or `1=` where crews share it; empty without one, and while places are not shown. */
  place: string;
  /** Whether it is first so far in a race that is not over: nobody has won it yet. */
  isLeading: boolean;
  /** The time that counts, penalty included, allowance taken off: `6:52.70`. */
  time: string | undefined;
  /** The time that was taken, for a crew with an allowance. */
  raw: string | undefined;
  /** To the fastest crew: `+2.61`; none for that crew, without a place, and while places are not shown. */
  gap: string | undefined;
  /** `+10 s` */
  penalty: string | undefined;
  /** Whether it has no result, and none is to come. */
  isMissing: boolean;
}

const known = new WeakMap<ShownRace, Map<DecimalMark, LaneResult[]>>();

/**
 * The lanes that have a crew, in the order of the results so far, once there are any; before, by position, also those whose
 * crew will come from another race. Places and gaps are shown once the race is over; in a head race, as they stand.
 *
 * @returns the same list for the same race: a head race has hundreds of lanes
 */
export function laneResults(race: ShownRace, decimalMark: DecimalMark): LaneResult[] {
  const ofRace = known.get(race) ?? new Map<DecimalMark, LaneResult[]>();
  const results = ofRace.get(decimalMark) ?? resultsOf(race, decimalMark);
  known.set(race, ofRace.set(decimalMark, results));
  return results;
}

function resultsOf(race: ShownRace, decimalMark: DecimalMark): LaneResult[] {
  const scored = hasResults(race.lanes);
  const finality = finalityOf(race);
  const showsPlaces = finality !== 'soFar' || race.kind === 'head';
  const isClosed = race.closed && race.results !== 'hidden';
  const crewed = race.lanes.filter(
    (lane) => lane.crewName !== null || (!scored && lane.from !== null),
  );
  const placed = crewed.filter(({ finishPlace }) => finishPlace !== null);
  const best = Math.min(...placed.map(totalMillis).filter((millis) => millis !== null));
  const shared = sharedPlaces(placed);
  const write = raceTimeWriter(crewed, decimalMark);
  const order = scored ? [...crewed].sort(byStanding) : crewed;
  return order.map((lane) => {
    const { finishPlace, penaltyMillis } = lane;
    const total = totalMillis(lane);
    const times = shownTimes(lane, write);
    const isPlaced = showsPlaces && finishPlace !== null;
    return {
      lane,
      finality,
      place: isPlaced ? `${finishPlace}${shared.has(finishPlace) ? '=' : ''}` : '',
      isLeading: finality === 'soFar' && finishPlace === 1,
      time: times?.time,
      raw: times?.raw,
      gap: isPlaced && total !== null && total !== best ? write.gap(total, best) : undefined,
      penalty: penaltyMillis ? penalty(penaltyMillis, decimalMark) : undefined,
      isMissing: isClosed && isAwaited(lane),
    };
  });
}

function sharedPlaces(lanes: readonly Pick<BoardLane, 'finishPlace'>[]): Set<number | null> {
  const seen = new Set<number | null>();
  const again = new Set<number | null>();
  for (const { finishPlace } of lanes) (seen.has(finishPlace) ? again : seen).add(finishPlace);
  return again;
}

/**
 * Who is in a lane: the crew, or where nobody is drawn, the place from which one will come: `1st of race 12`.
 *
 * @param races of the event by id
 */
export function occupantOf(
  { crewName, from }: Pick<BoardLane, 'crewName' | 'from'>,
  races: ReadonlyMap<number, NumberedRace>,
  words: Words,
): string {
  if (crewName !== null || from === null) return isolated(crewName ?? '');
  return words.source(from, sourceNumbers(from, races));
}

/** Whether the entries of a race are shown as a ranking, not as a list of lanes. */
export function isRanked({ kind, categories }: Pick<ShownRace, 'kind' | 'categories'>): boolean {
  return kind === 'head' || categories.length > 0;
}

/** Whether nobody is drawn in a race yet, and nobody will come from another one. */
export function isUndrawn({ lanes }: { lanes: readonly Pick<BoardLane, 'crewName' | 'from'>[] }) {
  return lanes.every(({ crewName, from }) => crewName === null && from === null);
}

/** How many lanes in which nobody is drawn yet will get a crew from another race. */
export function toComeCount({ lanes }: { lanes: readonly Pick<BoardLane, 'crewName' | 'from'>[] }) {
  return lanes.filter(({ crewName, from }) => crewName === null && from !== null).length;
}

/**
 * The place in words: `1st`, `1st=`; `leading`, `3rd so far` in a race that is not over; `place 1` in one that has ended with
 * boats missing, because nobody has won it. Empty without one.
 */
export function ordinalText(
  { lane, place, finality, isLeading }: LaneResult,
  words: Words,
): string {
  if (isLeading) return words.leading;
  if (place === '' || lane.finishPlace === null) return '';
  return placeText(lane.finishPlace, finality, words, (text) =>
    place.endsWith('=') ? `${text}=` : text,
  );
}

/** The place with the mark of an ordinal, as on paper: `1.`, `1.=`; without it where nobody has won yet. */
export function dottedPlace({ place, finality }: Pick<LaneResult, 'place' | 'finality'>): string {
  return finality === 'complete' ? place.replace(/^\d+/, '$&.') : place;
}

/** The parts of a text about the first place, in this order; only the names may be cut. */
export interface FirstPlace {
  /** `1st`, `leading`; of a dead heat also how many, because names may be cut: `1st= 2 crews:`. */
  rank: string;
  names: string;
  time: string;
  /** In words: `raw 6:52.70`; empty where it is the time that counts. */
  raw: string;
}

/** Who has won a race, or is leading in one that is not over; nothing where nobody has a place. */
export function firstPlace(race: ShownRace, words: Words): FirstPlace | undefined {
  const results = laneResults(race, words.decimalMark);
  return describeFirst(
    results.filter(({ lane }) => lane.finishPlace === 1),
    words,
  );
}

/** The first place among some crews, or `undefined`. @param first the crews that share it */
export function describeFirst(first: readonly LaneResult[], words: Words): FirstPlace | undefined {
  const [one] = first;
  if (!one) return undefined;
  const isShared = first.length > 1;
  const count = isShared ? ` ${words.crewCount(first.length)}${words.colon.trimEnd()}` : '';
  const rank =
    one.finality === 'soFar'
      ? words.leading
      : placeText(1, one.finality, words, (text) => (isShared ? `${text}=` : text));
  return {
    rank: rank + count,
    names: first.map(({ lane }) => isolated(lane.crewName ?? '')).join(', '),
    time: one.time ?? '',
    raw: one.raw ? words.raw(one.raw) : '',
  };
}

/** How much of a race is in, `2 of 6 in`, until it is complete; empty for a race without results. */
export function soFarText(race: ShownRace, words: Words): string {
  return hasResults(race.lanes) && !isComplete(race)
    ? words.partlyIn(race.scored, race.entered)
    : '';
}

/** The label of the race whose results came last: "1 of 6 in" is no result yet, and a provisional one may change. */
export function lastResultLabel(race: ShownRace | undefined, words: Words): string {
  if (race && !isOver(race)) return words.finishing;
  return race?.official === false ? words.lastProvisional : words.lastResult;
}

/** Where a crew starts: `Lane 3`, `Bow 105`. */
export function positionText(
  { positionLabel }: Pick<BoardLane, 'positionLabel'>,
  race: Parameters<typeof labelKind>[0],
  words: Words,
): string {
  const label = isolated(positionLabel);
  return labelKind(race) === 'lane' ? words.laneOf(label) : words.bowOf(label);
}
