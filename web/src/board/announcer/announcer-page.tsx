/**
 * The announcer's page: one race at a time, large enough for a tablet in the sun. The page follows the race that is on until
 * the reader turns to another race with keys, a swipe or the buttons.
 */
import '../styles/announcer.css';
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { isolated } from '../../../../src/domain/text/bidi.ts';
import { OfflineNotice, TrialNote } from '../../shared/components/event-head.tsx';
import { RaceTime } from '../../shared/components/race-time.tsx';
import { momentText } from '../../shared/moment-text.ts';
import { dateLanguage } from '../../shared/page/language.ts';
import { urlOf, useTitle } from '../../shared/page/page.ts';
import { delayNow } from '../../shared/race/day-phase.ts';
import { firstPlace, soFarText } from '../../shared/race/results.ts';
import { delayText, givenZone, zoneText } from '../../shared/times.ts';
import { announcerWords } from '../../shared/words/announcer.ts';
import { words } from '../../shared/words/board.ts';
import { PageFooter } from '../components/page-footer.tsx';
import { keepScreenOn } from '../display/stay-on.ts';
import {
  clock,
  isRaceDayOver,
  lastResult,
  next,
  notices,
  offlineSince,
  onCourse,
  raceDay,
  today,
} from '../document/derived-state.ts';
import { judged, now, races, board as shownBoard } from '../document/document-on-screen.ts';
import { neighbour, otherDayText, raceOn, racesAhead } from './announced-race.ts';
import { AnnouncedRace, printSheets, raceNameText } from './race-view.tsx';

/** The id of the race that the reader has turned to; `undefined` while the page follows the race that is on. */
const leafedTo = signal<number | undefined>(undefined);

const followed = computed(
  () =>
    raceOn({
      onCourse: onCourse.value,
      next: next.value,
      lastResult: lastResult.value,
      now: now.value,
    }) ?? shownBoard.value?.races[0],
);
const shown = computed(() => races.value.get(leafedTo.value ?? 0) ?? followed.value);

export { loadLaterTranslation } from '../../shared/words/later-parts.ts';

export function Page({ board }: { board: Board }) {
  const { eventName } = board;
  const race = shown.value;
  useTitle(
    [race && words.value.race(race.number), isolated(eventName)].filter(Boolean).join(' · '),
  );
  useEffect(() => {
    keepScreenOn();
    printSheets(() => shown.peek());
    return startLeafing({ leaf, back: () => leafTo(undefined) });
  }, []);
  return (
    <div class="announcer">
      <Head board={board} />
      <main>
        {race ? <Race board={board} race={race} /> : <p class="quiet">{emptyText(board)}</p>}
      </main>
      <PageFooter eventId={board.eventId} />
    </div>
  );
}

function emptyText({ status }: Board): string {
  return status === 'announced' ? words.value.announced : words.value.noRaces;
}

function leafTo(race: BoardRace | undefined): void {
  leafedTo.value = race?.id;
  scrollTo(0, 0);
}

/** Turns to the race before or after the shown one; does nothing beyond the first and the last. */
function leaf(step: -1 | 1): void {
  const [all, from] = [shownBoard.peek()?.races ?? [], shown.peek()];
  const to = from && neighbour(all, from, step);
  if (to) leafTo(to);
}

