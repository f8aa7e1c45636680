/** Moments as the clock at the venue shows them, for people. */
import { DEFAULT_ZONE, formatOfZone, venueDay } from './race-day.ts';

/**
 * @param instant epoch milliseconds
 * @param timezone IANA zone, or `null` for UTC
 * @returns for instance `2026-06-13 11:00:05 +02:00`, because some hours come twice; with milliseconds
 *   where there are any
 */
export function venueTime(instant: number, timezone: string | null): string {
  const parts = clockFormat(timezone ?? DEFAULT_ZONE).formatToParts(instant);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  const fraction = part('fractionalSecond');
  const time = `${part('hour')}:${part('minute')}:${part('second')}`;
  const offset = part('timeZoneName').slice('GMT'.length) || '+00:00';
  return `${venueDay(instant, timezone)} ${time}${fraction === '000' ? '' : `.${fraction}`} ${offset}`;
}

const clockFormat = formatOfZone({
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'longOffset',
});
