/**
 * The entries of a German regatta, as the XML of 2010 and the JSON of the portal have them: crews, and one race for
 * each event, without lanes or times (formats.md §5). Persons are never read.
 */
import {
  MAX_CLUB_ID_LENGTH,
  MAX_CREW_NAME_LENGTH,
  MAX_ELEMENTS,
  MAX_PRINTED_NUMBER_LENGTH,
  MAX_RACE_LABEL_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../contract/limits.ts';
import {
  externalIdOf,
  letterOf,
  type ReadCrew,
  type ReadFile,
  type ReadRace,
  type RowNote,
  UnreadableError,
  type WrongRow,
} from '../reading/reading.ts';

export interface DrvRace {
  /** As printed: "101", "115a", "S1". */
  number: string;
  title: string;
  boatClass: string | null;
  row: number;
}

export interface DrvEntry {
  id: string;
  /** The name of the crew; empty where the file has none. */
  title: string;
  raceNumber: string;
  /** Short letters of its club, else its short name. */
  club: string | null;
  row: number;
}

export interface DrvFile {
  races: readonly DrvRace[];
  entries: readonly DrvEntry[];
  notes: readonly RowNote[];
}

/**
 * @param layout which of the two formats the file has
 * @throws UnreadableError if there are more than `MAX_ELEMENTS` races or entries
 */
export function readingOf({ races, entries, notes }: DrvFile, layout: string): ReadFile {
  if (Math.max(races.length, entries.length) > MAX_ELEMENTS)
    throw new UnreadableError(
      `The file has ${races.length} races and ${entries.length} entries; at most ${MAX_ELEMENTS} of each are read.`,
    );
  const numbers = Map.groupBy(races, ({ number }) => Number(number));
  return {
    format: 'drv',
    layout,
    questions: [],
    reading: {
      carries: { crews: true, races: true, draw: false, results: false },
      races: races.map((race) => raceOf(race, numbers.get(Number(race.number))?.length === 1)),
      crews: crewsOf(entries),
      skipped: [],
      wrong: [...wrongRaces(races), ...wrongEntries(entries)],
      notes,
    },
  };
}

/** @param isAlone whether no other race has its number */
function raceOf({ number, title, boatClass, row }: DrvRace, isAlone: boolean): ReadRace {
  return {
    externalId: externalIdOf('drv', number),
    printed: number,
    raceNumber: /^[1-9]\d{0,8}$/.test(number) && isAlone ? Number(number) : null,
    title: cut(title, MAX_TITLE_LENGTH),
    boatClass: boatClass === null ? null : cut(boatClass, MAX_RACE_LABEL_LENGTH),
    round: null,
    divisionLabel: null,
    distanceMeters: null,
    start: null,
    notes: null,
    lanes: [],
    row,
  };
}

function crewsOf(entries: readonly DrvEntry[]): ReadCrew[] {
  const named = entries.filter(({ title }) => title !== '');
  const names = crewNames(named);
  return named.map(({ id, title, club, row }, index) => ({
    // The results that go back to the association name this id.
    externalId: externalIdOf('drv', id || title),
    name: names[index] ?? title,
    clubId: club === null ? null : cut(club, MAX_CLUB_ID_LENGTH),
    row,
  }));
}

function wrongRaces(races: readonly DrvRace[]): WrongRow[] {
  const seen = new Set<string>();
  return races.flatMap(({ number, row }) => {
    const isTwice = seen.has(number);
    seen.add(number);
    if (number === '') return [{ row, column: 'nummer', reason: 'The race has no number.' }];
    return isTwice ? [{ row, column: 'nummer', reason: `Race ${number} stands twice.` }] : [];
  });
}

function wrongEntries(entries: readonly DrvEntry[]): WrongRow[] {
  const seen = new Set<string>();
  return entries.flatMap(({ id, title, row }) => {
    const isTwice = id !== '' && seen.has(id);
    seen.add(id);
    if (isTwice) return [{ row, column: 'id', reason: `The entry ${id} stands twice.` }];
    return title === ''
      ? [{ row, column: 'titel', reason: 'The entry has no title, and its club no name.' }]
      : [];
  });
}

function cut(text: string, length: number): string | null {
  return [...text].slice(0, length).join('').trim() || null;
}

/** Ends a title that was cut. Names of crews are all different and no longer than names may be (tools.md, "Results"). */
const MORE = '/…';

/**
 * The title of an entry is the name of its crew. If another crew has this name already, the number of the race is added in
 * brackets; if this name is taken, too, also a letter.
 *
 * @param entries in the order of the file
 * @returns a name for each
 */
function crewNames(entries: readonly { title: string; raceNumber: string }[]): string[] {
  const taken = new Set<string>();
  /** How many endings have been tried, so that a thousand entries with one title do not try them all again. */
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

/** Cuts a title. Slashes separate clubs that race together; a club that does not fit is left out entirely. */
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
