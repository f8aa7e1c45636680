/** The words of the import in English. */
import type { FileFault } from '../../../../src/contract/import.ts';
import { partWords } from '../../shared/words/part-words.ts';
import type { RowState, TooMuch } from '../office/import/import-decisions.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const mebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

const english = {
  title: 'Import',
  intro:
    'Nothing is written before you have seen a preview of every race, crew, lane and result. All of it can be undone at once.',
  files: 'Files',
  choose: 'Choose files',
  orDrop: 'or drop them here',
  formats:
    'Excel (.xlsx), CSV, FinishLynx (.lif; .evt, .sch and .ppl together), CrewTimer, RegattaCentral, Time-Team, DRV, RaceClocker, Webscorer, an event file. Each at most 5 MiB.',
  chosen: 'Chosen files',
  size: (bytes: number) =>
    bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : mebibytes(bytes),
  remove: 'Remove',
  paste: 'Paste from a spreadsheet',
  pasted: 'Copied cells',
  pasteHint: 'Copy the cells with their headings and paste them here.',
  look: 'Show a preview',
  reading: 'Reading the files…',
  unreadable:
    'A file could not be read: it has moved, or other software holds it. Choose it again.',
  tooLarge: 'That is more than can be sent at once: import the files in parts.',
  tooMuch: (why: TooMuch) =>
    why.reason === 'file'
      ? `“${why.name}” has more than 5 MiB. A sheet of that size holds more than results: save what is needed as CSV.`
      : why.reason === 'empty'
        ? `“${why.name}” is empty, or a folder: choose the files in it.`
        : why.reason === 'count'
          ? 'At most 500 files at once: import them in parts.'
          : 'At most 10 MiB at once: import the files in parts.',
  questions: 'What the files do not say',
  questionsHint:
    'The likely answers are filled in. They are remembered for the next file of this kind.',
  wrongAlready: (count: number) =>
    count === 1 ? 'As it stands, one row is wrong:' : `As it stands, ${count} rows are wrong:`,
  inEnglish: 'What the service finds in the files, it says in English.',
  faults: {
    damaged: 'The file is damaged or not complete. Download it again, or save it again.',
    empty: 'The file is empty.',
    'no-headings':
      'No row of headings was found in the first 30 rows. Name the columns in the first row, such as Race, Time, Lane, Crew.',
    'old-excel':
      'An old Excel file (.xls), or a workbook with a password. Save it as .xlsx without a password, or as CSV.',
    pdf: 'A PDF has no table to read. Import the table that it was made from.',
    'too-large':
      'Too large: more than 5 MiB, or too many rows or columns. Split the file, or save the table alone, with a row for each boat.',
    'too-slow':
      'Reading it takes too long or too much memory. Save the table alone in a new file, as CSV.',
    'unknown-format':
      'No table, and no file of software that can be read. Export a table, as .xlsx or CSV.',
  } satisfies Record<Exclude<FileFault, 'open-quote'>, string>,
  openQuote: (row: number) =>
    `The quotation mark that opens in row ${row} never closes. Close it, or save the table again from its software.`,
  answerAll: 'Something is not answered yet.',
  answered: (count: number) => `${plural(count, 'answer', 'answers')}: look again or change`,
  leaveOut: 'Leave it out',
  choosing: 'Choose',
  question: {
    zone: 'Time zone of the regatta',
    dates: 'Which day of the regatta is each date or day?',
    times: 'When do races without a time start?',
    dateOrder: 'Is the day or the month written first?',
    columns: 'What does each column hold?',
    sheet: 'Which sheet is it?',
    colonTime: 'How is a time such as 6:08:30 read?',
    penalty: 'Is the penalty in the times already?',
    exhibition: 'How are crews imported that row for exhibition?',
    emptyPlace: 'What became of boats without a time?',
    scratch: 'What became of crews that are struck through?',
    falseStart: 'What became of crews with a false start?',
    advanced: 'What became of crews that advance without a time?',
    sameName: 'Crews of the same name',
    raceNumbers: 'Race numbers that are no numbers',
    emptyLanes: 'Do empty lanes stay?',
    overwriteResults: 'Overwrite results that are there already?',
    placesConflict: 'Places and times contradict each other: which of them hold?',
    status: 'What do these words mean?',
    race: 'Which race is it?',
    rounds: 'Which round is it?',
    otherRegatta: 'These files have nothing in common with this regatta. Import them?',
    format: 'Which software wrote the file?',
    encoding: 'Which character encoding is the text in?',
    badTimes: 'How are times imported that cannot be read, or are unlikely?',
    twelveHour: 'Is a time without am or pm in the morning or the afternoon?',
    decimalComma: 'Is a comma part of a time, as in 6:05,3?',
    names: 'Are persons named behind the names of crews?',
    unknownLanes: 'How are boats imported that are not in the draw?',
  } as Record<string, string>,
  /** The explanation below each question: the names that it is about, and what the choices do. */
  explain: {
    zone: () =>
      'The regatta has no time zone. The files say local times: where is it, as in Europe/Berlin?',
    dates: (about, days) =>
      `The files have dates that are no days of the regatta (${days}): ${about}.`,
    'dates.each': (_, days) =>
      `The files have dates that are no days of the regatta (${days}). The date itself leaves it as it is.`,
    'dates.named': (_, days) =>
      `The files do not say the date, and the regatta has several days (${days}).`,
    times: () => 'The files give new races no time. They start in the order of the files.',
    'times.founding': () =>
      'The regatta has no races, so those of the files become its races, and the files give them no time. They start in the order of the files.',
    dateOrder: (about) => `A date such as ${about} can be read in two ways.`,
    columns: () => 'The headings alone do not say what is in these columns.',
    sheet: () => 'The workbook has several sheets. One of them is read.',
    colonTime: () => 'Some results have two colons.',
    'colonTime.timeOfDay': () =>
      'Some results have two colons, and are later than the starts beside them.',
    penalty: () => 'Some boats have a penalty and only one time.',
    emptyPlace: () =>
      'Some boats of races with results have no time. Unless the answer is “no result (yet)”, it is about boats without a place: one with a place is asked about by itself. To rank a race by places alone, set it so in the race office first.',
    scratch: () => 'Some crews are struck through in the sheet.',
    falseStart: () => 'The files say of some boats that they made a false start.',
    advanced: () => 'The files say of some boats that they went on without racing.',
    sameName: (about) =>
      `Several rows have the same name: ${about}. Several crews are called A, B, … in the order of the file.`,
    raceNumbers: (about) =>
      `Race numbers such as ${about} have letters, or stand for several races.`,
    emptyLanes: () => 'Some lanes of the files have no crew.',
    overwriteResults: () =>
      'The regatta has other results than the files. With “no” they stay, and those of the files are left out.',
    placesConflict: () =>
      'The answer is for all such races. By the places alone, they have no times.',
    status: () =>
      'These words stand where a result does. One that says that the race was cancelled is no result: it goes into the notes of the race.',
    race: () =>
      'The files have results of races that the regatta does not have, or has several times.',
    rounds: () => 'The regatta has these races in several rounds, and the files do not say which.',
    otherRegatta: () => 'They may be of another one. With “no” the regatta stays as it is.',
    format: () => 'The file has no headings: it is a result of FinishLynx, or a table.',
    encoding: () => 'Some letters of the file cannot be read.',
    badTimes: () =>
      'Type the time that is meant by each cell. An empty field leaves the boat without a result.',
    twelveHour: (about) =>
      `Times such as ${about} stand behind later ones. It is about those that are earlier than the first race of their day.`,
    decimalComma: () =>
      'Some rows have more cells than there are headings, or a number behind a time. With “yes” two such cells are one time.',
    names: () => 'Some names seem to be followed by a person, in brackets or behind a dash.',
    unknownLanes: () => 'The draw has no lane for them.',
  } as Record<string, (about: string, days: string) => string>,
  timesDay: 'The regatta has several days: say the day of the first race, too.',
  /** The first of some names, and how many there are besides. */
  named: (names: readonly string[], more: number) =>
    names.map((name) => `“${name}”`).join(', ') + (more > 0 ? ` and ${more} more` : ''),
  unusable: (answer: string) => `“${answer}” cannot be used.`,
  unsettled: 'The answer so far cannot be used as it is.',
  parts: {
    first: 'First race at',
    everyMinutes: 'Minutes between races',
    'no place': 'Neither place nor time',
    '': 'Rows without a day',
  } as Record<string, string>,
  /** `question.option`, or an option that means the same in all questions. */
  options: {
    dns: 'did not start',
    dnf: 'did not finish',
    dsq: 'disqualified',
    none: 'no result (yet)',
    scratch: 'scratched',
    exhibition: 'for exhibition',
    'dates.weekday': 'move them to the days of the regatta, by the day of the week',
    'dates.order': 'move them to the days of the regatta, in their order',
    'dates.as-printed': 'leave them as they are',
    dmy: 'day first: 13/06',
    mdy: 'month first: 06/13',
    hundredths: 'minutes, seconds, hundredths',
    hours: 'hours, minutes, seconds',
    'colonTime.timeOfDay': 'a time of day: the start is taken off',
    'unknownLanes.add': 'a lane without a crew for each',
    'unknownLanes.skip': 'leave their results out',
    'unknownLanes.refuse': 'leave all results of their races out',
    'names.strip': 'yes, leave them out',
    'names.keep': 'no, the names stay as they are',
    'scratch.withdrawn': 'they were withdrawn',
    'scratch.racing': 'they row',
    inside: 'the times hold it already',
    apart: 'it comes on top of the times',
    'sameName.true': 'several crews',
    'sameName.false': 'one crew',
    'raceNumbers.true': 'the next free numbers; their own are printed',
    'raceNumbers.false': 'no, they are changed in the file',
    'emptyLanes.keep': 'yes, they stay',
    'emptyLanes.drop': 'no, leave them out',
    'placesConflict.times': 'the times',
    'placesConflict.places': 'the places, without times',
    'otherRegatta.import': 'yes, import them',
    'otherRegatta.stop': 'no, they are of another regatta',
    afternoon: 'in the afternoon',
    'as-written': 'as written, in the morning',
    finishlynx: 'FinishLynx',
    csv: 'a table',
    'columns.number': 'race number',
    'columns.title': 'title',
    'columns.start': 'start time',
    'columns.date': 'day',
    'columns.boatClass': 'boat class',
    'columns.round': 'round',
    'columns.distance': 'distance',
    'columns.sequence': 'order of the races',
    'columns.lane': 'lane',
    'columns.bib': 'bow number',
    'columns.crew': 'crew',
    'columns.crewSuffix': 'letter of the crew',
    'columns.crewId': 'id of the crew',
    'columns.club': 'club',
    'columns.clubCode': 'short name of the club',
    'columns.time': 'result: time',
    'columns.rawTime': 'result: time without penalty',
    'columns.adjustedTime': 'result: time with penalty',
    'columns.place': 'place',
    'columns.status': 'status',
    'columns.penalty': 'penalty',
    'columns.notes': 'notes',
    'columns.category': 'category of the entry',
    'columns.allowance': 'handicap, taken off the time',
    'columns.outOfCompetition': 'out of competition',
    'columns.age': 'age, of which only “Exhib” is read',
    'columns.plannedStart': 'planned start of the boat',
    'columns.startedAt': 'when the boat started',
    'columns.finishedAt': 'when the boat finished',
    'columns.combine': 'race that it starts together with',
    'columns.handicapType': 'kind of handicap',
    'columns.handicapMultiplier': 'factor of the handicap',
    'columns.raceType': 'kind of race',
    'columns.ignore': 'leave it out',
  } as Record<string, string>,
  preview: 'Preview',
  changedMeanwhile:
    'Somebody has changed the regatta meanwhile. Nothing was written; this is the new preview.',
  firstRace: 'First race',
  lastRace: 'Last race',
  notes: (count: number) => plural(count, 'note', 'notes'),
  place: (file: string | undefined, row: number | null) =>
    [file, row === null ? undefined : `Row ${row}`].filter(Boolean).join(', '),
  show: 'Show',
  all: 'All',
  outcome: 'Outcome',
  thing: 'What',
  what: 'What is in it',
  states: {
    new: 'New',
    changed: 'Changed',
    same: 'Same',
    skipped: 'Left out',
    wrong: 'Wrong',
  } satisfies Record<RowState, string>,
  resultOf: (lane: string) => `${lane}, result`,
  value: (property: string, value: string) => `${property}: ${value}`,
  change: (property: string, before: string, after: string) => `${property}: ${before} → ${after}`,
  shownOf: (shown: number, all: number) => `The first ${shown} of ${all} rows.`,
  write: 'Import it',
  /** The button that leaves a preview, where nothing was typed. */
  leave: 'Do not import',
  mendFirst: 'Correct the wrong rows in the file first, then choose it again.',
  nothing: 'All of it is there already: there is nothing to import.',
  written: (fresh: number, changed: number) => `Imported: ${fresh} new, ${changed} changed.`,
  takenBack: 'The import was undone.',
  toHistory: 'History',
  toProgramme: 'Back to the programme',
  again: 'Import more',
};

export const importWords = partWords('imports', english);
