/** The schedule of a regatta as its race office sees it, kept current while the page is open. */
import { signal } from '@preact/signals';
import type { EventSourceMessage } from 'eventsource-parser';
import type { Office } from '../../../src/contract/console/office.ts';
import { pause, readEventStream, untilVisible } from '../shared/event-stream.ts';
import { urlOf } from '../shared/page.ts';
import { send } from './api.ts';
import type { Problem } from './problems.ts';

interface OfficeOnScreen {
  document: Office | undefined;
  problem: Problem | undefined;
  isLive: boolean;
}

export const office = signal<OfficeOnScreen>({
  document: undefined,
  problem: undefined,
  isLive: false,
});

/** Between attempts to listen again, spread so that not all pages come at once. */
const RETRY_MILLIS = 1500;
const MAX_RETRY_MILLIS = 30_000;

/** Shows the schedule of an event and keeps it current. @returns stops that */
export function watchOffice(eventId: number): () => void {
  const abort = new AbortController();
  office.value = { document: undefined, problem: undefined, isLive: false };
  void keepCurrent(eventId, abort.signal);
  return () => abort.abort();
}

async function keepCurrent(eventId: number, signal: AbortSignal): Promise<void> {
  const refresh = () => load(eventId, signal);
  const onEvent = ({ event }: EventSourceMessage) => {
    if (event === 'change') void refresh();
  };
  const onAlive = () => {
    if (!signal.aborted && !office.peek().isLive) office.value = { ...office.peek(), isLive: true };
  };
  await refresh();
  for (let failures = 0; !signal.aborted; ) {
    await untilVisible();
    const url = urlOf(`console/api/events/${eventId}/live`);
    const wasAlive = await readEventStream(url, onEvent, onAlive, signal);
    if (signal.aborted) return;
    failures = wasAlive ? 0 : failures + 1;
    office.value = { ...office.peek(), isLive: false };
    // Says why the stream has ended, where the person may no longer see the event or is signed out.
    if (!(await refresh())) return;
    await pause(Math.min(RETRY_MILLIS * (failures + 1), MAX_RETRY_MILLIS) * (0.5 + Math.random()));
  }
}

/** @returns whether it is worth going on */
async function load(eventId: number, signal: AbortSignal): Promise<boolean> {
  const reply = await send<Office>('GET', `/events/${eventId}/office`);
  if (signal.aborted) return false;
  const shown = office.peek();
  if (!reply.problem) {
    const isOlder = reply.body.revision < (shown.document?.revision ?? 0);
    if (!isOlder) office.value = { ...shown, document: reply.body, problem: undefined };
    return true;
  }
  const { code } = reply.problem;
  const isGone = code === 'not_found' || code === 'event_not_found' || code === 'forbidden';
  office.value = {
    document: isGone ? undefined : shown.document,
    problem: reply.problem,
    isLive: false,
  };
  return !isGone && code !== 'cancelled';
}
