/** The parts of a race that big screen and overlay show alike: its name, what is said of it, its rows. */
import type { ReadonlySignal } from '@preact/signals';
import type { BoardRace } from '../../../../src/contract/board.ts';
import { raceNameParts } from '../../../../src/domain/races/race-name.ts';
import { courseText } from '../../../../src/words/standing-texts.ts';
import { Outcome } from '../../shared/components/lane-table.tsx';
import { EntryText } from '../../shared/components/withdrawn.tsx';
import { isolated } from '../../shared/page/isolated.ts';
import { dateLanguage } from '../../shared/page/language.ts';
import { soFarText } from '../../shared/race/places.ts';
import { minutesIfSoon, officialText } from '../../shared/race/race-phase.ts';
import { occupantOf } from '../../shared/race/results.ts';
import { dayOf } from '../../shared/race/running-order.ts';
import { inCategory } from '../../shared/race/standing-texts.ts';
import { dayName, minutesText, timeOfDay } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { displayWords } from '../../shared/words/display.ts';
import { racingWords } from '../../shared/words/racing.ts';
import { type HeadList, type TurnRow, turnRows } from './head-lists.ts';
import { rowsOfPage } from './sizes.ts';
import type { RaceTurn } from './turns.ts';

/** What a page knows beside the race; parts that depend on the clock are drawn anew by themselves. */
export interface Around {
  /** Epoch milliseconds. */
  now: ReadonlySignal<number>;
  /** The venue day, YYYY-MM-DD. */
  today: ReadonlySignal<string>;
  /** By id. */
  races: ReadonlySignal<ReadonlyMap<number, BoardRace>>;
  timezone: string | null;
}

/** The rows that the page of a turn has. @param now epoch milliseconds */
export function rowsOn(turn: RaceTurn, now: number): TurnRow[] {
  const rows = turnRows(turn, words.value.decimalMark, now);
  return rows.slice(...rowsOfPage(rows.length, turn.page, turn.pages));
}

/** All that tells races apart; parts differ in colour, for a mark between them would hang at the end of a line. */
export function RaceName({ race }: { race: BoardRace }) {
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

/** A longer label of a lane takes several lines. */
const MAX_LABEL_LENGTH = 4;

export function Label({ text }: { text: string }) {
  return <span class={text.length > MAX_LABEL_LENGTH ? 'long' : undefined}>{text}</span>;
}

/** The day of a race, where that is not today. */
export function RaceDay({ race, around }: { race: BoardRace; around: Around }) {
  const day = dayOf(race, around.timezone);
  if (day === around.today.value) return null;
  return <span class="day">{dayName(day, dateLanguage())} </span>;
}

interface TurnProps {
  turn: RaceTurn;
  around: Around;
}

/** What stands beside the kind of a turn: when it starts, which list, how much of it is in, where its boats are, the page. */
export function TurnFacts({ turn, around }: TurnProps) {
  const { view, race, list, page, pages } = turn;
  const state = view === 'results' || race.kind === 'head' ? resultState(race) : '';
  return (
    <>
      {view === 'next' && <Countdown race={race} around={around} />}{' '}
      {list && <ListName list={list} />} {state !== '' && <span class="more">{state}</span>}{' '}
      {view === 'now' && <Course race={race} around={around} />}{' '}
      {pages > 1 && <span class="more">{displayWords.value.page(page + 1, pages)}</span>}
    </>
  );
}

/** How far in the results are, else whether they are official. */
function resultState(race: BoardRace): string {
  const t = words.value;
  return soFarText(race, t) || officialText(race, t);
}

function ListName({ list }: { list: HeadList }) {
  const name = list.of === 'category' ? isolated(list.name) : displayWords.value[list.of];
  return <span class="list-name">{name}</span>;
}

interface RaceProps {
  race: BoardRace;
  around: Around;
}

function Countdown({ race, around }: RaceProps) {
  const minutes = minutesIfSoon(race, around.now.value);
  return minutes ? <span class="more">{words.value.startsIn(minutesText(minutes))}</span> : null;
}

function Course({ race, around }: RaceProps) {
  const text = courseText(race, around.now.value, racingWords.value);
  return text === '' ? null : <span class="more">{text}</span>;
}

interface RowProps extends TurnProps {
  row: TurnRow;
}

/** Who rows; in the list of all categories, in which. */
export function RowCrew({ row: { result }, turn: { list }, around }: RowProps) {
  const { lane } = result;
  return (
    <>
      <EntryText lane={lane}>{occupantOf(lane, around.races.value, words.value)}</EntryText>
      {list && list.of !== 'category' && lane.category !== null && (
        <span class="more"> {isolated(lane.category)}</span>
      )}
    </>
  );
}

/** What became of a crew; of those that start next, when they do. */
export function RowResult({ row: { result }, turn: { list }, around }: RowProps) {
  const { startsAt } = result.lane;
  if (list?.of === 'starting' && startsAt !== null)
    return <>{timeOfDay(Date.parse(startsAt), around.timezone)}</>;
  return <Outcome result={list?.of === 'category' ? inCategory(result) : result} />;
}
