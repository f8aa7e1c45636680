/** One turn of the big screen: a race with its lanes, the programme, or a notice, as large as the screen allows. */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { isOver, isScored } from '../../../../src/domain/results/standings.ts';
import { RaceTime } from '../../shared/components/race-time.tsx';
import { dateLanguage } from '../../shared/page/language.ts';
import { stateText } from '../../shared/race/race-phase.ts';
import { dayOf } from '../../shared/race/running-order.ts';
import { datesAndPlace, dayName } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { displayWords } from '../../shared/words/display.ts';
import { laterWords } from '../../shared/words/later.ts';
import { today } from '../document/derived-state.ts';
import { board, now, races } from '../document/document-on-screen.ts';
import {
  Fit,
  Label,
  RaceDay,
  RaceName,
  RowCrew,
  RowResult,
  rowsOn,
  TurnFacts,
} from './screen-parts.tsx';
import type { RaceTurn, Turn } from './turns.ts';

/** The least number of lines of a notice and of the end of the day, which limits their letters. */
const FEW_LINES = 3;
/** With fewer lines, the rows of a short list would be larger than those of the race that is on. */
const MIN_LISTED_LINES = 5;

interface TurnViewProps {
  turn: Turn;
  timezone: string | null;
}

export function TurnView({ turn, timezone }: TurnViewProps) {
  const t = words.value;
  switch (turn.view) {
    case 'nothing':
      return (
        <Fit class="whole" lines={FEW_LINES}>
          <p>{races.value.size === 0 ? t.noRaces : t.noMoreRaces}</p>
        </Fit>
      );
    case 'announced':
      return <Announced />;
    case 'notices':
      return (
        <>
          <h2 class="kind">{t.notices}</h2>
          <Fit class="whole told" lines={FEW_LINES}>
            <p>{turn.notice.text}</p>
          </Fit>
        </>
      );
    case 'coming':
      return <Coming turn={turn} timezone={timezone} />;
    default:
      return <RaceView turn={turn} timezone={timezone} />;
  }
}

/** When and where an announced event is, and that its running order is still to come. */
function Announced() {
  const t = words.value;
  const shown = board.value;
  if (!shown) return null;
  return (
    <>
      <h2 class="kind">
        <span>{datesAndPlace(shown, dateLanguage())}</span>{' '}
        <span class="more">{t.organiser(shown.organiser)}</span>
      </h2>
      <Fit class="whole" lines={FEW_LINES}>
        <p>
          <b>{shown.eventName}</b>
        </p>
        <p>{t.announced}</p>
      </Fit>
    </>
  );
}

/** The races after the next one, with what is cancelled or postponed. */
function Coming({
  turn,
  timezone,
}: {
  turn: Extract<Turn, { view: 'coming' }>;
  timezone: string | null;
}) {
  const t = words.value;
  const { races: coming, afterNext } = turn;
  const [first] = coming;
  return (
    <>
      <h2 class="kind">
        <span>{afterNext ? displayWords.value.afterThat : t.next}</span>{' '}
        {first && dayOf(first, timezone) !== today.value && (
          <span class="more">{dayName(dayOf(first, timezone), dateLanguage())}</span>
        )}
      </h2>
      <Fit class="rows listed" lines={Math.max(MIN_LISTED_LINES, coming.length)}>
        <table>
          <caption class="vh">{displayWords.value.afterThat}</caption>
          <tbody>
            {coming.map((race) => (
              <tr key={race.id}>
                <td class="at">
                  <RaceTime race={race} timezone={timezone} />
                </td>
                <td class="lead">
                  <Label text={race.number} />
                </td>
                <th scope="row">
                  <Name race={race} />
                  {race.state !== 'planned' && <b class="state"> {stateText(race, t)}</b>}
                </th>
              </tr>
            ))}
          </tbody>
        </table>
      </Fit>
    </>
  );
}

function Name({ race }: { race: BoardRace }) {
  const name = <RaceName race={race} />;
  return race.state === 'cancelled' ? <s>{name}</s> : name;
}

/** So that a title is no larger than the rows below it. */
const HEADING_LINES = 2;
/** The least number of lines where nobody is drawn, and of a list. */
const EMPTY_LINES = 3;

interface RaceViewProps {
  turn: RaceTurn;
  timezone: string | null;
}

/** A race on the big screen: the race on the course, the next one, or the last results, row by row. */
function RaceView({ turn, timezone }: RaceViewProps) {
  const t = words.value;
  const { view, race } = turn;
  const kind = {
    now: t.now,
    next: t.next,
    results: isOver(race) ? laterWords.value.lastResults : t.finishing,
  }[view];
  const around = { now, today, races, timezone };
  return (
    <>
      <h2 class="kind">
        <span>{kind}</span> <TurnFacts turn={turn} around={around} />
      </h2>
      <Fit class="heading" lines={HEADING_LINES}>
        <h3>
          <RaceDay race={race} around={around} />
          {view !== 'results' && <RaceTime race={race} timezone={timezone} />}{' '}
          <span class="number">{race.number}</span> <RaceName race={race} />
        </h3>
      </Fit>
      <Rows turn={turn} timezone={timezone} />
    </>
  );
}

/** The lanes of a race, or one list of a head race. */
function Rows({ turn, timezone }: RaceViewProps) {
  const t = words.value;
  const { race, list } = turn;
  const around = { now, today, races, timezone };
  const rows = rowsOn(turn, now.value);
  if (rows.length === 0 && !list) {
    return (
      <Fit class="rows" lines={EMPTY_LINES}>
        <p class="quiet">{race.notes || t.noCrews}</p>
      </Fit>
    );
  }
  const hasResult = list !== undefined || isScored(race.lanes);
  return (
    <Fit class="rows" lines={list ? Math.max(EMPTY_LINES, rows.length) : rows.length}>
      <table>
        <caption class="vh">{t.race(race.number)}</caption>
        <tbody>
          {rows.map((row) => (
            <tr key={row.result.lane.position}>
              <td class="lead">
                <Label text={row.lead} />
              </td>
              <th scope="row">
                <RowCrew row={row} turn={turn} around={around} />
              </th>
              {hasResult && (
                <td class="result">
                  <RowResult row={row} turn={turn} around={around} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Fit>
  );
}
