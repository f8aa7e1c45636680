/**
 * What the announcer's page prints: the day of the race that is shown, a sheet for each race, with room to write where no
 * results are. The sheets are drawn when the browser says that it is about to print, which waits for nothing.
 */
import { render } from 'preact';
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { labelKind } from '../../../../src/domain/draw/label-kind.ts';
import { hasResults } from '../../../../src/domain/results/standings.ts';
import { Outcome } from '../../shared/components/lane-table.tsx';
import { RaceTime } from '../../shared/components/race-time.tsx';
import { EntryText } from '../../shared/components/withdrawn.tsx';
import { isolated } from '../../shared/page/isolated.ts';
import { dateLanguage } from '../../shared/page/language.ts';
import { dottedPlace } from '../../shared/race/places.ts';
import { stateText } from '../../shared/race/race-phase.ts';
import { laneResults, occupantOf } from '../../shared/race/results.ts';
import { dayOf } from '../../shared/race/running-order.ts';
import { dayName, timeOfDay } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { paperWords } from '../../shared/words/paper.ts';
import { clock } from '../document/derived-state.ts';
import { board, now, races } from '../document/document-on-screen.ts';
import { aboutCrews, raceNameText, Stakes } from './race-view.tsx';

/** On the body while there are sheets: the style sheet then leaves out everything else. */
const PRINTS_SHEETS = 'prints-sheets';

/** @param shownRace the race that is shown */
export function printSheets(shownRace: () => BoardRace | undefined): void {
  const sheets = document.createElement('div');
  sheets.className = 'race-sheets';
  const remove = () => {
    render(null, sheets);
    sheets.remove();
    document.body.classList.remove(PRINTS_SHEETS);
  };
  const draw = () => {
    const [document_, shown] = [board.peek(), shownRace()];
    if (!document_ || !shown) return;
    now.value = Date.now();
    render(<Sheets board={document_} day={dayOf(shown, document_.timezone)} />, sheets);
    document.body.append(sheets);
    document.body.classList.add(PRINTS_SHEETS);
  };
  addEventListener('beforeprint', draw);
  addEventListener('afterprint', remove);
}

function Sheets({ board, day }: { board: Board; day: string }) {
  const ofDay = board.races.filter((race) => dayOf(race, board.timezone) === day);
  return (
    <>
      {ofDay.map((race) => (
        <Sheet key={race.id} board={board} race={race} day={day} />
      ))}
    </>
  );
}

function Sheet({ board, race, day }: { board: Board; race: BoardRace; day: string }) {
  const t = words.value;
  const { eventName, revision, timezone } = board;
  const results = laneResults(race, t.decimalMark);
  const scored = hasResults(race.lanes);
  const about = aboutCrews(board, race);
  const facts = [dayName(day, dateLanguage(), 'long', true), t.revision(revision)];
  return (
    <section class="race-sheet">
      <p class="sheet-head">
        <b>{isolated(eventName)}</b>
        {board.trial && ` (${t.trial})`} · {facts.join(' · ')} ·{' '}
        {paperWords.value.printedAt(clock.value)}
      </p>
      <h2>
        <RaceTime race={race} timezone={timezone} /> <span class="number">{race.number}</span>{' '}
        {race.state === 'cancelled' ? <s>{raceNameText(race)}</s> : raceNameText(race)}
      </h2>
      {race.state !== 'planned' && <p class="state">{stateText(race, t)}</p>}
      <Stakes board={board} race={race} />
      {race.notes && <p>{race.notes}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">{t[labelKind(race)]}</th>
            <th scope="col">{t.crew}</th>
            <th scope="col">{t.place}</th>
            <th scope="col">{t.result}</th>
          </tr>
        </thead>
        <tbody>
          {results.map((result) => {
            const { lane } = result;
            const { more, came, goes } = about(result);
            const start = race.kind === 'head' && !scored && lane.startsAt;
            return (
              <tr key={lane.position}>
                <td>{isolated(lane.positionLabel)}</td>
                <th scope="row">
                  <EntryText lane={lane}>{occupantOf(lane, races.value, t)}</EntryText>
                  <small>
                    {[start && timeOfDay(Date.parse(start), timezone), more, came, goes]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </th>
                <td class="place">{scored && dottedPlace(result)}</td>
                <td class="result">{scored && <Outcome result={result} />}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
