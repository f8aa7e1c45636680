/** A crew, or a club, by name, with what can be done with it, and the buttons that follow many. */
import { computed } from '@preact/signals';
import type { BoardCrew } from '../../../../../src/contract/board.ts';
import { Calendar, Star } from '../../../shared/components/icons.tsx';
import { isolated } from '../../../shared/page/isolated.ts';
import { language } from '../../../shared/page/language.ts';
import { urlOf } from '../../../shared/page/page.ts';
import { type Club, clubsOf } from '../../../shared/race/clubs.ts';
import { laterWords } from '../../../shared/words/later.ts';
import { board } from '../../document/document-on-screen.ts';
import { follow, follows, toggle } from '../../following/follows.ts';
import { stepToCrew } from '../../page/address.ts';
import { boardPath } from '../../page/routing.ts';
import { FollowCrew, following } from '../following/buttons.tsx';

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

/** The clubs of the crews on the screen. */
export const clubs = computed(() => clubsOf(board.value?.crews ?? []));

/** Follows every crew of the club, also one that is added later. */
export function FollowClub({
  eventId,
  club,
  name,
}: {
  eventId: number;
  club: string;
  name: string;
}) {
  const isOn = follows.value.clubs.includes(club);
  return (
    <button type="button" class="pill" {...following(eventId, isOn, () => toggle('clubs', club))}>
      <Star filled={isOn} /> {laterWords.value.wholeClub} <span class="vh">{name}</span>
    </button>
  );
}

interface FollowFoundProps {
  eventId: number;
  kind: 'crews' | 'races';
  ids: readonly number[];
}

/** Follows all that the search has found. */
export function FollowFound({ eventId, kind, ids }: FollowFoundProps) {
  const own = new Set(follows.value[kind]);
  const isOn = ids.every((id) => own.has(id));
  const t = laterWords.value;
  return (
    <button
      type="button"
      class="pill"
      {...following(eventId, isOn, () => follow(kind, ids, !isOn))}
    >
      <Star filled={isOn} /> {kind === 'crews' ? t.allCrews(ids.length) : t.allRaces(ids.length)}
    </button>
  );
}
