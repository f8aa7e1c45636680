/**
 * Results as people write them: `6:42.70`, with a penalty in seconds `6:42.70+10`, `dns`, `dnf`, `dsq`, a place such
 * as `1` where places are given by hand, and `-` to take a result back; and allowances: `1:30`, `90 s`, `90`,
 * `-0:12.5` (racing.md, "The office"). Pure.
 */
import type { ResultMode } from '../../contract/fields.ts';
import type { ResultWrite } from '../../contract/race.ts';
import type { LaneResult } from '../draw/lane.ts';
import { type LabelledRace, type LaneWord, readLanes } from '../draw/lane-words.ts';
import type { Refusal } from '../refusal.ts';

/** A result that replaces the stored one of a lane, without the position of the lane. */
export type Result = Omit<ResultWrite, 'position'>;

/**
 * @returns one result for each word, such as `3=6:42.70`; or a refusal naming every word that is wrong
 */
export function readResults(
  of: LabelledRace & { race: { resultMode: ResultMode } },
  words: readonly LaneWord[],
): ResultWrite[] | Refusal {
  return readLanes(of, words, false, ({ value }, position) => {
    const lane = of.lanes.find((candidate) => candidate.position === position) as LaneResult;
    const result = readResult(value, of.race.resultMode, lane);
    return typeof result === 'string' ? result : { position, ...result };
  });
}

/**
 * Reads one result. A penalty alone, `+10`, keeps the stored time or place of a crew that has finished.
 *
 * @param stored the present result of the lane
 * @returns the result; or what is wrong with the text, in English
 */
export function readResult(text: string, mode: ResultMode, stored: LaneResult): Result | string {
  const word = text.toLowerCase();
  if (word === '-') return { status: 'assigned' };
  if (word === 'dns' || word === 'dnf' || word === 'dsq') return { status: word };
  const parts = SCORE.exec(word)?.groups;
  if (!parts) return notUnderstood(mode);
  const penalty = parts.penalty === undefined ? null : { penaltyMillis: penaltyMillis(parts) };
  if (parts.score === '') {
    if (penalty === null) return notUnderstood(mode);
    if (stored.status !== 'finished') return 'adds a penalty to a crew that has not finished';
    const { finishTimeMillis, finishPlace } = stored;
    return { ...(mode === 'timed' ? { finishTimeMillis } : { finishPlace }), ...penalty };
  }
  if (mode === 'placesOnly') {
    if (!PLACE.test(word)) return notUnderstood(mode);
    return { finishPlace: Number(parts.score), ...penalty };
  }
  const finishTimeMillis = readFinishTime(parts.score ?? '');
  return finishTimeMillis === undefined ? notUnderstood(mode) : { finishTimeMillis, ...penalty };
}

const SCORE = /^(?<score>[^+]*)(?:\+(?<penalty>\d{1,4})(?:[.,](?<fraction>\d{1,3}))?)?$/;
const PLACE = /^[1-9]\d{0,4}(?:\+|$)/;
const TIME =
  /^(?:(?<hours>\d{1,2}):(?=\d{2}:))?(?<minutes>\d{1,3}):(?<seconds>[0-5]\d)(?:[.,](?<fraction>\d{1,3}))?$/;

/**
 * Reads a time such as `6:42.70`, `75:10` or `1:15:10.3`. A number without minutes, `58.31`, is not read
 * as a time, because `6.42` is most probably a typing error.
 *
 * @returns milliseconds; `undefined` if the text is no such time
 */
function readFinishTime(text: string): number | undefined {
  const parts = TIME.exec(text)?.groups;
  if (!parts) return undefined;
  const [hours, minutes, seconds] = [parts.hours, parts.minutes, parts.seconds].map((part) =>
    Number(part ?? 0),
  ) as [number, number, number];
  if (parts.hours !== undefined && minutes > 59) return undefined;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + millisOf(parts.fraction);
}

function penaltyMillis(parts: Record<string, string | undefined>): number | null {
  // No penalty and one of no seconds are the same.
  return Number(parts.penalty) * 1000 + millisOf(parts.fraction) || null;
}

/** @param fraction of a second: `7` is 700 milliseconds */
function millisOf(fraction: string | undefined): number {
  return Number((fraction ?? '').padEnd(3, '0'));
}

function notUnderstood(mode: ResultMode): string {
  const score = mode === 'timed' ? 'a time such as 6:42.70 or 6:42.70+10' : 'a place such as 1';
  return `must be ${score}, or dns, dnf, dsq, or - to take the result back`;
}

const WRITTEN =
  /^([-−–+]?)\s*(?:(?:(\d{1,2}):)?(\d{1,3}):(\d{2})|(\d{1,5}))(?:[.,](\d{1,3}))?\s*(s|sec|sek|secs?|seconds?|min|")?\.?$/i;

/**
 * @returns milliseconds that are taken off a time, negative if they are added to it; `null` for none, that is an empty
 *   text, a dash or 0; `undefined` if the text is no allowance. The size of an allowance is not checked.
 */
export function readAllowance(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').trim();
  if (/^[-–—]?$/.test(plain)) return null;
  const [matched, sign, hours = '0', minutes = '0', ofMinute, alone, fraction = '', unit = ''] =
    WRITTEN.exec(plain.slice(0, 40)) ?? [];
  if (matched === undefined || Number(ofMinute ?? 0) > 59) return undefined;
  const seconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(ofMinute ?? alone);
  // `1:30 min` are minutes with their seconds, `2 min` are minutes alone.
  const units = ofMinute === undefined && unit.toLowerCase() === 'min' ? 60 : 1;
  const millis = (seconds * 1000 + Number(fraction.padEnd(3, '0'))) * units;
  if (millis === 0) return null;
  return sign === '' || sign === '+' ? millis : -millis;
}

/** An allowance as people write it, such as `1:30` or `-0:12.5`, empty for none; `readAllowance` reads it back. */
export function allowanceText(millis: number | null, decimalMark = '.'): string {
  if (millis === null || millis === 0) return '';
  const amount = Math.abs(millis);
  const seconds = Math.floor(amount / 1000);
  const fraction = amount % 1000;
  const thousandths = String(fraction).padStart(3, '0').replace(/0+$/, '');
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const part = fraction === 0 ? '' : `${decimalMark}${thousandths}`;
  return `${millis < 0 ? '-' : ''}${clock}${part}`;
}
