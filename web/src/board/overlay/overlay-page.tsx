/** The overlay: one card over the picture, or nothing. */
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { formatRunningTime } from '../../../../src/domain/results/finish-time.ts';
import { isOver, isScored } from '../../../../src/domain/results/standings.ts';
import { TrialNote } from '../../shared/components/event-head.tsx';
import { RaceTime } from '../../shared/components/race-time.tsx';
import { useTitle } from '../../shared/page/page.ts';
import { stateText } from '../../shared/race/race-phase.ts';
import { timeOfDay } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { displayWords } from '../../shared/words/display.ts';
import {
  type Around,
  Fit,
  RaceDay,
  RaceName,
  RowCrew,
  RowResult,
  rowsOn,
  TurnFacts,
} from '../display/screen-parts.tsx';
import { isLongNotice } from '../display/sizes.ts';
import type { RaceTurn, TurnRow } from '../display/turns.ts';
import { board as shownBoard } from '../embed/embed-document.ts';
import { type Card, cardKey, type RaceCard } from './cards.ts';
import { around, card as shownCard } from './overlay-state.ts';

/** More rows than these are set in two columns, where letters leave room for them. */
const MAX_ROWS_OF_COLUMN = 4;
/** The least number of lines of a notice, which limits its letters. */
const NOTICE_LINES = 2;

export function OverlayPage() {
  const board = shownBoard.value;
  useTitle(board?.eventName ?? '');
  return (
    <main class="overlay">
      <Glide
        shown={shownCard.value}
        keyOf={cardKey}
        draw={(card) => board && <CardView board={board} card={card} />}
      />
    </main>
  );
}

interface CardProps {
  board: Board;
  card: Card;
}

function CardView({ board, card }: CardProps) {
  const trial = <TrialNote board={board} />;
  switch (card.kind) {
    case 'clock':
      return (
        <section class="card clock">
          <Clock around={around.value} />
          {trial}
        </section>
      );
    case 'notice': {
      const { text } = card.notice;
      return (
        <section class={isLongNotice(text) ? 'card notice long' : 'card notice'}>
          {trial}
          <Fit class="told" lines={NOTICE_LINES}>
            <p>{text}</p>
          </Fit>
        </section>
      );
    }
    case 'race':
      return <OfRace card={card} trial={trial} />;
  }
}

function Clock({ around: { now, timezone } }: { around: Around }) {
  return <time>{timeOfDay(now.value, timezone)}</time>;
}

interface RaceCardProps {
  card: RaceCard;
  trial: ComponentChildren;
}

function OfRace({ card: { turn, isWhole, after }, trial }: RaceCardProps) {
  const t = words.value;
  const { view, race } = turn;
  const kind = { now: t.now, next: t.next, results: isOver(race) ? t.result : t.finishing }[view];
  const isOff = race.state !== 'planned';
  // Without a subscription to the clock: where time takes a row away, the card is another one.
  const rows = rowsOn(turn, around.value.now.peek());
  const width = isWhole ? ' whole' : rows.length <= MAX_ROWS_OF_COLUMN ? ' narrow' : '';
  return (
    <section class={`card race${width}`}>
      <header>
        <Fit class="kind" lines={1} isCut>
          <h1>
            {isOff ? (
              <span>{stateText(race, t)}</span>
            ) : (
              <>
                <span>{kind}</span> <TurnFacts turn={turn} around={around.value} />
              </>
            )}
          </h1>
        </Fit>
        {trial}
        {view === 'now' && <RunningTime race={race} around={around.value} />}
      </header>
      <Fit class="title" lines={1} isCut>
        <h2>
          <RaceDay race={race} around={around.value} />
          {view !== 'results' && <RaceTime race={race} timezone={around.value.timezone} />}{' '}
          <span class="number">{race.number}</span> <RaceName race={race} />
        </h2>
      </Fit>
      {rows.length > 0 && <Rows turn={turn} rows={rows} />}
      {after.length > 0 && <After races={after} />}
    </section>
  );
}

