/** Event, round and heat, by which FinishLynx identifies a race; they are texts (formats.md §1.1). */
import type { ReadRace } from '../reading/reading.ts';

/** As the header of a race has them. */
interface Identity {
  event: string;
  round: string;
  heat: string;
}

/** The `externalId` of a race that comes from FinishLynx. */
export function lynxRaceId(event: string, round: string, heat: string): string {
  return `lynx:${numbersOf({ event, round, heat })}`;
}

/** Whether a round or a heat says nothing: FinishLynx and its users leave 0 or 1 where there is only one. */
export function isOnlyOne(number: string): boolean {
  return /^0*1?$/.test(number);
}

/** The round of a race where it stands there in words; `null` where it is a number, which is no name of a round. */
export function roundInWords({ round, heat }: Pick<Identity, 'round' | 'heat'>): string | null {
  if (isNumber(round)) return null;
  return isOnlyOne(heat) ? round : `${round} ${heat}`;
}

/**
 * What is printed as the number of a race: that of its event, with the numbers of round and heat as FinishLynx writes
 * them where they say something. It depends on the race alone, so that another version of the file keeps it; `null` where
 * the event has no number.
 */
export function printedNumberOf(race: Identity): string | null {
  if (/^0*$/.test(race.event)) return null;
  const isWhole = isNumber(race.round) && !(isOnlyOne(race.round) && isOnlyOne(race.heat));
  return isWhole ? numbersOf(race) : race.event;
}

/**
 * As which race of its event other programs know a heat that has no round in words: only to find it there, never to write
 * it. A later round says nothing of its name.
 */
export function heatElsewhere({ event, round, heat }: Identity): ReadRace['elsewhere'] {
  const isHeat = isOnlyOne(round) && !isOnlyOne(heat);
  return isHeat ? { number: event, round: `Heat ${heat.replace(/^0+/, '')}` } : undefined;
}

/** The number of an event where it stands for one race: the first heat of the first round (formats.md §6.2, requirement 7). */
export function raceNumberOf({ event, round, heat }: Identity): number | null {
  const number = /^\d{1,9}$/.test(event) ? Number(event) : 0;
  return number > 0 && isOnlyOne(round) && isOnlyOne(heat) ? number : null;
}

function numbersOf({ event, round, heat }: Identity): string {
  return `${event}-${round || '1'}-${heat || '1'}`;
}

function isNumber(round: string): boolean {
  return /^\d*$/.test(round);
}
