/**
 * One race for an announcer: its name, what is at stake, and its crews with the race that they came from and their results; on
 * the screen, and on the sheets that the page prints.
 */
import { render } from 'preact';
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { labelKind } from '../../../../src/domain/draw/label-kind.ts';
import { raceName, raceNameParts } from '../../../../src/domain/races/race-name.ts';
import { hasResults, isScored } from '../../../../src/domain/results/standings.ts';
import { isolated } from '../../../../src/domain/text/bidi.ts';
import { courseText } from '../../../../src/words/standing-texts.ts';
import { allStakes, drawnText } from '../../../../src/words/through-texts.ts';
import { EntryText, Outcome } from '../../shared/components/lane-table.tsx';
import { RaceTime } from '../../shared/components/race-time.tsx';
import { dateLanguage } from '../../shared/page/language.ts';
import { minutesIfSoon, officialText, stateText } from '../../shared/race/race-phase.ts';
import { standingTexts, standingWords } from '../../shared/race/ranking.ts';
import {
  dottedPlace,
  isRanked,
  isUndrawn,
  type LaneResult,
  laneResults,
  occupantOf,
  ordinalText,
  soFarText,
} from '../../shared/race/results.ts';
import { dayOf } from '../../shared/race/running-order.ts';
import { clubsOf } from '../../shared/race/search.ts';
import { dayName, minutesText, timeOfDay } from '../../shared/times.ts';
import { announcerWords } from '../../shared/words/announcer.ts';
import { words } from '../../shared/words/board.ts';
import { paperWords } from '../../shared/words/paper.ts';
import { racingWords } from '../../shared/words/racing.ts';
import { throughSpeech } from '../components/races/through.tsx';
import { clock, onCourse, today } from '../document/derived-state.ts';
import { board, judged, now, races } from '../document/document-on-screen.ts';
import { cameFrom, gapsSoFar, otherDayText, resultOfLane } from './announced-race.ts';

/** The name of a race without its number. */
export function raceNameText(race: BoardRace): string {
  return raceNameParts(race).map(isolated).join(' · ');
}

