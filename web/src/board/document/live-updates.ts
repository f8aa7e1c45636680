/** Keeps the document on the screen current: by the event stream, or by polling where it is refused. */
import type { Signal } from '@preact/signals';
import type { EventSourceMessage } from 'eventsource-parser';
import type { Board, BoardChange } from '../../../../src/contract/board.ts';
import type { StreamPatience } from '../../shared/page/event-stream.ts';
import { documentUrl, untilLoaded, urlOf } from '../../shared/page/page.ts';

/** Another process of the service may answer with an older revision than the one announced, for 2 s. */
const MAX_ATTEMPTS = 5;
/** Spreads the requests of all devices at the venue. */
const SPREAD_MILLIS = 500;

/** The document of a page, and the callbacks that report its state. */
export interface LiveDocument {
  board: Readonly<Signal<Board | undefined>>;
  /** The service has answered that there is no such regatta. */
  notFound: Readonly<Signal<boolean>>;
  show(document: Board): void;
  /** The service has sent something, be it only a comment. */
  markAlive?(): void;
  /** The document is current. */
  markCurrent(): void;
  /** The connection is lost. @param atOnce whether the page says so without waiting for it to come back */
  markDisconnected(atOnce?: boolean): void;
  markNotFound(eventId: number): void;
}

const ANSWER_MILLIS = 15_000;

/** How long a page waits for a service that does not answer, and before it tries again; absent values are the usual ones. */
export interface Patience {
  stream?: StreamPatience;
  answerMillis?: number;
  retryMillis?: () => number;
}

/** Keeps the document current for as long as the page is open. */
export async function startLiveUpdates(
  eventId: number,
  live: LiveDocument,
  patience: Patience = {},
): Promise<never> {
  page = live;
  answerMillis = patience.answerMillis ?? ANSWER_MILLIS;
  const onEvent = ({ event, data }: EventSourceMessage) => {
    if (event === 'change') setTarget(JSON.parse(data) as BoardChange);
  };
  const onAlive = () => {
    page.markAlive?.();
    if (target === undefined) page.markCurrent();
    else if (!isFetching) void fetchTarget(eventId);
  };
  addEventListener('offline', () => page.markDisconnected(true));
  // Loaded late, because the first view does not need it.
  const stream = await untilLoaded(() => import('../../shared/page/event-stream.ts'));
  let failures = 0;
  for (;;) {
    await stream.untilVisible();
    const url = urlOf(`board/api/events/${eventId}/live`);
    const wasAlive = await stream.readEventStream(url, onEvent, onAlive, {
      patience: patience.stream,
    });
    failures = wasAlive ? 0 : failures + 1;
    const isAnswered = !wasAlive && (await refresh(eventId));
    if (!isAnswered) page.markDisconnected();
    // A service that answers but refuses the stream is asked at the usual intervals.
    const ownMillis = isAnswered ? undefined : patience.retryMillis?.();
    await stream.pause(ownMillis ?? stream.retryMillis(failures));
  }
}

/** The revision that was announced and is not on the screen yet. */
let target: number | undefined;
let isFetching = false;
/** The document that is kept current. */
let page: LiveDocument;
let answerMillis: number;

function setTarget({ revision }: BoardChange): void {
  target = revision === page.board.value?.revision ? undefined : revision;
}

async function fetchTarget(eventId: number): Promise<void> {
  isFetching = true;
  await sleep(page.board.value ? Math.random() * SPREAD_MILLIS : 0);
  for (let attempt = 0; target !== undefined && attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(700 * attempt);
    const wanted: number = target;
    if ((await refresh(eventId, wanted)) && target === wanted) {
      const shown = page.board.value?.revision;
      if (page.notFound.value || (shown !== undefined && shown >= wanted)) target = undefined;
    }
  }
  isFetching = false;
  // The next sign of life on the stream starts another try.
  if (target !== undefined) page.markDisconnected();
}

/**
 * Fetches the document. One that is older than the one shown is only accepted when the service has announced it, as after a
 * restore from a backup.
 *
 * @returns whether the service has answered
 */
async function refresh(eventId: number, wanted?: number): Promise<boolean> {
  try {
    // The URL differs for each revision, because a cache in between may answer with an older document for 8 s.
    const isAnnounced = wanted !== undefined;
    const answer = await fetch(documentUrl(eventId) + (isAnnounced ? `?revision=${wanted}` : ''), {
      cache: isAnnounced ? 'no-store' : 'no-cache',
      signal: AbortSignal.timeout(answerMillis),
    });
    if (answer.status === 404) {
      page.markNotFound(eventId);
      return true;
    }
    if (!answer.ok) return false;
    page.markAlive?.();
    const document = (await answer.json()) as Board;
    const shown = page.board.value?.revision ?? -1;
    if (document.revision > shown || document.revision === wanted) page.show(document);
    if (wanted === undefined || document.revision >= wanted) page.markCurrent();
    return true;
  } catch {
    return false;
  }
}

function sleep(millis: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, millis));
}
