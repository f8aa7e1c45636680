/** What crews of a German regatta are called: all different, and no longer than names may be (tools.md, "Results"). */
import { MAX_CREW_NAME_LENGTH, MAX_PRINTED_NUMBER_LENGTH } from '../../contract/limits.ts';
import { letterOf } from '../reading/letters.ts';

const MORE = '/…';

/**
 * The title of an entry is the name of its crew. The later one of two with the same title gets the number of its race
 * in brackets; where that is taken too, a letter besides.
 *
 * @param entries in the order of the file
 * @returns a name for each
 */
export function crewNames(entries: readonly { title: string; raceNumber: string }[]): string[] {
  const taken = new Set<string>();
  /** How many endings were needed last, so that a thousand of one title do not try them all again. */
  const tried = new Map<string, number>();
  return entries.map(({ title, raceNumber }) => {
    const key = JSON.stringify([cutTitle(title, MAX_CREW_NAME_LENGTH), raceNumber]);
    for (let count = tried.get(key) ?? 0; ; count += 1) {
      const ending = endingOf(count, raceNumber);
      const name = `${cutTitle(title, MAX_CREW_NAME_LENGTH - [...ending].length)}${ending}`;
      if (taken.has(name)) continue;
      taken.add(name);
      tried.set(key, count + 1);
      return name;
    }
  });
}

/** Nothing, ` (101)`, ` (101) B`, ` (101) C` …; without a number nothing, ` B`, ` C` … */
function endingOf(count: number, raceNumber: string): string {
  if (count === 0) return '';
  if (raceNumber === '') return ` ${letterOf(count + 1)}`;
  const inBrackets = ` (${[...raceNumber].slice(0, MAX_PRINTED_NUMBER_LENGTH).join('')})`;
  return count === 1 ? inBrackets : `${inBrackets} ${letterOf(count)}`;
}

/** Clubs that race together stand between slashes; those that do not fit are left out whole. */
function cutTitle(title: string, length: number): string {
  const characters = [...title];
  if (characters.length <= length) return title;
  const start = characters.slice(0, length - MORE.length + 1).join('');
  const slash = start.lastIndexOf('/');
  if (slash > 0) return `${start.slice(0, slash).trimEnd()}${MORE}`;
  return `${characters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…`;
}
