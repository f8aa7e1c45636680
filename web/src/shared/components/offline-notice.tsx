/** Says that there is no connection, and how old the document on the screen is. */
import { momentText } from '../moment-text.ts';
import { words } from '../words/board.ts';

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
