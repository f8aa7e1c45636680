/** A table of crews, races, lanes and results, in any of the layouts of formats.md §4.4. */
import { createHash } from 'node:crypto';
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../contract/limits.ts';
import { Inquiry } from '../reading/inquiry.ts';
import type {
  Answers,
  EventFacts,
  Format,
  ReadFile,
  Reading,
  ReadRace,
  RowNote,
  Unreadable,
  WrongRow,
} from '../reading/reading.ts';
import { lineOf } from './cells/cell-text.ts';
import { type Meant, withoutDecimalCommas } from './cells/decimal-commas.ts';
import { withWholeNumbers } from './cells/number-cells.ts';
import { type Columns, decideColumns, noteOnUnread } from './columns/columns.ts';
import type { Field } from './columns/common-headings.ts';
import type { ColumnValues } from './columns/decide-column.ts';
import { findHeader, type Header, headingText, isComment, isRepeated } from './columns/header.ts';
import {
  type StartColumn,
  startColumnOf,
  type TableFormat,
  tableFormatOf,
} from './columns/table-formats.ts';
import { CrewRegistry, crewNameOf, settleCrewCells } from './crews.ts';
import { isOwnTable, readOwnTable } from './own-table.ts';
import {
  combineRaces,
  contradictions,
  type RaceDraft,
  raceDrafts,
  sharedNumbers,
} from './race-drafts.ts';
import { ownNumbers, type RaceParts, raceOf } from './races.ts';
import { ResultReader } from './results/results.ts';
import { blockRace, type SheetRow, type SheetRows, sheetRows } from './sheet-rows.ts';
import { type Starts, startsOf } from './start-times.ts';
import { EMPTY_CELL, type Table } from './table.ts';

/**
 * Reads a table, and asks what it cannot know; until a question is answered, its proposal applies.
 *
 * @param format which says what the headings mean; `csv` and `xlsx` for any sheet
 */
export function readTable(
  table: Table,
  format: Format,
  answers: Answers,
  event: EventFacts,
): ReadFile | Unreadable {
  const isTooLarge =
    table.rows.length > MAX_IMPORT_ROWS ||
    table.rows.some((row) => row.length > MAX_IMPORT_COLUMNS);
  if (isTooLarge) return { unreadable: TOO_LARGE, fault: 'too-large' };
  const header = findHeader(table);
  if (header === undefined) return { unreadable: NO_HEADER, fault: 'no-headings' };
  const inquiry = new Inquiry(answers);
  const meant = withoutDecimalCommas(table, header, inquiry);
  if (isOwnTable(header)) return ownTable(meant, { header, format, inquiry });
  const tableFormat = tableFormatOf(format, header);
  const ended = endedTable(meant.table, tableFormat, header);
  const values = columnValues(ended, header);
  const decided = decideColumns(header, values, tableFormat.headings, inquiry);
  const startHeading =
    header.texts[decided.of.get('start') ?? decided.of.get('plannedStart') ?? -1];
  const startColumn = startColumnOf(startHeading, tableFormat);
  const columns = startColumn === 'boats' ? besidePlan(decided) : decided;
  const rows = withWholeNumbers(ended.rows, header.index + 1, columns);
  const found = sheetRows({ ...ended, rows }, header, columns);
  if ('unreadable' in found) return found;
  const crews = settleCrewCells(found.rows, inquiry);
  const sheet = {
    ...found,
    rows: crews.rows,
    notes: [...meant.notes, ...found.notes, ...crews.notes],
  };
  sheet.wrong.push(...meant.wrong);
  const reading = readingOf(sheet, columns, { event, inquiry, format: tableFormat, startColumn });
  const unread = noteOnUnread(header, columns);
  if (unread) reading.notes = [unread, ...reading.notes];
  const nameOf = (field: string | null) =>
    header.texts[columns.of.get(field as Field) ?? -1] || field;
  const wrong = reading.wrong.map((each) => ({ ...each, column: nameOf(each.column) }));
  const layout = `${sheet.layout}-${fingerprint(header)}`;
  return { format, layout, questions: inquiry.questions, reading: { ...reading, wrong } };
}

/** Beside a column of planned starts, a column of starts has the actual ones. */
function besidePlan(columns: Columns): Columns {
  const start = columns.of.get('start');
  if (start === undefined || !columns.of.has('plannedStart')) return columns;
  const of = new Map(columns.of);
  of.delete('start');
  return { ...columns, of: of.set('startedAt', of.get('startedAt') ?? start) };
}

const TOO_LARGE = `The table has more than ${MAX_IMPORT_ROWS} rows or ${MAX_IMPORT_COLUMNS} columns. Save it with one row per boat, or split it, each race within one file.`;
const NO_HEADER =
  'No row of headings was found in the first 30 rows. Name the columns in the first row, such as Race, Time, Lane, Crew.';

