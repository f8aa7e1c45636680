/** The rows of a table in one form, whatever its layout: one row for each crew (formats.md §4.4). */
import type { RowNote, SkippedRow, Unreadable, WrongRow } from '../reading/reading.ts';
import { isDayLabel, lineOf } from './cells/cell-text.ts';
import { type NumberCells, numberCells } from './cells/number-cells.ts';
import type { Columns } from './columns/columns.ts';
import type { Field } from './columns/common-headings.ts';
import {
  type Header,
  headingText,
  isComment,
  isOtherHeader,
  isRepeated,
} from './columns/header.ts';
import { type Cell, EMPTY_CELL, type Table, textCell } from './table.ts';

/** Words that names have in lower case, too: "Société Nautique de la Marne", "Ruderverein von 1878 an der Saale". */
const PARTICLES = new Set(
  [
    'a al am an and at auf aus aan bei by da dal de degli dei del della den der des di do du e el en et',
    'for from het i il im in la las le les lo los met mit of on op per pour s sur sul t te ten ter the',
    'to und v van vom von vor y z zu zum zur',
  ].flatMap((line) => line.split(' ')),
);

const LEAST_WORDS = 4;
/** A name has one word in lower case at the most: "Koninklijke roeivereniging het Spaarne". */
const LEAST_LOWER_WORDS = 2;

/** Whether a text reads as a sentence: several words in lower case that no name has. */
export function isSentence(text: string): boolean {
  const words = text.slice(0, 200).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const lower = words.filter((word) => /^\p{Ll}{2}/u.test(word) && !PARTICLES.has(word));
  return words.length >= LEAST_WORDS && lower.length >= LEAST_LOWER_WORDS;
}

export type Layout = 'lanes' | 'races' | 'places' | 'blocks';

/** A crew in a race, or a race without crews. */
export interface SheetRow {
  /** The number of the row, as a spreadsheet counts. */
  row: number;
  cells: Partial<Record<Field, Cell>>;
}

export interface SheetRows {
  layout: Layout;
  rows: SheetRow[];
  skipped: SkippedRow[];
  wrong: WrongRow[];
  notes: RowNote[];
}

/** The fields of a race as a whole: where one is empty, the cell above applies. */
const RACE_FIELDS: readonly Field[] = [
  ...(['number', 'title', 'round', 'date', 'start', 'boatClass', 'distance', 'sequence'] as const),
];

/** Twenty lanes in each of as many races as a table can have. */
const MAX_LANES = 100_000;

const NOT_SUPPORTED =
  'This table cannot be read: its headings stand in several rows, or its races in several rows each. Save the table with one row per boat.';

/** Brings a table into rows. Empty cells of a race are filled from above; breaks and headings are left out. */
export function sheetRows(table: Table, header: Header, columns: Columns): SheetRows | Unreadable {
  const reader = new RowReader(table, header, columns);
  for (const [index, row] of table.rows.entries()) {
    if (!reader.read(row, index)) return { unreadable: NOT_SUPPORTED };
    if (reader.result.rows.length > MAX_LANES)
      return {
        unreadable: `The table has more than ${MAX_LANES} lanes. Split it into several files, each race within one of them.`,
      };
  }
  return reader.result;
}

/** Whether races begin with lines such as `Event,1,U14 BOYS K1,HEAT 1,500m`. */
function hasBlocks({ rows }: Table, header: Header): boolean {
  return rows.some((row, index) => index !== header.index && blockRace(row) !== undefined);
}

class RowReader {
  readonly result: SheetRows;
  private readonly header: Header;
  private readonly columns: Columns;
  /** The day of the last row that has only a day. */
  private day: Cell = EMPTY_CELL;
  private block: SheetRow['cells'] = {};
  private last: SheetRow['cells'] = {};
  private readonly numbers: NumberCells;

  constructor(table: Table, header: Header, columns: Columns) {
    this.header = header;
    this.columns = columns;
    const body = table.rows.slice(header.index + 1).filter((row) => !isRepeated(header, row));
    this.numbers = numberCells(body, columns);
    const layout = hasBlocks(table, header)
      ? 'blocks'
      : columns.places.length > 1
        ? 'places'
        : columns.lanes.length > 1
          ? 'races'
          : 'lanes';
    this.result = { layout, rows: [], skipped: [], wrong: [], notes: [] };
  }

