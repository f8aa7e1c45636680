/** The words of the crews in English. */
import { numbered, partWords } from '../../shared/words/part-words.ts';
import type { CrewField } from '../office/crews/crew-rows.ts';

const english = {
  crews: (count: number) => (count === 1 ? '1 crew' : `${count} crews`),
  none: 'No crews yet. Add the first one, or paste them from a spreadsheet.',
  add: 'Add a crew',
  paste: 'Paste from a spreadsheet',
  pasteHint: 'Or paste anywhere on the table.',
  find: 'Find',
  table: 'Crews',
  fields: {
    name: 'Name',
    clubId: 'Club',
    boatIndex: 'Boat',
    sortOrder: 'Order',
  } satisfies Record<CrewField, string>,
  names: {
    name: 'Name',
    clubId: 'Club',
    boatIndex: 'Number of the boat',
    sortOrder: 'Order',
  } satisfies Record<CrewField, string>,
  races: 'Races',
  racesOf: (races: readonly string[]) =>
    races.length === 1 ? `race ${races[0]}` : `${races.length} races`,
  drawnIn: (races: string) => `in ${numbered(races, 'race', 'races')}`,
  notDrawn: 'in no race',
  newCrew: 'new crew',
  cell: (field: string, crew: string) => `${field}, ${crew}`,
  select: (crew: string) => `Select ${crew}`,
  selectColumn: 'Selected',
  more: (crew: string) => `More of ${crew}`,
  moreColumn: 'More',
  earlier: 'Up',
  later: 'Down',
  sortByName: 'Sort by name',
  remove: 'Remove',
  keep: 'Keep it',
  isDrawn: (races: string) =>
    `This crew is drawn in ${numbered(races, 'race', 'races')}. To remove it, take it out of the draw first, or merge it with another one.`,
  willBeRemoved: 'Will be removed when you save.',
  goneMeanwhile: 'Somebody has removed this crew.',
  addAgain: 'Add it as a new crew',
  adopted: 'Timing software keeps this crew.',
  nameTwice: 'Another crew has this name.',
  faults: {
    needed: 'Fill this in.',
    number: 'A whole number from 1 on.',
    order: 'A whole number.',
    'too-long': 'Too long.',
    twice: 'This name is pasted twice.',
    formula: 'A formula. Copy the values instead.',
  } as Record<string, string>,
  atMost: (limit: number) => `At most ${limit}.`,
  changed: (changed: number, added: number, removed: number) =>
    [
      changed > 0 && `${changed} changed`,
      added > 0 && `${added} new`,
      removed > 0 && `${removed} to be removed`,
    ]
      .filter(Boolean)
      .join(', '),

  selected: (count: number) => `${count} selected`,
  unselect: 'Select none',
  similarTitle: 'Probably one crew',
  merge: 'Merge',
  mergeThese: (names: string) => `Merge ${names}`,
  mergeTitle: 'Merge two crews',
  mergeHint: 'The crew that stays takes over the lanes, results and followers of the other.',
  mergeStays: 'Which one stays?',
  mergeNow: 'Merge',
  merged: 'The crews are one now.',
  bothIn: (races: string) =>
    `Both are in ${numbered(races, 'race', 'races')}: take one of them out there first.`,
  bothKept: 'Timing software keeps both of them: it has to make them one.',
  similarTo: (name: string) => `Probably the same as ${name}.`,
  keyDown: 'Next crew, same column',
  keyUp: 'Crew before, same column',
  moveUp: 'Move up',
  moveDown: 'Move down',
};

export const crewsWords = partWords('crews', english);
