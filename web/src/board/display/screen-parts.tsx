/**
 * What the big screen and the overlay have in common: the name of a race, facts about it, its rows, and boxes whose letters are
 * as large as fit.
 */
import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BoardRace } from '../../../../src/contract/board.ts';
import { raceNameParts } from '../../../../src/domain/races/race-name.ts';
import { isolated } from '../../../../src/domain/text/bidi.ts';
import { courseText } from '../../../../src/words/standing-texts.ts';
import { EntryText, Outcome } from '../../shared/components/lane-table.tsx';
import { dateLanguage } from '../../shared/page/language.ts';
import { minutesIfSoon, officialText } from '../../shared/race/race-phase.ts';
import { inCategory } from '../../shared/race/ranking.ts';
import { occupantOf, soFarText } from '../../shared/race/results.ts';
import { dayOf } from '../../shared/race/running-order.ts';
import { dayName, minutesText, timeOfDay } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { displayWords } from '../../shared/words/display.ts';
import { racingWords } from '../../shared/words/racing.ts';
import { type LetterSize, letterSize, rowsOfPage } from './sizes.ts';
import { type HeadList, type RaceTurn, type TurnRow, turnRows } from './turns.ts';

/** The smallest letter size that can be read from 20 m, as a share of the smaller side of the screen. */
const READABLE_SHARE = 1 / 20;
/** The letter size of a line below which it is cut, as a share of the height of its box. */
const CUT_SHARE = 0.6;

interface FitProps {
  class: string;
  /** How many lines there are at least. */
  lines: number;
  /** The letter size below which words are broken, as a share of the smaller side of the screen. */
  floorShare?: number;
  /** Whether it is one line, which the style sheet cuts at its end. */
  isCut?: boolean;
  children: ComponentChildren;
}

/**
 * A box whose letters are as large as fit: they fill its height, wrap at words, and none is cut. A title is no larger than the
 * rows beside it. With `isCut`, a line that is too long at its smallest size is cut at its end.
 */
export function Fit({
  class: name,
  lines,
  floorShare = READABLE_SHARE,
  isCut = false,
  children,
}: FitProps) {
  const ref = useRef<HTMLDivElement>(null);
  // After each render, because the text may be longer or shorter.
  useLayoutEffect(() => fit(ref.current, { lines, floorShare, isCut }));
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new ResizeObserver(() => fit(box, { lines, floorShare, isCut }));
    observer.observe(box);
    return () => observer.disconnect();
  }, [lines, floorShare, isCut]);
  return (
    <div ref={ref} class={`fit ${name}`}>
      {children}
    </div>
  );
}

function fit(
  box: HTMLElement | null,
  { lines, floorShare, isCut }: Required<Pick<FitProps, 'lines' | 'floorShare' | 'isCut'>>,
): void {
  if (!box || box.clientHeight === 0) return;
  const apply = ({ pixels, breaksWords }: LetterSize) => {
    box.style.fontSize = `${pixels}px`;
    box.classList.toggle('breaks', breaksWords);
  };
  const heightPixels = box.clientHeight;
  const floorPixels = isCut
    ? heightPixels * CUT_SHARE
    : Math.min(innerWidth, innerHeight) * floorShare;
  const size = letterSize({ heightPixels, lines, floorPixels, isCut }, (tried) => {
    apply(tried);
    return box.scrollHeight <= heightPixels && box.scrollWidth <= box.clientWidth;
  });
  apply(size);
  box.dataset.pixels = String(size.pixels);
  capTitle(box.parentElement);
}

/** Limits the letters of a title to those of the rows; called for both, because either may be drawn last. */
function capTitle(view: HTMLElement | null): void {
  const title = view?.querySelector<HTMLElement>(':scope > .fit.heading');
  const rows = view?.querySelector<HTMLElement>(':scope > .fit.rows');
  const [own, most] = [title, rows].map((box) => Number(box?.dataset.pixels));
  if (title && own && most) title.style.fontSize = `${Math.min(own, most)}px`;
}

/** What a part reads beside the race: as signals, so that a part that depends on the clock is drawn again alone. */
export interface Around {
  /** Epoch milliseconds. */
  now: ReadonlySignal<number>;
  /** The venue day, YYYY-MM-DD. */
  today: ReadonlySignal<string>;
  /** By id. */
  races: ReadonlySignal<ReadonlyMap<number, BoardRace>>;
  timezone: string | null;
}

/** The rows on the page of a turn. @param now epoch milliseconds */
export function rowsOn(turn: RaceTurn, now: number): TurnRow[] {
  const rows = turnRows(turn, words.value.decimalMark, now);
  return rows.slice(...rowsOfPage(rows.length, turn.page, turn.pages));
}

/** All parts of the name of a race. They differ in colour, because a mark between them could hang at the end of a line. */
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

/** What follows the kind of a turn: its countdown, the list, how many are in, where its boats are, and the page. */
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

/** How many crews are in, else whether the results are official. */
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

/** The crew of a row; in a list of all categories also its category. */
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

/** The result of a crew; in the list of those that start next, its start. */
export function RowResult({ row: { result }, turn: { list }, around }: RowProps) {
  const { startsAt } = result.lane;
  if (list?.of === 'starting' && startsAt !== null)
    return <>{timeOfDay(Date.parse(startsAt), around.timezone)}</>;
  return <Outcome result={list?.of === 'category' ? inCategory(result) : result} />;
}
