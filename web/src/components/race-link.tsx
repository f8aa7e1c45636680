/** A link to a race further down on the page. */
import type { ComponentChildren } from 'preact';
import type { BoardRace } from '../../../src/contract/board.ts';
import { urlOf } from '../page.ts';
import { reveal } from '../reading.ts';
import { dayOf } from '../running-order.ts';
import { board } from '../shown.ts';

export function RaceLink({
  race,
  children,
  ...rest
}: {
  race: BoardRace;
  children: ComponentChildren;
  class?: string;
}) {
  const { eventId, timezone = null } = board.value ?? {};
  return (
    <a
      {...rest}
      href={urlOf(`events/${eventId}#race-${race.id}`)}
      onClick={(event) => {
        event.preventDefault();
        reveal(race.id, dayOf(race, timezone));
      }}
    >
      {children}
    </a>
  );
}