/** What we have exported ourselves needs no question, unless somebody has typed decimal commas into it. */
function ownTable(
  meant: Meant,
  { header, format, inquiry }: { header: Header; format: Format; inquiry: Inquiry },
): ReadFile {
  const read = readOwnTable(meant.table, header, format);
  if (read.reading === null) return read;
  const wrong = [...read.reading.wrong, ...meant.wrong].toSorted((a, b) => a.row - b.row);
  const notes = [...read.reading.notes, ...meant.notes];
  return { ...read, questions: inquiry.questions, reading: { ...read.reading, wrong, notes } };
}

const NO_STARTS: Starts = { starts: new Map(), days: new Map() };

interface Context {
  event: EventFacts;
  inquiry: Inquiry;
  format: TableFormat;
  startColumn: StartColumn;
}

function readingOf(
  found: SheetRows,
  columns: Columns,
  { event, inquiry, format, startColumn }: Context,
): Reading & { notes: readonly RowNote[] } {
  const { rows, joined } = combineRaces(found.rows, format);
  const sheet = { ...found, rows };
  const { drafts: all, others } = raceDrafts(withoutPlaceholders(sheet), format.identity);
  const drafts = withoutEmpty(all, sheet, columns);
  const wrong: WrongRow[] = [...sheet.wrong, ...failedFormulas(sheet), ...sharedNumbers(drafts)];
  const results = new ResultReader(rows, inquiry, format.isMachineTimed);
  const crews = new CrewRegistry(format.prefix);
  const notes: RowNote[] = [...sheet.notes, ...contradictions(drafts, startColumn !== 'race')];
  const has = carried(columns, sheet, { drafts, results, format, startColumn });
  const isFounding = event.hasNoRaces === true && has.results;
  const starts = has.races || isFounding ? startsOf(drafts, event, inquiry, wrong) : NO_STARTS;
  const numbers = ownNumbers(drafts);
  const parts: RaceParts = {
    format,
    ...{ starts, startColumn, joined },
    crews,
    results,
    inquiry,
    notes,
    wrong,
    skipped: sheet.skipped,
  };
  const races = drafts.map((draft) => raceOf(draft, numbers, parts));
  for (const row of others) crews.ofRace([row]);
  const lost = withoutRace(others, results);
  wrong.push(...lost.wrong);
  notes.push(...lost.notes);
  // Columns of times that stand beside those of places have no headings.
  const hasTimes =
    TIME_FIELDS.some((field) => columns.of.has(field)) ||
    sheet.rows.some(({ cells }) => cells.time);
  return {
    ...(has.results && !hasTimes && { isWithoutTimes: true }),
    carries: { ...has, crews: crews.crews.length > 0, draw: races.some(isDrawn) },
    races: has.races || has.results || races.some(isDrawn) ? races : [],
    crews: crews.crews,
    skipped: sheet.skipped.toSorted((a, b) => a.row - b.row),
    wrong: [...wrong, ...crews.wrong, ...results.wrong].toSorted((a, b) => a.row - b.row),
    notes: [...notes, ...results.notes].toSorted((a, b) => a.row - b.row),
  };
}

const TIME_FIELDS: readonly Field[] = ['time', 'rawTime', 'adjustedTime', 'finishedAt'];

function isDrawn({ lanes }: ReadRace): boolean {
  return lanes.some(({ label, crew }) => label !== null && crew !== null);
}

interface TableContext extends Pick<RaceParts, 'results' | 'format' | 'startColumn'> {
  drafts: readonly RaceDraft[];
}

/**
 * What the table contains. One with starts or distances is a programme, unless its starts are actual ones of boats in races
 * with results. One without results is a programme, too, unless it lists crews without lanes: those are entries.
 */
function carried(
  columns: Columns,
  { layout, rows }: SheetRows,
  { drafts, results, format, startColumn }: TableContext,
): { races: boolean; results: boolean } {
  const hasResults = rows.some((row) => results.hasResult(row));
  const haveBoatsStarted = ({ rows: ofRace }: RaceDraft) => {
    const starts = new Set(ofRace.flatMap(({ cells }) => (cells.start ? lineOf(cells.start) : [])));
    const isOver = ofRace.some((row) => results.hasResult(row));
    return startColumn === 'boats' && isOver && starts.size > 1;
  };
  const planned = drafts.filter((draft) => !haveBoatsStarted(draft)).flatMap((draft) => draft.rows);
  const isProgramme =
    format.isProgramme ||
    planned.some(({ cells }) => cells.start) ||
    rows.some(({ cells }) => cells.plannedStart || cells.distance);
  const hasLanes =
    layout === 'races' || layout === 'blocks' || columns.of.has('lane') || columns.of.has('bib');
  const hasCrews = rows.some((row) => crewNameOf(row) !== '');
  return { races: isProgramme || (!hasResults && (hasLanes || !hasCrews)), results: hasResults };
}

/** What a spreadsheet shows where a formula fails; none of them is a name or a number. */
const FORMULA_ERROR = /^#(?:N\/A|NAME\?|REF!|VALUE!|DIV\/0!|NULL!|NUM!)$/;

