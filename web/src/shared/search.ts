/** Search for crews and races by a typed text. */
import type { BoardCrew, BoardRace } from '../../../src/contract/board.ts';
import { raceNameParts } from '../../../src/domain/race-name.ts';

interface SearchResult {
  crews: BoardCrew[];
  races: BoardRace[];
}

/**
 * The crews whose name contains the query, and the races that have one of these crews, that number,
 * or a name that contains it. An empty query finds all races and no crew.
 */
export function search(
  crews: readonly BoardCrew[],
  races: readonly BoardRace[],
  query: string,
): SearchResult {
  const wanted = searchText(query);
  if (wanted === '') return { crews: [], races: [...races] };
  const found = crews
    .filter((crew) => searchText(crew.name).includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name));
  const ids = new Set(found.map((crew) => crew.id));
  const matches = (race: BoardRace) =>
    String(race.raceNumber) === wanted.replace(/^#/, '') ||
    searchText(raceNameParts(race).join(' ')).includes(wanted) ||
    race.lanes.some((lane) => lane.crewId !== null && ids.has(lane.crewId));
  return { crews: found, races: races.filter(matches) };
}

/** Text as the search compares it: without case and diacritics, runs of white space as one blank. */
export function searchText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replace(/\s+/g, ' ')
    .trim();
}
