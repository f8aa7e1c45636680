/**
 * The entries of a German regatta, as the XML of 2010 and the JSON of the portal have them: crews, and one race for
 * each event, without lanes or times (formats.md §5). Persons are never read.
 */
import {
  MAX_CLUB_ID_LENGTH,
  MAX_ELEMENTS,
  MAX_RACE_LABEL_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../contract/limits.ts';
import { externalIdOf } from '../reading/external-id.ts';
import type { ReadCrew, ReadFile, ReadRace, RowNote, WrongRow } from '../reading/reading.ts';
import { UnreadableError } from '../reading/unreadable.ts';
import { crewNames } from './crew-names.ts';

export interface DrvRace {
  /** As printed: "101", "115a", "S1". */
  number: string;
  title: string;
  boatClass: string | null;
  row: number;
}

export interface DrvEntry {
  id: string;
  /** What the crew is called; empty where the file does not say. */
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
 * @param layout which of the two files it was
 * @throws UnreadableError if there are too many
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
