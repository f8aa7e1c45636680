/** Search for crews, clubs and races by a typed text; the found races in two groups; and the names of clubs. */
import type { BoardCrew, BoardRace } from '../../../../src/contract/board.ts';
import { raceNameParts } from '../../../../src/domain/races/race-name.ts';
import { hasResults, isOver } from '../../../../src/domain/results/standings.ts';
import { searchText } from '../../../../src/domain/text/search-text.ts';
import { byEstimate, dayOf } from './running-order.ts';

interface SearchResult {
  clubs: Club[];
  crews: BoardCrew[];
  races: BoardRace[];
}

/**
 * The clubs of which a word begins with the query; the crews whose name contains it or whose club is found; and the races that
 * have one of these crews, have it as printed number (16 finds 16A as well), or have a name that contains it. An empty query
 * finds all races, no club and no crew.
 */
export function search(
  crews: readonly BoardCrew[],
  races: readonly BoardRace[],
  query: string,
): SearchResult {
  const wanted = searchText(query);
  if (wanted === '') return { clubs: [], crews: [], races: [...races] };
  const clubs = clubsOf(crews).filter((club) => isClub(club, wanted));
  const ofClubs = new Set(clubs.map(({ club }) => club));
  const found = crews
    .filter(
      ({ name, club }) => searchText(name).includes(wanted) || (club !== null && ofClubs.has(club)),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
  const ids = new Set(found.map((crew) => crew.id));
  const matches = (race: BoardRace) =>
    isNumber(race, wanted.replace(/^#/, '')) ||
    searchText(raceNameParts(race).join(' ')).includes(wanted) ||
    race.lanes.some((lane) => lane.crewId !== null && ids.has(lane.crewId));
  return { clubs, crews: found, races: races.filter(matches) };
}

/** Whether a word of a club's name or id begins with the query; one without letters finds no club, as ids are often numbers. */
function isClub({ club, name }: Club, wanted: string): boolean {
  if (!/\p{L}/u.test(wanted)) return false;
  return [name, club].some((text) => ` ${searchText(text)}`.includes(` ${wanted}`));
}

function isNumber({ number }: BoardRace, wanted: string): boolean {
  const printed = searchText(number);
  return printed === wanted || (/^\d+$/.test(wanted) && printed.replace(/\D.*$/, '') === wanted);
}

interface RaceGroups {
  toCome: BoardRace[];
  rowed: BoardRace[];
}

/**
 * Divides found races, or the races of a crew, into two groups: those that are still to come or wait for their result, and
 * those that are over, with results or of a past day. Both are in the order of their estimated starts.
 *
 * @param today the venue day, YYYY-MM-DD
 */
export function raceGroups(
  races: readonly BoardRace[],
  today: string,
  timezone: string | null,
): RaceGroups {
  const groups: RaceGroups = { toCome: [], rowed: [] };
  for (const race of byEstimate(races)) {
    // In a head race, boats are in while others have not started.
    const isRowed = race.kind === 'head' ? isOver(race) : hasResults(race.lanes);
    const isOld = dayOf(race, timezone) < today;
    groups[isRowed || isOld ? 'rowed' : 'toCome'].push(race);
  }
  return groups;
}

/** The service knows a club by the sender's id only, so its name comes from its crews. */
export interface Club {
  /** The `clubId` of its crews. */
  club: string;
  name: string;
  crews: BoardCrew[];
}

/**
 * The clubs of the crews, by name. A club is called by the words with which the names of all its crews begin, such as
 * `Saline` for `Saline A` and `Saline B`; by its id where there are none, or one crew only, or another club is called
 * the same.
 */
export function clubsOf(crews: readonly BoardCrew[]): Club[] {
  const byClub = new Map<string, BoardCrew[]>();
  for (const crew of crews) {
    if (crew.club === null) continue;
    const others = byClub.get(crew.club);
    if (others) others.push(crew);
    else byClub.set(crew.club, [crew]);
  }
  const clubs = [...byClub].map(([club, own]) => ({ club, name: commonWords(own), crews: own }));
  const uses = new Map<string, number>();
  for (const { name } of clubs) uses.set(name, (uses.get(name) ?? 0) + 1);
  return clubs
    .map((of) => ({ ...of, name: of.name !== '' && uses.get(of.name) === 1 ? of.name : of.club }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The whole words with which all names begin; empty for a single name. */
function commonWords(crews: readonly BoardCrew[]): string {
  const [first = [], ...others] = crews.map(({ name }) => name.split(' '));
  if (others.length === 0) return '';
  const differs = first.findIndex((word, index) => others.some((words) => words[index] !== word));
  return first
    .slice(0, differs < 0 ? first.length : differs)
    .join(' ')
    .replace(/[\s,/·–-]+$/, '');
}
