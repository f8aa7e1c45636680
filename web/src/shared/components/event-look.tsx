/** How the organiser wants an event to look: its colour on the whole page, and its logo. */
import type { Board } from '../../../../src/contract/board.ts';
import { urlOf } from '../page/page.ts';
import { words } from '../words/board.ts';

type Looking = Pick<Board, 'eventId' | 'look'>;

/** Gives the page the colour of the event, or its usual one; style sheets take it from these properties. */
export function wearAccent(board: Looking | undefined): void {
  const { accent, shades } = board?.look ?? {};
  const set = (name: string, value = '') =>
    // An empty value takes the property away.
    document.documentElement.style.setProperty(`--own-${name}`, value);
  set('accent', accent ?? '');
  set('light', shades?.light);
  set('dark', shades?.dark);
}

/** Nothing where the event has none of its own. */
export function EventLogo({ board: { eventId, look } }: { board: Looking }) {
  return (
    look?.logo && (
      <img
        class="event-logo"
        src={urlOf(`events/${eventId}/logo?v=${look.logo}`)}
        alt={words.value.logo}
      />
    )
  );
}
