/** How the race office writes a race in one line, and where the crew of a lane comes from. Pure. */
import type { LaneSource } from '../../../../src/contract/board.ts';
import type { Office, OfficeRace } from '../../../../src/contract/console/office.ts';
import {
  type NumberedRace,
  sourceNumbers,
} from '../../../../src/domain/progression/lane-source.ts';
import { numberShown, raceNameParts } from '../../../../src/domain/races/race-name.ts';
import { dayName, timeOfDay, venueDay, weekday } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';

type Named = Pick<
  OfficeRace,
  'raceNumber' | 'printedNumber' | 'title' | 'divisionLabel' | 'boatClass' | 'round'
>;

/** In more days than these a weekday comes twice. */
const DAYS_OF_WEEK = 7;

/** `Women 8+, Heat 1`; empty where nothing is known. */
export function raceTitle(race: Omit<Named, 'raceNumber' | 'printedNumber'>): string {
  return raceNameParts(race).join(', ');
}

/** Number and name: `16A · Women 8+, Heat 1`. */
export function labelOf(race: Named): string {
  return [numberShown(race), raceTitle(race)].filter(Boolean).join(' · ');
}

/**
 * The text of a race in a choice, with the start that crews see: `16A · Sat 09:40 · Women 8+, Heat 1`. Without the weekday
 * where the event has one day.
 *
 * @param language of days
 */
export function choiceText(
  race: Named & Pick<OfficeRace, 'estimatedAt'>,
  { event, days }: Pick<Office, 'event' | 'days'>,
  language: string,
): string {
  const at = Date.parse(race.estimatedAt);
  const day = venueDay(at, event.timezone);
  const name =
    days.length > DAYS_OF_WEEK ? dayName(day, language, 'short') : weekday(day, language);
  const when = [days.length > 1 && name, timeOfDay(at, event.timezone)].filter(Boolean).join(' ');
  return [numberShown(race), when, raceTitle(race)].filter(Boolean).join(' · ');
}

/** The options of a choice of races. @param language of days */
export function raceOptions(
  races: readonly OfficeRace[],
  document: Pick<Office, 'event' | 'days'>,
  language: string,
): (readonly [id: string, text: string])[] {
  return races.map((race) => [String(race.id), choiceText(race, document, language)]);
}

/** A lane by its label: in a head race people say bow (racing, "Kind of race"). @param laneOf the text in any other race */
export function laneText(
  race: Pick<OfficeRace, 'effectiveKind'> | undefined,
  label: string,
  laneOf: (label: string) => string,
): string {
  return race?.effectiveKind === 'head' ? words.value.bowOf(label) : laneOf(label);
}

/**
 * Where the crew of a lane comes from, in the words of the board: `1st of race 12`.
 *
 * @param gone how races that were removed since are written
 * @returns for instance `fastest 3rd of races 12 to 14`
 */
export function sourceText(
  from: LaneSource,
  { races }: Pick<Office, 'races'>,
  gone?: GoneRaces,
): string {
  const byId = new Map([
    ...[...(gone?.numbers ?? [])].map(
      ([id, number]) => [id, named(Number(number), number)] as const,
    ),
    ...races.map((race) => [race.id, named(race.raceNumber, numberShown(race))] as const),
  ]);
  const isUnknown = from.races.some((id) => !byId.has(id));
  const numbers = [sourceNumbers(from, byId), isUnknown && gone && `(${gone.word})`];
  return words.value.source(from, numbers.filter(Boolean).join(', '));
}

interface GoneRaces {
  /** The numbers of removed races, by id, where they are known. */
  numbers?: ReadonlyMap<number, string>;
  /** Written in place of the other numbers. */
  word: string;
}

function named(raceNumber: number, number: string): NumberedRace {
  return { raceNumber, number };
}