  /** @returns false where the table has a layout that is not read */
  read(row: readonly Cell[], index: number): boolean {
    const filled = row.filter(({ text }) => text.trim() !== '');
    const [only] = filled;
    if (only === undefined || index === this.header.index) return true;
    if (filled.length === 1 && isDayLabel(only)) {
      this.day = only;
      this.last = {};
      return this.skip(index, `“${lineOf(only)}” is the day of the rows below`);
    }
    const block = this.result.layout === 'blocks' ? blockRace(row) : undefined;
    if (block) {
      this.block = block;
      if (this.isNewRace()) this.add(index, this.onItsDay(block));
      return true;
    }
    if (index < this.header.index || isRepeated(this.header, row)) return true;
    if (isComment(row)) return this.skip(index, 'a comment');
    if (filled.length === 1 && this.areWords(row, only)) return this.skip(index, noRace(row, {}));
    if (this.isRemark(row, filled)) return this.skip(index, noRace(row, {}));
    if (isOtherHeader(this.header, row, index)) return false;
    return this.readCells(row, index);
  }

  /** Whether the only cell of a row is several words, and is in no column for names of races, crews or clubs, or notes. */
  private areWords(row: readonly Cell[], only: Cell): boolean {
    const isName = (['title', 'crew', 'club', 'notes'] as const).some(
      (field) => row[this.columns.of.get(field) ?? -1] === only,
    );
    const { lanes, places } = this.columns;
    const isWide = [...lanes, ...places].some(({ column }) => row[column] === only);
    return !isName && !isWide && /\p{L}{2}\S*\s+\S+\s+\S/u.test(lineOf(only).slice(0, 200));
  }

  /** Whether a row has only a sentence in a column for names, and notes. */
  private isRemark(row: readonly Cell[], filled: readonly Cell[]): boolean {
    const at = (field: Field) => row[this.columns.of.get(field) ?? -1];
    const names = [at('crew'), at('club')];
    return (
      filled.every((cell) => [...names, at('notes')].includes(cell)) &&
      names.some((cell) => isSentence(lineOf(cell)))
    );
  }

  /** A block with a number or a title is a race, even if it lists no crews. */
  private isNewRace(): boolean {
    return this.block.number !== undefined || this.block.title !== undefined;
  }

  private readCells(row: readonly Cell[], index: number): boolean {
    const cells = this.cellsOf(row);
    if (this.result.layout === 'races' || this.result.layout === 'places')
      return this.readWide(row, index, cells);
    const isCrew = [cells.crew, cells.club, cells.lane, cells.bib].some(
      (cell) => lineOf(cell) !== '',
    );
    if (this.result.layout === 'blocks')
      Object.assign(cells, { ...this.block, ...filledOnly(cells) });
    else if (isCrew) this.fillDown(cells, this.keyIsEmpty(cells) ? RACE_FIELDS : ['date']);
    else this.fillDown(cells, ['date']);
    if (!isCrew && (this.isBreak(cells) || this.keyIsEmpty(cells))) {
      return this.skip(index, noRace(row, cells));
    }
    if (this.isOdd(cells)) return this.leaveOut(index, row, cells, isCrew);
    this.last = cells;
    return this.add(index, cells);
  }

  /** Whether the number of the race is a total or a sentence. */
  private isOdd({ number }: SheetRow['cells']): boolean {
    return this.numbers.isOdd(lineOf(number));
  }

  /** A row without time, lane and crew is no race; in others, a person has to correct the number. */
  private leaveOut(
    index: number,
    row: readonly Cell[],
    cells: SheetRow['cells'],
    isCrew: boolean,
  ): true {
    if (!isCrew && lineOf(cells.start) === '') return this.skip(index, noRace(row, cells));
    const number = lineOf(cells.number).slice(0, 60);
    const reason = `“${number}” is no number of a race. Write the number, or take the row out.`;
    this.result.wrong.push({ row: index + 1, column: 'number', reason });
    return true;
  }

  /** Reads a row that is a whole race: as one row for the race, and one for each of its lanes or places. */
  private readWide(row: readonly Cell[], index: number, cells: SheetRow['cells']): boolean {
    const { lanes, places } = this.columns;
    const isEmpty = [...lanes, ...places].every(({ column }) => lineOf(row[column]) === '');
    if (this.keyIsEmpty(cells) && lineOf(cells.start) === '' && !isEmpty) return false;
    if (isEmpty && (this.isBreak(cells) || this.keyIsEmpty(cells))) {
      return this.skip(index, noRace(row, cells));
    }
    if (this.isOdd(cells)) return this.leaveOut(index, row, cells, !isEmpty);
    this.fillDown(cells, ['date', 'title']);
    this.last = cells;
    this.add(index, { ...cells });
    if (this.result.layout === 'places') {
      for (const { column, place, timeColumn } of places) {
        const crew = row[column];
        if (crew === undefined || lineOf(crew) === '') continue;
        const time = timeColumn === null ? undefined : row[timeColumn];
        const placed = { ...cells, crew, place: textCell(String(place)) };
        this.add(index, time ? { ...placed, time } : placed);
      }
      return true;
    }
    for (const { column, label } of lanes)
      this.add(index, { ...cells, crew: row[column] ?? EMPTY_CELL, lane: textCell(label) });
    return true;
  }

