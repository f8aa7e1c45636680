/** Workbooks: one sheet of them is a table like any other (formats.md §7.3). */
import { createHash } from 'node:crypto';
import {
  type Answers,
  type EventFacts,
  type Format,
  type NamedFile,
  orUnreadable,
  type ReadFile,
  type Unreadable,
  UnreadableError,
} from '../reading/reading.ts';
import { findHeader } from '../tables/columns/header.ts';
import { formatByHeadings } from '../tables/columns/table-formats.ts';
import { readTable } from '../tables/read-table.ts';
import type { Table } from '../tables/table.ts';
import { readSheet } from './sheet.ts';
import { openWorkbook, type Workbook } from './workbook.ts';

/** Headings stand in the first rows. */
const FIRST_LOOK_ROWS = 40;

/**
 * Reads the sheet that has a table. Where several visible ones have, it asks.
 *
 * @param format that the table is known to have; `xlsx`: its headings say it
 */
export function readXlsx(
  { bytes }: NamedFile,
  format: Format,
  answers: Answers,
  event: EventFacts,
): ReadFile | Unreadable {
  return orUnreadable(() => {
    const workbook = openWorkbook(bytes);
    const names = workbook.sheets.map(({ name }) => name);
    const candidates = candidatesOf(workbook);
    const isChoice = candidates.length !== 1;
    const sheet = isChoice
      ? workbook.sheets.find(({ name }) => name === answers.sheet)
      : candidates[0];
    if (!sheet) return askForSheet(names, candidates[0]?.name ?? names[0] ?? null);
    const { table, notes } = readSheet(workbook, sheet);
    const known = format === 'xlsx' ? headingsFormat(table) : format;
    const read = readTable(table, known, answers, event);
    if ('unreadable' in read) return read;
    return {
      ...read,
      layout: isChoice ? layoutOf(names) : read.layout,
      reading: read.reading && { ...read.reading, notes: [...notes, ...read.reading.notes] },
    };
  });
}

/** The only visible sheet; of several those that have headings. */
function candidatesOf(workbook: Workbook): Workbook['sheets'] {
  const { sheets } = workbook;
  if (sheets.length === 0)
    throw new UnreadableError(
      'The workbook has no visible sheet. Show the one to be read, and save it again.',
    );
  if (sheets.length === 1) return sheets;
  return sheets.filter((sheet) => {
    try {
      return findHeader(readSheet(workbook, sheet, FIRST_LOOK_ROWS).table) !== undefined;
    } catch (error) {
      // It is read, and refused, once somebody chooses it.
      if (error instanceof UnreadableError) return true;
      throw error;
    }
  });
}

function askForSheet(names: readonly string[], proposed: string | null): ReadFile {
  const text = 'The workbook has several sheets. Which of them is to be read?';
  return {
    format: 'xlsx',
    layout: layoutOf(names),
    questions: [{ id: 'sheet', text, proposed, options: names }],
    reading: null,
  };
}

/** Before a sheet is chosen only the names of the sheets can tell one kind of workbook from another. */
function layoutOf(names: readonly string[]): string {
  return `xlsx:${createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 16)}`;
}

/** A workbook that holds the table of another program is read as that. */
function headingsFormat(table: Table): Format {
  const header = findHeader(table);
  const format = header && formatByHeadings(header);
  return format === undefined || format === 'csv' ? 'xlsx' : format;
}
