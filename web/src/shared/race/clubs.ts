/** The clubs of the crews. The service knows a club by the sender's id only, so its name comes from its crews. */
import type { BoardCrew } from '../../../../src/contract/board.ts';

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

/** What the names begin with, in whole words; nothing for one name. */
function commonWords(crews: readonly BoardCrew[]): string {
  const [first = [], ...others] = crews.map(({ name }) => name.split(' '));
  if (others.length === 0) return '';
  const differs = first.findIndex((word, index) => others.some((words) => words[index] !== word));
  return first
    .slice(0, differs < 0 ? first.length : differs)
    .join(' ')
    .replace(/[\s,/·–-]+$/, '');
}
