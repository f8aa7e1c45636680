/**
 * What somebody types into the field of a lane, and the result that it means. Pure, without the page: the table of
 * cases stands in `test/web/typed-result.test.ts` (console, "Fast entry").
 *
 * | typed | means |
 * |---|---|
 * | `642`, `6427`, `64270` | 6:42, 6:42.7, 6:42.70: minute, seconds, fraction |
 * | `104270`, `1020345` | 10:42.70, 1:02:03.45: from six digits on, the last two are hundredths |
 * | `642.701`, `42.7` | 6:42.701, 42.7 s: what stands before the mark are hours, minutes, seconds |
 * | `6:42.70`, `6:42,70`, `1:02:03.4` | the same, written out |
 * | `64270+10`, `+10` | with a penalty of 10 s; the latter for the time that is there |
 * | `s`, `f`, `d`, or `dns`, `dnf`, `dsq` | did not start, did not finish, disqualified; also after a time |
 * | nothing | no result |
 */
import type { ResultMode } from '../../../../../../src/contract/fields.ts';
import { MAX_INTEGER } from '../../../../../../src/contract/limits.ts';
import { HOUR_MILLIS } from '../../../../../../src/contract/time-units.ts';
import { type LaneResult, NO_RESULT } from '../../../../../../src/domain/draw/lane.ts';

/** Why a text is no result. */
export type Trouble =
  | 'letters'
  | 'seconds'
  | 'minutes'
  | 'fraction'
  | 'too-long'
  | 'zero'
  | 'form'
  | 'penalty'
  | 'penalty-alone'
  | 'place'
  | 'penalty-of-place';

export type Typed =
  | { kind: 'result'; result: LaneResult }
  /** Not complete, and not wrong so far: `6`. */
  | { kind: 'unfinished' }
  | { kind: 'wrong'; trouble: Trouble };

/** The letter of each status: in English the last letter of the word, or the first. */
export const STATUS_KEYS = { dns: 's', dnf: 'f', dsq: 'd' } as const;

const STATUSES = Object.entries(STATUS_KEYS) as [keyof typeof STATUS_KEYS, string][];

/**
 * Reads what was typed for a lane.
 *
 * @param text as it stands in the field
 * @param now the lane's result as it is, to which a penalty alone is added
 */
export function readTyped(text: string, resultMode: ResultMode, now: LaneResult): Typed {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s/g, '');
  if (plain === '') return result({});
  const status = STATUSES.find(([name, key]) => plain === name || endsWithKey(plain, key))?.[0];
  if (status) return result({ status });
  if (resultMode === 'placesOnly') return readPlace(plain);
  const [timeText = '', ...penalties] = plain.split('+');
  if (penalties.length > 1) return wrong('penalty');
  const penaltyMillis = penalties.length === 0 ? null : readPenalty(penalties[0] ?? '');
  if (typeof penaltyMillis === 'object' && penaltyMillis !== null) return penaltyMillis;
  if (timeText === '') return withPenalty(now, penaltyMillis);
  const time = readTime(timeText);
  if (typeof time === 'object') return time;
  return result({
    status: 'finished',
    finishTimeMillis: time,
    penaltyMillis: penaltyMillis || null,
  });
}

/** A result as it is typed; `readTyped` reads the same result from it. */
export function typedText(
  { status, finishTimeMillis, finishPlace, penaltyMillis }: LaneResult,
  resultMode: ResultMode,
  decimalMark = '.',
): string {
  if (status === 'assigned') return '';
  if (status !== 'finished') return status;
  if (resultMode === 'placesOnly') return finishPlace === null ? '' : String(finishPlace);
  const time = finishTimeMillis === null ? '' : writtenTime(finishTimeMillis, decimalMark);
  return penaltyMillis ? `${time} +${shortSeconds(penaltyMillis, decimalMark)}`.trim() : time;
}

/** A time to the hundredth, to the thousandth where it has any: `6:42.70`, `6:42.701`, `1:02:03.45`. */
export function writtenTime(millis: number, decimalMark = '.'): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(millis / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const start = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  const fraction = String(millis % 1000)
    .padStart(3, '0')
    .replace(/0$/, '');
  return `${start}:${two(seconds % 60)}${decimalMark}${fraction}`;
}

/** Seconds as they are typed: `10`, `2.5`. */
export function shortSeconds(millis: number, decimalMark = '.'): string {
  return String(millis / 1000).replace('.', decimalMark);
}

/** Whether the letter of a status follows the beginning of a time; the time is back when the letter is deleted. */
function endsWithKey(plain: string, key: string): boolean {
  return plain.endsWith(key) && /^[\d:.,+]*$/.test(plain.slice(0, -1));
}

