/** One turn of the big screen: a race with its lanes, the programme, or a notice, as large as the screen allows. */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { RaceTime } from '../../shared/components/race-time.tsx';
import { dateLanguage } from '../../shared/page/language.ts';
import { words } from '../../shared/words/board.ts';
import { stateText } from '../../shared/race/race-state.ts';
import { dayOf } from '../../shared/race/running-order.ts';
import { dayName } from '../../shared/times.ts';
import { today } from '../document/derived-state.ts';
import { races } from '../document/document-on-screen.ts';
import { displayWords } from '../../shared/words/display.ts';
import { Fit } from './fit.tsx';
import { Label, RaceName, RaceView } from './race-view.tsx';
import type { Turn } from './turns.ts';

/** For a notice, and for the end of the day. */
const FEW_LINES = 3;
/** Below, the rows of a short list would be larger than what is on. */
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
