/** The entry point of the public pages: reads from the path which page this is, and draws it. */
import { effect } from '@preact/signals';
import { type FunctionComponent, render } from 'preact';
import type { Board, RegattaList } from '../../../src/contract/board.ts';
import { applyEventColour } from '../shared/components/event-head.tsx';
import { speakAlso, speakAsDelivered } from '../shared/page/language.ts';
import { documentUrl, embeddedData } from '../shared/page/page.ts';
import { words } from '../shared/words/board.ts';
import { loadTranslation } from '../shared/words/parts.ts';
import '../shared/styles/base.css';
import '../shared/styles/parts.css';
import { BoardPage } from './components/board-page.tsx';
import { cachedDocument } from './document/document-cache.ts';
import {
  board,
  currentAt,
  isStale,
  liveBoard,
  markCurrent,
  markDisconnected,
  notFound,
  now,
  showDocument,
} from './document/document-on-screen.ts';
import { later } from './document/later.ts';
import { startLiveUpdates } from './document/live-updates.ts';
import { loadLater } from './document/load-later.ts';
import type { View } from './document/load-view.ts';
import { loadFollows } from './following/follows.ts';
import { registerWorker, restoreNotifications } from './following/notifications.ts';
import { pageAt } from './page/routing.ts';
import { restoreView } from './page/view-state.ts';
import './styles/board.css';
import './styles/columns.css';
import './styles/moment.css';
import './styles/my-day.css';
// Imported last, because it hides what the other style sheets show.
import './styles/board-print.css';

const CLOCK_MILLIS = 10_000;

const root = document.getElementById('app') as HTMLElement;
const page = pageAt(location.pathname, new URL(document.baseURI).pathname);
const data = embeddedData();

document.body.dataset.page = page.kind;
registerWorker();
void speakAsDelivered(loadTranslation).then(start);

async function start(): Promise<void> {
  if (page.kind === 'regattas') await listRegattas();
  else if (page.kind === 'unknown' || page.kind === 'embed' || page.kind === 'overlay') {
    // Embedded page and overlay have templates of their own.
    const { MissingPage } = await loadLater();
    render(<MissingPage />, root);
  } else await startEvent(page.kind, page.eventId);
}

async function listRegattas(): Promise<void> {
  // Loaded with what boards load later: with one more file to load, the bundler would split the first script in two.
  const { RegattasPage } = await loadLater();
  render(<RegattasPage listed={data as RegattaList | undefined} />, root);
}

async function startEvent(kind: 'board' | View, eventId: number): Promise<void> {
  if (isBoard(data, eventId)) {
    showDocument(data);
    markCurrent();
    // The page of an event that does not exist has an empty document.
  } else if (JSON.stringify(data) === '{}') notFound.value = true;
  effect(() => applyEventColour(board.value));
  setInterval(() => {
    now.value = Date.now();
  }, CLOCK_MILLIS);
  if (kind === 'board') {
    loadFollows(eventId);
    restoreView(eventId);
    restoreNotifications();
    draw(BoardPage);
  } else {
    const { loadView } = await import('./document/load-view.ts');
    const { Page, loadLaterTranslation } = await loadView(kind);
    await speakAlso(loadLaterTranslation);
    draw(Page);
  }
  if (!notFound.value) await updateLive(eventId);
}

/** Draws a page once its document has loaded, and again with every newer one. */
function draw(Page: FunctionComponent<{ board: Board }>): void {
  const Current = () => {
    if (!notFound.value) return board.value ? <Page board={board.value} /> : <Waiting />;
    const parts = later.value;
    return parts ? <parts.MissingPage /> : <Waiting />;
  };
  effect(() => {
    if (notFound.value) void loadLater();
  });
  render(<Current />, root);
}

/** Shown until the document, or the part that draws the page, has loaded. */
function Waiting() {
  const t = words.value;
  return (
    <main class="missing">
      <h1>{t.loading}</h1>
      <p role="status">{isStale.value && t.notLoaded}</p>
    </main>
  );
}

/** A page from the service worker's cache embeds no document of this event: the cached one is shown first. */
async function updateLive(eventId: number): Promise<void> {
  if (!isBoard(data, eventId)) {
    const last = await cachedDocument<Board>(documentUrl(eventId));
    if (last && isBoard(last.body, eventId)) {
      showDocument(last.body);
      currentAt.value = last.cachedAt;
      markDisconnected(!navigator.onLine);
    }
  }
  await startLiveUpdates(eventId, liveBoard);
}

function isBoard(value: unknown, eventId: number): value is Board {
  return typeof value === 'object' && (value as Board | null)?.eventId === eventId;
}
