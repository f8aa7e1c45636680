/** The running order on paper: every sheet says of which revision it is and when it was printed. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Board, BoardRace } from '../../../src/contract/board.ts';
import { Outcome } from '../components/lane-table.tsx';
import { MissingPage } from '../components/missing-page.tsx';
import { OldMark } from '../components/moment-bar.tsx';
import { RaceTime } from '../components/race-time.tsx';
import { titleParts } from '../find.ts';
import { Waiting } from '../components/waiting.tsx';
import { dateLanguage, words } from '../language.ts';
import { urlOf } from '../page.ts';
import { laneResults } from '../results.ts';
import { type Day, daysOf, isScored } from '../running-order.ts';
import { board, missing, now } from '../shown.ts';
import { delayText } from '../speech.ts';
import { dayName, timeOfDay, venueDay, zoneName } from '../times.ts';
import '../styles/print.css';

const COLUMNS = 5;

/** A day, all of them for the empty text, or what fits today when nothing was chosen. */
const chosen = signal<string | undefined>(undefined);

export function PrintPage({ eventId }: { eventId: number }) {
  const t = words.value;
  const current = board.value;
  useEffect(() => {
    const moment = () => {
      now.value = Date.now();
    };
    addEventListener('beforeprint', moment);
    return () => removeEventListener('beforeprint', moment);
  }, []);
  useEffect(() => {
    if (current) document.title = `${current.eventName} · ${t.revision(current.revision)}`;
  });
  if (missing.value) return <MissingPage />;
  if (!current) return <Waiting />;

  const days = daysOf(current);
  const today = venueDay(now.value, current.timezone);
  const day = chosen.value ?? (days.some((one) => one.day === today) ? today : '');
  return (
    <>
      <header class="screen-only">
        <h1>{current.eventName}</h1>
        <p>
          <a href={urlOf(`events/${eventId}`)}>{t.back}</a>
        </p>
        <p class="tools">
          {days.length > 1 && (
            <select
              aria-label={t.days}
              value={day}
              onChange={(event) => {
                chosen.value = event.currentTarget.value;
              }}
            >
              <option value="">{t.allDays}</option>
              {days.map((one) => (
                <option key={one.day} value={one.day}>
                  {dayName(one.day, dateLanguage())}
                </option>
              ))}
            </select>
          )}
          <button type="button" class="pill" onClick={() => print()}>
            {t.printNow}
          </button>
        </p>
      </header>
      <OldMark />
      <main>
        {days.length === 0 && <p>{t.noRaces}</p>}
        {days
          .filter((one) => day === '' || one.day === day)
          .map((one) => (
            <DayTable key={one.day} day={one} current={current} />
          ))}
      </main>
    </>
  );
}

function DayTable({ day, current }: { day: Day; current: Board }) {
  const t = words.value;
  const { timezone } = current;
  const printedAt = `${timeOfDay(now.value, timezone)}, ${dayName(venueDay(now.value, timezone), dateLanguage(), 'short', true)}`;
  return (
    <table>
      <caption class="vh">{dayName(day.day, dateLanguage())}</caption>
      {/* Browsers repeat a table's head on every sheet. */}
      <thead>
        <tr>
          <td colSpan={COLUMNS} class="sheet">
            <b>{current.eventName}</b> · {dayName(day.day, dateLanguage(), 'long', true)}
            <br />
            {t.revision(current.revision)} · {t.printedAt(printedAt)} ·{' '}
            {t.venueTime(zoneName(timezone))}
            {day.delayMinutes !== 0 && ` · ${delayText(day.delayMinutes)}`}
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
        <RaceRows key={race.id} race={race} />
      ))}
    </table>
  );
}

function RaceRows({ race }: { race: BoardRace }) {
  const t = words.value;
  const results = laneResults(race, t.decimalMark);
  const scored = isScored(race);
  return (
    <tbody>
      <tr class="race-row">
        <td>
          <RaceTime race={race} />
        </td>
        <td>{race.raceNumber}</td>
        <th scope="rowgroup" colSpan={COLUMNS - 2}>
          {titleParts(race).join(' · ')}
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
