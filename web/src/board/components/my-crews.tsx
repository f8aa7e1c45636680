/** The crews that this device follows: what they row next and their last result. */
import type { Board, BoardCrew, BoardRace } from '../../../../src/contract/board.ts';
import { isScored } from '../../../../src/domain/standings.ts';
import { Outcome } from '../../shared/components/lane-table.tsx';
import { RaceTime } from '../../shared/components/race-time.tsx';
import { dateLanguage, words } from '../../shared/language.ts';
import { shortTitle } from '../../shared/race-title.ts';
import { laneResults } from '../../shared/results.ts';
import { dayOf } from '../../shared/running-order.ts';
import { dayName } from '../../shared/times.ts';
import { today } from '../derived-state.ts';
import { now } from '../document-on-screen.ts';
import { follows } from '../follows.ts';
import { CrewLine } from './crew-line.tsx';
import { RaceLink } from './race-link.tsx';

/** A race without a result counts as a crew's next one for so long after its time. */
const OVERDUE_MILLIS = 3_600_000;

export function MyCrews({ board }: { board: Board }) {
  const crews = board.crews.filter((crew) => follows.value.crews.includes(crew.id));
  if (crews.length === 0) return null;
  return (
    <section class="my-crews" aria-labelledby="my-crews">
      <h2 id="my-crews">{words.value.myCrews}</h2>
      <ul class="crews">
        {crews.map((crew) => (
          <MyCrew key={crew.id} board={board} crew={crew} />
        ))}
      </ul>
    </section>
  );
}

function MyCrew({ board, crew }: { board: Board; crew: BoardCrew }) {
  const { eventId, timezone } = board;
  const races = board.races.filter((race) => laneOf(race, crew.id));
  const last = races.findLast(({ lanes }) => isScored(lanes));
  const next = races.find(
    ({ lanes, estimatedAt }) =>
      !isScored(lanes) && Date.parse(estimatedAt) > now.value - OVERDUE_MILLIS,
  );
  return (
    <CrewLine eventId={eventId} crew={crew}>
      {next ? (
        <p>
          <RaceLink eventId={eventId} raceId={next.id}>
            <RaceTime race={next} timezone={timezone} />{' '}
            <span>
              {dayUnlessToday(next, timezone)}
              {words.value.laneOf(laneOf(next, crew.id)?.positionLabel ?? '')} · {shortTitle(next)}
            </span>
          </RaceLink>
        </p>
      ) : (
        <p class="quiet">{words.value.noMoreRaces}</p>
      )}
      {last && <LastResult eventId={eventId} race={last} crewId={crew.id} />}
    </CrewLine>
  );
}

interface LastResultProps {
  eventId: number;
  race: BoardRace;
  crewId: number;
}

function LastResult({ eventId, race, crewId }: LastResultProps) {
  const t = words.value;
  const result = laneResults(race, t.decimalMark).find(({ lane }) => lane.crewId === crewId);
  if (!result) return null;
  const { finishPlace } = result.lane;
  return (
    <p>
      <RaceLink eventId={eventId} raceId={race.id}>
        <b class="when">{finishPlace !== null && t.ordinal(finishPlace)}</b>{' '}
        <span>
          <Outcome result={result} /> · {shortTitle(race)}
        </span>
      </RaceLink>
    </p>
  );
}

function dayUnlessToday(race: BoardRace, timezone: string | null): string {
  const day = dayOf(race, timezone);
  return day === today.value ? '' : `${dayName(day, dateLanguage(), 'short')} · `;
}

function laneOf(race: BoardRace, crewId: number) {
  return race.lanes.find((lane) => lane.crewId === crewId);
}
