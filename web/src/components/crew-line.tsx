/** A crew by name, with its calendar and the button to follow it; below, what is given. */
import type { ComponentChildren } from 'preact';
import type { BoardCrew } from '../../../src/contract/board.ts';
import { words } from '../language.ts';
import { urlOf } from '../page.ts';
import { board } from '../shown.ts';
import { FollowCrew } from './buttons.tsx';
import { Calendar } from './icons.tsx';

export function CrewLine({ crew, children }: { crew: BoardCrew; children?: ComponentChildren }) {
  const t = words.value;
  return (
    <li class="crew">
      <b>{crew.name}</b>
      <a
        class="calendar"
        href={urlOf(`events/${board.value?.eventId}/crews/${crew.id}.ics`)}
        aria-label={t.calendarOf(crew.name)}
        title={t.calendar}
      >
        <Calendar />
      </a>
      <FollowCrew id={crew.id} name={crew.name} />
      {children}
    </li>
  );
}
