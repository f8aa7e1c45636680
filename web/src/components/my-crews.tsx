/** The crews that this device follows, on top: what they row next and what they did last. */
import type { Board, BoardCrew, BoardRace } from '../../../src/contract/board.ts';
import { titleParts } from '../find.ts';
import { follows } from '../follows.ts';
import { dateLanguage, words } from '../language.ts';
import { today } from '../moment.ts';
import { laneResults } from '../results.ts';
import { dayOf, isScored } from '../running-order.ts';
import { board, now } from '../shown.ts';
import { dayName } from '../times.ts';
import { CrewLine } from './crew-line.tsx';
import { Outcome } from './lane-table.tsx';
import { RaceLink } from './race-link.tsx';
import { RaceTime } from './race-time.tsx';

export function MyCrews() {
  const t = words.value;
  const current = board.value;
  const crews = current?.crews.filter((crew) => follows.value.crews.includes(crew.id)) ?? [];
  if (!current || crews.length === 0) return null;
  return (
    <section class="my-crews" aria-labelledby="my-crews">
      <h2 id="my-crews">{t.myCrews}</h2>
      <ul class="crews">
        {crews.map((crew) => (
          <MyCrew key={crew.id} crew={crew} current={current} />
        ))}
      </ul>
    </section>
  );
}

function MyCrew({ crew, current }: { crew: BoardCrew; current: Board }) {
  const t = words.value;
  const its = current.races.filter((race) => laneOf(race, crew.id));
  const last = its.filter(isScored).at(-1);
  // An hour after its time a race without a result is not what its crew waits for.
  const next = its.find(
    (race) => !isScored(race) && Date.parse(race.estimatedAt) > now.value - 3_600_000,
  );
  return (
    <CrewLine crew={crew}>
      {next ? (
        <p>
          <RaceLink race={next}>
            <RaceTime race={next} />{' '}
            <span>
              {whenNotToday(next, current.timezone)}
              {t.laneOf(laneOf(next, crew.id)?.positionLabel ?? '')} · {nameOf(next)}
            </span>
          </RaceLink>
        </p>
      ) : (
        <p class="quiet">{t.noMoreRaces}</p>
      )}
      {last && <LastResult race={last} crewId={crew.id} />}
    </CrewLine>
  );
}

function LastResult({ race, crewId }: { race: BoardRace; crewId: number }) {
  const t = words.value;
  const result = laneResults(race, t.decimalMark).find(({ lane }) => lane.crewId === crewId);
  if (!result) return null;
  const { finishPlace } = result.lane;
  return (
    <p>
      <RaceLink race={race}>
        <b class="when">{finishPlace !== null && t.ordinal(finishPlace)}</b>{' '}
        <span>
          <Outcome result={result} /> · {nameOf(race)}
        </span>
      </RaceLink>
    </p>
  );
}

/** The day of a race that is not rowed today. */
function whenNotToday(race: BoardRace, timezone: string | null): string {
  const day = dayOf(race, timezone);
  if (day === today.value) return '';
  return `${dayName(day, dateLanguage(), 'short')} · `;
}

function laneOf(race: BoardRace, crewId: number) {
  return race.lanes.find((lane) => lane.crewId === crewId);
}

function nameOf(race: BoardRace): string {
  return [race.raceNumber, ...titleParts(race).slice(0, 1)].join(' · ');
}
