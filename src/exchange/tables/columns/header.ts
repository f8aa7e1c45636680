/**
 * The meaning of a heading by its words (formats.md §4.2), also in layouts with a column for each lane or place (§4.4); and
 * which row of a table has the headings.
 */
import { numberedLane } from '../../../domain/draw/lane-labels.ts';
import type { Cell, Table } from '../table.ts';
import {
  DOUBTFUL_HEADINGS,
  FIELDS,
  type Field,
  HEADINGS,
  PERSONAL_HEADINGS,
} from './common-headings.ts';

/** What one heading can be. */
export type Heading =
  | { kind: 'field'; field: Field }
  | { kind: 'doubtful'; fields: readonly Field[] }
  /** One lane of a race, in a row for each race. */
  | { kind: 'lane'; label: string }
  /** The crew at one place, in a row for each race. */
  | { kind: 'place'; place: number }
  /** Never read. */
  | { kind: 'personal' }
  | { kind: 'unknown' };

/** Longer cells are no headings. */
const MAX_HEADING_LENGTH = 60;

const PLACE =
  /^(?:(\d{1,2})(?:st|nd|rd|th|\.)?\s*(?:place|platz|plaats)|(?:place|platz|plaats)\s*(\d{1,2})|(\d{1,2})(?:er|ere|e|eme))$/;
/** A seat of a boat: `seat 3`, `rower 2`, `position 4 name`. */
const SEAT =
  /^(?:seat|rower|paddler|athlete|ruderer|rameur|roeier|sitz|platz im boot)\s*#?\s*\d{1,2}\b/;

const FIELD_OF = new Map<string, Field>(
  FIELDS.flatMap((field) => HEADINGS[field].map((word) => [word, field] as const)),
);
const PERSONAL = new Set(PERSONAL_HEADINGS);

/** The meaning of a heading. */
export function headingOf(text: string): Heading {
  if (text.length > MAX_HEADING_LENGTH) return { kind: 'unknown' };
  const whole = headingText(text);
  if (whole === '') return { kind: 'unknown' };
  // With its brackets first: "Club (Abbreviation)" is not "Club (Common Name)".
  return known(whole) ?? known(withoutBrackets(whole)) ?? { kind: 'unknown' };
}

/** A heading normalised for comparison: NFKC, lower case, no accents, single blanks, no trailing signs. */
export function headingText(text: string): string {
  return text
    .slice(0, 2 * MAX_HEADING_LENGTH)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(?<=[a-z])\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll(/[’‘´`]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^#\s+(?=\S)/, '')
    .replace(/(?<=.)[\s.:*]+$/, '');
}

function known(text: string): Heading | undefined {
  const plain = text.replace(/(?<=\w)\s*#$/, '');
  const lane = numberedLane(text);
  if (lane !== undefined) return { kind: 'lane', label: lane };
  const place = PLACE.exec(text)?.slice(1).find(Boolean);
  if (place !== undefined) return { kind: 'place', place: Number(place) };
  if (PERSONAL.has(text) || SEAT.test(text)) return { kind: 'personal' };
  const field = FIELD_OF.get(text) ?? FIELD_OF.get(plain);
  if (field) return { kind: 'field', field };
  const fields = DOUBTFUL_HEADINGS.get(text) ?? DOUBTFUL_HEADINGS.get(plain);
  return fields && { kind: 'doubtful', fields };
}

/** "Distance (m)" is "Distance", "NAME(S)" is "NAME". */
function withoutBrackets(text: string): string {
  return text.replace(/\s*[([][^)\]]*[)\]]$/, '').replace(/[\s.:*]+$/, '');
}

export interface Header {
  /** Index of the row of headings. */
  index: number;
  headings: readonly Heading[];
  /** As the file writes them. */
  texts: readonly string[];
}

/** The number of rows in which the headings are searched. */
const HEADER_ROWS = 30;
/** The least number of known headings in the row; in a narrower table, all must be known. */
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

/** Whether a row is a comment such as `# Generated on 06/13/26`; a heading "#" is none. */
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
  // Distinct words only: a row of data can have one word many times.
  return new Set(known).size;
}

function isWhollyKnown(header: Header): boolean {
  const filled = header.texts.filter((text) => text !== '').length;
  return filled >= 2 && knownIn(header) === filled;
}
