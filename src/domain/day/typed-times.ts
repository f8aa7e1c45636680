/**
 * Reads a time of day that somebody types or pastes (racing, "The office"). Pure. All cases are in
 * `test/domain/typed-times.test.ts`.
 *
 * | typed | means |
 * |---|---|
 * | `140322.4`, `140322`, `94032.4` | 14:03:22.4, 14:03:22, 9:40:32.4 at the venue |
 * | `14:03:22.4`, `14:03:22,4`, `14.03.22,4` | the same, written out |
 * | `14:03`, `1403`, `14h03` | 14:03:00, where seconds may be left out |
 * | `2026-06-13 14:03:22.4`, RFC 3339 | that moment, whatever the day of the race |
 */
import { formatInstant, parseInstant } from '../../contract/instant.ts';
import { readVenueTime } from './read-venue-time.ts';
import { nearestShown, VenueClock, venueTime } from './venue-clock.ts';

/** Why a text is no time of day. */
export type TypedTimeFault =
  /** Something is still missing: `1403`, where seconds are needed. */
  | 'unfinished'
  /** More than six digits before any decimal mark: it is unknown where the fraction begins. */
  | 'no-mark'
  /** It has digits below a thousandth of a second. */
  | 'fraction'
  /** An hour, minute or second that does not exist. */
  | 'no-such-time'
  /** The clocks skip this time, because they are put forward. */
  | 'left-out'
  | 'form';

/** What decides which moment a time of day is. */
export interface NearMoment {
  /** A moment that it should be near, such as the start of the race; epoch milliseconds. */
  near: number;
  /** IANA zone, or `null` for UTC. */
  timezone: string | null;
  /** Whether seconds may be left out, as in a planned start. */
  isToTheMinute?: boolean;
}

/** Hours, minutes, seconds and a fraction, with any of the usual separators. */
const CLOCK = /^(\d{1,2})(?:[:h.](\d{2})(?:[:.](\d{2})(?:[.,](\d+))?)?)$/;
const DIGITS = /^(\d+)(?:[.,](\d*))?$/;
const HAS_DAY = /^\d{4}-\d{2}-\d{2}/;

/**
 * Reads a time of day at the venue. Its day is the one on which it is nearest to the race, so that a boat that starts before
 * midnight can finish after it. Of a time that the clocks show twice, the moment nearer to the race is taken.
 *
 * @returns epoch milliseconds, or why the text is no time of day
 */
export function readTypedTime(text: string, moment: NearMoment): number | TypedTimeFault {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  if (HAS_DAY.test(plain)) return readWithDay(text.trim(), moment);
  const wall = millisOfDay(plain.replace(/\s/g, ''), moment.isToTheMinute ?? false);
  if (typeof wall === 'string') return wall;
  return nearestShown(clockOf(moment.timezone), wall, moment.near) ?? 'left-out';
}

function readWithDay(text: string, { timezone }: NearMoment): number | TypedTimeFault {
  const days = { timezone, startDate: '', endDate: '' };
  const read = parseInstant(text) ?? readVenueTime(text.replace(',', '.'), days);
  return typeof read === 'string' ? 'no-such-time' : read;
}

/** @returns milliseconds after midnight, as the clock shows them */
function millisOfDay(plain: string, isToTheMinute: boolean): number | TypedTimeFault {
  const parts = partsOf(plain, isToTheMinute);
  if (typeof parts === 'string') return parts;
  const { hours, minutes, seconds, fraction } = parts;
  // Times are stored in thousandths of a second.
  if (/[1-9]/.test(fraction.slice(3))) return 'fraction';
  if (hours > 23 || minutes > 59 || seconds > 59) return 'no-such-time';
  const millis = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis;
}

interface ClockParts {
  hours: number;
  minutes: number;
  seconds: number;
  /** The digits after the decimal mark. */
  fraction: string;
}

function partsOf(plain: string, isToTheMinute: boolean): ClockParts | TypedTimeFault {
  const digits = DIGITS.exec(plain);
  if (digits) return partsOfDigits(digits[1] ?? '', digits[2], isToTheMinute);
  const [matched, hours, minutes, seconds, fraction = ''] = CLOCK.exec(plain) ?? [];
  if (matched === undefined) return /^[\d:.,h]+$/.test(plain) ? 'unfinished' : 'form';
  if (seconds === undefined && !isToTheMinute) return 'unfinished';
  return {
    hours: Number(hours),
    minutes: Number(minutes),
    seconds: Number(seconds ?? 0),
    fraction,
  };
}

/** @param fraction `undefined` where there is no decimal mark */
function partsOfDigits(
  digits: string,
  fraction: string | undefined,
  isToTheMinute: boolean,
): ClockParts | TypedTimeFault {
  const { length } = digits;
  if (length > 6) return 'no-mark';
  const isMinutes = isToTheMinute && fraction === undefined && (length === 3 || length === 4);
  if (isMinutes) return clockParts(digits.padStart(4, '0'), '');
  // Five digits that begin with 0, 1 or 2 are not read as a one-digit hour: the sixth may still be to come.
  if (length < 5 || (length === 5 && /^[0-2]/.test(digits))) return 'unfinished';
  return clockParts(digits.padStart(6, '0'), fraction ?? '');
}

function clockParts(digits: string, fraction: string): ClockParts {
  const pair = (index: number) => Number(digits.slice(index, index + 2));
  return { hours: pair(0), minutes: pair(2), seconds: pair(4), fraction };
}

/** Clocks by zone: a race has hundreds of times, and a clock looks up the offset of each day only once. */
const clocks = new Map<string | null, VenueClock>();

function clockOf(timezone: string | null): VenueClock {
  const clock = clocks.get(timezone) ?? new VenueClock(timezone);
  clocks.set(timezone, clock);
  return clock;
}

/**
 * A moment as a text to type: `14:03:22.4`; with its day where the time alone would be read as another moment.
 * `readTypedTime` reads the same moment from it.
 */
export function typedTimeText(instant: number, moment: NearMoment, decimalMark = '.'): string {
  const [day = ''] = venueTime(instant, moment.timezone).split(' ');
  const short = clockText(instant, moment.timezone);
  const isWhole = moment.isToTheMinute === true && /:00$/.test(short);
  const text = (isWhole ? short.slice(0, -3) : short).replace('.', decimalMark);
  const texts = [text, `${day} ${short}`];
  return texts.find((each) => readTypedTime(each, moment) === instant) ?? formatInstant(instant);
}

/** What the clock at the venue shows, for people to read: `14:03:22.4`, `14:03:22`. */
export function clockText(instant: number, timezone: string | null, decimalMark = '.'): string {
  const [, clock = ''] = venueTime(instant, timezone).split(' ');
  return clock.replace(/(\.\d*?)0+$/, '$1').replace('.', decimalMark);
}
