/** One turn of the big screen: a race with its lanes, the programme, or a notice, as large as the screen allows. */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { raceNameParts } from '../../../../src/domain/races/race-name.ts';
import { hasResults, isOver, isScored } from '../../../../src/domain/results/standings.ts';
import { courseText } from '../../../../src/words/standing-texts.ts';
import { Outcome } from '../../shared/components/lane-table.tsx';
import { RaceTime } from '../../shared/components/race-time.tsx';
import { EntryText } from '../../shared/components/withdrawn.tsx';
import { isolated } from '../../shared/page/isolated.ts';
import { dateLanguage } from '../../shared/page/language.ts';
import { soFarText } from '../../shared/race/places.ts';
import { minutesIfSoon, officialText, stateText } from '../../shared/race/race-phase.ts';
import { laneResults, occupantOf } from '../../shared/race/results.ts';
import { dayOf } from '../../shared/race/running-order.ts';
import { inCategory } from '../../shared/race/standing-texts.ts';
import { datesAndPlace, dayName, minutesText, timeOfDay } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { displayWords } from '../../shared/words/display.ts';
import { laterWords } from '../../shared/words/later.ts';
import { racingWords } from '../../shared/words/racing.ts';
import { today } from '../document/derived-state.ts';
import { board, now, races, races as racesById } from '../document/document-on-screen.ts';
import { Fit } from './fit.tsx';
import { type HeadList, listRows } from './head-lists.ts';
import { rowsOfPage } from './sizes.ts';
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

/** When and where it is, and that its running order comes. */
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
/** Where nobody is drawn. */
const EMPTY_LINES = 3;
/** A longer label of a lane takes several lines. */
const MAX_LABEL_LENGTH = 4;

type RaceTurn = Extract<Turn, { race: BoardRace }>;

/** A race on the big screen: the race on the course, the next one, or the last results, lane by lane. */
function RaceView({ turn, timezone }: { turn: RaceTurn; timezone: string | null }) {
  const t = words.value;
  const { view, race, page, pages } = turn;
  const kind = {
    now: t.now,
    next: t.next,
    results: isOver(race) ? laterWords.value.lastResults : t.finishing,
  }[view];
  const state = view === 'results' || race.kind === 'head' ? resultState(race) : '';
  return (
    <>
      <h2 class="kind">
        <span>{kind}</span> {view === 'next' && <Countdown race={race} />}{' '}
        {turn.list && <ListName list={turn.list} />}{' '}
        {state !== '' && <span class="more">{state}</span>}{' '}
        {view === 'now' && <Course race={race} />}{' '}
        {pages > 1 && <span class="more">{displayWords.value.page(page + 1, pages)}</span>}
      </h2>
      <Fit class="heading" lines={HEADING_LINES}>
        <h3>
          <Day race={race} timezone={timezone} />
          {view !== 'results' && <RaceTime race={race} timezone={timezone} />}{' '}
          <span class="number">{race.number}</span> <RaceName race={race} />
        </h3>
      </Fit>
      {turn.list ? (
        <Listed turn={turn} list={turn.list} timezone={timezone} />
      ) : (
        <Lanes turn={turn} />
      )}
    </>
  );
}

function ListName({ list }: { list: HeadList }) {
  const name = list.of === 'category' ? isolated(list.name) : displayWords.value[list.of];
  return <span class="list-name">{name}</span>;
}

/** Drawn anew by itself, as the countdown is. */
function Course({ race }: { race: BoardRace }) {
  const text = courseText(race, now.value, racingWords.value);
  return text === '' ? null : <span class="more">{text}</span>;
}

/** All that tells races apart; parts differ in colour, for a mark between them would hang at the end of a line. */
function RaceName({ race }: { race: BoardRace }) {
  const [first, ...others] = raceNameParts(race).map(isolated);
  return (
    <>
      {first}
      {others.map((part) => (
        <span key={part} class="more">
          {' '}
          {part}
        </span>
      ))}
    </>
  );
}

function Label({ text }: { text: string }) {
  return <span class={text.length > MAX_LABEL_LENGTH ? 'long' : undefined}>{text}</span>;
}

/** How far in the results are, else whether they are official. */
function resultState(race: BoardRace): string {
  const t = words.value;
  return soFarText(race, t) || officialText(race, t);
}

/** Drawn anew by itself: the clock of the screen moves every second. */
function Countdown({ race }: { race: BoardRace }) {
  const minutes = minutesIfSoon(race, now.value);
  return minutes ? <span class="more">{words.value.startsIn(minutesText(minutes))}</span> : null;
}

/** The day of a race, where that is not today. */
function Day({ race, timezone }: { race: BoardRace; timezone: string | null }) {
  const day = dayOf(race, timezone);
  return day === today.value ? null : <span class="day">{dayName(day, dateLanguage())} </span>;
}

interface ListedProps {
  turn: RaceTurn;
  list: HeadList;
  timezone: string | null;
}

/** One list of a head race. */
function Listed({ turn: { race, page, pages }, list, timezone }: ListedProps) {
  const t = words.value;
  const rows = listRows(race, list, t.decimalMark, now.value);
  const shown = rows.slice(...rowsOfPage(rows.length, page, pages));
  return (
    <Fit class="rows" lines={Math.max(EMPTY_LINES, shown.length)}>
      <table>
        <caption class="vh">{t.race(race.number)}</caption>
        <tbody>
          {shown.map(({ lead, result }) => (
            <tr key={result.lane.position}>
              <td class="lead">
                <Label text={lead} />
              </td>
              <th scope="row">
                <EntryText lane={result.lane}>
                  {occupantOf(result.lane, racesById.value, t)}
                </EntryText>
                {list.of !== 'category' && result.lane.category !== null && (
                  <span class="more"> {isolated(result.lane.category)}</span>
                )}
              </th>
              <td class="result">
                {list.of === 'starting' && result.lane.startsAt !== null ? (
                  timeOfDay(Date.parse(result.lane.startsAt), timezone)
                ) : (
                  <Outcome result={list.of === 'category' ? inCategory(result) : result} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Fit>
  );
}

function Lanes({ turn: { race, page, pages } }: { turn: RaceTurn }) {
  const t = words.value;
  const results = laneResults(race, t.decimalMark);
  const [from, to] = rowsOfPage(results.length, page, pages);
  const scored = isScored(race.lanes);
  const shown = results.slice(from, to);
  if (shown.length === 0) {
    return (
      <Fit class="rows" lines={EMPTY_LINES}>
        <p class="quiet">{race.notes || t.noCrews}</p>
      </Fit>
    );
  }
  return (
    <Fit class="rows" lines={shown.length}>
      <table>
        <caption class="vh">{t.race(race.number)}</caption>
        <tbody>
          {shown.map((result) => (
            <tr key={result.lane.position}>
              <td class="lead">
                <Label text={hasResults(race.lanes) ? result.place : result.lane.positionLabel} />
              </td>
              <th scope="row">
                <EntryText lane={result.lane}>
                  {occupantOf(result.lane, racesById.value, t)}
                </EntryText>
              </th>
              {scored && (
                <td class="result">
                  <Outcome result={result} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Fit>
  );
}