/** The time since the start of a race; nothing where its start is not known. */
function RunningTime({ race, around: { now } }: { race: BoardRace; around: Around }) {
  const millis = race.startedAt === null ? -1 : now.value - Date.parse(race.startedAt);
  return millis < 0 ? null : <time class="running">{formatRunningTime(millis)}</time>;
}

function Rows({ turn, rows }: { turn: RaceTurn; rows: readonly TurnRow[] }) {
  const { race, list } = turn;
  const ref = useRef<HTMLOListElement>(null);
  useGlidingRows(ref);
  const hasResult = list !== undefined || isScored(race.lanes);
  return (
    <ol ref={ref} class="rows" style={rowCounts(rows.length)}>
      {rows.map((row) => (
        <li key={row.result.lane.position} data-row={row.result.lane.position}>
          <span class="lead">{row.lead}</span>
          <Fit class="name" lines={1} isCut>
            <RowCrew row={row} turn={turn} around={around.value} />
          </Fit>
          {hasResult && (
            <span class="result">
              <RowResult row={row} turn={turn} around={around.value} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The number of rows in one column, and in each of two, for the style sheet. */
function rowCounts(count: number): Record<string, string> {
  return { '--all': String(count), '--half': String(Math.ceil(count / 2)) };
}

function After({ races }: { races: readonly BoardRace[] }) {
  return (
    <div class="after">
      <h2>{displayWords.value.afterThat}</h2>
      <ol>
        {races.map((race) => (
          <li key={race.id} data-row={race.id}>
            <Fit class="name" lines={1} isCut>
              <RaceDay race={race} around={around.value} />
              <RaceTime race={race} timezone={around.value.timezone} />{' '}
              <span class="number">{race.number}</span> <RaceName race={race} />
            </Fit>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Leaving and coming in take less than 400 ms together; the durations must be those of the style sheet. */
const OUT_MILLIS = 150;
const ROW_MILLIS = 300;

/** Whether the system asks for reduced motion. */
const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

interface GlideProps<Shown> {
  /** What to show; `undefined`: nothing. */
  shown: Shown | undefined;
  /** What has another key replaces what was shown before; what has the same key updates it. */
  keyOf(shown: Shown): string;
  /** Called again for what leaves, because elements that are used twice keep each other in memory. */
  draw(shown: Shown): ComponentChildren;
}

/** A card that comes glides in, one that goes glides out. */
function Glide<Shown>({ shown, keyOf, draw }: GlideProps<Shown>) {
  const kept = useRef(shown);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const key = shown && keyOf(shown);
  const isLeaving =
    kept.current !== undefined && keyOf(kept.current) !== key && !prefersStillness();
  if (!isLeaving) kept.current = shown;
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => {
      kept.current = undefined;
      redraw(undefined);
    }, OUT_MILLIS);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  const standing = kept.current;
  return standing === undefined ? null : (
    <div key={keyOf(standing)} class={isLeaving ? 'glide leaves' : 'glide'}>
      {draw(standing)}
    </div>
  );
}

/** Rows that change places glide there. The attribute `data-row` identifies them. */
function useGlidingRows(list: RefObject<HTMLElement | null>): void {
  const places = useRef(new Map<string, readonly [left: number, top: number]>());
  useLayoutEffect(() => {
    const before = places.current;
    places.current = new Map();
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) {
      const { offsetLeft: left, offsetTop: top } = row;
      const name = row.dataset.row ?? '';
      places.current.set(name, [left, top]);
      const [oldLeft, oldTop] = before.get(name) ?? [left, top];
      if ((oldLeft === left && oldTop === top) || prefersStillness()) continue;
      const from = { transform: `translate(${oldLeft - left}px, ${oldTop - top}px)` };
      row.animate([from, { transform: 'none' }], { duration: ROW_MILLIS, easing: 'ease-out' });
    }
  });
}
