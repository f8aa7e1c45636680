/** What an open race shows below its row: its lanes, what there is to know of it, and what can be done with it. */
import type { BoardRace } from '../../../../../src/contract/board.ts';
import { raceNameParts } from '../../../../../src/domain/races/race-name.ts';
import { hasResults } from '../../../../../src/domain/results/standings.ts';
import { LaneTable } from '../../../shared/components/lane-table.tsx';
import { words } from '../../../shared/page/language.ts';
import { isolated } from '../../../shared/page/isolated.ts';
import { isUndrawn } from '../../../shared/race/occupant.ts';
import { soFarText } from '../../../shared/race/places.ts';
import { officialText, stateText } from '../../../shared/race/race-state.ts';
import { unsaidParts, wholeNames } from '../../../shared/race/race-title.ts';
import { later } from '../../document/later.ts';
import { rowName } from '../../page/race-names.ts';
import { boardPath } from '../../page/routing.ts';
import { sourcesOf } from '../../document/sources.ts';
import { FollowCrew, FollowRace } from '../following/buttons.tsx';

export interface RaceDetailProps {
  eventId: number;
  race: BoardRace;
  /** The ids of the crews that are followed. */
  marked: ReadonlySet<number>;
  /** The ids of the crews that are searched for. */
  hits?: ReadonlySet<number> | undefined;
}

export function RaceDetail({ eventId, race, marked, hits }: RaceDetailProps) {
  const t = words.value;
  const parts = later.value;
  const soFar = soFarText(race, t);
  const name = rowName(race);
  const [whole = ''] = wholeNames([race]).values();
  const facts = [
    officialText(race, t),
    // What the row has had to shorten.
    whole.endsWith(name) ? '' : isolated(whole),
    ...unsaidParts(race, name).map(isolated),
    race.distanceMeters && t.meters(race.distanceMeters),
  ];
  return (
    <div class="detail">
      {race.state !== 'planned' && <p class="state">{stateText(race, t)}</p>}
      {race.notes && !isUndrawn(race) && <p class="notes">{race.notes}</p>}
      {race.results === 'hidden' && <p class="quiet">{t.hiddenResults}</p>}
      {soFar !== '' && <p class="so-far">{soFar}</p>}
      {race.results === 'placesOnly' && hasResults(race.lanes) && (
        <p class="quiet">{t.placesOnly}</p>
      )}
      {!isUndrawn(race) && (
        <LaneTable
          race={race}
          races={sourcesOf(race)}
          marked={marked}
          hits={hits}
          actionName={t.follow}
          action={({ crewId, crewName }) =>
            crewId !== null && <FollowCrew eventId={eventId} id={crewId} name={crewName ?? ''} />
          }
        />
      )}
      <p class="facts">
        <FollowRace eventId={eventId} id={race.id} />
        {parts && (
          <parts.ShareButtons
            path={boardPath(eventId, { race: race.raceNumber })}
            title={[t.race(race.number), ...raceNameParts(race).slice(0, 1)].join(' · ')}
          />
        )}
        <span>{facts.filter(Boolean).join(' · ')}</span>
      </p>
    </div>
  );
}
