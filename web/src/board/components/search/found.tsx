/** What the search has found besides races: clubs and crews, and the offer to follow all that match. */
import type { BoardCrew } from '../../../../../src/contract/board.ts';
import { MAX_FOLLOWED } from '../../../../../src/contract/limits.ts';
import type { Club } from '../../../shared/race/clubs.ts';
import { laterWords } from '../../../shared/words/later.ts';
import { regattasWords } from '../../../shared/words/regattas.ts';
import { found, query } from '../../page/view-state.ts';
import { clubs as allClubs, ClubLine, CrewLine, FollowFound } from '../races/crew-line.tsx';

/** More would push the races out of sight. */
const MAX_CREWS = 12;
/** Clubs that are not searched for, but have a crew that is found, are offered up to this many. */
const MAX_OFFERED_CLUBS = 3;

interface FoundProps {
  eventId: number;
}

/** The status is always there, for a screen reader announces only what is put into it later. */
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

/** The clubs of the crews, unless these are crews of all sorts. */
function clubsOfFew(crews: readonly BoardCrew[]): Club[] {
  const ids = new Set(crews.map(({ club }) => club));
  const of = allClubs.value.filter(({ club, crews }) => ids.has(club) && crews.length > 1);
  return of.length > MAX_OFFERED_CLUBS ? [] : of;
}

/** Crews where there are any, else races; one alone has its own button. */
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
