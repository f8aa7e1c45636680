/** A crew, or a club, by name, with what can be done with it. */
import type { BoardCrew } from '../../../../../src/contract/board.ts';
import type { Club } from '../../../shared/race/clubs.ts';
import { Calendar } from '../later-icons.tsx';
import { laterWords } from '../../../shared/words/later.ts';
import { isolated } from '../../../shared/page/isolated.ts';
import { language } from '../../../shared/page/language.ts';
import { urlOf } from '../../../shared/page/page.ts';
import { stepToCrew } from '../../page/address.ts';
import { boardPath } from '../../page/routing.ts';
import { FollowCrew } from '../following/buttons.tsx';
import { FollowClub } from '../following/buttons-for-many.tsx';

interface CrewLineProps {
  eventId: number;
  crew: BoardCrew;
}

/** Its name leads to its races. */
export function CrewLine({ eventId, crew }: CrewLineProps) {
  return (
    <li class="crew">
      <a
        class="name"
        href={urlOf(boardPath(eventId, { crew: crew.id }))}
        onClick={(event) => {
          event.preventDefault();
          stepToCrew(eventId, crew.id);
        }}
      >
        {crew.name}
      </a>
      <CalendarLink eventId={eventId} crew={crew} />
      <FollowCrew eventId={eventId} id={crew.id} name={crew.name} />
    </li>
  );
}

/** The races of a crew as a file for calendars. */
export function CalendarLink({ eventId, crew }: CrewLineProps) {
  return (
    <a
      class="calendar"
      href={urlOf(`events/${eventId}/crews/${crew.id}.ics?lang=${language.value}`)}
      aria-label={laterWords.value.calendarOf(crew.name)}
      title={laterWords.value.calendar}
    >
      <Calendar />
    </a>
  );
}

export function ClubLine({ eventId, club }: { eventId: number; club: Club }) {
  return (
    <li class="crew club">
      <b>
        {isolated(club.name)}{' '}
        <span class="quiet">{laterWords.value.crewsOfClub(club.crews.length)}</span>
      </b>
      <FollowClub eventId={eventId} club={club.club} name={club.name} />
    </li>
  );
}
