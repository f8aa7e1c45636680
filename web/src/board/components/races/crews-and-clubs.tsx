/**
 * Lines for a crew or a club with its buttons, the crews and clubs that the search has found, and the buttons that follow
 * several at once.
 */
import { computed } from '@preact/signals';
import type { BoardCrew } from '../../../../../src/contract/board.ts';
import { MAX_FOLLOWED } from '../../../../../src/contract/limits.ts';
import { isolated } from '../../../../../src/domain/text/bidi.ts';
import { Calendar, Star } from '../../../shared/components/icons.tsx';
import { language } from '../../../shared/page/language.ts';
import { urlOf } from '../../../shared/page/page.ts';
import { type Club, clubsOf } from '../../../shared/race/search.ts';
import { laterWords, regattasWords } from '../../../shared/words/later.ts';
import { board } from '../../document/document-on-screen.ts';
import { follow, follows, toggle } from '../../following/follows.ts';
import { stepToCrew } from '../../page/address.ts';
import { boardPath } from '../../page/routing.ts';
import { found, query } from '../../page/view-state.ts';
import { FollowCrew, following } from '../following/buttons.tsx';

interface CrewLineProps {
  eventId: number;
  crew: BoardCrew;
}

/** A crew with its buttons; its name is a link to its races. */
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

/** A link to the races of a crew as a calendar file. */
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

/** The clubs of the crews of the document on the screen. */
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
function FollowFound({ eventId, kind, ids }: FollowFoundProps) {
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

/** How many crews or clubs are listed: more would push the races out of sight. */
const MAX_CREWS = 12;
/** Where no club matches the search, the clubs of the crews found are offered, unless there are more than this many. */
const MAX_OFFERED_CLUBS = 3;

interface FoundProps {
  eventId: number;
}

/**
 * The crews and clubs that the search has found.
 *
 * The status is always in the page, because a screen reader announces only what is put into it later.
 */
export function Found({ eventId }: FoundProps) {
  const typed = query.value.trim();
  const { crews, races } = found.value;
  const isNothing = crews.length + races.length === 0;
  return (
    <>
      <p class="vh" role="status">
        {typed && laterWords.value.found(crews.length, races.length)}
      </p>
      {typed && isNothing && <p class="quiet">{regattasWords.value.foundNothing(typed)}</p>}
      {typed && !isNothing && <FollowAll eventId={eventId} />}
      {typed && !isNothing && <FoundCrews eventId={eventId} />}
    </>
  );
}

function FoundCrews({ eventId }: FoundProps) {
  const { clubs, crews } = found.value;
  const shownClubs = clubs.length > 0 ? clubs : clubsOfFew(crews);
  return (
    <ul class="crews">
      {shownClubs.slice(0, MAX_CREWS).map((club) => (
        <ClubLine key={club.club} eventId={eventId} club={club} />
      ))}
      {crews.slice(0, MAX_CREWS).map((crew) => (
        <CrewLine key={crew.id} eventId={eventId} crew={crew} />
      ))}
      {crews.length > MAX_CREWS && (
        <li class="quiet">{laterWords.value.moreCrews(crews.length - MAX_CREWS)}</li>
      )}
    </ul>
  );
}

/** The clubs of these crews that have several crews; none where these are too many clubs. */
function clubsOfFew(crews: readonly BoardCrew[]): Club[] {
  const ids = new Set(crews.map(({ club }) => club));
  const of = clubs.value.filter(({ club, crews }) => ids.has(club) && crews.length > 1);
  return of.length > MAX_OFFERED_CLUBS ? [] : of;
}

/** Follows all crews found, or all races where no crew was found; a single one has its own button. */
function FollowAll({ eventId }: FoundProps) {
  const { crews, races } = found.value;
  const kind = crews.length > 0 ? 'crews' : 'races';
  const ids = (kind === 'crews' ? crews : races).map(({ id }) => id);
  if (ids.length < 2) return null;
  if (ids.length > MAX_FOLLOWED)
    return <p class="quiet">{laterWords.value.tooManyFound(ids.length, MAX_FOLLOWED)}</p>;
  return (
    <p class="follow-all">
      <FollowFound eventId={eventId} kind={kind} ids={ids} />
    </p>
  );
}
