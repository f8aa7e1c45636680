/** A link to a race further down on the page. */
import type { ComponentChildren } from 'preact';
import { urlOf } from '../../../shared/page/page.ts';
import { races } from '../../document/document-on-screen.ts';
import { boardPath } from '../../page/routing.ts';
import { revealRace } from '../../page/view-state.ts';

interface RaceLinkProps {
  eventId: number;
  raceId: number;
  children: ComponentChildren;
}

export function RaceLink({ eventId, raceId, children }: RaceLinkProps) {
  const race = races.value.get(raceId);
  return (
    <a
      href={urlOf(boardPath(eventId, race && { race: race.raceNumber }))}
      onClick={(event) => {
        event.preventDefault();
        revealRace(raceId);
      }}
    >
      {children}
    </a>
  );
}