/** What does not depend on the shown race: the clock, the delay, a lost connection, and notices. */
function Head({ board }: { board: Board }) {
  const { eventId, eventName, timezone } = board;
  const t = words.value;
  const day = isRaceDayOver.value ? undefined : raceDay.value;
  const delay = day ? delayNow(day, now.value) : 0;
  const zone = givenZone(board);
  return (
    <header class="announcer-head">
      <p class="event">
        <a href={urlOf(`events/${eventId}`)}>{isolated(eventName)}</a>
        <TrialNote board={board} />
        {zone === null && <span class="quiet">{zoneText(zone, t)}</span>}
      </p>
      {delay !== 0 && <p class="late">{delayText(delay, t)}</p>}
      <time class="clock">{clock.value}</time>
      <OfflineNotice since={offlineSince.value} today={today.value} timezone={timezone} />
      {notices.value.length > 0 && (
        <ul class="announcer-notices" aria-label={t.notices}>
          {notices.value.map(({ id, text, postedAt }) => (
            <li key={id}>
              {text}{' '}
              <time dateTime={postedAt}>
                {momentText(Date.parse(postedAt), today.value, timezone)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

function Race({ board, race }: { board: Board; race: BoardRace }) {
  const own = announcerWords.value;
  const [before, behind] = ([-1, 1] as const).map((step) => neighbour(board.races, race, step));
  return (
    <>
      <nav class="leaf" aria-label={words.value.moment}>
        <LeafButton label={own.previous} sign="‹" race={before} />
        <p class="follow-state" role="status">
          {leafedTo.value === undefined ? (
            own.opensByItself
          ) : (
            <button type="button" class="pill" onClick={() => leafTo(undefined)}>
              {own.toRaceOn}
              {followed.value && followed.value !== race && ` (${followed.value.number})`}
            </button>
          )}
        </p>
        <LeafButton label={own.following} sign="›" race={behind} />
      </nav>
      <AnnouncedRace board={board} race={race} />
      <Others board={board} race={race} />
      <p class="announcer-tools">
        <button type="button" class="pill" onClick={() => print()}>
          {own.printSheets}
        </button>
      </p>
    </>
  );
}

interface LeafButtonProps {
  label: string;
  sign: string;
  race: BoardRace | undefined;
}

function LeafButton({ label, sign, race }: LeafButtonProps) {
  return (
    <button
      type="button"
      class="leaf-button"
      aria-label={race ? `${label}, ${words.value.race(race.number)}` : label}
      disabled={!race}
      onClick={() => leafTo(race)}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

/** Lists of other races: those that follow the shown one, others on the course, and the one whose results came last. */
function Others({ board, race }: { board: Board; race: BoardRace }) {
  const own = announcerWords.value;
  const t = words.value;
  const phaseOf = ({ id }: BoardRace) => judged.value.get(id)?.phase;
  const ahead = racesAhead(board.races, race, phaseOf);
  const last = lastResult.value;
  const lists = [
    { title: own.comingUp, races: ahead },
    { title: own.alsoOn, races: onCourse.value.filter(({ id }) => id !== race.id) },
    { title: t.lastResult, races: last && last.id !== race.id ? [last] : [] },
  ];
  return (
    <section class="others">
      {lists.map(
        ({ title, races }) =>
          races.length > 0 && (
            <div key={title}>
              <h2>{title}</h2>
              <ul>
                {races.map((other) => (
                  <li key={other.id}>
                    <button type="button" onClick={() => leafTo(other)}>
                      {otherDayText(other, board.timezone, today.value, dateLanguage())}{' '}
                      <RaceTime race={other} timezone={board.timezone} />{' '}
                      <b>
                        {other.number} {raceNameText(other)}
                      </b>{' '}
                      <span class="quiet">{shortState(other)}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  );
}

/** The state of a race in a list: cancelled or postponed, how many crews are in, or who has won. */
function shortState(race: BoardRace): string {
  const t = words.value;
  if (race.state !== 'planned') return t[race.state];
  const first = firstPlace(race, t);
  const said = first && [first.rank, first.names, first.time, first.raw && `(${first.raw})`];
  return [soFarText(race, t), said?.filter(Boolean).join(' ')].filter(Boolean).join(' · ');
}

interface Leafing {
  leaf(step: -1 | 1): void;
  /** Returns to the race that is on. */
  back(): void;
}

const STEPS: Readonly<Record<string, -1 | 1>> = {
  ...{ ArrowLeft: -1, PageUp: -1 },
  ...{ ArrowRight: 1, PageDown: 1 },
};

/** The shortest swipe that turns to another race, in CSS pixels; its width must also be at least twice its height. */
const SWIPE_PIXELS = 60;

/** Turns to other races on keys and swipes. @returns a function that stops this */
function startLeafing({ leaf, back }: Leafing): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    // In a `<select>`, arrow keys choose an option.
    if (ctrlKey || metaKey || altKey || target instanceof HTMLSelectElement) return;
    const step = STEPS[key];
    if (step) leaf(step);
    else if (key === 'Escape') back();
    else return;
    event.preventDefault();
  };
  let from: { x: number; y: number } | undefined;
  const onTouch = ({ touches }: TouchEvent) => {
    const [touch, another] = touches;
    // Two fingers zoom the page.
    from = touch && !another ? { x: touch.clientX, y: touch.clientY } : undefined;
  };
  const onRelease = ({ changedTouches }: TouchEvent) => {
    const [touch] = changedTouches;
    if (!from || !touch) return;
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
    from = undefined;
    if (Math.abs(x) < SWIPE_PIXELS || Math.abs(x) < 2 * Math.abs(y)) return;
    leaf(x < 0 ? 1 : -1);
  };
  const stop = new AbortController();
  const { signal } = stop;
  addEventListener('keydown', onKey, { signal });
  addEventListener('touchstart', onTouch, { signal, passive: true });
  addEventListener('touchend', onRelease, { signal, passive: true });
  return () => stop.abort();
}
