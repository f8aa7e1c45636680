/** The words about what is pasted from spreadsheets, in English. */
import { partWords } from '../../shared/words/part-words.ts';
import type { PlannedRow } from '../office/paste/pasted-table.ts';

const english = {
  title: 'Paste from a spreadsheet',
  text: 'Copied rows',
  hint: 'Copy the rows with their headings and paste them here. Nothing is saved before you have seen a preview of each row.',
  columns: 'Each column is recognised by its heading. Choose another property where that is wrong.',
  columnIs: (column: number, heading: string) =>
    heading === '' ? `Column ${column} is` : `Column ${column}, “${heading}”, is`,
  leftOut: 'Left out',
  line: 'Row',
  outcome: 'Outcome',
  preview: 'Preview of each row',
  states: {
    new: 'New',
    changed: 'Changed',
    same: 'Same',
    wrong: 'Wrong',
    'left-out': 'Left out',
  } satisfies Record<PlannedRow<string, unknown>['state'], string>,
  all: 'All',
  show: 'Show',
  shownOf: (shown: number, all: number) => `The first ${shown} of ${all} rows.`,
  change: (field: string, before: string, after: string) =>
    `${field}: ${before === '' ? 'nothing' : before} → ${after === '' ? 'nothing' : after}`,
  inField: (field: string, what: string) => `${field}: ${what}`,
  inRows: (rows: string) => `Rows ${rows}.`,
  readAs: 'read as',
  correct: (field: string, row: number) => `${field}, row ${row}`,
  skipWrong: (count: number) =>
    count === 1 ? 'Leave out the wrong row' : `Leave out the ${count} wrong rows`,
  mendFirst: 'Correct the wrong rows above, or leave them out.',
  nothing: 'There is nothing to save.',
  lanesUnread: (headings: string) =>
    `${headings}: lanes are not read here. Read a start list with “Import files” in Programme.`,
  noColumns: 'No column was recognised. Choose what each of them is.',
  tooMany: (rows: number, limit: number) =>
    `These are ${rows} rows. At most ${limit} can be saved at once: paste them in parts.`,
  save: (count: number) => `Save ${count} ${count === 1 ? 'row' : 'rows'}`,
  saved: (count: number) => `${count} ${count === 1 ? 'row' : 'rows'} saved.`,
  dateOrder: 'Dates such as 6/7 can be read in two ways',
  dayFirst: (example: string) => `Day first: ${example}`,
  monthFirst: (example: string) => `Month first: ${example}`,
  dayOfRows: 'Day of the rows that name none',
  chooseDay: 'Choose a day',
};

export const pasteWords = partWords('paste', english);