export function AnnouncedRace({ board, race }: { board: Board; race: BoardRace }) {
  const t = words.value;
  const { timezone } = board;
  const minutes = race.state === 'planned' ? minutesIfSoon(race, now.value) : undefined;
  const isOn = onCourse.value.some(({ id }) => id === race.id);
  const facts = [
    otherDayText(race, timezone, today.value, dateLanguage()),
    race.distanceMeters && t.meters(race.distanceMeters),
    courseText(race, now.value, racingWords.value),
    officialText(race, t),
  ];
  return (
    <article class="spoken-of">
      <h1>
        <span class="race-number">{race.number}</span>{' '}
        {race.state === 'cancelled' ? <s>{raceNameText(race)}</s> : raceNameText(race)}
      </h1>
      <p class="facts">
        <RaceTime race={race} timezone={timezone} />
        {isOn && <strong class="badge">{t.now}</strong>}
        {minutes && <strong>{t.startsIn(minutesText(minutes))}</strong>}
        {soFarText(race, t) !== '' && <strong>{soFarText(race, t)}</strong>}
        {judged.value.get(race.id)?.phase === 'waiting' && <strong>{t.waitingForResult}</strong>}
        {facts.filter(Boolean).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {race.state !== 'planned' && <p class="state">{stateText(race, t)}</p>}
      <Stakes board={board} race={race} />
      {race.notes && <p class="notes">{race.notes}</p>}
      {race.results === 'hidden' && <p class="quiet">{t.hiddenResults}</p>}
      {isUndrawn(race) ? <p class="quiet">{t.noCrews}</p> : <Crews board={board} race={race} />}
    </article>
  );
}

/** What the rules of later races do with the places of this race. */
function Stakes({ board, race }: { board: Board; race: BoardRace }) {
  const speech = throughSpeech(race, races.value, board.timezone);
  const texts = allStakes(race, speech);
  if (texts.length === 0) return null;
  return (
    <p class="stakes">
      {announcerWords.value.atStake}
      {words.value.colon}
      {texts.join('; ')}
    </p>
  );
}

function Crews({ board, race }: { board: Board; race: BoardRace }) {
  const t = words.value;
  const results = laneResults(race, t.decimalMark);
  const scored = isScored(race.lanes);
  const gaps = gapsSoFar(results, t);
  const about = aboutCrews(board, race);
  return (
    <table class={scored ? 'crews-announced scored' : 'crews-announced'}>
      <thead class="vh">
        <tr>
          {scored && <th scope="col">{t.place}</th>}
          <th scope="col">{t[labelKind(race)]}</th>
          <th scope="col">{t.crew}</th>
          {scored && <th scope="col">{t.result}</th>}
        </tr>
      </thead>
      <tbody>
        {results.map((result) => {
          const { lane, place, gap } = result;
          const { more, came, goes } = about(result);
          return (
            <tr key={lane.position}>
              {scored && <td class="place">{place}</td>}
              <td class="lane">
                <span>{isolated(lane.positionLabel)}</span>
              </td>
              <th scope="row">
                <EntryText lane={lane}>{occupantOf(lane, races.value, t)}</EntryText>
                {more !== '' && <span class="more"> {more}</span>}
                {came !== '' && <span class="came">{came}</span>}
                {goes !== '' && <span class="goes">{goes}</span>}
              </th>
              {scored && (
                <td class="result">
                  <Outcome result={{ ...result, gap: gap ?? gaps.get(lane.position) }} />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface AboutCrew {
  /** Its club; in a head race or a race with categories also its standing. */
  more: string;
  /** The race that it came from, with its result there: `Heat 1: 2nd, 6:45.31`. */
  came: string;
  /** The later race and the lane in which it is drawn; empty where it is not. */
  goes: string;
}

/** Returns the texts that stand beside the names of the crews of a race. */
function aboutCrews(board: Board, race: BoardRace): (result: LaneResult) => AboutCrew {
  const t = words.value;
  const clubOf = clubNames(board);
  const from = cameFrom(board.races, race);
  const speech = throughSpeech(race, races.value, board.timezone);
  const moment = { now: now.value, timezone: board.timezone };
  return (result) => {
    const { lane } = result;
    const { crewId } = lane;
    const texts = isRanked(race) ? standingTexts(result, race, moment, standingWords()) : [];
    // The last text is the overall place, which the column before the crew shows already.
    const standing = result.place === '' ? texts : texts.slice(0, -1);
    const origin = crewId === null ? undefined : from(crewId);
    const before = origin && resultOfLane(origin, t);
    const rowed = [
      before && ordinalText(before, t),
      before?.time,
      before && lane.crewId !== null && statusWord(before),
    ].filter(Boolean);
    const name = origin && (origin.race.round ? isolated(origin.race.round) : nameOf(origin.race));
    return {
      more: [clubOf(crewId, lane.crewName), ...standing].filter(Boolean).join(' · '),
      came: name ? [name, rowed.join(', ')].filter(Boolean).join(t.colon) : '',
      goes: drawnText(race, lane, speech),
    };
  };
}

function nameOf(race: BoardRace): string {
  return isolated(raceName(race)) || words.value.race(race.number);
}

function statusWord({ lane: { status } }: LaneResult): string {
  if (status === 'assigned' || status === 'finished') return '';
  return words.value.statuses[status];
}

/** The name of a crew's club; empty where the name of the crew contains it. */
function clubNames({ crews }: Board): (crewId: number | null, crewName: string | null) => string {
  const names = new Map(
    clubsOf(crews).flatMap(({ name, crews: own }) => own.map(({ id }) => [id, name] as const)),
  );
  return (crewId, crewName) => {
    const name = names.get(crewId ?? 0) ?? '';
    const isSaid = (crewName ?? '').toLowerCase().includes(name.toLowerCase());
    return isSaid ? '' : isolated(name);
  };
}

/** A class of the body while there are sheets: the style sheet then hides everything else. */
const PRINTS_SHEETS = 'prints-sheets';

/**
 * When the page is printed, prints the day of the shown race instead, a sheet for each race, with room to write where there are
 * no results. The sheets are drawn on `beforeprint`, because the browser waits for nothing that loads later.
 *
 * @param shownRace returns the race on the screen
 */
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
