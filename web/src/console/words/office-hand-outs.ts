/** The words of the part "Hand-outs" of a race office in English. */
import type { ExportFormat } from '../../../../src/contract/export.ts';
import { partWords } from '../../shared/words/part-words.ts';

const english = {
  board: 'The board, for everybody',
  print: 'To print',
  printHint: 'Every sheet says at which revision of the race office it was printed, and when.',
  poster: 'Poster “Follow your crew”',
  startLists: 'Start lists',
  results: 'Results',
  boardPrint: 'As crews see it',
  download: 'To download',
  downloadHint:
    'Times are those of the venue. What begins like a formula stays a text: no spreadsheet runs it.',
  sheets: {
    programme: 'Programme',
    crews: 'Crews',
    'start-lists': 'Start lists',
    results: 'Results',
  },
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  all: 'All in one Excel file',
  failed: 'The file could not be made. Try again.',
  files: 'Files for other software',
  filesHint:
    'The whole event, also what crews do not see: for timing computers, an association, or another installation.',
  fetch: 'Download',
  exports: {
    csv: 'One table, a row for each lane (CSV)',
    xlsx: 'One table, a row for each lane (Excel)',
    template: 'Empty table to fill in (Excel)',
    finishlynx: 'Start lists for FinishLynx (ZIP)',
    crewtimer: 'Line-up for CrewTimer (CSV)',
    'drv-results': 'Results for the German rowing association (XML)',
    json: 'The whole event, for another installation (JSON)',
  } satisfies Record<ExportFormat, string>,
  columns: {
    number: 'Number',
    printedNumber: 'Printed number',
    day: 'Day',
    time: 'Time',
    title: 'Title',
    boatClass: 'Boat class',
    round: 'Round',
    division: 'Division',
    distance: 'Distance (m)',
    state: 'State',
    reason: 'Reason',
    official: 'Official',
    notes: 'Notes',
    name: 'Name',
    club: 'Club',
    boat: 'Boat',
    expected: 'Expected',
    lane: 'Lane',
    crew: 'Crew',
    comesFrom: 'Comes from',
    place: 'Place',
    status: 'Status',
    finishTime: 'Time rowed',
    penalty: 'Penalty (s)',
    total: 'Time with penalty',
    behind: 'Behind (s)',
  },
  /** The state of a race that all have rowed. */
  rowed: 'rowed',
  back: 'Back to the hand-outs',
  printNow: 'Print',
  revision: (revision: number) => `Office revision ${revision}`,
  draft: 'Draft: not published',
  nothing: 'There is nothing to print yet.',
  noResults: 'No results yet.',
  posterTitle: 'Follow your crew',
  posterLine: 'Start times, draw and results of your crew, on your phone, as they happen.',
  posterSteps: [
    'Scan the code.',
    'Find your crew and tap “Follow”.',
    'Your phone tells you before the start, and when the result is there.',
  ],
  posterFree: 'No app, no account.',
  posterCode: 'QR code of the address of the board',
};

export type HandOutsWords = typeof english;

export const handOutsWords = partWords('handOuts', english);
