/**
 * The labels of lanes in tables and fields: in the text of a column "Lanes" or of a field (console, "Programme"), and
 * in headings of columns that stand for one lane each.
 */
import { MAX_LANE_SCHEME_ITEMS } from '../../contract/limits.ts';

/** `4`, `4 Bahnen`. */
const COUNT = /^(\d{1,9})(?:\s*(?:lanes?|bahnen?|couloirs?|lignes?(?: d['’]eau)?))?$/i;
/** `1-4`, `0 – 5`, `1 bis 4`. */
const RANGE = /^(\d{1,4})\s*(?:[-–—]|to|bis|à)\s*(\d{1,4})$/i;

/**
 * Reads the labels; the first is that of position 1.
 *
 * @returns `null` if there are none. Of a count or range that is too large, one label more than a scheme may have
 */
export function readLaneLabels(text: string): string[] | null {
  const counted = countedLanes(text.trim());
  if (counted) return counted.length === 0 ? null : counted;
  const parts = text.split(/[,;]/.test(text) ? /[,;]/ : /\s+/).map((label) => label.trim());
  const filled = parts.filter((label) => label !== '');
  if (filled.length === 0) return null;
  return filled.length === 1 ? filled : filled.flatMap((part) => lanesOfRange(part) ?? [part]);
}

/** Labels as a text for `readLaneLabels`: a single label that it would read as several, such as `4`, gets a comma. */
export function laneLabelsText(labels: readonly string[] | null): string {
  const text = (labels ?? []).join(', ');
  const isRead = labels?.length !== 1 || readLaneLabels(text)?.join() === text;
  return isRead ? text : `${text},`;
}

function countedLanes(text: string): string[] | undefined {
  const count = COUNT.exec(text)?.[1];
  return count === undefined ? lanesOfRange(text) : lanesFrom(1, Number(count));
}

/** The labels of a range, also counted down: `6-1`. */
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
 * The number of the lane that a heading names, such as `lane 3`.
 *
 * @param heading in lower case, without accents and trailing signs
 * @returns the number without leading zeros; `undefined` if the heading names no lane
 */
export function numberedLane(heading: string): string | undefined {
  const lane = LANE.exec(heading)?.[1];
  return lane === undefined ? undefined : String(Number(lane));
}