function readPlace(plain: string): Typed {
  if (plain.includes('+')) return wrong('penalty-of-place');
  if (!/^\d+$/.test(plain)) return wrong(/\p{L}/u.test(plain) ? 'letters' : 'place');
  const finishPlace = Number(plain);
  if (finishPlace === 0 || finishPlace > MAX_PLACE) return wrong('place');
  return result({ status: 'finished', finishPlace });
}

/** No race has more boats; a larger number is a time that was typed as a place. */
const MAX_PLACE = 999;
/** One hour: no rule of racing adds more. */
const MAX_PENALTY_MILLIS = HOUR_MILLIS;

/** @returns milliseconds, or why the text is no penalty */
export function readPenalty(text: string): number | Typed {
  if (text === '') return { kind: 'unfinished' };
  const [, seconds, fraction = ''] = /^(\d{1,4})(?:[.,](\d{0,3}))?$/.exec(text) ?? [];
  if (seconds === undefined) return wrong('penalty');
  const millis = Number(seconds) * 1000 + thousandths(fraction);
  return millis > MAX_PENALTY_MILLIS ? wrong('penalty') : millis;
}

function withPenalty(now: LaneResult, penaltyMillis: number | null): Typed {
  if (now.status !== 'finished' || now.finishTimeMillis === null) return wrong('penalty-alone');
  return result({ ...now, finishPlace: null, penaltyMillis: penaltyMillis || null });
}

/** @returns milliseconds */
function readTime(text: string): number | Typed {
  if (/[^\d:.,]/.test(text)) return wrong(/\p{L}/u.test(text) ? 'letters' : 'form');
  const matched = /^(\d+(?::\d+)*)(:?)(?:([.,])(\d*))?$/.exec(text);
  if (!matched) return wrong('form');
  const [, whole = '', colon, mark, fraction = ''] = matched;
  // `6:` is the beginning of `6:42`.
  if (colon) return mark ? wrong('form') : { kind: 'unfinished' };
  if (fraction.length > 3) return wrong('fraction');
  if (whole.includes(':')) return readClock(whole.split(':'), fraction);
  if (mark) return readDigits(whole, fraction);
  if (whole.length < 3) return { kind: 'unfinished' };
  // Up to five digits: one for minutes, two for seconds, then the fraction. From six on, the last two are hundredths.
  const end = whole.length > 5 ? whole.length - 2 : 3;
  const time = readDigits(whole.slice(0, end), whole.slice(end));
  // `164` would be 1:64, and is the beginning of 16:42.70.
  const mayGoOn = whole.length < 6 && /^..[0-5]/.test(whole);
  return typeof time === 'object' && mayGoOn ? { kind: 'unfinished' } : time;
}

/** Hours, minutes and seconds without colons: `42`, `642`, `10203`. */
function readDigits(digits: string, fraction: string): number | Typed {
  if (digits.length > 6) return wrong('too-long');
  const [hours, minutes, seconds] = [digits.slice(0, -4), digits.slice(-4, -2), digits.slice(-2)];
  return total(Number(hours), Number(minutes), Number(seconds), fraction);
}

function readClock(parts: readonly string[], fraction: string): number | Typed {
  const isWhole = fraction === '';
  const [seconds = '', minutes = '', hours = '', ...more] = [...parts].reverse();
  if (more.length > 0) return wrong('form');
  // A single digit may become two, except before a fraction.
  if (seconds.length !== 2) {
    return isWhole && /^[0-5]$/.test(seconds) ? { kind: 'unfinished' } : wrong('seconds');
  }
  if (hours !== '' && minutes.length !== 2) return wrong('minutes');
  if (minutes.length > 2 || hours.length > 2) return wrong('too-long');
  return total(Number(hours), Number(minutes), Number(seconds), fraction);
}

/** Minutes may go on beyond 59 where no hours are given. */
function total(hours: number, minutes: number, seconds: number, fraction: string): number | Typed {
  if (seconds > 59) return wrong('seconds');
  if (hours > 0 && minutes > 59) return wrong('minutes');
  const millis = ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths(fraction);
  if (millis === 0) return wrong('zero');
  return millis > MAX_INTEGER ? wrong('too-long') : millis;
}

function thousandths(fraction: string): number {
  return Number(fraction.padEnd(3, '0'));
}

function result(properties: Partial<LaneResult>): Typed {
  return { kind: 'result', result: { ...NO_RESULT, ...properties } };
}

function wrong(trouble: Trouble): Typed {
  return { kind: 'wrong', trouble };
}
