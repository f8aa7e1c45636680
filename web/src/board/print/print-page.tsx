/** The running order on paper: every sheet names its revision and when it was printed. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { isScored } from '../../../../src/domain/standings.ts';
import { Outcome } from '../../shared/components/lane-table.tsx';
import { OfflineNotice } from '../../shared/components/offline-notice.tsx';
import { RaceTime } from '../../shared/components/race-time.tsx';
import { dateLanguage, words } from '../../shared/language.ts';
import { urlOf, useTitle } from '../../shared/page.ts';
import { raceNameParts } from '../../../../src/domain/race-name.ts';
import { laneResults } from '../../shared/results.ts';
import type { Day } from '../../shared/running-order.ts';
import { dayName, delayText, zoneName } from '../../shared/times.ts';
import { TrialNote } from '../components/trial-note.tsx';
import { clock, days, offlineSince, today } from '../derived-state.ts';
import { now } from '../document-on-screen.ts';
import '../styles/print.css';

const COLUMNS = 5;

/** The day that the reader has chosen; empty for all days. */
const chosenDay = signal<string | undefined>(undefined);

export function PrintPage({ board }: { board: Board }) {
  const t = words.value;
  const { eventId, eventName, revision, timezone } = board;
  useTitle(`${eventName} · ${t.revision(revision)}`);
  useEffect(() => {
    const setClock = () => {
      now.value = Date.now();
    };
    addEventListener('beforeprint', setClock);
    return () => removeEventListener('beforeprint', setClock);
  }, []);
  const isToday = ({ day }: Day) => day === today.value;
  const chosen = chosenDay.value ?? (days.value.some(isToday) ? today.value : '');
  return (
    <>
      <header class="screen-only">
        <h1>{eventName}</h1>
        <TrialNote board={board} />
        <p>
          <a href={urlOf(`events/${eventId}`)}>{t.back}</a>
        </p>
        <p class="tools">
          {days.value.length > 1 && <DayChoice chosen={chosen} />}
          <button type="button" class="pill" onClick={() => print()}>
            {t.printNow}
          </button>
        </p>
      </header>
      <OfflineNotice since={offlineSince.value} today={today.value} timezone={timezone} />
      <main>
        {days.value.length === 0 && <p>{t.noRaces}</p>}
        {days.value
          .filter(({ day }) => chosen === '' || day === chosen)
          .map((day) => (
            <DayTable key={day.day} day={day} board={board} />
          ))}
      </main>
    </>
  );
}

function DayChoice({ chosen }: { chosen: string }) {
  const t = words.value;
  return (
    <select
      aria-label={t.days}
      value={chosen}
      onChange={(event) => {
        chosenDay.value = event.currentTarget.value;
      }}
    >
      <option value="">{t.allDays}</option>
      {days.value.map(({ day }) => (
        <option key={day} value={day}>
          {dayName(day, dateLanguage())}
        </option>
      ))}
    </select>
  );
}

function DayTable({ day, board }: { day: Day; board: Board }) {
  const t = words.value;
  const { eventName, revision, timezone } = board;
  const printedAt = `${clock.value}, ${dayName(today.value, dateLanguage(), 'short', true)}`;
  return (
    <table>
      <caption class="vh">{dayName(day.day, dateLanguage())}</caption>
      {/* Browsers repeat a table's head on every sheet. */}
      <thead>
        <tr>
          <td colSpan={COLUMNS} class="sheet">
            <b>{eventName}</b>
            {board.trial && ` (${t.trial})`} · {dayName(day.day, dateLanguage(), 'long', true)}
            <br />
            {t.revision(revision)} · {t.printedAt(printedAt)} · {t.venueTime(zoneName(timezone))}
            {day.delayMinutes !== 0 && ` · ${delayText(day.delayMinutes, t)}`}
          </td>
        </tr>
        <tr>
          <th scope="col">{t.start}</th>
          <th scope="col">{t.raceWord}</th>
          <th scope="col">{t.lane}</th>
          <th scope="col">{t.crew}</th>
          <th scope="col" class="result">
            {t.result}
          </th>
        </tr>
      </thead>
      {day.races.map((race) => (
        <RaceRows key={race.id} race={race} timezone={timezone} />
      ))}
    </table>
  );
}

function RaceRows({ race, timezone }: { race: BoardRace; timezone: string | null }) {
  const t = words.value;
  const results = laneResults(race, t.decimalMark);
  const scored = isScored(race.lanes);
  return (
    <tbody>
      <tr class="race-row">
        <td>
          <RaceTime race={race} timezone={timezone} />
        </td>
        <td>{race.raceNumber}</td>
        <th scope="rowgroup" colSpan={COLUMNS - 2}>
          {raceNameParts(race).join(' · ')}
          {race.notes && <span class="notes"> {race.notes}</span>}
          {race.results === 'hidden' && <span class="notes"> {t.hiddenResults}</span>}
        </th>
      </tr>
      {results.map((result) => (
        <tr key={result.lane.position}>
          <td />
          <td class="place">
            {scored && result.lane.finishPlace !== null && `${result.lane.finishPlace}.`}
          </td>
          <td>{result.lane.positionLabel}</td>
          <td>{result.lane.crewName}</td>
          <td class="result">
            <Outcome result={result} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}
