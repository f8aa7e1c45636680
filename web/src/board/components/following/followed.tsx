/** What is followed of a regatta, each with the button that ends it. */
import type { Board } from '../../../../../src/contract/board.ts';
import { laterWords } from '../../../shared/words/later.ts';
import { numbered } from '../../../shared/race/race-title.ts';
import { follows } from '../../following/follows.ts';
import { clubs } from '../../page/clubs.ts';
import { rowName } from '../../page/race-names.ts';
import { FollowRace } from './buttons.tsx';
import { ClubLine, CrewLine } from '../races/crew-line.tsx';
import { RaceLink } from '../races/race-link.tsx';

export function Followed({ board }: { board: Board }) {
  const { eventId } = board;
  const followed = follows.value;
  const crews = board.crews.filter(({ id }) => followed.crews.includes(id));
  const races = board.races.filter(({ id }) => followed.races.includes(id));
  const ownClubs = clubs.value.filter(({ club }) => followed.clubs.includes(club));
  // A followed crew offers to follow the rest of its club as well.
  const offered = clubs.value.filter(
    ({ club, crews: of }) =>
      of.length > 1 && !followed.clubs.includes(club) && crews.some((crew) => crew.club === club),
  );
  if (crews.length + races.length + ownClubs.length === 0) return null;
  return (
    <div class="followed">
      <h3>{laterWords.value.followed}</h3>
      <ul class="crews">
        {[...ownClubs, ...offered].map((club) => (
          <ClubLine key={club.club} eventId={eventId} club={club} />
        ))}
        {crews.map((crew) => (
          <CrewLine key={crew.id} eventId={eventId} crew={crew} />
        ))}
        {races.map((race) => (
          <li key={race.id} class="crew">
            <RaceLink eventId={eventId} raceId={race.id}>
              {numbered(race, rowName(race))}
            </RaceLink>
            <FollowRace eventId={eventId} id={race.id} />
          </li>
        ))}
      </ul>
    </div>
  );
}
