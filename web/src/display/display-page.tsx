/** The big screen: now, the next three and the last results, turning by itself. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { MissingPage } from '../components/missing-page.tsx';
import { OldMark } from '../components/moment-bar.tsx';
import { Waiting } from '../components/waiting.tsx';
import { words } from '../language.ts';
import { atMoment, daysOf, lastResults } from '../running-order.ts';
import { board, missing, now } from '../shown.ts';
import { delayText } from '../speech.ts';
import { timeOfDay, venueDay } from '../times.ts';
import { stayAwake } from './stay-awake.ts';
import { Coming, Results } from './views.tsx';
import '../styles/display.css';

const TURN_MILLIS = 12_000;
const RACES_A_VIEW = 2;
const RESULT_VIEWS = 2;

const turned = signal(0);
const paused = signal(false);

export function DisplayPage({ eventId }: { eventId: number }) {
  const t = words.value;
  const current = board.value;
  useEffect(() => {
    stayAwake();
    const timer = setInterval(() => {
      if (!paused.value) turned.value += 1;
    }, TURN_MILLIS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (current) document.title = `${current.eventName} · Running Order`;
  }, [current?.eventName]);
  if (missing.value) return <MissingPage />;
  if (!current) return <Waiting />;

  const today = venueDay(now.value, current.timezone);
  const delay = daysOf(current).find(({ day }) => day === today)?.delayMinutes ?? 0;
  const results = lastResults(current.races).slice(0, RACES_A_VIEW * RESULT_VIEWS);
  const views = 1 + Math.ceil(results.length / RACES_A_VIEW);
  const view = turned.value % views;
  const from = (view - 1) * RACES_A_VIEW;
  return (
    <div class="screen" data-event={eventId}>
      <header>
        <h1>{current.eventName}</h1>
        {delay !== 0 && <p class="late">{delayText(delay)}</p>}
        <time class="clock">{timeOfDay(now.value, current.timezone)}</time>
      </header>
      <OldMark />
      <main>
        {view === 0 ? (
          <Coming moment={atMoment(current, now.value)} timezone={current.timezone} />
        ) : (
          <Results races={results.slice(from, from + RACES_A_VIEW)} />
        )}
      </main>
      <footer>
        <button
          type="button"
          onClick={() => {
            paused.value = !paused.value;
          }}
        >
          {paused.value ? t.resume : t.pause}
        </button>
        <span class="dots" aria-hidden="true">
          {Array.from({ length: views }, (_, index) => (
            <i key={index} class={index === view ? 'on' : undefined} />
          ))}
        </span>
        <span>{t.revision(current.revision)}</span>
      </footer>
    </div>
  );
}
