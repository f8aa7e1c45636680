/** Reads dates and times of day as spreadsheets and people write them. */
import { DAY_MILLIS } from '../../contract/time-units.ts';
import { type DaySpan, eventDays } from './venue-day.ts';

/** What completes a date: the days of the event give the year where it is left out, and the date of a weekday. */
interface DateContext extends DaySpan {
  /** Whether `6/7/2026` is 6 July; `undefined`: not known. */
  isDayFirst: boolean | undefined;
}

/** YYYY-MM-DD; or why the text is no date. */
type ReadDate = { date: string } | { fault: 'date' | 'no-such-date' | 'ambiguous-date' };

/** Day zero of spreadsheets, and the serial numbers that can be dates of a regatta (1982 to 2064). */
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
const [FIRST_SERIAL, LAST_SERIAL] = [30_000, 60_000];

/** Reads a date: ISO, with dots or slashes, with the name of the month, a weekday, "Day 2", or a serial number. */
export function readDate(text: string, context: DateContext): ReadDate {
  const plain = text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const numeric = numericParts(plain);
  if (numeric) return fromNumeric(numeric, context);
  const named = fromNames(plain, context);
  if (named) return named;
  const serial = Number(plain);
  if (Number.isInteger(serial) && serial >= FIRST_SERIAL && serial <= LAST_SERIAL)
    return { date: new Date(SERIAL_ZERO + serial * DAY_MILLIS).toISOString().slice(0, 10) };
  const [, ordinal] = /^(?:day|tag|jour|j)\s*(\d{1,2})$/.exec(plain) ?? [];
  const days = eventDays(context);
  const byOrdinal = ordinal === undefined ? undefined : days[Number(ordinal) - 1];
  if (byOrdinal !== undefined) return { date: byOrdinal };
  const weekday = weekdayOf(plain);
  const onWeekday = days.filter((day) => new Date(day).getUTCDay() === weekday);
  const [only] = onWeekday;
  return only !== undefined && onWeekday.length === 1 ? { date: only } : { fault: 'date' };
}

/**
 * Whether the dates of a column that are written with slashes or hyphens have the day first.
 *
 * @returns `'ask'` where all can be read both ways and the days of the event do not decide; `undefined`: there are none
 */
export function dayFirstOf(
  texts: readonly string[],
  { startDate, endDate }: Pick<DateContext, 'startDate' | 'endDate'>,
): boolean | 'ask' | undefined {
  const slashed = texts.flatMap((text) => {
    const parts = numericParts(text.toLowerCase().trim());
    return parts && 'first' in parts && parts.isOpen ? [parts] : [];
  });
  if (slashed.length === 0) return undefined;
  if (slashed.some(({ first }) => first > 12)) return true;
  if (slashed.some(({ second }) => second > 12)) return false;
  if (slashed.every(({ first, second }) => first === second)) return true;
  const within = [true, false].filter((isDayFirst) =>
    slashed.every((parts) => {
      const read = fromNumeric(parts, { isDayFirst, startDate, endDate });
      return 'date' in read && read.date >= startDate && read.date <= endDate;
    }),
  );
  return within.length === 1 ? within[0] : 'ask';
}

interface Slashed {
  first: number;
  second: number;
  year: number | undefined;
  /** Whether the separator leaves open which number is the day; with dots, the first one is. */
  isOpen: boolean;
}

type Numeric = Slashed | { year: number; month: number; day: number };

function numericParts(text: string): Numeric | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(text);
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const withoutWeekday = text.replace(/^\p{L}+[.,]*\s+/u, '');
  const parts = /^(\d{1,2})\s*([./-])\s*(\d{1,2})(?:\s*[./-]\s*(\d{4}|\d{2})?)?$/.exec(
    withoutWeekday,
  );
  if (!parts) return undefined;
  const [, first, sign, second, year] = parts;
  return {
    first: Number(first),
    second: Number(second),
    year: year === undefined ? undefined : fullYear(Number(year)),
    isOpen: sign !== '.',
  };
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year;
}

function fromNumeric(parts: Numeric, context: DateContext): ReadDate {
  if ('month' in parts) return dateOf(parts.year, parts.month, parts.day);
  const { first, second, isOpen } = parts;
  const isDecided = !isOpen || first > 12 || second > 12 || first === second;
  // A number above 12 can only be the day, whatever the order in other dates.
  const isDayFirst = isOpen ? (first > 12 ? true : second > 12 ? false : context.isDayFirst) : true;
  if (!isDecided && isDayFirst === undefined) return { fault: 'ambiguous-date' };
  const [day, month] = isDayFirst === false ? [second, first] : [first, second];
  return dateOf(parts.year ?? yearOf(context, month, day), month, day);
}

/** The year of the event; of an event over New Year, the year in which the day lies within the event. */
function yearOf({ startDate, endDate }: DateContext, month: number, day: number): number {
  const [first, last] = [startDate, endDate].map((date) => Number(date.slice(0, 4)));
  const inLast = dateOf(last as number, month, day);
  const isInLast = 'date' in inLast && inLast.date <= endDate;
  return (isInLast ? last : first) as number;
}

