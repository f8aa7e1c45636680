/** Crews by a few letters of their name or club, whatever their case and accents. Pure. */
import type { OfficeCrew } from '../../../../../../src/contract/console/office.ts';
import { searchText } from '../../../../../../src/domain/text/search-text.ts';

type Crew = Pick<OfficeCrew, 'id' | 'name' | 'clubId'>;

/**
 * The crews whose name or club contains every typed word: the one first that is named so, then those whose name
 * begins with the text, then those in which a word does.
 *
 * @param limit of the answer
 */
export function findCrews<Found extends Crew>(
  crews: readonly Found[],
  typed: string,
  limit: number,
): Found[] {
  const wanted = searchText(typed);
  const words = wanted.split(' ');
  const rank = (name: string) => {
    if (name === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    return name.includes(` ${wanted}`) ? 2 : 3;
  };
  return crews
    .map((crew) => ({ crew, name: searchText(crew.name), club: searchText(crew.clubId ?? '') }))
    .filter(({ name, club }) => words.every((word) => name.includes(word) || club.includes(word)))
    .sort((a, b) => rank(a.name) - rank(b.name))
    .slice(0, limit)
    .map(({ crew }) => crew);
}

/** The crew of exactly that name, but for case and accents, if there is one only. */
export function crewNamed<Found extends Crew>(
  crews: readonly Found[],
  typed: string,
): Found | undefined {
  const wanted = searchText(typed);
  const found = crews.filter(({ name }) => searchText(name) === wanted);
  return found.length === 1 ? found[0] : undefined;
}
