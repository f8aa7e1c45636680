/**
 * What views of an event have in common: the organiser's colour and logo, and the notes that it is a trial and that there is no
 * connection.
 */
import type { Board } from '../../../../src/contract/board.ts';
import { momentText } from '../moment-text.ts';
import { logoUrl, urlOf } from '../page/page.ts';
import { words } from '../words/board.ts';

type Looking = Pick<Board, 'eventId' | 'status' | 'look'>;

/** Sets the properties from which style sheets take the colour of the event; without them, they use their own colour. */
export function applyEventColour(board: Looking | undefined): void {
  const look = board?.look;
  const tones = { accent: look?.accent, ...look?.shades };
  for (const name of ['accent', 'light', 'dark'] as const) {
    // An empty value removes the property.
    document.documentElement.style.setProperty(`--own-${name}`, tones[name] ?? '');
  }
}

/** The logo of the event; of an event that is only announced, that of the installation where it has none of its own. */
export function EventLogo({ board: { eventId, status, look } }: { board: Looking }) {
  const version = look?.logo ?? (status === 'announced' && logoUrl() && '');
  if (typeof version !== 'string') return null;
  const url = urlOf(`events/${eventId}/logo?v=${version}`);
  return <img class="event-logo" src={url} alt={words.value.logo} />;
}

/** Says that an event is a trial, so that nobody takes its races for real ones. */
export function TrialNote({ board }: { board: Board }) {
  return board.trial ? <p class="trial">{words.value.trial}</p> : null;
}

interface OfflineNoticeProps {
  /** When the document was last current, epoch milliseconds; `undefined` while connected. */
  since: number | undefined;
  /** The venue day, YYYY-MM-DD. */
  today: string;
  timezone: string | null;
}

/**
 * Says that there is no connection, and how old the document on the screen is.
 *
 * The element is always in the page, because a screen reader announces only what is put into it later.
 */
export function OfflineNotice({ since, today, timezone }: OfflineNoticeProps) {
  return (
    <p class="old" role="status">
      {since !== undefined && words.value.offline(momentText(since, today, timezone))}
    </p>
  );
}
