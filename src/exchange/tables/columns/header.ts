/** Where the headings of a table stand, and in which of the layouts of formats.md §4.4 it is. */
import type { Cell, Table } from '../table.ts';
import { type Heading, headingOf, headingText } from './heading-text.ts';

export interface Header {
  /** Index of the row of headings. */
  index: number;
  headings: readonly Heading[];
  /** As the file writes them. */
  texts: readonly string[];
}

/** The headings are looked for in so many rows. */
const HEADER_ROWS = 30;
/** So many cells have to be known, or all of a narrower table. */
const LEAST_KNOWN = 3;

/** The first row with enough known headings; `undefined`: there is none. */
export function findHeader({ rows }: Table): Header | undefined {
  const candidates = rows.slice(0, HEADER_ROWS).map(headerAt);
  const isNotComment = (header: Header) => !isComment(rows[header.index] ?? []);
  return (
    candidates.find((header) => isNotComment(header) && knownIn(header) >= LEAST_KNOWN) ??
    candidates.find((header) => isNotComment(header) && isWhollyKnown(header))
  );
}

/** Whether a row holds the headings again, as sheets of several pages do. */
export function isRepeated(header: Header, row: readonly Cell[]): boolean {
  const texts = header.texts;
  return (
    row.some(({ text }) => text !== '') &&
    !texts.some((text, column) => !isSameHeading(text, row[column]?.text ?? ''))
  );
}

function isSameHeading(text: string, other: string): boolean {
  if (text === other) return true;
  return Math.abs(text.length - other.length) < 20 && headingText(text) === headingText(other);
}

/** Whether a row holds other headings: a table in two parts, or with headings in two rows. */
export function isOtherHeader(header: Header, row: readonly Cell[], index: number): boolean {
  const other = headerAt(row, index);
  const filled = other.texts.filter((text) => text !== '').length;
  return knownIn(other) >= LEAST_KNOWN && knownIn(other) * 2 > filled && !isRepeated(header, row);
}

/** `# Generated on 06/13/26`; a heading "#" is none. */
export function isComment(row: readonly Cell[]): boolean {
  const [first] = row;
  const others = row.slice(1).some(({ text }) => text.trim() !== '');
  return first !== undefined && /^#(?:\s*\S|$)/.test(first.text) && !others;
}

function headerAt(row: readonly Cell[], index: number): Header {
  const texts = row.map((cell) => (cell.kind === 'text' ? cell.text.trim() : ''));
  return { index, texts, headings: texts.map(headingOf) };
}

function knownIn({ headings, texts }: Header): number {
  const known = headings.flatMap(({ kind }, column) =>
    kind === 'unknown' ? [] : [headingText(texts[column] ?? '')],
  );
  // A row of data can hold one word again and again.
  return new Set(known).size;
}

function isWhollyKnown(header: Header): boolean {
  const filled = header.texts.filter((text) => text !== '').length;
  return filled >= 2 && knownIn(header) === filled;
}