function dateOf(year: number, month: number, day: number): ReadDate {
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? { date: date.toISOString().slice(0, 10) } : { fault: 'no-such-date' };
}

/** Months from January on, without accents, language by language; a short form means the first name that begins with it. */
const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
  ...['januar', 'februar', 'marz', 'april', 'mai', 'juni'],
  ...['juli', 'august', 'september', 'oktober', 'november', 'dezember'],
  ...['janvier', 'fevrier', 'mars', 'avril', 'mai', 'juin'],
  ...['juillet', 'aout', 'septembre', 'octobre', 'novembre', 'decembre'],
  ...['januari', 'februari', 'maart', 'april', 'mei', 'juni'],
  ...['juli', 'augustus', 'september', 'oktober', 'november', 'december'],
  ...['gennaio', 'febbraio', 'marzo', 'aprile', 'maggio', 'giugno'],
  ...['luglio', 'agosto', 'settembre', 'ottobre', 'novembre', 'dicembre'],
];
/** How March is also written in German and Dutch. */
const SPELLINGS_OF_MARCH = ['maerz', 'mrt'];

/** Weekdays from Sunday on, without accents, language by language; a short form means the first name that begins with it. */
const WEEKDAYS = [
  ...['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
  ...['sonntag', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag'],
  ...['sonntag', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'sonnabend'],
  ...['zondag', 'maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag'],
  ...['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
  ...['domenica', 'lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi', 'sabato'],
];

/** `13 June 2026`, `June 13th`, `Samstag, 13. Juni 2026`. */
function fromNames(text: string, context: DateContext): ReadDate | undefined {
  const words = withoutAccents(text).split(/[\s.,]+/);
  const months = words.map(monthOf).filter((month) => month >= 0);
  // In `mar. 16 juin`, `mar.` is Tuesday and not March.
  const [month] = words[0] === 'mar' && months.length > 1 ? months.slice(1) : months;
  if (month === undefined) return undefined;
  const numbers = words.flatMap((word) => {
    const [, digits] = /^(\d{1,4})(?:st|nd|rd|th|er)?$/.exec(word) ?? [];
    return digits === undefined ? [] : [Number(digits)];
  });
  const day = numbers.find((number) => number <= 31);
  const year = numbers.find((number) => number > 31);
  if (day === undefined) return undefined;
  return dateOf(year ?? yearOf(context, month + 1, day), month + 1, day);
}

function monthOf(word: string): number {
  if (SPELLINGS_OF_MARCH.includes(word)) return 2;
  const found = word.length < 3 ? -1 : MONTHS.findIndex((name) => name.startsWith(word));
  return found < 0 ? -1 : found % 12;
}

/** Whether a text begins with a weekday, or with the short form of one. */
export function namesWeekday(text: string): boolean {
  return weekdayOf(text.trim().toLowerCase()) >= 0;
}

function weekdayOf(text: string): number {
  const [word = ''] = withoutAccents(text).split(/[\s.,]+/);
  if (word.length < 2) return -1;
  const found = WEEKDAYS.findIndex((name) => name.startsWith(word) || word.startsWith(name));
  return found < 0 ? -1 : found % 7;
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/**
 * Reads a time of day: `9:05`, `09.05`, `9h05`, `0905`, `2:30 pm`, `9:05:30 Uhr`, or a fraction of a day.
 *
 * @returns `HH:MM`, with seconds and thousandths where there are any; `undefined` where the text is no time of day
 */
export function readTime(text: string): string | undefined {
  const plain = text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const fraction = /^0?[.,]\d+$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
  if (fraction !== undefined) return timeOf(Math.round(fraction * 86_400), 0);
  const matched =
    /^(\d{1,2})(?:\s?[:.h]\s?(\d{2})(?:[:.](\d{2})(?:[.,](\d{1,3}))?)?|\s?h)?\s?(?:uhr|h)?\s?([ap])?\.?\s?(?:m\.?)?$/.exec(
      plain,
    );
  const compact = /^(\d{1,2})(\d{2})$/.exec(plain);
  const [, hours, minutes = '0', seconds = '0', thousandths = '0', half] = compact ?? matched ?? [];
  if (hours === undefined) return undefined;
  if (!compact && matched && !/[:.hap]|uhr/.test(plain)) return undefined;
  const hour = half === undefined ? Number(hours) : twelveHours(Number(hours), half);
  if (hour === undefined || hour > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    return undefined;
  return timeOf(
    hour * 3600 + Number(minutes) * 60 + Number(seconds),
    Number(thousandths.padEnd(3, '0')),
  );
}

function twelveHours(hours: number, half: string): number | undefined {
  if (hours < 1 || hours > 12) return undefined;
  return (hours % 12) + (half === 'p' ? 12 : 0);
}

function timeOf(seconds: number, millis: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hour, minute, second] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(
    Math.floor,
  );
  const exact = millis > 0 ? `.${String(millis).padStart(3, '0')}` : '';
  const tail = second || millis ? `:${two(second as number)}${exact}` : '';
  return `${two((hour as number) % 24)}:${two(minute as number)}${tail}`;
}
