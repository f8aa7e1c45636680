/** The big screen: in turn the race on the course, the next ones, the last results, and notices. */
import '../styles/display.css';
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Board } from '../../../../src/contract/board.ts';
import { SECOND_MILLIS } from '../../../../src/contract/time-units.ts';
import { isolated } from '../../../../src/domain/text/bidi.ts';
import { LANGUAGE_CODES } from '../../../../src/words/languages.ts';
import { EventLogo, OfflineNotice, TrialNote } from '../../shared/components/event-head.tsx';
import { QrCode } from '../../shared/components/qr-code.tsx';
import { logoUrl, urlOf, useTitle } from '../../shared/page/page.ts';
import { delayNow } from '../../shared/race/day-phase.ts';
import { delayText } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { displayWords } from '../../shared/words/display.ts';
import { paperWords } from '../../shared/words/paper.ts';
import {
  clock,
  isRaceDayOver,
  notices,
  offlineSince,
  raceDay,
  today,
} from '../document/derived-state.ts';
import { liveBoard, now } from '../document/document-on-screen.ts';
import { isInRange, MAX_SECONDS, MIN_SECONDS, rangeText, readOptions, VIEWS } from './options.ts';
import { Fit } from './screen-parts.tsx';
import { isLongNotice } from './sizes.ts';
import { keepScreenOn, reloadIfNewVersion, watchVersion } from './stay-on.ts';
import { TurnView } from './turn-view.tsx';
import { hasRailAt, type Turn, turnAt, turnKey, turnsOf } from './turns.ts';

/** The letter size below which the event's name is broken, as a share of the screen: its words are long, but well known. */
const EVENT_SHARE = 1 / 60;

export { loadLaterTranslation } from '../../shared/words/later-parts.ts';

export function Page({ board }: { board: Board }) {
  const { eventId, eventName, timezone } = board;
  useTitle(`${eventName} · Running Order`);
  useEffect(() => {
    keepScreenOn();
    const stopTicking = startTicking(reloadIfNewVersion);
    const stopWatching = watchVersion();
    return () => {
      stopTicking();
      stopWatching();
    };
  }, []);
  const [newest] = notices.value;
  if (!shown.value) return null;
  const { index, count, turn, hasRail } = shown.value;
  return (
    <div class={hasRail ? 'screen' : 'screen wide'} data-event={eventId}>
      {hasRail ? <Rail board={board} /> : <Line board={board} />}
      <main>
        <OfflineNotice since={offlineSince.value} today={today.value} timezone={timezone} />
        <TurnView turn={turn} timezone={timezone} />
        {newest && turn.view !== 'notices' && (
          <Fit class={isLongNotice(newest.text) ? 'band long' : 'band'} lines={2}>
            <p>{newest.text}</p>
          </Fit>
        )}
      </main>
      <Foot board={board} index={index} count={count} />
    </div>
  );
}

/** The column beside every other view. */
function Rail({ board }: { board: Board }) {
  const own = displayWords.value;
  const { eventId, eventName } = board;
  const logo = logoUrl();
  return (
    <header class="rail">
      <Clock />
      <Late />
      <TrialNote board={board} />
      <Fit class="event" lines={3} floorShare={EVENT_SHARE}>
        <h1>{eventName}</h1>
      </Fit>
      {board.look?.logo ? (
        <EventLogo board={board} />
      ) : (
        logo && <img class="logo" src={logo} alt={words.value.logo} />
      )}
      {board.look?.sponsor && <p class="sponsor">{isolated(board.look.sponsor)}</p>}
      <div class="code">
        <QrCode text={urlOf(`events/${eventId}`)} label={paperWords.value.boardCode} />
        <p>{own.onPhone}</p>
      </div>
    </header>
  );
}

/** What is never left out of the column, in one line above the other views. */
function Line({ board }: { board: Board }) {
  return (
    <header class="line">
      <h1 class="vh">{board.eventName}</h1>
      <TrialNote board={board} />
      <Late />
      <Clock />
    </header>
  );
}

function Late() {
  // Once the day is over, there is no delay to show.
  const day = isRaceDayOver.value ? undefined : raceDay.value;
  const delay = day ? delayNow(day, now.value) : 0;
  return delay === 0 ? null : <p class="late">{delayText(delay, words.value)}</p>;
}

function Clock() {
  return <time class="clock">{clock.value}</time>;
}

function Foot({ board, index, count }: { board: Board; index: number; count: number }) {
  const own = displayWords.value;
  return (
    <footer>
      <button
        type="button"
        onClick={() => {
          isPaused.value = !isPaused.value;
        }}
      >
        {isPaused.value ? own.resume : own.pause}
      </button>
      <span class="dots" aria-hidden="true">
        {Array.from({ length: count }, (_, dot) => (
          <i key={dot} class={dot === index ? 'on' : undefined} />
        ))}
      </span>
      <span class="facts">
        {[...mistakes(board), words.value.revision(board.revision)].map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
    </footer>
  );
}

/** Sentences about options in the address that are invalid or match no race. */
function mistakes(board: Board): string[] {
  const own = displayWords.value;
  const { range, refused } = options;
  const possible = {
    view: VIEWS.join(', '),
    races: own.possible.races,
    seconds: own.possible.seconds(MIN_SECONDS, MAX_SECONDS),
    lang: LANGUAGE_CODES.join(', '),
  };
  const isEmpty = range && !board.races.some((race) => isInRange(race, range));
  return [
    ...refused.map(({ name, given }) => paperWords.value.notPossible(given, possible[name])),
    ...(isEmpty ? [own.noneOf(`races=${rangeText(range)}`)] : []),
  ];
}

const options = readOptions(location.search);

/** Whether the reader has paused the screen at its view. */
const isPaused = signal(false);

interface Shown {
  /** The index of the turn among `count`, from 0. */
  index: number;
  count: number;
  turn: Turn;
  /** Whether the column beside the view is shown. */
  hasRail: boolean;
}

let last: Shown | undefined;

/** What is on the screen, once there is a document; the same object while a tick of the clock changes nothing. */
const shown = computed(() => {
  const board = liveBoard.board.value;
  const at = now.value;
  if (!board) return undefined;
  const turns = turnsOf(board, options, at);
  const index =
    isPaused.value && last ? indexOf(turns, last.turn) : turnAt(turns, at, options.seconds);
  const turn = turns[index];
  // A paused view stays, also once it is no longer among the turns.
  if (!turn) return last;
  const hasRail = isPaused.value && last ? last.hasRail : hasRailAt(at, options.seconds);
  const found: Shown = { index, count: turns.length, turn, hasRail };
  if (!last || JSON.stringify(found) !== JSON.stringify(last)) last = found;
  return last;
});

function indexOf(turns: readonly Turn[], held: Turn): number {
  const key = turnKey(held);
  return turns.findIndex((turn) => turnKey(turn) === key);
}

/** The number of the present turn, counted from 1970. */
function turnNumber(): number {
  return Math.floor(Date.now() / (options.seconds * SECOND_MILLIS));
}

/**
 * Moves the clock with every full second, so that all screens change at once.
 *
 * @param onTurn called when one turn ends and the next begins; not while it is paused
 * @returns a function that stops this
 */
function startTicking(onTurn: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let last = turnNumber();
  const tick = () => {
    now.value = Date.now();
    timer = setTimeout(tick, SECOND_MILLIS - (Date.now() % SECOND_MILLIS));
    if (turnNumber() === last) return;
    last = turnNumber();
    if (!isPaused.peek()) onTurn();
  };
  tick();
  return () => clearTimeout(timer);
}