  private cellsOf(row: readonly Cell[]): SheetRow['cells'] {
    const cells: SheetRow['cells'] = {};
    for (const [field, column] of this.columns.of) {
      const cell = row[column];
      if (cell && cell.text.trim() !== '') cells[field] = cell;
    }
    if (cells.number) cells.number = this.numbers.read(cells.number);
    return this.onItsDay(cells);
  }

  private onItsDay(cells: SheetRow['cells']): SheetRow['cells'] {
    return this.day === EMPTY_CELL || cells.date ? { ...cells } : { ...cells, date: this.day };
  }

  private keyIsEmpty(cells: SheetRow['cells']): boolean {
    const key = this.columns.of.has('number') ? cells.number : (cells.title ?? cells.round);
    return lineOf(key) === '';
  }

  private fillDown(cells: SheetRow['cells'], fields: readonly Field[]) {
    for (const field of fields) {
      const above = this.last[field];
      if (cells[field] === undefined && above !== undefined) cells[field] = above;
    }
  }

  /** Whether a row is a meeting, a meal or a ceremony among the races; it may have a number. */
  private isBreak(cells: SheetRow['cells']): boolean {
    if (/^info$/i.test(lineOf(cells.raceType))) return true;
    const texts = [cells.title, cells.start, cells.notes, cells.number].map(lineOf);
    return texts.some((text) => text.length < 200 && BREAK.test(text));
  }

  private add(index: number, cells: SheetRow['cells']): true {
    this.result.rows.push({ row: index + 1, cells });
    return true;
  }

  private skip(index: number, reason: string): true {
    this.result.skipped.push({ row: index + 1, reason });
    return true;
  }
}

const BREAK =
  /\b(?:break|lunch|meeting|ceremon(?:y|ies)|awards?|opening|pause|mittag(?:spause)?|siegerehrung(?:en)?|besprechung|obleute(?:sitzung)?|réunion|repas|déjeuner|cérémonie|remise des prix|pauze|pausa|lunchpauze|vergadering|prijsuitreiking|stuurliedenvergadering)\b|休憩|開会式|表彰式|閉会式/iu;

function noRace(row: readonly Cell[], cells: SheetRow['cells']): string {
  const text = lineOf(cells.title) || lineOf(row.find((cell) => lineOf(cell) !== ''));
  return `“${text.slice(0, 60)}” is no race`;
}

function filledOnly(cells: SheetRow['cells']): SheetRow['cells'] {
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => lineOf(cell) !== ''));
}

/** The words with which the first line of a block begins. */
const BEGINS = new Set(['event', 'race', 'rennen', 'course', 'epreuve', 'wettkampf', 'veld']);
const ROUND =
  /^(?:(?:semi|quarter|grand|petite?)?[\s-]*(?:heat|final|finale|semi|repechage|rep|round|vorlauf|zwischenlauf|lauf|abteilung|hoffnungslauf|halbfinale|endlauf|serie|série|manche|repêchage|voorwedstrijd|halve finale|herkansing))\b/iu;

/**
 * The properties of a race in the first line of a block of lanes: `Event,1,U14 BOYS K1,HEAT 1,500m` (formats.md §4.4 e).
 *
 * @returns `undefined` where the row is no such line
 */
export function blockRace(row: readonly Cell[]): Partial<Record<Field, Cell>> | undefined {
  const [first, number, title, ...others] = row;
  if (first?.kind !== 'text' || first.text.length > 20 || number === undefined) return undefined;
  const word = headingText(first.text);
  const printed = lineOf(number);
  if (!BEGINS.has(word) || printed.length > 10 || !/\d/.test(printed) || /\s/.test(printed))
    return undefined;
  const race: Partial<Record<Field, Cell>> = { number };
  if (title && lineOf(title) !== '') race.title = title;
  for (const cell of others) {
    const field = fieldOf(cell);
    if (field && race[field] === undefined) race[field] = cell;
  }
  return race;
}

function fieldOf(cell: Cell): Field | undefined {
  const text = lineOf(cell).slice(0, 80);
  if (/^\d+(?:[.,]\d+)?\s?k?m(?:eters?|etres?)?$/i.test(text)) return 'distance';
  if (ROUND.test(text)) return 'round';
  if (cell.kind === 'time' || /^\d{1,2}[:h]\d{2}(?::\d{2})?\s?(?:[ap]\.?m\.?)?$/i.test(text))
    return 'start';
  if (cell.kind === 'date' || /^\d{4}-\d{1,2}-\d{1,2}$/.test(text)) return 'date';
  return undefined;
}
