/** A link to a race further down on the page. */
import type { ComponentChildren } from 'preact';
import { urlOf } from '../../shared/page.ts';
import { revealRace } from '../view-state.ts';

interface RaceLinkProps {
  eventId: number;
  raceId: number;
  children: ComponentChildren;
}

export function RaceLink({ eventId, raceId, children }: RaceLinkProps) {
  return (
    <a
      href={urlOf(`events/${eventId}#race-${raceId}`)}
      onClick={(event) => {
        event.preventDefault();
        revealRace(raceId);
      }}
    >
      {children}
    </a>
  );
}
