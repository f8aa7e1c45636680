/**
 * The labels of lanes in tables and fields: in a text, as somebody writes them into a column "Lanes" or a field
 * (console, "Programme"), and in headings of columns that are one lane each.
 */
import { MAX_LANE_SCHEME_ITEMS } from '../../contract/limits.ts';

/** `4`, `4 Bahnen`. */
const COUNT = /^(\d{1,9})(?:\s*(?:lanes?|bahnen?|couloirs?|lignes?(?: d['’]eau)?))?$/i;
/** `1-4`, `0 – 5`, `1 bis 4`. */
const RANGE = /^(\d{1,4})\s*(?:[-–—]|to|bis|à)\s*(\d{1,4})$/i;

/**
 * Reads the labels; the first is that of position 1.
 *
 * @returns `null`: there are none. At most one more than a scheme may have, of a count or a range that is larger
 */
export function readLaneLabels(text: string): string[] | null {
  const counted = countedLanes(text.trim());
  if (counted) return counted.length === 0 ? null : counted;
  const parts = text.split(/[,;]/.test(text) ? /[,;]/ : /\s+/).map((label) => label.trim());
  const filled = parts.filter((label) => label !== '');
  if (filled.length === 0) return null;
  return filled.length === 1 ? filled : filled.flatMap((part) => lanesOfRange(part) ?? [part]);
}

/** Labels as a text from which the same are read: one that would be read as several keeps a comma. */
export function laneLabelsText(labels: readonly string[] | null): string {
  const text = (labels ?? []).join(', ');
  const isRead = labels?.length !== 1 || readLaneLabels(text)?.join() === text;
  return isRead ? text : `${text},`;
}

function countedLanes(text: string): string[] | undefined {
  const count = COUNT.exec(text)?.[1];
  return count === undefined ? lanesOfRange(text) : lanesFrom(1, Number(count));
}

/** Also from the far side: `6-1`. */
function lanesOfRange(text: string): string[] | undefined {
  const [, first, last] = RANGE.exec(text) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const [from, to] = [Number(first), Number(last)];
  return from <= to ? lanesFrom(from, to) : lanesFrom(to, from).toReversed();
}

function lanesFrom(first: number, last: number): string[] {
  const length = Math.min(last - first + 1, MAX_LANE_SCHEME_ITEMS + 1);
  return Array.from({ length }, (_, index) => String(first + index));
}

const LANE =
  /^(?:lane|ln|bahn|couloir|baan|ligne|corsia|acqua|lane\/bow|boat|boot|bateau|レーン)\s*[#.]?\s*(\d{1,2})$/;

/**
 * Which lane a heading numbers.
 *
 * @param heading in lower case, without accents and trailing signs
 * @returns the number of the lane without leading zeros; `undefined`: it is none
 */
export function numberedLane(heading: string): string | undefined {
  const lane = LANE.exec(heading)?.[1];
  return lane === undefined ? undefined : String(Number(lane));
}
