/** Keeps the document on the screen current: by the event stream, or by asking when it is refused. */
import type { Board, BoardChange } from '../../src/contract/board.ts';
import { eventReader } from './event-stream.ts';
import { dropKept } from './kept.ts';
import { urlOf } from './page.ts';
import { board, confirm, documentUrl, lost, missing, show } from './shown.ts';

/** The server shows at least every 25 s that it is there. */
const SILENCE_MILLIS = 45_000;
const FIRST_WORD_MILLIS = 10_000;
const ANSWER_MILLIS = 15_000;
/** A browser opens few connections to one service, and every page that is not looked at takes one. */
const HIDDEN_MILLIS = 60_000;
/** A cache in between may answer with an older revision than the one announced, for 2 s. */
const ATTEMPTS = 5;
/** So that not everybody at the venue asks in the same moment. */
const SPREAD_MILLIS = 500;

/** Starts for one regatta, for as long as the page is open. */
export async function startLive(eventId: number): Promise<never> {
  let failures = 0;
  for (;;) {
    await lookedAt();
    const heard = await listen(eventId);
    failures = heard ? 0 : failures + 1;
    if (heard) lost();
    else if (!(await refresh(eventId))) lost();
    await pause(delayMillis(failures));
  }
}

/** How long to wait before the stream is tried again. */
function delayMillis(failures: number): number {
  // All come back at once when the service is started anew.
  if (failures === 0) return 300 + Math.random() * 2500;
  if (failures < 3) return 1500 * failures + Math.random() * 1000;
  return 15_000 + Math.random() * 15_000;
}

/**
 * Follows the event stream until it ends, falls silent, the device says that it is offline, or nobody
 * has looked at the page for a while.
 *
 * @returns whether the stream has said anything
 */
async function listen(eventId: number): Promise<boolean> {
  const abort = new AbortController();
  let lastHeard = Date.now();
  let lastLookedAt = Date.now();
  let heard = false;
  const check = () => {
    const patience = heard ? SILENCE_MILLIS : FIRST_WORD_MILLIS;
    if (document.visibilityState !== 'hidden') lastLookedAt = Date.now();
    const isForgotten = Date.now() - lastLookedAt > HIDDEN_MILLIS;
    if (isForgotten || Date.now() - lastHeard > patience) abort.abort();
  };
  const offline = () => {
    abort.abort();
    lost(true);
  };
  const timer = setInterval(check, 2000);
  // Whoever comes back to the page after a while wants to know at once.
  const visible = () => {
    if (Date.now() - lastHeard > 30_000) abort.abort();
  };
  addEventListener('offline', offline);
  document.addEventListener('visibilitychange', visible);
  try {
    const answer = await fetch(urlOf(`board/api/events/${eventId}/live`), {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal: abort.signal,
    });
    if (!answer.ok || !answer.body) return false;
    const read = eventReader(({ event, data }) => {
      if (event === 'change') announced(JSON.parse(data) as BoardChange);
    });
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return heard;
      heard = true;
      lastHeard = Date.now();
      read(decoder.decode(value, { stream: true }));
      if (wanted === undefined) confirm();
      else if (!fetching) void catchUp(eventId);
    }
  } catch {
    return heard;
  } finally {
    clearInterval(timer);
    abort.abort();
    removeEventListener('offline', offline);
    document.removeEventListener('visibilitychange', visible);
  }
}

/** The revision that was announced and is not yet shown. */
let wanted: number | undefined;
let fetching = false;

function announced({ revision }: BoardChange): void {
  wanted = revision === board.value?.revision ? undefined : revision;
}

async function catchUp(eventId: number): Promise<void> {
  fetching = true;
  await sleep(board.value ? Math.random() * SPREAD_MILLIS : 0);
  for (let attempt = 0; wanted !== undefined && attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(700 * attempt);
    const target: number = wanted;
    if ((await refresh(eventId, target)) && wanted === target) {
      const shown = board.value?.revision;
      if (missing.value || (shown !== undefined && shown >= target)) wanted = undefined;
    }
  }
  fetching = false;
  // It is tried again with the next sign of life on the stream.
  if (wanted !== undefined) lost();
}

/**
 * Asks for the document. An older one than is shown is only taken when the service has announced
 * it: after a restore from a backup.
 *
 * @returns whether the service has answered
 */
async function refresh(eventId: number, target?: number): Promise<boolean> {
  try {
    const answer = await fetch(documentUrl(eventId), {
      cache: 'no-cache',
      signal: AbortSignal.timeout(ANSWER_MILLIS),
    });
    if (answer.status === 404) {
      missing.value = true;
      void dropKept(documentUrl(eventId));
      return true;
    }
    if (!answer.ok) return false;
    const document = (await answer.json()) as Board;
    const shown = board.value?.revision ?? -1;
    if (document.revision > shown || document.revision === target) show(document);
    if (target === undefined || document.revision >= target) confirm();
    return true;
  } catch {
    return false;
  }
}

/** Waits until somebody looks at the page. */
function lookedAt(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
}

/** Waits, but not on when the device comes back online or the page is looked at again. */
function pause(millis: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      if (document.visibilityState === 'hidden') return;
      clearTimeout(timer);
      removeEventListener('online', go);
      document.removeEventListener('visibilitychange', go);
      resolve();
    };
    const timer = setTimeout(() => {
      removeEventListener('online', go);
      document.removeEventListener('visibilitychange', go);
      resolve();
    }, millis);
    addEventListener('online', go);
    document.addEventListener('visibilitychange', go);
  });
}

function sleep(millis: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, millis));
}
