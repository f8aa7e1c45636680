/** Times as people read them: times of day and days at the venue, and durations of races. */

/** The zone of a regatta that names none. */
const DEFAULT_ZONE = 'UTC';

/** The venue's time of day, such as `09:05`: 24 hours, the same on every device and every sheet. */
export function timeOfDay(instant: number, timezone: string | null): string {
  return format('en-GB', timezone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    instant,
  );
}

/** The calendar day at the venue, YYYY-MM-DD. */
export function venueDay(instant: number, timezone: string | null): string {
  const parts = format('en-US', timezone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
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
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    timeOfDay(instant, here) === timeOfDay(instant, timezone) &&
    venueDay(instant, here) === venueDay(instant, timezone)
  );
}

/**
 * How many decimals it takes to write all of these durations without losing anything that was
 * measured: 1 to 3.
 */
export function decimalsFor(millis: readonly number[]): number {
  if (millis.some((value) => value % 10 !== 0)) return 3;
  return millis.some((value) => value % 100 !== 0) ? 2 : 1;
}

/** A duration: `58.3`, `6:42.69` or `1:02:03.4`; cut, not rounded, to the decimals. */
export function duration(millis: number, decimals: number): string {
  const sign = millis < 0 ? '−' : '';
  const rest = Math.abs(millis);
  const hours = Math.floor(rest / 3_600_000);
  const minutes = Math.floor(rest / 60_000) % 60;
  const seconds = Math.floor(rest / 1000) % 60;
  const fraction = String(rest % 1000)
    .padStart(3, '0')
    .slice(0, decimals);
  const two = (value: number) => String(value).padStart(2, '0');
  if (hours > 0) return `${sign}${hours}:${two(minutes)}:${two(seconds)}.${fraction}`;
  if (minutes > 0) return `${sign}${minutes}:${two(seconds)}.${fraction}`;
  return `${sign}${seconds}.${fraction}`;
}

/** A penalty: `+10 s`, `−2.5 s`, `+1:30 min`. */
export function penalty(millis: number): string {
  const sign = millis < 0 ? '−' : '+';
  const size = Math.abs(millis);
  if (size < 60_000) return `${sign}${size / 1000} s`;
  const [whole = '', fraction = ''] = duration(size, 3).split('.');
  const decimals = fraction.replace(/0+$/, '');
  return `${sign}${whole}${decimals && `.${decimals}`} min`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format is slow on a phone, so each is made once; a zone the browser lacks is UTC. */
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
