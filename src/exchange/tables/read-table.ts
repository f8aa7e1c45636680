/** A table of crews, races, lanes and results, in any of the layouts of formats.md §4.4. */
import { Inquiry } from '../inquiry.ts';
import { createHash } from 'node:crypto';
import type {
  Answers,
  EventFacts,
  Format,
  ReadFile,
  ReadRace,
  Reading,
  RowNote,
  Unreadable,
  WrongRow,
} from '../reading.ts';
import { blockRace } from './block-race.ts';
import { lineOf } from './cell-text.ts';
import { type Columns, decideColumns } from './columns.ts';
import { CrewBook, crewNameOf } from './crews.ts';
import type { ColumnValues } from './decide-column.ts';
import { findHeader, type Header, isComment, isRepeated } from './header.ts';
import { headingText } from './heading-text.ts';
import type { Field } from './headings.ts';
import { isOwnTable, readOwnTable } from './own-table.ts';
import { contradictions, raceDrafts, sharedNumbers } from './race-drafts.ts';
import { ownNumbers, type RaceParts, raceOf } from './races.ts';
import { ResultReader } from './results.ts';
import { type SheetRow, type SheetRows, sheetRows } from './sheet-rows.ts';
import { type Starts, startsOf } from './start-times.ts';
import { noteOnUnread } from './unread-columns.ts';
import { MAX_COLUMNS, MAX_ROWS, type Table } from './table.ts';
import { type TableFormat, tableFormatOf } from './table-formats.ts';

/**
 * Reads a table. What it cannot know it asks; until a question is answered, the reading holds what is proposed.
 *
 * @param format whose headings they are; `csv` and `xlsx` for any sheet
 */
export function readTable(
  table: Table,
  format: Format,
  answers: Answers,
  event: EventFacts,
): ReadFile | Unreadable {
  const isTooLarge =
    table.rows.length > MAX_ROWS || table.rows.some((row) => row.length > MAX_COLUMNS);
  if (isTooLarge) return { unreadable: TOO_LARGE };
  const header = findHeader(table);
  if (header === undefined) return { unreadable: NO_HEADER };
  if (isOwnTable(header)) return readOwnTable(table, header, format);
  const inquiry = new Inquiry(answers);
  const tableFormat = tableFormatOf(format, header);
  const ended = endedTable(table, tableFormat, header);
  const values = columnValues(ended, header);
  const columns = decideColumns(header, values, tableFormat.headings, inquiry);
  const sheet = sheetRows(ended, header, columns);
  if ('unreadable' in sheet) return sheet;
  const reading = readingOf(sheet, columns, { event, inquiry, format: tableFormat });
  const unread = noteOnUnread(header, columns);
  if (unread) reading.notes = [unread, ...reading.notes];
  const nameOf = (field: string | null) =>
    header.texts[columns.of.get(field as Field) ?? -1] || field;
  const wrong = reading.wrong.map((each) => ({ ...each, column: nameOf(each.column) }));
  const layout = `${sheet.layout}-${fingerprint(header)}`;
  return { format, layout, questions: inquiry.questions, reading: { ...reading, wrong } };
}

const TOO_LARGE = `The table has more than ${MAX_ROWS} rows or ${MAX_COLUMNS} columns. Save it with one row per boat, or split it.`;
const NO_HEADER =
  'No row of headings was found in the first 30 rows. Name the columns in the first row, such as Race, Time, Lane, Crew.';

const NO_STARTS: Starts = { starts: new Map(), days: new Map() };

interface Context {
  event: EventFacts;
  inquiry: Inquiry;
  format: TableFormat;
}

function readingOf(
  sheet: SheetRows,
  columns: Columns,
  { event, inquiry, format }: Context,
): Reading & { notes: readonly RowNote[] } {
  const { drafts, others } = raceDrafts(withoutPlaceholders(sheet), format.identity);
  const wrong: WrongRow[] = [...failedFormulas(sheet), ...sharedNumbers(drafts)];
  const results = new ResultReader(sheet.rows, inquiry);
  const crews = new CrewBook(format.prefix);
  const notes: RowNote[] = [...sheet.notes, ...contradictions(drafts)];
  const has = carried(columns, sheet, { results, format });
  const starts = has.races ? startsOf(drafts, event, inquiry, wrong) : NO_STARTS;
  const numbers = ownNumbers(drafts);
  const parts: RaceParts = {
    format,
    starts,
    crews,
    results,
    inquiry,
    notes,
    wrong,
    skipped: sheet.skipped,
  };
  const races = drafts.map((draft) => raceOf(draft, numbers, parts));
  for (const row of others) crews.ofRace([row]);
  return {
    carries: { ...has, crews: crews.crews.length > 0, draw: races.some(isDrawn) },
    races: has.races || has.results || races.some(isDrawn) ? races : [],
    crews: crews.crews,
    skipped: sheet.skipped,
    wrong: [...wrong, ...crews.wrong, ...results.wrong].toSorted((a, b) => a.row - b.row),
    notes: [...notes, ...results.notes].toSorted((a, b) => a.row - b.row),
  };
}

function isDrawn({ lanes }: ReadRace): boolean {
  return lanes.some(({ label, crew }) => label !== null && crew !== null);
}

/**
 * What the table speaks of. One with a start or a distance describes the programme; so does one without results, unless
 * it lists crews without lanes: those are entries.
 */
function carried(
  columns: Columns,
  { layout, rows }: SheetRows,
  { results, format }: Pick<RaceParts, 'results' | 'format'>,
): { races: boolean; results: boolean } {
  const hasResults = rows.some((row) => results.hasResult(row));
  const isProgramme = format.isProgramme || rows.some(({ cells }) => cells.start || cells.distance);
  const hasLanes =
    layout === 'races' || layout === 'blocks' || columns.of.has('lane') || columns.of.has('bib');
  const hasCrews = rows.some((row) => crewNameOf(row) !== '');
  return { races: isProgramme || (!hasResults && (hasLanes || !hasCrews)), results: hasResults };
}

/** What a spreadsheet shows in place of a result; none of them is a name or a number. */
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

/** The table up to where a format ends it. */
function endedTable(table: Table, { isEnd }: TableFormat, header: Header): Table {
  if (!isEnd) return table;
  const end = table.rows.findIndex((row, index) => index > header.index && isEnd(lineOf(row[0])));
  return end === -1 ? table : { ...table, rows: table.rows.slice(0, end) };
}

/** So many rows say what a column is. */
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
    groups: (column, by) => {
      const groups = Map.groupBy(filled(column), (row) =>
        by === undefined ? '' : lineOf(row[by]),
      );
      return [...groups.values()].map((group) => group.flatMap((row) => row[column] ?? []));
    },
  };
}

/** Of the headings: the next version of a sheet has the same. */
function fingerprint({ texts }: Header): string {
  const words = texts.map(headingText).join('\n');
  return createHash('sha256').update(words).digest('hex').slice(0, 12);
}
