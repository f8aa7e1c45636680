/** What a column with a doubtful heading is, by its values and by the other columns (formats.md §4.5, 3 to 6). */
import { boatClassIn } from './boat-class.ts';
import type { Header } from './header.ts';
import { headingText } from './heading-text.ts';
import type { Field } from './headings.ts';
import { readResultTime } from './result-time.ts';
import { readPlace } from './places.ts';
import { statusWordOf } from './status-words.ts';
import type { Cell } from './table.ts';

/** The filled cells of a column, and which race each row belongs to as far as that is known. */
export interface ColumnValues {
  cells(column: number): readonly Cell[];
  /** The cells of a column, by the value of another column. */
  groups(column: number, by: number | undefined): readonly (readonly Cell[])[];
}

interface Known {
  found: ReadonlyMap<Field, readonly number[]>;
  values: ColumnValues;
  header: Header;
}

/** What a column probably is; not certain: it has to be asked. */
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
  if (first === 'place') return placeOr(column, fields[1] ?? 'ignore', known);
  if (word === 'boat' || word === 'boot') return classOrCrew(column, known);
  if (first === 'crew') return certain(isPersonal(known) || has(known, 'crew') ? 'ignore' : 'crew');
  return certain(has(known, first) ? 'ignore' : first);
}

function has({ found }: Known, field: Field): boolean {
  return (found.get(field)?.length ?? 0) > 0;
}

/** "Lauf" is the round of a German race; where nothing else numbers the races, it does. */
function roundOrNumber(column: number, known: Known): Decision {
  const headings = known.header.texts.map(headingText);
  const isNumbered =
    has(known, 'number') || ['rennen', 'race', 'nr'].some((word) => headings.includes(word));
  return certain(isNumbered || !isNumbers(known.values.cells(column)) ? 'round' : 'number');
}

/** All values short and with digits: the number; else the title. */
function numberOrTitle(column: number, known: Known): Decision {
  const looksNumbered = isNumbers(known.values.cells(column));
  if (has(known, 'number')) {
    if (has(known, 'title')) return certain('ignore');
    // Two columns that could both be the number; "W8+" is none.
    return looksNumbered && !isClasses(known.values.cells(column))
      ? open('ignore')
      : certain('title');
  }
  if (looksNumbered) return certain('number');
  return certain(has(known, 'title') ? 'ignore' : 'title');
}

function isNumbers(cells: readonly Cell[]): boolean {
  return (
    cells.length > 0 &&
    cells.every(({ text }) => text.trim().length <= 6 && /\d/.test(text) && !/\s/.test(text.trim()))
  );
}

/** Values 1 to 10, each once in a race: the lane; above 20: a bow number, which a lane column makes superfluous. */
function laneOrBib(column: number, known: Known): Decision {
  if (has(known, 'lane')) return certain(has(known, 'bib') ? 'ignore' : 'bib');
  const cells = known.values.cells(column);
  // A seat is called bow, too: whose name stands there is not read.
  if (cells.some(({ text }) => /\p{L}{3}/u.test(text))) return certain('ignore');
  const numbers = cells.map(({ text }) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : null));
  if (numbers.some((number) => number === null || number > 20)) return certain('bib');
  const isUnique = known.values
    .groups(column, known.found.get('number')?.[0])
    .every((group) => new Set(group.map(({ text }) => text.trim())).size === group.length);
  return isUnique && numbers.every((number) => (number ?? 0) <= 10) ? certain('lane') : open('bib');
}

/** A time with tenths, a status, or a column behind the crew: the result. */
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
  const crew = known.header.headings.findIndex(
    (heading, at) =>
      known.found.get('crew')?.includes(at) ||
      (heading.kind === 'doubtful' && heading.fields[0] === 'crew'),
  );
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

function classOrCrew(column: number, known: Known): Decision {
  if (has(known, 'crew')) return certain(has(known, 'boatClass') ? 'ignore' : 'boatClass');
  const cells = known.values.cells(column);
  return certain(isClasses(cells) && !has(known, 'boatClass') ? 'boatClass' : 'crew');
}

function isClasses(cells: readonly Cell[]): boolean {
  return cells.length > 0 && cells.every(({ text }) => boatClassIn(text) !== '');
}

/** Where first and last names stand beside it, "Name" is a person's. */
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
