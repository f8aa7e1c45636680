/** What the big screen shows in turn. */
import type { BoardRace } from '../../../src/contract/board.ts';
import { Outcome } from '../components/lane-table.tsx';
import { RaceTime } from '../components/race-time.tsx';
import { titleParts } from '../find.ts';
import { dateLanguage, words } from '../language.ts';
import { laneResults } from '../results.ts';
import { type atMoment, dayOf, isScored } from '../running-order.ts';
import { now } from '../shown.ts';
import { dayName, venueDay } from '../times.ts';

/** More would not be readable from afar. */
const MOST_LANES = 8;
const COMING = 3;

type Moment = ReturnType<typeof atMoment>;

/** The race on the course, or the next one, with its lanes; and the three after it. */
export function Coming({ moment, timezone }: { moment: Moment; timezone: string | null }) {
  const t = words.value;
  const first = moment.now ?? moment.next[0];
  const coming = moment.next.filter((race) => race !== first).slice(0, COMING);
  if (!first) return <p class="nothing">{t.noMoreRaces}</p>;
  return (
    <div class="halves">
      <section>
        <h2>{moment.now ? t.now : t.next}</h2>
        <Day race={first} timezone={timezone} />
        <h3>
          <RaceTime race={first} /> <Name race={first} />
        </h3>
        <Lanes race={first} />
      </section>
      {coming.length > 0 && (
        <section>
          <h2>{moment.now ? t.next : t.afterThat}</h2>
          {coming.map((race) => (
            <article key={race.id}>
              <Day race={race} timezone={timezone} />
              <h3>
                <RaceTime race={race} /> <Name race={race} />
              </h3>
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
      <span class="number">{race.raceNumber}</span> {titleParts(race).slice(0, 2).join(' · ')}
    </>
  );
}

/** The day of a race that is not rowed today. */
function Day({ race, timezone }: { race: BoardRace; timezone: string | null }) {
  const day = dayOf(race, timezone);
  if (day === venueDay(now.value, timezone)) return null;
  return <p class="quiet">{dayName(day, dateLanguage())}</p>;
}

function Lanes({ race }: { race: BoardRace }) {
  const t = words.value;
  const results = laneResults(race, t.decimalMark);
  const scored = isScored(race);
  const hidden = results.length - MOST_LANES;
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
          {results.slice(0, MOST_LANES).map((result) => (
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
