/** "My races": all races of what is followed in the order of time, with results, the next one large; then what is followed. */
import { useEffect } from 'preact/hooks';
import type { Board } from '../../../../../src/contract/board.ts';
import { numbered } from '../../../shared/race/race-title.ts';
import { words } from '../../../shared/words/board.ts';
import { laterWords } from '../../../shared/words/later.ts';
import { followsAnything } from '../../following/follow-set.ts';
import { follows, myCrews, myNext, myRaces } from '../../following/follows.ts';
import { rowName } from '../../page/race-names.ts';
import { view } from '../../page/view-state.ts';
import { ClubLine, CrewLine, clubs } from '../races/crews-and-clubs.tsx';
import { RaceLink } from '../races/race-item.tsx';
import { RaceList } from '../races/race-list.tsx';
import { FollowRace } from './buttons.tsx';
import { ForgetDevice } from './forget-device.tsx';

/** Prefix of the ids of the rows, because the hidden view of all races has rows for the same races. */
const PREFIX = 'mine';

export function MyDay({ board }: { board: Board }) {
  const t = words.value;
  const races = myRaces.value;
  const next = myNext.value;
  return (
    <section class="my-day" aria-labelledby="my-day">
      <h2 id="my-day">{t.myDay.mine}</h2>
      {races.length === 0 && (
        <p class="quiet">
          {followsAnything(follows.value) ? laterWords.value.noRaces : laterWords.value.nothing}
        </p>
      )}
      <RaceList board={board} races={races} marked={myCrews.value} next={next} idPrefix={PREFIX} />
      <Followed board={board} />
      <ForgetDevice eventId={board.eventId} />
      <ShowNext />
    </section>
  );
}

/** Scrolls to the next race when my races are chosen: a club may have rowed twenty races before it. */
function ShowNext() {
  const isShown = view.value === 'mine';
  useEffect(() => {
    const next = isShown ? myNext.peek() : undefined;
    const row = next && document.getElementById(`${PREFIX}-${next.id}`);
    if (row && row.getBoundingClientRect().bottom > innerHeight)
      row.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, [isShown]);
  return null;
}

/** The clubs, crews and races that are followed, each with the button that stops following it. */
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
