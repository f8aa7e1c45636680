/** How texts that a client sent are normalised and checked, by the keywords of their schema (decision R10). */
import { isDate } from '../instant.ts';

/** The JSON Schema keywords of texts. */
export interface TextKeywords {
  format?: string;
  minLength?: number;
  maxLength?: number;
}

/** What is wrong with the length or the format of a text as it is stored, or nothing. */
export function textObjection(schema: TextKeywords, text: string): string | undefined {
  return lengthObjection(schema, text) ?? formatObjection(schema.format, text);
}

/** The text as it is stored (decision R10). */
export function asStored(text: string, format: string | undefined): string {
  if (format === 'external-id' || format === 'opaque' || format === 'date') return text;
  return (isTrimmed(format) ? trimWhiteSpace(text) : text).normalize('NFC');
}

/**
 * Whether a text is too long however much normalising shortens it. Normalising can take quadratic time, so it must
 * not be given megabytes; it composes at most four code points, of two units each, into one.
 */
export function isTooLongToNormalise({ maxLength, format }: TextKeywords, text: string): boolean {
  if (maxLength === undefined || text.length <= maxLength * 8) return false;
  return !isTrimmed(format) || trimWhiteSpace(text).length > maxLength * 8;
}

export function tooLong({ maxLength }: TextKeywords): string {
  return `must have at most ${maxLength} characters`;
}

function isTrimmed(format: string | undefined): boolean {
  return format === 'crew-name' || format === 'name' || format === 'line';
}

/**
 * Trims what Unicode calls white space, which is not quite what `String.prototype.trim` does
 * (U+0085, U+FEFF). A loop, because a regular expression anchored at the end would take quadratic
 * time on a long run of spaces.
 */
function trimWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start++;
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const WHITE_SPACE = /\p{White_Space}/u;
const CONTROL = /\p{Cc}/u;
/** What breaks a line, or turns the direction of the text around it. */
const NOT_IN_LINES = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
/** Nothing but white space and marks of format, such as U+200B. */
const INVISIBLE = /^[\p{White_Space}\p{Cf}]*$/u;

function lengthObjection(schema: TextKeywords, text: string): string | undefined {
  if (schema.minLength !== undefined && text.length < schema.minLength) {
    return text === '' ? 'must not be empty' : `must have at least ${schema.minLength} characters`;
  }
  // UTF-16 units are never fewer than code points, so most texts need no counting.
  if (schema.maxLength === undefined || text.length <= schema.maxLength) return undefined;
  let codePoints = 0;
  for (const _ of text) codePoints++;
  return codePoints > schema.maxLength ? tooLong(schema) : undefined;
}

function formatObjection(format: string | undefined, text: string): string | undefined {
  if (format === 'external-id') {
    if (CONTROL.test(text)) return 'must not contain control characters';
    if (text === '.' || text === '..')
      return 'must not be "." or "..", which no URL path can carry';
  }
  if (format === 'name') {
    // A name is printed on terminals and in mails, where a line break would forge a line.
    if (CONTROL.test(text)) return 'must not contain control characters';
    if (INVISIBLE.test(text)) return 'must not be empty';
  }
  if (format === 'line') {
    if (NOT_IN_LINES.test(text)) return 'must not contain control characters or line breaks';
    if (INVISIBLE.test(text)) return 'must not be empty';
  }
  if (format === 'date' && !isDate(text)) return 'must be a date that exists, as YYYY-MM-DD';
  return undefined;
}
