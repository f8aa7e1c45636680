/** Decides what a column with a doubtful heading holds, by its values and the other columns (formats.md §4.5, 3 to 6). */
import { boatClassIn, laneTextOf, lineOf } from '../cells/cell-text.ts';
import { readPlace, statusWordOf } from '../cells/result-cells.ts';
import { hasHalfOfDay, hasHours, readResultTime, timeOfDayMillis } from '../results/result-time.ts';
import type { Cell } from '../table.ts';
import { type Field, OF_A_RACE } from './common-headings.ts';
import { type Header, headingText } from './header.ts';
import { groupsRows, isNumberLike, raceNumbers, shareOfNumbers } from './number-column.ts';

/** The filled cells of a column, and which race each row belongs to as far as that is known. */
export interface ColumnValues {
  cells(column: number): readonly Cell[];
  /** The cells of a column, by the value of another column. */
  groups(column: number, by: number | undefined): readonly (readonly Cell[])[];
  /** The filled cells of a column, each beside that of another column in its row. */
  beside(column: number, other: number | undefined): readonly { cell: Cell; other: Cell }[];
}

interface Known {
  found: ReadonlyMap<Field, readonly number[]>;
  values: ColumnValues;
  header: Header;
}

/** The likely field of a column. If it is not certain, a person is asked. */
interface Decision {
  field: Field;
  isCertain: boolean;
}

const certain = (field: Field): Decision => ({ field, isCertain: true });
const open = (field: Field): Decision => ({ field, isCertain: false });

/** Decides one column. @param fields what it can be */
export function decide(column: number, fields: readonly Field[], known: Known): Decision {
  const word = headingText(known.header.texts[column] ?? '');
  const [first = 'ignore'] = fields;
  if (first === 'round') return roundOrNumber(column, known);
  if (fields.includes('title')) return numberOrTitle(column, known);
  if (first === 'number')
    return has(known, 'number') ? laneOrBib(column, known) : certain('number');
  if (first === 'lane') return laneOrBib(column, known);
  if (first === 'start') return startOrTime(column, known);
  if (fields.includes('finishedAt')) return finish(column, known);
  if (first === 'place') return placeOr(column, fields[1] ?? 'ignore', known);
  if (word === 'boat' || word === 'boot')
    return isBoatNumbers(column, known) ? boatNumbers(column, known) : classOrCrew(column, known);
  if (fields.includes('category')) return classOrCategory(column, known);
  if (first === 'crew') return certain(isPersonal(known) || has(known, 'crew') ? 'ignore' : 'crew');
  return certain(has(known, first) ? 'ignore' : first);
}

function has({ found }: Known, field: Field): boolean {
  return (found.get(field)?.length ?? 0) > 0;
}

/** "Lauf" is the round of a German race; a number, if it has only numbers and no other column numbers the races. */
function roundOrNumber(column: number, known: Known): Decision {
  const headings = known.header.texts.map(headingText);
  const isNumbered =
    has(known, 'number') || ['rennen', 'race', 'nr'].some((word) => headings.includes(word));
  return certain(isNumbered || !isNumbers(known.values.cells(column)) ? 'round' : 'number');
}

/** All values short and with digits, or most of them numbers: the number; else the title. "W8+" is no number. */
function numberOrTitle(column: number, known: Known): Decision {
  const cells = known.values.cells(column);
  const share = shareOfNumbers(cells.map(({ text }) => text));
  const looksNumbered = !isClasses(cells) && (isNumbers(cells) || share > 0.5);
  if (has(known, 'number') && has(known, 'title'))
    return partsRaces(column, known) ? open(partingField(known)) : certain('ignore');
  // Two columns that could both be the number.
  if (has(known, 'number')) return looksNumbered ? open('ignore') : certain('title');
  if (looksNumbered) return certain('number');
  if (!has(known, 'title')) return certain('title');
  // If it were not read, all races would be renumbered, and two of one title would become one.
  return open(share > 0 ? 'number' : partingField(known));
}

/** The field proposed for a column whose words distinguish races, beside a column of titles. */
function partingField(known: Known): Field {
  return has(known, 'round') ? 'number' : 'round';
}

