/** Results of Webscorer as tab-delimited text (formats.md §5). Of persons only the name of their team is read. */
import { readAllowance } from '../domain/results/result-word.ts';
import {
  orUnreadable,
  type Reader,
  type ReadResult,
  type ReadStart,
  UnreadableError,
} from './reading/reading.ts';
import {
  type AppEntry,
  type AppRow,
  type ResultWords,
  resultsOfApp,
} from './reading/timing-apps.ts';
import { readPlace, statusWordOf } from './tables/cells/result-cells.ts';
import { splitText } from './tables/cells/split-text.ts';
import { momentOf } from './tables/results/result-time.ts';
import { textCell } from './tables/table.ts';
import { decodeText, oneLine } from './text/text.ts';

/** Headings in small letters. */
const COLUMNS = [
  ...(['place', 'bib', 'team name', 'category', 'wave', 'distance', 'time'] as const),
  ...(['start time', 'handicap'] as const),
] as const;
type Column = (typeof COLUMNS)[number];
/** The number of lines in which the headings are searched. */
const HEAD_LINES = 30;

/** Reads the results of crews, race by race. */
export const readWebscorer: Reader = ({ bytes, name }, answers) =>
  orUnreadable(() => {
    const table = splitText(decodeText(bytes).text, name);
    if ('unreadable' in table) return table;
    const rows = rowsOf(table.rows.map((cells) => cells.map(({ text }) => text))).map(appRow);
    const file = {
      ...({ format: 'webscorer', layout: 'webscorer:results' } as const),
      columns: { name: 'Team name', time: 'Time' },
      name: '',
      rows,
    };
    return resultsOfApp(file, answers);
  });

/** Whether a text has the headings of Webscorer in its first lines. */
export function isWebscorer(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/, HEAD_LINES).map((line) => line.split('\t'));
  return lines.some((cells) => isHeader(cells.map((cell) => oneLine(cell).toLowerCase())));
}

function isHeader(headings: readonly string[]): boolean {
  return headings.includes('bib') && headings.includes('team name');
}

type Row = Record<Column, string> & { number: number };

/** The rows below the headings; a blank line and headings again may stand between the categories. */
function rowsOf(rows: readonly (readonly string[])[]): Row[] {
  let columns: Map<Column, number> | undefined;
  const read: Row[] = [];
  for (const [index, cells] of rows.entries()) {
    const headings = cells.map((text) => oneLine(text).toLowerCase());
    if (isHeader(headings)) {
      columns = new Map(COLUMNS.map((column) => [column, headings.indexOf(column)]));
      continue;
    }
    if (!columns || headings.every((text) => text === '')) continue;
    const texts = Array.from(columns, ([column, at]) => [column, oneLine(cells[at] ?? '')]);
    read.push({ ...(Object.fromEntries(texts) as Record<Column, string>), number: index + 1 });
  }
  if (!columns || columns.get('time') === -1)
    throw new UnreadableError(
      'The file has no columns Bib, Team name and Time. Download the complete results of the race from Webscorer as tab-delimited text.',
    );
  return read;
}

function metersOf(distance: string): number | null {
  const [, meters] = /^(\d{2,5})\s*m(?:eters?|etres?)?$/i.exec(distance) ?? [];
  return meters === undefined ? null : Number(meters);
}

function appRow(row: Row): AppRow {
  const { number, category, wave, distance, time } = row;
  return {
    ...{ number, name: row['team name'], id: '', printed: '', category, wave, time },
    // Boats over different distances do not start together.
    together: `${wave}\n${distance}`,
    distanceMeters: metersOf(distance),
    read: (words) => readEntry(row, words),
  };
}

function readEntry(row: Row, words: ResultWords): AppEntry | string {
  const result = readResult(row, words);
  if (result === 'wrong') return `${JSON.stringify(row.time)} is no time.`;
  const startedAt = result?.status === 'dns' ? undefined : startOf(row['start time']);
  // Webscorer adds a handicap to the time; it subtracts a negative one.
  const allowanceMillis = -(readAllowance(row.handicap) ?? 0);
  return {
    result,
    ...(allowanceMillis !== 0 && { allowanceMillis }),
    ...([row.place, row.time].some(isExhibition) && { outOfCompetition: true }),
    ...(startedAt && { startedAt }),
  };
}

function isExhibition(text: string): boolean {
  return statusWordOf(text) === 'exhibition';
}

/** A start as a time of day. Where boats start one by one, the file may have the time since the first start: that is none. */
function startOf(text: string): ReadStart | undefined {
  const start = momentOf(textCell(text));
  return start && start.time >= '01' ? start : undefined;
}

/** A status is in the column of places or of times. */
function readResult({ place, time, number }: Row, words: ResultWords): ReadResult | null | 'wrong' {
  const places = readPlace(place);
  const inPlace =
    places === null && !isExhibition(place) ? words.read(place, number) : { kind: 'none' as const };
  const written = inPlace.kind === 'status' ? inPlace : words.read(time, number);
  if (written.kind === 'bad') return 'wrong';
  if (written.kind === 'none') return null;
  if (written.kind === 'status')
    return { status: written.status, finishMillis: null, penaltyMillis: null, place: null };
  return { status: 'finished', finishMillis: written.millis, penaltyMillis: null, place: places };
}
