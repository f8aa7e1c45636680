/** Shortens texts between characters as people see them. Names and titles come from outside, in any script. */
import { isolated } from '../../domain/text/bidi.ts';
import { plainLine } from '../../domain/text/plain-line.ts';

const ELLIPSIS = '…';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A name or title on one line, of at most `maxCharacters` as people count them. Right-to-left text is
 * isolated, so that numbers after it stay after it.
 */
export function shortText(text: string, maxCharacters: number): string {
  return isolated(cut(plainLine(text), maxCharacters, () => 1));
}

/** Cuts a text to at most `maxBytes` within a JSON string. */
export function cutToBytes(text: string, maxBytes: number): string {
  return cut(text, maxBytes, jsonBytes);
}

/** As many whole parts as fit, at least one, followed by an ellipsis if there are more. */
export function joinWithin(
  parts: readonly string[],
  separator: string,
  maxCharacters: number,
): string {
  let count = Math.min(1, parts.length);
  let length = parts[0]?.length ?? 0;
  for (const part of parts.slice(1)) {
    length += separator.length + part.length;
    if (length > maxCharacters) return [...parts.slice(0, count), ELLIPSIS].join(separator);
    count++;
  }
  return parts.join(separator);
}

/** The text, or the longest beginning of whole graphemes whose cost, with an ellipsis, is at most `limit`. */
function cut(text: string, limit: number, cost: (part: string) => number): string {
  let spent = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    spent += cost(segment);
    if (spent > limit) return cost(ELLIPSIS) > limit ? '' : text.slice(0, end).trimEnd() + ELLIPSIS;
    if (spent + cost(ELLIPSIS) <= limit) end = index + segment.length;
  }
  return text;
}

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
