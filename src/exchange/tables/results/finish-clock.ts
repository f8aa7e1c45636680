/** Finishes that are times of day: the result is what lies between them and the starts (formats.md §9). Pure. */
import type { ReadStart } from '../../reading/reading.ts';
import { lineOf } from '../cells/cell-text.ts';
import { type Cell, textCell } from '../table.ts';

export const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;
/** No boat takes longer from its start to its finish. */
export const LONGEST_MILLIS = 6 * HOUR_MILLIS;

/** The finish of a boat beside its start; the start is `null` where the table has none. */
interface FinishCell {
  finish: Cell;
  startMillis: number | null;
}

/**
 * Whether the finishes of a column are times of day: those that look so mostly lie behind their starts; one before its
 * start is a typing error. `perhaps`: each of them can be minutes, seconds and hundredths as well; `hardly`: and there are
 * such times beside them.
 *
 * @param cells those of the column that are times
 */
export function areTimesOfDay(cells: readonly FinishCell[]): 'yes' | 'perhaps' | 'hardly' | 'no' {
  const clocks = cells.filter(isClock);
  const started = clocks.filter(({ startMillis }) => startMillis !== null);
  const behind = started.filter((cell) => millisBetween(cell) !== null);
  if (behind.length === 0 || behind.length * 2 < started.length) return 'no';
  if (!clocks.every(({ finish }) => isAmbiguous(finish))) return 'yes';
  return clocks.length === cells.length ? 'perhaps' : 'hardly';
}

/**
 * Whether a cell can be a time of day: with hours, minutes and seconds. A time of minutes stays one, unless the boat
 * started in the last hour of a day.
 */
export function isClock(cell: FinishCell): boolean {
  const millis = finishMillis(cell.finish) ?? 0;
  const isPastMidnight = (cell.startMillis ?? 0) >= DAY_MILLIS - HOUR_MILLIS;
  return (
    millis >= HOUR_MILLIS || (isPastMidnight && (millisBetween(cell) ?? DAY_MILLIS) <= HOUR_MILLIS)
  );
}

/** From the start to the finish, also past midnight; `null` where no boat takes that long, or none is known. */
export function millisBetween({ finish, startMillis }: FinishCell): number | null {
  return lastsFrom(startMillis, finishMillis(finish));
}

/** @returns what lies between two times of day, in milliseconds; `null` where no boat takes that long */
export function lastsFrom(startMillis: number | null, finishMillis: number | null): number | null {
  if (finishMillis === null || startMillis === null) return null;
  const millis = (finishMillis - startMillis + DAY_MILLIS) % DAY_MILLIS;
  return millis > 0 && millis <= LONGEST_MILLIS ? millis : null;
}

/** A cell as a moment; `undefined` where it is no time of day. */
export function momentOf(cell: Cell | undefined): ReadStart | undefined {
  if (cell === undefined) return undefined;
  const text = lineOf(cell).slice(0, 40);
  const [, date, clock = text, zone] =
    /^(\d{4}-\d{2}-\d{2})[T ]\s?(\S+?)\s?(Z|[+-]\d{2}:\d{2})?$/i.exec(text) ?? [];
  const isText = cell.kind === 'text';
  const millis = timeOfDayMillis(isText && date !== undefined ? textCell(clock) : cell);
  if (millis === null) return undefined;
  return {
    date: cell.kind === 'date' ? cell.date : ((isText ? date : undefined) ?? null),
    time: clockOf(millis),
    zone: zone === undefined ? null : zone.toUpperCase() === 'Z' ? '+00:00' : zone,
  };
}

/** A moment some milliseconds later, within its day. */
export function laterBy(moment: ReadStart, millis: number): ReadStart {
  const at = timeOfDayMillis(textCell(moment.time)) ?? 0;
  return { ...moment, time: clockOf((at + millis) % DAY_MILLIS) };
}

/** `HH:MM:SS`, with thousandths where there are any. @param millis since midnight */
function clockOf(millis: number): string {
  const text = new Date(millis).toISOString().slice(11, 23);
  return text.endsWith('.000') ? text.slice(0, 8) : text;
}

/** Hours with a half of the day: a time of day and never a result. */
export function hasHalfOfDay(text: string): boolean {
  return /^\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,4})?)?\s?[ap]\.?m\.?$/i.test(text.trim());
}

/** Whether a cell has hours, minutes and seconds, as times of day of a finish have. */
export function hasHours(cell: Cell): boolean {
  return cell.kind !== 'text' || /^(?:\S+[T ])?\d{1,2}:\d{2}:\d{2}/.test(lineOf(cell));
}

/** Milliseconds since midnight of a finish with hours, minutes and seconds; `null` where it has none. */
function finishMillis(cell: Cell): number | null {
  if (cell.kind === 'text' && !/^\d{1,2}:\d{2}:\d{2}/.test(lineOf(cell))) return null;
  return timeOfDayMillis(cell);
}

/** Milliseconds since midnight; `null` where a cell is no time of day. */
export function timeOfDayMillis(cell: Cell | undefined): number | null {
  if (cell === undefined) return null;
  if (cell.kind === 'time' || cell.kind === 'duration') return ofDay(Math.round(cell.millis));
  if (cell.kind === 'date') return cell.millisOfDay;
  if (cell.kind === 'number') return null;
  const text = lineOf(cell).slice(0, 40).normalize('NFKC');
  const [, hours = '', minutes = '', seconds = '0', fraction = '', half = ''] =
    /^(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,4}))?)?\s?(?:uhr|h|([ap])\.?m?\.?)?$/i.exec(
      text,
    ) ?? [];
  if (hours === '' || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const later = { a: Number(hours) === 12 ? -12 : 0, p: Number(hours) < 12 ? 12 : 0 };
  const hour = Number(hours) + (later[half.toLowerCase() as 'a' | 'p'] ?? 0);
  const tenThousandths = Number(fraction.padEnd(4, '0'));
  const millis = ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return ofDay(millis + Math.ceil(tenThousandths / 10));
}

function ofDay(millis: number): number | null {
  return millis >= 0 && millis < DAY_MILLIS ? millis : null;
}

/** `9:06:05` can be nine minutes; `09:06:05` and `9:06:05.3` beside a start before them cannot. */
function isAmbiguous(cell: Cell): boolean {
  if (cell.kind === 'time') return cell.millis % 1000 === 0;
  return cell.kind === 'text' && /^[1-9]:\d{2}:\d{2}$/.test(lineOf(cell));
}
