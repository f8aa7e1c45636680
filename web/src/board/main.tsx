/** The entry of the public pages: finds out which one this is and draws it. */
import { type FunctionComponent, render } from 'preact';
import type { Board, BoardEvents } from '../../../src/contract/board.ts';
import { Waiting } from '../shared/components/waiting.tsx';
import { embeddedData } from '../shared/page.ts';
import '../shared/styles/base.css';
import '../shared/styles/parts.css';
import { startAnnouncements } from './announcements.ts';
import { BoardPage } from './components/board-page.tsx';
import { MissingPage } from './components/missing-page.tsx';
import { RegattasPage } from './components/regattas-page.tsx';
import { cachedDocument } from './document-cache.ts';
import {
  board,
  currentAt,
  documentUrl,
  isStale,
  markCurrent,
  markDisconnected,
  notFound,
  now,
  showDocument,
} from './document-on-screen.ts';
import { loadFollows } from './follows.ts';
import { startLiveUpdates } from './live-updates.ts';
import { registerWorker, restoreNotifications, syncNotifications } from './notifications.ts';
import { pageAt } from './routing.ts';
import './styles/board.css';

const CLOCK_MILLIS = 10_000;
const DISPLAY_CLOCK_MILLIS = 1000;

const root = document.getElementById('app') as HTMLElement;
const page = pageAt(location.pathname, new URL(document.baseURI).pathname);
const data = embeddedData();

document.body.dataset.page = page.kind;
registerWorker();
if (page.kind === 'regattas') render(<RegattasPage listed={data as BoardEvents} />, root);
else if (page.kind === 'unknown') render(<MissingPage />, root);
else void startEvent(page.kind, page.eventId);

async function startEvent(kind: 'board' | 'display' | 'print', eventId: number): Promise<void> {
  if (isBoard(data, eventId)) {
    showDocument(data);
    markCurrent();
    // The page of an event that does not exist has an empty document.
  } else if (JSON.stringify(data) === '{}') notFound.value = true;
  setInterval(
    () => {
      now.value = Date.now();
    },
    kind === 'display' ? DISPLAY_CLOCK_MILLIS : CLOCK_MILLIS,
  );
  if (kind === 'board') {
    loadFollows(eventId);
    restoreNotifications();
    startAnnouncements();
    draw(BoardPage);
    void syncNotifications(eventId, false);
  } else if (kind === 'display') {
    draw((await import('./display/display-page.tsx')).DisplayPage);
  } else {
    draw((await import('./print/print-page.tsx')).PrintPage);
  }
  if (!notFound.value) await updateLive(eventId);
}

/** Draws a page once its document is here, and again with every newer one. */
function draw(Page: FunctionComponent<{ board: Board }>): void {
  const Current = () => {
    if (notFound.value) return <MissingPage />;
    return board.value ? <Page board={board.value} /> : <Waiting isOffline={isStale.value} />;
  };
  render(<Current />, root);
}

/** A page from the worker's cache has no document, or another one: the cached one is shown first. */
async function updateLive(eventId: number): Promise<void> {
  if (!isBoard(data, eventId)) {
    const last = await cachedDocument<Board>(documentUrl(eventId));
    if (last && isBoard(last.body, eventId)) {
      showDocument(last.body);
      currentAt.value = last.cachedAt;
      markDisconnected(!navigator.onLine);
    }
  }
  await startLiveUpdates(eventId);
}

function isBoard(value: unknown, eventId: number): value is Board {
  return typeof value === 'object' && (value as Board | null)?.eventId === eventId;
}