function failedFormulas({ rows }: SheetRows): WrongRow[] {
  const said = new Set<string>();
  return rows.flatMap(({ row, cells }) =>
    Object.entries(cells).flatMap(([column, cell]): WrongRow[] => {
      const text = cell.text.trim();
      // A row of several lanes comes once for each of them.
      if (!FORMULA_ERROR.test(text) || said.has(`${column} ${text} ${row}`)) return [];
      said.add(`${column} ${text} ${row}`);
      return [{ row, column, reason: `the formula failed: ${text}. Mend it in the sheet.` }];
    }),
  );
}

/** Race "0", whose crews are officials, is no race. */
function withoutPlaceholders(sheet: SheetRows): SheetRow[] {
  return sheet.rows.filter(({ row, cells }) => {
    const isPlaceholder = /^0+$/.test(lineOf(cells.number));
    if (isPlaceholder) sheet.skipped.push({ row, reason: 'Race “0” is no race' });
    return !isPlaceholder;
  });
}

/** The fields of which a race has at least one. */
const MARKS: readonly Field[] = [
  ...(['start', 'plannedStart', 'lane', 'bib', 'crew', 'club', 'clubCode'] as const),
  ...(['time', 'rawTime', 'adjustedTime', 'place', 'status', 'finishedAt'] as const),
];

/** Leaves out races without time, lane and crew, if the table has such columns: they are sentences and headings of parts. */
function withoutEmpty(drafts: RaceDraft[], sheet: SheetRows, { of }: Columns): RaceDraft[] {
  const isWide = sheet.layout === 'races' || sheet.layout === 'places';
  if (sheet.layout === 'blocks' || !(isWide || MARKS.some((field) => of.has(field)))) return drafts;
  // Where each lane has a column, the field `lane` is filled even if the lane is empty.
  const marks = sheet.layout === 'races' ? MARKS.filter((field) => field !== 'lane') : MARKS;
  return drafts.filter(({ rows }) => {
    if (rows.some(({ cells }) => marks.some((field) => lineOf(cells[field]) !== ''))) return true;
    const [first] = rows;
    const text = lineOf(first?.cells.title) || lineOf(first?.cells.number);
    const reason = `“${text.slice(0, 60)}” has no time, no lane and no crew, and is no race`;
    sheet.skipped.push({ row: first?.row ?? 0, reason });
    return false;
  });
}

/** The table up to where a format ends it. */
function endedTable(table: Table, { isEnd }: TableFormat, header: Header): Table {
  if (!isEnd) return table;
  const end = table.rows.findIndex((row, index) => index > header.index && isEnd(lineOf(row[0])));
  return end === -1 ? table : { ...table, rows: table.rows.slice(0, end) };
}

/** The number of rows by which columns are decided. */
const SAMPLE_ROWS = 1000;

function columnValues({ rows }: Table, header: Header): ColumnValues {
  const body = rows
    .slice(header.index + 1, header.index + 1 + SAMPLE_ROWS)
    .filter((row) => !isRepeated(header, row) && !isComment(row) && !blockRace(row))
    // A cell that stands alone is a day or a break.
    .filter((row) => row.filter(({ text }) => text.trim() !== '').length > 1);
  const filled = (column: number) => body.filter((row) => (row[column]?.text ?? '').trim() !== '');
  return {
    cells: (column) => filled(column).flatMap((row) => row[column] ?? []),
    beside: (column, other) =>
      filled(column).map((row) => ({
        cell: row[column] ?? EMPTY_CELL,
        other: (other === undefined ? undefined : row[other]) ?? EMPTY_CELL,
      })),
    groups: (column, by) => {
      const groups = Map.groupBy(filled(column), (row) =>
        by === undefined ? '' : lineOf(row[by]),
      );
      return [...groups.values()].map((group) => group.flatMap((row) => row[column] ?? []));
    },
  };
}

/** A hash of the headings, which the next version of a sheet has as well. */
function fingerprint({ texts }: Header): string {
  const words = texts.map(headingText).join('\n');
  return createHash('sha256').update(words).digest('hex').slice(0, 12);
}

/** Results and lanes in rows that name no race, which would otherwise be lost silently. */
function withoutRace(
  rows: readonly SheetRow[],
  results: ResultReader,
): { wrong: WrongRow[]; notes: RowNote[] } {
  const wrong = rows
    .filter((row) => results.hasResult(row))
    .map(({ row }) => ({ row, column: null, reason: NO_RACE }));
  const drawn = rows.find(({ cells }) => lineOf(cells.lane) !== '');
  const isNoted = drawn !== undefined && wrong.length === 0;
  return { wrong, notes: isNoted ? [{ row: drawn.row, text: NO_RACE_OF_LANES }] : [] };
}

const NO_RACE =
  'The row names no race, so that its result has nowhere to go. Add a column with the number of the race.';
const NO_RACE_OF_LANES =
  'The rows name no race: their lanes are not read. Add a column with the number of the race.';
