/** The start: finds out which page this is and draws it. */
import { render } from 'preact';
import type { Board, BoardEvents } from '../../src/contract/board.ts';
import { BoardPage } from './components/board-page.tsx';
import { MissingPage } from './components/missing-page.tsx';
import { RegattasPage } from './components/regattas-page.tsx';
import { loadFollows } from './follows.ts';
import { kept } from './kept.ts';
import { startLive } from './live.ts';
import { recallNotifications, registerWorker, syncNotifications } from './notifications.ts';
import { embeddedData } from './page.ts';
import { pageOf } from './page-of.ts';
import { startSpeaking } from './speech.ts';
import { asOf, confirm, documentUrl, lost, missing, now, show } from './shown.ts';
import './styles/base.css';
import './styles/board.css';

const CLOCK_MILLIS = 10_000;

const root = document.getElementById('app') as HTMLElement;
const page = pageOf(location.pathname, new URL(document.baseURI).pathname);
const data = embeddedData();

document.body.dataset.page = page.kind;
registerWorker();
if (page.kind === 'regattas') render(<RegattasPage listed={data as BoardEvents} />, root);
else if (page.kind === 'unknown') render(<MissingPage />, root);
else void startEvent(page.kind, page.eventId);

async function startEvent(kind: 'board' | 'display' | 'print', eventId: number): Promise<void> {
  if (isBoard(data, eventId)) {
    show(data);
    confirm();
  } else if (isRefusal(data)) missing.value = true;
  setInterval(
    () => {
      now.value = Date.now();
    },
    kind === 'display' ? 1000 : CLOCK_MILLIS,
  );
  if (kind === 'board') {
    loadFollows(eventId);
    recallNotifications();
    startSpeaking();
    render(<BoardPage eventId={eventId} />, root);
    void syncNotifications(eventId, false);
  } else if (kind === 'display') {
    const { DisplayPage } = await import('./display/display-page.tsx');
    render(<DisplayPage eventId={eventId} />, root);
  } else {
    const { PrintPage } = await import('./print/print-page.tsx');
    render(<PrintPage eventId={eventId} />, root);
  }
  if (!missing.value) await followLive(eventId);
}

/** Without a document in the page, or with one from an earlier visit, what was kept comes first. */
async function followLive(eventId: number): Promise<void> {
  if (!isBoard(data, eventId)) {
    const last = await kept<Board>(documentUrl(eventId));
    if (last && isBoard(last.body, eventId)) {
      show(last.body);
      asOf.value = last.keptAt;
      lost(!navigator.onLine);
    }
  }
  await startLive(eventId);
}

function isBoard(value: unknown, eventId: number): value is Board {
  return typeof value === 'object' && (value as Board | null)?.eventId === eventId;
}

/** The page of an event that does not exist carries an empty document. */
function isRefusal(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
