/** What a heading says, by its words (formats.md §4.2). */
import { numberedLane } from '../../../domain/draw/lane-headings.ts';
import { DOUBTFUL_HEADINGS, FIELDS, type Field, HEADINGS, PERSONAL_HEADINGS } from './headings.ts';

/** What one heading can be. */
export type Heading =
  | { kind: 'field'; field: Field }
  | { kind: 'doubtful'; fields: readonly Field[] }
  /** One lane of a race, in a row for each race. */
  | { kind: 'lane'; label: string }
  /** Who came so manieth, in a row for each race. */
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

/** What a heading can mean. */
export function headingOf(text: string): Heading {
  if (text.length > MAX_HEADING_LENGTH) return { kind: 'unknown' };
  const whole = headingText(text);
  if (whole === '') return { kind: 'unknown' };
  // With its brackets first: "Club (Abbreviation)" is not "Club (Common Name)".
  return known(whole) ?? known(withoutBrackets(whole)) ?? { kind: 'unknown' };
}

/** A heading as it is compared: NFKC, lower case, no accents, one blank, nothing trailing. */
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
