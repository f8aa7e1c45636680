/** Results of Webscorer as tab-delimited text (formats.md §5). Of persons only the name of their team is read. */
import { externalIdOf } from './reading/external-id.ts';
import { Inquiry } from './reading/inquiry.ts';
import { PersonNames } from './reading/person-names.ts';
import type { Reader, ReadLane, ReadRace, ReadResult, WrongRow } from './reading/reading.ts';
import { ResultWords } from './reading/result-words.ts';
import { orUnreadable, UnreadableError } from './reading/unreadable.ts';
import { readPlace } from './tables/cells/places.ts';
import { splitText } from './tables/cells/split-text.ts';
import { oneLine } from './text/json.ts';
import { decodeText } from './text/text.ts';

/** Headings in small letters. */
const COLUMNS = ['place', 'bib', 'team name', 'category', 'wave', 'distance', 'time'] as const;
type Column = (typeof COLUMNS)[number];
/** Headings are looked for in so many lines. */
const HEAD_LINES = 30;

/** Reads the results of crews, race by race: a race is one category of one wave. */
export const readWebscorer: Reader = ({ bytes, name }, answers) =>
  orUnreadable(() => {
    const table = splitText(decodeText(bytes).text, name);
    if ('unreadable' in table) return table;
    const rows = rowsOf(table.rows.map((cells) => cells.map(({ text }) => text)));
    const inquiry = new Inquiry(answers);
    const times = rows.map(({ time, distance }) => ({
      text: time,
      distanceMeters: metersOf(distance),
    }));
    const words = new ResultWords(inquiry, answers, times);
    const names = new PersonNames(inquiry);
    const wrong: WrongRow[] = [];
    const races = Map.groupBy(rows, ({ category, wave }) => JSON.stringify([category, wave]));
    const read = Array.from(races.values(), (of) => readRace(of, { words, names, wrong }));
    return {
      format: 'webscorer',
      layout: 'webscorer:results',
      questions: [...inquiry.questions, ...words.questions()],
      reading: {
        carries: { crews: false, races: false, draw: false, results: true },
        races: read,
        crews: [],
        skipped: [],
        wrong,
        notes: names.notes,
      },
    };
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

/** How rows are read, and what is found in them. */
interface Findings {
  words: ResultWords;
  names: PersonNames;
  wrong: WrongRow[];
}

function metersOf(distance: string): number | null {
  const [, meters] = /^(\d{2,5})\s*m(?:eters?|etres?)?$/i.exec(distance) ?? [];
  return meters === undefined ? null : Number(meters);
}

function readRace(rows: readonly Row[], findings: Findings): ReadRace {
  const [{ category = '', wave = '', distance = '', number = 1 } = {}] = rows;
  return {
    externalId: externalIdOf('webscorer', category, wave),
    printed: null,
    raceNumber: null,
    title: oneLine(`${category} ${wave}`) || null,
    boatClass: category || null,
    round: wave || null,
    divisionLabel: null,
    distanceMeters: metersOf(distance),
    start: null,
    notes: null,
    lanes: rows.flatMap((row) => readLane(row, findings)),
    row: number,
  };
}

function readLane(row: Row, { words, names, wrong }: Findings): ReadLane[] {
  const { number } = row;
  const name = names.of(row['team name'], number);
  if (name === '') {
    wrong.push({ row: number, column: 'Team name', reason: 'The row has no team name.' });
    return [];
  }
  const result = readResult(row, words);
  if (result === 'wrong') {
    const reason = `${JSON.stringify(row.time)} is no time.`;
    wrong.push({ row: number, column: 'Time', reason });
    return [];
  }
  const crew = { externalId: externalIdOf('webscorer', name), name, clubId: null, row: number };
  return [{ label: null, crew, result, row: number }];
}

/** A status stands in the column of places or of times. */
function readResult({ place, time, number }: Row, words: ResultWords): ReadResult | null | 'wrong' {
  const places = readPlace(place);
  const inPlace = places === null ? words.read(place, number) : { kind: 'none' as const };
  const written = inPlace.kind === 'status' ? inPlace : words.read(time, number);
  if (written.kind === 'bad') return 'wrong';
  if (written.kind === 'none') return null;
  if (written.kind === 'status')
    return { status: written.status, finishMillis: null, penaltyMillis: null, place: null };
  return { status: 'finished', finishMillis: written.millis, penaltyMillis: null, place: places };
}
