/** The results that came in last, each a link to its race. */
import type { Board } from '../../../../../src/contract/board.ts';
import { words } from '../../../shared/words/board.ts';
import { firstPlace } from '../../../shared/race/places.ts';
import { numbered } from '../../../shared/race/race-title.ts';
import { lastResults } from '../../../shared/race/running-order.ts';
import { rowName } from '../../page/race-names.ts';
import { First } from './first.tsx';
import { RaceLink } from './race-link.tsx';

/** As many as fit below the search on a laptop. */
const MAX_RESULTS = 6;

export function LastResults({ board: { eventId, races } }: { board: Board }) {
  const last = lastResults(races)
    .filter((race) => firstPlace(race, words.value) !== undefined)
    .slice(0, MAX_RESULTS);
  if (last.length === 0) return null;
  return (
    <section class="last-results" aria-labelledby="last-results">
      <h2 id="last-results">{words.value.lastResults}</h2>
      <ol>
        {/* By their place in the list: the lines stay, and say other races as results come in. */}
        {last.map((race, line) => (
          <li key={line}>
            <RaceLink eventId={eventId} raceId={race.id}>
              <b>{numbered(race, rowName(race))}</b> <First race={race} />
            </RaceLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
