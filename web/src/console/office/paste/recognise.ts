/** Which column of a pasted table is which property, by its heading. */
import { numberedLane } from '../../../../../src/domain/draw/lane-headings.ts';

/** Headings of each property, in lower case, as `headingText` writes them; the first that fits wins. */
export type Headings<Field extends string> = Readonly<Record<Field, readonly string[]>>;

interface Columns<Field extends string> {
  /** By index of the column; `undefined`: to be left out. */
  fields: readonly (Field | undefined)[];
  /** Whether the first row holds headings. */
  hasHeading: boolean;
  /** Headings of columns that are one lane each ("Boot 1"): what is in them is no property. */
  lanes: readonly string[];
}

/** So many cells of the first row have to be headings, or all of a narrower table. */
const LEAST_HEADINGS = 2;

/**
 * Recognises the columns of a table.
 *
 * @param first its first row
 * @param guess what a column probably is by its content, for tables without headings
 * @param refine what a column is after all whose heading can be two things, by its content
 * @returns each property at most once
 */
export function recogniseColumns<Field extends string>(
  first: readonly string[],
  headings: Headings<Field>,
  guess: (column: number) => Field | undefined,
  refine: (field: Field, column: number) => Field = (field) => field,
): Columns<Field> {
  const named = first.map((cell) => fieldNamed(cell, headings));
  const lanes = first.filter((cell) => numberedLane(headingText(cell)) !== undefined);
  const properties = named.filter((field) => field !== undefined).length;
  const count = properties + lanes.length;
  const filled = first.filter((cell) => cell !== '').length;
  const hasHeading = count >= Math.min(LEAST_HEADINGS, filled) && properties > 0;
  const refined = named.map((field, column) => {
    const other = field === undefined ? undefined : refine(field, column);
    // A column that is called so is sooner it.
    return other !== field && named.includes(other) ? field : other;
  });
  const fields = hasHeading ? refined : first.map((_, column) => guess(column));
  return {
    hasHeading,
    lanes: hasHeading ? lanes : [],
    fields: fields.map((field, column) => (fields.indexOf(field) === column ? field : undefined)),
  };
}

/** The property that a heading names: exactly, else by one of its words. */
export function fieldNamed<Field extends string>(
  heading: string,
  headings: Headings<Field>,
): Field | undefined {
  const text = headingText(heading);
  if (text === '' || numberedLane(text) !== undefined) return undefined;
  const all = Object.entries<readonly string[]>(headings) as [Field, readonly string[]][];
  const exact = all.find(([, names]) => names.includes(text));
  if (exact) return exact[0];
  const words = text.split(' ');
  // The longest name wins: "boat class" is no class.
  const found = all
    .flatMap(([field, names]) => names.map((name) => ({ field, parts: name.split(' ') })))
    .filter(({ parts }) => parts.every((part) => words.includes(part)))
    .sort((a, b) => b.parts.length - a.parts.length);
  return found[0]?.field;
}

/** A heading as it is compared: lower case, without accents and signs. */
function headingText(heading: string): string {
  return heading
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();
}