/** Whether rows of one number differ in this column, so that without it several races would be one. */
function partsRaces(column: number, known: Known): boolean {
  if (has(known, 'round')) return false;
  const rows = known.values
    .beside(column, known.found.get('number')?.[0])
    .filter(({ other }) => lineOf(other) !== '');
  const texts = Map.groupBy(rows, ({ other }) => lineOf(other));
  return [...texts.values()].some(
    (group) => new Set(group.map(({ cell }) => lineOf(cell))).size > 1,
  );
}

function isNumbers(cells: readonly Cell[]): boolean {
  const texts = cells.map(({ text }) => text);
  return cells.length > 0 && texts.map(raceNumbers(texts)).every(isNumberLike);
}

/** Values from 1 to 10, each once in a race, are lanes; values above 20, or beside a column of lanes, are bow numbers. */
function laneOrBib(column: number, known: Known): Decision {
  if (has(known, 'lane')) return certain(has(known, 'bib') ? 'ignore' : 'bib');
  const texts = known.values.cells(column).map(laneTextOf);
  // "Bow" is also a seat: a name in such a column is of a person, and is not read.
  if (texts.some((text) => /\p{L}{3}/u.test(text))) return certain('ignore');
  const numbers = texts.map((text) => (/^\d{1,6}$/.test(text) ? Number(text) : null));
  if (numbers.some((number) => number === null || number > 20)) return certain('bib');
  const isLanes = isOnceInARace(column, known) && numbers.every((number) => (number ?? 0) <= 10);
  return isLanes ? certain('lane') : open('bib');
}

/** Whether no race has two of the same in a column. */
function isOnceInARace(column: number, known: Known): boolean {
  return known.values
    .groups(column, known.found.get('number')?.[0])
    .every((group) => new Set(group.map(laneTextOf)).size === group.length);
}

