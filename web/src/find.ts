/** Finding crews and races by what somebody types. */
import type { BoardCrew, BoardRace } from '../../src/contract/board.ts';
import { raceNameParts } from '../../src/domain/race-name.ts';

export { raceNameParts as titleParts };

/** Text as it is compared: without case and diacritics, each run of white space one blank. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('Ø', 'o')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

export interface Found {
  crews: BoardCrew[];
  races: BoardRace[];
}

/**
 * The crews whose name holds what was typed, and the races that have one of them, that number, or
 * a title, class or round that holds it.
 */
export function find(
  crews: readonly BoardCrew[],
  races: readonly BoardRace[],
  typed: string,
): Found {
  const wanted = plain(typed);
  if (wanted === '') return { crews: [], races: [...races] };
  const found = crews
    .filter((crew) => plain(crew.name).includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name));
  const ids = new Set(found.map((crew) => crew.id));
  const matches = (race: BoardRace) =>
    String(race.raceNumber) === wanted.replace(/^#/, '') ||
    plain(raceNameParts(race).join(' ')).includes(wanted) ||
    race.lanes.some((lane) => lane.crewId !== null && ids.has(lane.crewId));
  return { crews: found, races: races.filter(matches) };
}
