/** The races of one crew: what its address shows. */
import type { Board } from '../../../../../src/contract/board.ts';
import { laterWords } from '../../../shared/words/later.ts';
import { leaveCrew } from '../../page/address.ts';
import { clubs } from '../../page/clubs.ts';
import { boardPath } from '../../page/routing.ts';
import { FollowCrew } from '../following/buttons.tsx';
import { FollowClub } from '../following/buttons-for-many.tsx';
import { CalendarLink } from './crew-line.tsx';
import { RaceGroups } from './race-groups.tsx';
import { ShareButtons } from '../share-buttons.tsx';

export function CrewRaces({ board, crewId }: { board: Board; crewId: number }) {
  const { eventId } = board;
  const crew = board.crews.find(({ id }) => id === crewId);
  if (!crew) return null;
  const races = board.races.filter(({ lanes }) => lanes.some((lane) => lane.crewId === crewId));
  const club = clubs.value.find((of) => of.club === crew.club && of.crews.length > 1);
  return (
    <section class="crew-races" aria-labelledby="crew">
      <div class="crew">
        <h2 id="crew">{crew.name}</h2>
        <CalendarLink eventId={eventId} crew={crew} />
        <FollowCrew eventId={eventId} id={crewId} name={crew.name} />
      </div>
      <div class="tools">
        <button type="button" class="pill" onClick={leaveCrew}>
          {laterWords.value.leaveCrew}
        </button>
        {club && <FollowClub eventId={eventId} club={club.club} name={club.name} />}
        <ShareButtons path={boardPath(eventId, { crew: crewId })} title={crew.name} />
      </div>
      {races.length === 0 && <p class="quiet">{laterWords.value.noRacesOfCrew}</p>}
      <RaceGroups board={board} races={races} hits={new Set([crewId])} />
    </section>
  );
}