/** The result, if there is a time with tenths or a status, or the column is after that of the crew; else the start. */
function startOrTime(column: number, known: Known): Decision {
  if (has(known, 'start')) return certain(has(known, 'time') ? 'ignore' : 'time');
  if (has(known, 'time') || has(known, 'rawTime')) return certain('start');
  const cells = known.values.cells(column);
  const isResult = cells.some(
    (cell) =>
      cell.kind === 'duration' ||
      (/\d[.,]\d{1,4}$|['"″′]/.test(cell.text.trim()) && isTime(cell)) ||
      statusWordOf(cell.text),
  );
  if (isResult) return certain('time');
  if (
    cells.some(
      (cell) => cell.kind === 'date' || /\d\s?(?:[ap]\.?m?\.?|h\d*|uhr)$/i.test(cell.text.trim()),
    )
  )
    return certain('start');
  const crew = crewColumn(known);
  return certain(crew !== -1 && column > crew ? 'time' : 'start');
}

/** Only what has a colon before its fraction, so that `09.00` stays a time of day. */
function isTime(cell: Cell): boolean {
  return /[:'′]/.test(cell.text) && readResultTime(cell).kind === 'time';
}

function placeOr(column: number, other: Field, known: Known): Decision {
  const cells = known.values.cells(column);
  const isPlaces = cells.every(({ text }) => readPlace(text) !== null || statusWordOf(text));
  if (has(known, 'place'))
    return certain(other === 'lane' && has(known, 'lane') ? 'ignore' : other);
  if (other === 'ignore') return certain(isPlaces && cells.length > 0 ? 'place' : 'ignore');
  if (has(known, 'lane') || has(known, 'time')) return certain('place');
  return open('place');
}

/** The place at the finish, or the result, or, if another column has results, the time of day of the finish; else nothing. */
function finish(column: number, known: Known): Decision {
  const cells = known.values.cells(column);
  const isPlaces = cells.every(({ text }) => readPlace(text) !== null || statusWordOf(text));
  if (cells.length === 0 || (isPlaces && has(known, 'place'))) return certain('ignore');
  if (isPlaces) return certain('place');
  const hasTime = (['time', 'rawTime', 'adjustedTime'] as const).some((each) => has(known, each));
  const isTimes = cells.some((cell) => cell.kind !== 'text' || isTime(cell) || isClock(cell));
  if (!isTimes) return certain('ignore');
  if (!hasTime) return certain('time');
  return certain(isOfDay(cells) && !has(known, 'finishedAt') ? 'finishedAt' : 'ignore');
}

/** Whether all times of a column have hours, as times of day have. */
function isOfDay(cells: readonly Cell[]): boolean {
  const times = cells.filter(({ text }) => /\d/.test(text));
  return (
    times.length > 0 && times.every((cell) => timeOfDayMillis(cell) !== null && hasHours(cell))
  );
}

function isClock(cell: Cell): boolean {
  return readResultTime(cell).kind === 'colons' || hasHalfOfDay(cell.text);
}

/** What differs within a race, or is no class of boats, is the category of each entry. */
function classOrCategory(column: number, known: Known): Decision {
  const hasCrews = (['crew', 'club', 'lane', 'bib'] as const).some((each) => has(known, each));
  if (has(known, 'category') || !hasCrews)
    return certain(has(known, 'boatClass') ? 'ignore' : 'boatClass');
  const isClass = known.values.cells(column).every(({ text }) => boatClassIn(text) !== '');
  const isOfRace = isOfRaces(column, known);
  return certain(!has(known, 'boatClass') && isOfRace && isClass ? 'boatClass' : 'category');
}

/** "Boot" 1, 2, 3… or "Boot 1", "Boot 2"… beside a column of crews or clubs numbers boats: it is no class of boats. */
function isBoatNumbers(column: number, known: Known): boolean {
  const cells = known.values.cells(column);
  return (
    (crewColumn(known) !== -1 || has(known, 'club')) &&
    cells.length > 0 &&
    cells.every((cell) => /^\d{1,6}$/.test(laneTextOf(cell)))
  );
}

/** A column that numbers the boats of each race has lanes or bow numbers; one that numbers those of a club is not read. */
function boatNumbers(column: number, known: Known): Decision {
  const isOfClub = has(known, 'lane') && !isOnceInARace(column, known);
  return isOfClub ? certain('ignore') : laneOrBib(column, known);
}

/** The column that the crews are in for certain or probably; -1: none. */
function crewColumn({ found, header }: Known): number {
  return header.headings.findIndex(
    (heading, at) =>
      found.get('crew')?.includes(at) ||
      (heading.kind === 'doubtful' && heading.fields[0] === 'crew'),
  );
}

function classOrCrew(column: number, known: Known): Decision {
  const isClass = isClasses(known.values.cells(column));
  if (!has(known, 'crew'))
    return certain(isClass && !has(known, 'boatClass') ? 'boatClass' : 'crew');
  if (has(known, 'boatClass')) return certain('ignore');
  return isClass || isOfRaces(column, known) ? certain('boatClass') : open('ignore');
}

/** Whether the rows of each race say the same: a race has one class, and boats have names of their own. */
function isOfRaces(column: number, known: Known): boolean {
  const by = known.found.get('number')?.[0] ?? known.found.get('title')?.[0];
  return known.values
    .groups(column, by)
    .every((group) => by === undefined || new Set(group.map(lineOf)).size === 1);
}

function isClasses(cells: readonly Cell[]): boolean {
  return cells.length > 0 && cells.every(({ text }) => boatClassIn(text) !== '');
}

/** Whether "Name" is of a person: columns of first or last names are beside it. */
function isPersonal({ header }: Known): boolean {
  const words = [
    'first name',
    'firstname',
    'vorname',
    'prenom',
    'voornaam',
    'last name',
    'surname',
  ];
  return header.texts.some((text) => words.includes(headingText(text)));
}

/**
 * The field of a column with an unknown heading whose whole numbers group the rows: races, or the rounds of each; `undefined`
 * if it groups nothing.
 */
export function groupingField(column: number, known: Known): Field | undefined {
  const number = known.found.get('number')?.[0];
  const cells = known.values.beside(column, number).map(({ cell, other }) => ({
    text: cell.text,
    within: has(known, 'number') ? lineOf(other) : '',
  }));
  const isNamed = (['number', 'title', 'round'] as const).some((field) => has(known, field));
  const mayBeOne = !isNamed && OF_A_RACE.some((field) => has(known, field));
  if (!groupsRows(cells, { mayBeOne })) return undefined;
  if (!has(known, 'number')) return 'number';
  return has(known, 'round') ? undefined : 'round';
}
