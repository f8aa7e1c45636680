/** Where the crew of a lane comes from, in words (console, "Progression"). */
import type { LaneSource } from '../contract/board.ts';

export interface NumberedRace {
  raceNumber: number;
  /** As it is printed. */
  number: string;
}

/** From so many races in a row on, the first and the last say it. */
const MIN_IN_A_ROW = 3;

/**
 * The numbers of the races that a lane's crew comes from: `12`, `12, 14` or `12–14`.
 *
 * @param races of the event by id; those that are not among them are left out
 */
export function sourceNumbers(
  source: LaneSource,
  races: ReadonlyMap<number, NumberedRace>,
): string {
  const found = source.races
    .flatMap((id) => races.get(id) ?? [])
    .sort((a, b) => a.raceNumber - b.raceNumber);
  const [first, last] = [found[0], found.at(-1)];
  const isRow =
    first &&
    last &&
    found.every(({ raceNumber }, index) => raceNumber === first.raceNumber + index);
  if (isRow && found.length >= MIN_IN_A_ROW) return `${first.number}–${last.number}`;
  return found.map(({ number }) => number).join(', ');
}

/** In English: `1st`, `2nd`, `3rd`, `11th`. */
export function englishOrdinal(place: number): string {
  const tail = place % 100 > 10 && place % 100 < 14 ? 0 : place % 10;
  return `${place}${['th', 'st', 'nd', 'rd'][tail] ?? 'th'}`;
}

/** In French: `1er`, `2e`. */
export function frenchOrdinal(place: number): string {
  return place === 1 ? '1er' : `${place}e`;
}

/**
 * By language: `1st of race 12`, `2nd fastest 3rd of races 12–14`.
 *
 * @param numbers as `sourceNumbers` says them
 */
export const SOURCE_WORDS = {
  en: ({ place, fastest }: LaneSource, numbers: string) => {
    if (fastest === null) return `${englishOrdinal(place)} of race ${numbers}`;
    const rank = fastest === 1 ? '' : `${englishOrdinal(fastest)} `;
    return `${rank}fastest ${englishOrdinal(place)} of races ${numbers}`;
  },
  de: ({ place, fastest }: LaneSource, numbers: string) => {
    const ofPlace = `${place}. aus Rennen ${numbers}`;
    if (fastest === null) return ofPlace;
    return `Zeitschnellster ${fastest === 1 ? '' : `Nr. ${fastest} `}der ${ofPlace}`;
  },
  fr: ({ place, fastest }: LaneSource, numbers: string) => {
    if (fastest === null) return `${frenchOrdinal(place)} de la course ${numbers}`;
    const rank = fastest === 1 ? '' : `n° ${fastest} `;
    return `repêché au temps ${rank}parmi les ${frenchOrdinal(place)}s, courses ${numbers}`;
  },
};
