/** The views of the big screen. */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { isScored } from '../../../../src/domain/standings.ts';
import { Outcome } from '../../shared/components/lane-table.tsx';
import { RaceTime } from '../../shared/components/race-time.tsx';
import { dateLanguage, words } from '../../shared/language.ts';
import { raceNameParts } from '../../../../src/domain/race-name.ts';
import { laneResults } from '../../shared/results.ts';
import { type CurrentRaces, dayOf } from '../../shared/running-order.ts';
import { dayName } from '../../shared/times.ts';

/** More could not be read from afar. */
const MAX_LANES = 8;
const MAX_COMING = 3;

interface ComingRacesProps {
  current: CurrentRaces;
  /** The venue day, YYYY-MM-DD. */
  today: string;
  timezone: string | null;
}

/** The race on the course, or the next one, with its lanes; and the three after it. */
export function ComingRaces({ current, today, timezone }: ComingRacesProps) {
  const t = words.value;
  const { onCourse, next } = current;
  const first = onCourse ?? next[0];
  const coming = next.filter((race) => race !== first).slice(0, MAX_COMING);
  if (!first) return <p class="nothing">{t.noMoreRaces}</p>;
  return (
    <div class="halves">
      <section>
        <h2>{onCourse ? t.now : t.next}</h2>
        <Heading race={first} today={today} timezone={timezone} />
        <Lanes race={first} />
      </section>
      {coming.length > 0 && (
        <section>
          <h2>{onCourse ? t.next : t.afterThat}</h2>
          {coming.map((race) => (
            <article key={race.id}>
              <Heading race={race} today={today} timezone={timezone} />
              <p class="quiet">
                {laneResults(race, t.decimalMark)
                  .map(({ lane }) => lane.crewName)
                  .join(', ')}
              </p>
            </article>
          ))}
        </section>
      )}
    </div>
  );
}

interface HeadingProps extends Pick<ComingRacesProps, 'today' | 'timezone'> {
  race: BoardRace;
}

/** Time and name of a race, below its day where that is not today. */
function Heading({ race, today, timezone }: HeadingProps) {
  const day = dayOf(race, timezone);
  return (
    <>
      {day !== today && <p class="quiet">{dayName(day, dateLanguage())}</p>}
      <h3>
        <RaceTime race={race} timezone={timezone} /> <Name race={race} />
      </h3>
    </>
  );
}

/** Races with their results. */
export function Results({ races }: { races: BoardRace[] }) {
  return (
    <>
      <h2>{words.value.lastResults}</h2>
      <div class="halves">
        {races.map((race) => (
          <section key={race.id}>
            <h3>
              <Name race={race} />
            </h3>
            <Lanes race={race} />
          </section>
        ))}
      </div>
    </>
  );
}

function Name({ race }: { race: BoardRace }) {
  return (
    <>
      <span class="number">{race.raceNumber}</span> {raceNameParts(race).slice(0, 2).join(' · ')}
    </>
  );
}

function Lanes({ race }: { race: BoardRace }) {
  const t = words.value;
  const results = laneResults(race, t.decimalMark);
  const scored = isScored(race.lanes);
  const hidden = results.length - MAX_LANES;
  return (
    <>
      <table>
        <caption class="vh">{t.race(race.raceNumber)}</caption>
        <colgroup>
          <col class="lead" />
          <col />
          {scored && <col class="result" />}
        </colgroup>
        <tbody>
          {results.slice(0, MAX_LANES).map((result) => (
            <tr key={result.lane.position}>
              <td class="lead">
                {scored ? (result.lane.finishPlace ?? '') : result.lane.positionLabel}
              </td>
              <th scope="row">{result.lane.crewName}</th>
              {scored && (
                <td class="result">
                  <Outcome result={result} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p class="quiet">+ {hidden}</p>}
    </>
  );
}
