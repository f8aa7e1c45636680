/** Times as people read them: times of day and days at the venue, and durations of races. */
import { type DecimalMark, formatFinishTime, formatGap } from '../../src/domain/finish-time.ts';

/** The zone of a regatta that names none. */
const DEFAULT_ZONE = 'UTC';

/** The venue's time of day, such as `09:05`: 24 hours, the same on every device and every sheet. */
export function timeOfDay(instant: number, timezone: string | null): string {
  const part = venueParts(instant, timezone);
  return `${part('hour')}:${part('minute')}`;
}

/** The calendar day at the venue, YYYY-MM-DD. */
export function venueDay(instant: number, timezone: string | null): string {
  const part = venueParts(instant, timezone);
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** Both from one format, for making one takes a slow phone longer than drawing ten races. */
function venueParts(instant: number, timezone: string | null) {
  const parts = format('en-US', timezone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant);
  return (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
}

/** A day as people say it: `Saturday 13 June`, with the year where one asks for it. */
export function dayName(
  day: string,
  language: string,
  width: 'long' | 'short' = 'long',
  year = false,
): string {
  // A day is no instant: noon UTC of it falls on it in UTC, which is where it is formatted.
  return format(language, 'UTC', {
    weekday: width,
    day: 'numeric',
    month: 'short',
    ...(year && { year: 'numeric' }),
  }).format(Date.parse(`${day}T12:00:00Z`));
}

/** A zone as people know it: the name of its city, or UTC. */
export function zoneName(timezone: string | null): string {
  return (timezone ?? DEFAULT_ZONE).split('/').at(-1)?.replaceAll('_', ' ') ?? DEFAULT_ZONE;
}

/** Whether the clock of this device and the venue's clock say the same at an instant. */
export function isVenueTime(instant: number, timezone: string | null): boolean {
  const here = new Date(instant);
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    timeOfDay(instant, timezone) === `${two(here.getHours())}:${two(here.getMinutes())}` &&
    venueDay(instant, timezone).endsWith(`-${two(here.getDate())}`)
  );
}

/**
 * Writes the durations of one race: to the hundredth, as the notifications do, unless that would
 * write two different ones the same; then to the thousandth.
 *
 * @param millis all that are to be written
 */
export function durationWriter(
  millis: readonly number[],
  decimalMark: DecimalMark,
): { time(of: number): string; gap(of: number, best: number): string } {
  const different = new Set(millis).size;
  if (new Set(millis.map((of) => formatFinishTime(of))).size === different)
    return {
      time: (of) => formatFinishTime(of, decimalMark),
      gap: (of, best) => formatGap(of, best, decimalMark),
    };
  const exact = (of: number) => {
    const cut = Math.floor(of / 10) * 10;
    return `${formatFinishTime(cut, decimalMark)}${of % 10}`;
  };
  return { time: exact, gap: (of, best) => `+${exact(of - best).replace(/^0:0?/, '')}` };
}

/** A penalty: `+10 s`, `−2.5 s`. */
export function penalty(millis: number, decimalMark: DecimalMark): string {
  const sign = millis < 0 ? '−' : '+';
  return `${sign}${String(Math.abs(millis) / 1000).replace('.', decimalMark)} s`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Each format is made once; a zone that the browser lacks is UTC. */
function format(
  language: string,
  timezone: string | null,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${language}|${timezone}|${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (!made) {
    try {
      made = new Intl.DateTimeFormat(language, { ...options, timeZone: timezone ?? DEFAULT_ZONE });
    } catch {
      made = new Intl.DateTimeFormat(language, { ...options, timeZone: DEFAULT_ZONE });
    }
    formats.set(key, made);
  }
  return made;
}
