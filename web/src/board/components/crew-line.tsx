/** A crew by name, with its calendar and the button to follow it; the children stand below. */
import type { ComponentChildren } from 'preact';
import type { BoardCrew } from '../../../../src/contract/board.ts';
import { Calendar } from '../../shared/components/icons.tsx';
import { words } from '../../shared/language.ts';
import { urlOf } from '../../shared/page.ts';
import { FollowCrew } from './buttons.tsx';

interface CrewLineProps {
  eventId: number;
  crew: BoardCrew;
  children?: ComponentChildren;
}

export function CrewLine({ eventId, crew, children }: CrewLineProps) {
  const t = words.value;
  return (
    <li class="crew">
      <b>{crew.name}</b>
      <a
        class="calendar"
        href={urlOf(`events/${eventId}/crews/${crew.id}.ics`)}
        aria-label={t.calendarOf(crew.name)}
        title={t.calendar}
      >
        <Calendar />
      </a>
      <FollowCrew eventId={eventId} id={crew.id} name={crew.name} />
      {children}
    </li>
  );
}
