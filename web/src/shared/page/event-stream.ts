/**
 * Listens to an event stream of the service. It is read with `fetch`, because `EventSource` hides the comments that show that
 * the connection is alive, and the status of a refusal.
 */
import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** How long a stream may be silent before it counts as dead. */
export interface StreamPatience {
  /** The server sends something at least every 25 s. */
  silenceMillis: number;
  firstByteMillis: number;
}

interface StreamOptions {
  /** Ends the reading when it is aborted. */
  until?: AbortSignal | undefined;
  patience?: StreamPatience | undefined;
}

const PATIENCE: StreamPatience = { silenceMillis: 45_000, firstByteMillis: 10_000 };
/** A page hidden for this long ends its stream: a browser opens few connections to a service, and each page holds one. */
const HIDDEN_MILLIS = 60_000;
/** A page that becomes visible after this much silence connects again at once. */
const DOUBTFUL_MILLIS = 30_000;
const CHECK_MILLIS = 2000;
/** The wait for the first byte is checked at least this many times. */
const CHECKS = 4;

/**
 * Reads an event stream until it ends, falls silent, the device goes offline or the page has been hidden for a while.
 *
 * @param onAlive called when something has arrived, be it only a comment; its events have been handled
 * @returns whether anything has arrived
 */
export async function readEventStream(
  url: string,
  onEvent: (event: EventSourceMessage) => void,
  onAlive: () => void,
  { until, patience = PATIENCE }: StreamOptions = {},
): Promise<boolean> {
  const abort = new AbortController();
  const { signal } = abort;
  until?.addEventListener('abort', () => abort.abort(), { signal });
  const last = { aliveAt: Date.now(), wasAlive: false };
  abortWhenUseless(abort, last, patience);
  try {
    const headers = { accept: 'text/event-stream' };
    const answer = await fetch(url, { headers, cache: 'no-store', signal });
    if (!answer.ok || !answer.body) return false;
    const parser = createParser({ onEvent });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      Object.assign(last, { aliveAt: Date.now(), wasAlive: true });
      parser.feed(value);
      onAlive();
    }
  } catch {
    // Aborted, or the network has gone.
  } finally {
    abort.abort();
  }
  return last.wasAlive;
}

/** Aborts a connection that is probably dead, or that nobody needs. */
function abortWhenUseless(
  abort: AbortController,
  last: Readonly<{ aliveAt: number; wasAlive: boolean }>,
  { silenceMillis, firstByteMillis }: StreamPatience,
): void {
  const { signal } = abort;
  const silentMillis = () => Date.now() - last.aliveAt;
  let visibleAt = Date.now();
  const timer = setInterval(
    () => {
      if (!isHidden()) visibleAt = Date.now();
      const isDead = silentMillis() > (last.wasAlive ? silenceMillis : firstByteMillis);
      if (isDead || Date.now() - visibleAt > HIDDEN_MILLIS) abort.abort();
    },
    Math.min(CHECK_MILLIS, firstByteMillis / CHECKS),
  );
  const onVisibilityChange = () => {
    if (silentMillis() > DOUBTFUL_MILLIS) abort.abort();
  };
  signal.addEventListener('abort', () => clearInterval(timer));
  addEventListener('offline', () => abort.abort(), { signal });
  document.addEventListener('visibilitychange', onVisibilityChange, { signal });
}

/** How long to wait before a stream is tried again. @param failures how often in a row nothing has come */
export function retryMillis(failures: number): number {
  // All devices come back at once after a restart of the service.
  if (failures === 0) return 300 + Math.random() * 2500;
  if (failures < 3) return 1500 * failures + Math.random() * 1000;
  return 15_000 + Math.random() * 15_000;
}

/** Waits until the page is visible. */
export async function untilVisible(): Promise<void> {
  if (isHidden()) await pause();
}

/**
 * Waits for some time (without a number: for ever), but no longer than until the page becomes visible or, while it is visible,
 * the device comes online.
 */
export function pause(millis?: number): Promise<void> {
  return new Promise((resolve) => {
    const abort = new AbortController();
    const { signal } = abort;
    const finish = () => {
      clearTimeout(timer);
      abort.abort();
      resolve();
    };
    const wake = () => {
      if (!isHidden()) finish();
    };
    const timer = millis === undefined ? undefined : setTimeout(finish, millis);
    addEventListener('online', wake, { signal });
    document.addEventListener('visibilitychange', wake, { signal });
  });
}

function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}
