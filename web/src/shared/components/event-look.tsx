/** How the organiser wants an event to look: its colour on the whole page, and its logo. */
import type { Board } from '../../../../src/contract/board.ts';
import { logoUrl, urlOf } from '../page/page.ts';
import { words } from '../words/board.ts';

type Looking = Pick<Board, 'eventId' | 'status' | 'look'>;

/** Gives the page the colour of the event, or its usual one; style sheets take it from these properties. */
export function wearAccent(board: Looking | undefined): void {
  const look = board?.look;
  const tones = { accent: look?.accent, ...look?.shades };
  for (const name of ['accent', 'light', 'dark'] as const) {
    // An empty value takes the property away.
    document.documentElement.style.setProperty(`--own-${name}`, tones[name] ?? '');
  }
}

/** The logo of the event; before there are races, that of the installation where it has none of its own. */
export function EventLogo({ board: { eventId, status, look } }: { board: Looking }) {
  const version = look?.logo ?? (status === 'announced' && logoUrl() && '');
  if (typeof version !== 'string') return null;
  const url = urlOf(`events/${eventId}/logo?v=${version}`);
  return <img class="event-logo" src={url} alt={words.value.logo} />;
}
