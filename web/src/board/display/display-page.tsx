/** The big screen: in turn the races now and next, and the last results. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Board } from '../../../../src/contract/board.ts';
import { OfflineNotice } from '../../shared/components/offline-notice.tsx';
import { words } from '../../shared/language.ts';
import { useTitle } from '../../shared/page.ts';
import { currentRaces, lastResults } from '../../shared/running-order.ts';
import { delayText, timeOfDay } from '../../shared/times.ts';
import { TrialNote } from '../components/trial-note.tsx';
import { days, offlineSince, today } from '../derived-state.ts';
import { now } from '../document-on-screen.ts';
import { ComingRaces, Results } from './views.tsx';
import { keepScreenOn } from './wake-lock.ts';
import '../styles/display.css';

const VIEW_MILLIS = 12_000;
const RACES_PER_VIEW = 2;
const MAX_RESULT_VIEWS = 2;

/** Counts the changes of the view. */
const viewCount = signal(0);
const isPaused = signal(false);

export function DisplayPage({ board }: { board: Board }) {
  const t = words.value;
  const { eventId, eventName, revision, timezone } = board;
  useTitle(`${eventName} · Running Order`);
  useEffect(() => {
    keepScreenOn();
    const timer = setInterval(() => {
      if (!isPaused.value) viewCount.value += 1;
    }, VIEW_MILLIS);
    return () => clearInterval(timer);
  }, []);
  const delay = days.value.find(({ day }) => day === today.value)?.delayMinutes ?? 0;
  const results = lastResults(board.races).slice(0, RACES_PER_VIEW * MAX_RESULT_VIEWS);
  const views = 1 + Math.ceil(results.length / RACES_PER_VIEW);
  const view = viewCount.value % views;
  const from = (view - 1) * RACES_PER_VIEW;
  return (
    <div class="screen" data-event={eventId}>
      <header>
        <h1>{eventName}</h1>
        <TrialNote board={board} />
        {delay !== 0 && <p class="late">{delayText(delay, t)}</p>}
        <time class="clock">{timeOfDay(now.value, timezone)}</time>
      </header>
      <OfflineNotice since={offlineSince.value} today={today.value} timezone={timezone} />
      <main>
        {view === 0 ? (
          <ComingRaces
            current={currentRaces(board, now.value)}
            today={today.value}
            timezone={timezone}
          />
        ) : (
          <Results races={results.slice(from, from + RACES_PER_VIEW)} />
        )}
      </main>
      <footer>
        <button
          type="button"
          onClick={() => {
            isPaused.value = !isPaused.value;
          }}
        >
          {isPaused.value ? t.resume : t.pause}
        </button>
        <span class="dots" aria-hidden="true">
          {Array.from({ length: views }, (_, index) => (
            <i key={index} class={index === view ? 'on' : undefined} />
          ))}
        </span>
        <span>{t.revision(revision)}</span>
      </footer>
    </div>
  );
}
