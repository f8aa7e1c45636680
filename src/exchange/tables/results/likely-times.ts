/**
 * Which results of a table are likely, what unlikely ones were meant to be, and the question `badTimes`, for cells that are no
 * times, or unlikely ones (formats.md §4.3, §9).
 */
import { HOUR_MILLIS } from '../../../contract/time-units.ts';
import { type Inquiry, textsByText } from '../../reading/inquiry.ts';
import { lineOf } from '../cells/cell-text.ts';
import type { Cell } from '../table.ts';
import { LONGEST_MILLIS, type ReadTime, readResultTime } from './result-time.ts';

const LEAST_MILLIS = 20_000;
/** The highest speed, over the shortest distances. */
const MOST_METRES_PER_SECOND = 8;
/** The lowest speed of a boat that is rowed. */
const LEAST_METRES_PER_SECOND = 0.8;

/**
 * Whether a result takes from 20 s to an hour, or its speed over the distance is possible. Where the distance is known, a
 * result that is too fast is unlikely in any case.
 */
export function isLikely(millis: number, distanceMeters: number | null): boolean {
  const isUsual = millis >= LEAST_MILLIS && millis <= HOUR_MILLIS;
  if (distanceMeters === null) return isUsual;
  const metresPerSecond = (distanceMeters * 1000) / millis;
  if (metresPerSecond > MOST_METRES_PER_SECOND) return false;
  return isUsual || metresPerSecond >= LEAST_METRES_PER_SECOND;
}

/**
 * The times of one column to ask about, with a proposal for each. If one is unlikely and all cells can be minutes and
 * seconds, all are proposed so; else a time that may be right is proposed as printed, and '' for others.
 */
export function unlikelyTimes<Time extends { finish: Cell; read: ReadTime }>(
  cells: readonly Time[],
  isUnlikely: (millis: number, cell: Time) => boolean,
): Map<Time, string> {
  const times = cells.flatMap((cell) =>
    cell.read.kind === 'time' ? [{ cell, millis: cell.read.millis }] : [],
  );
  const unlikely = times.filter(({ millis, cell }) => isUnlikely(millis, cell));
  if (unlikely.length === 0) return new Map();
  const areMinutes = cells.every(({ finish }) => asMinutes(finish) !== undefined);
  return new Map(
    (areMinutes ? times : unlikely).map(({ cell, millis }) => {
      const proposed = areMinutes ? asMinutes(cell.finish) : asPrinted(cell.finish, millis);
      return [cell, proposed ?? ''];
    }),
  );
}

/** The text of a time that may be right as printed: of one hour to `LONGEST_MILLIS`; `undefined` for others. */
function asPrinted(finish: Cell, millis: number): string | undefined {
  const text = lineOf(finish).slice(0, 60);
  const again = readResultTime({ kind: 'text', text });
  const isSame = again.kind === 'time' && again.millis === millis;
  return isSame && millis >= HOUR_MILLIS && millis <= LONGEST_MILLIS ? text : undefined;
}

/**
 * The time that `3.45` was meant to be in a column of minutes and seconds: `3:45`. `undefined` where the second part cannot
 * be seconds.
 */
export function asMinutes(cell: Cell): string | undefined {
  const [, minutes, written = ''] = /^(\d{1,2})[.,](\d{1,2})$/.exec(cell.text.trim()) ?? [];
  // A number loses the zero at its end: 7.2 was typed as 7.20.
  const seconds = cell.kind === 'number' ? written.padEnd(2, '0') : written;
  if (minutes === undefined || seconds.length < 2 || Number(seconds) > 59) return undefined;
  return `${minutes}:${seconds}`;
}

/**
 * Asks one question for all such cells; its answer has the time of each, or an empty text.
 *
 * @param bad the proposal for each cell, by its text
 * @returns the milliseconds of each; `null`: the boat has no result
 */
export function askBadTimes(
  bad: ReadonlyMap<string, string>,
  inquiry: Inquiry,
): ReadonlyMap<string, number | null> {
  if (bad.size === 0) return new Map();
  const texts = [...bad.keys()].slice(0, 12).map((text) => `“${text}”`);
  const answer = inquiry.ask(
    {
      id: 'badTimes',
      text: `These cells are no times, or unlikely ones: ${texts.join(', ')}. Which time is meant by each? An empty text leaves the boat without a result.`,
      proposed: Object.fromEntries(bad),
    },
    (value) => {
      const said = textsByText(value);
      const times = [...bad.keys()].map((text) => meantBy(said?.get(text)));
      return times.includes(undefined) ? undefined : (times as (number | null)[]);
    },
  );
  return new Map([...bad.keys()].map((text, index) => [text, answer?.[index] ?? null]));
}

function meantBy(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  const read = readResultTime({ kind: 'text', text });
  if (read.kind === 'none') return null;
  return read.kind === 'time' ? read.millis : undefined;
}
