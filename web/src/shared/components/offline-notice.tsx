/** Says that there is no connection, and how old the document on the screen is. */
import { dateLanguage, words } from '../language.ts';
import { dayName, timeOfDay, venueDay } from '../times.ts';

interface OfflineNoticeProps {
  /** When the document was last current, epoch milliseconds; `undefined` while connected. */
  since: number | undefined;
  /** The venue day, YYYY-MM-DD. */
  today: string;
  timezone: string | null;
}

/** The element is always there, for a screen reader announces only what is put into it later. */
export function OfflineNotice({ since, today, timezone }: OfflineNoticeProps) {
  return (
    <p class="old" role="status">
      {since !== undefined && words.value.offline(momentText(since, today, timezone))}
    </p>
  );
}

/** The time of day, with the day where that is not today. */
function momentText(instant: number, today: string, timezone: string | null): string {
  const day = venueDay(instant, timezone);
  const time = timeOfDay(instant, timezone);
  return day === today ? time : `${dayName(day, dateLanguage(), 'short')}, ${time}`;
}
