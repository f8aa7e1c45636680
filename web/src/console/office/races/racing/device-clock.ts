/**
 * The clock that times boats on this device: its own, corrected where the service's answers show that it is wrong. The tab
 * keeps the correction, also through a reload, so that all boats are timed alike.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { urlOf } from '../../../../shared/page/page.ts';
import { readTab, writeTab } from '../../../tab-storage.ts';
import {
  type ClockBounds,
  correctionOf,
  narrowed,
  nextSampleDelay,
  UNKNOWN_CLOCK,
  uncertainty,
} from './clock-bounds.ts';

const STORAGE_KEY = 'clock correction';
/** More samples are taken until the uncertainty is at most this. */
const GOOD_MILLIS = 60;
const MAX_SAMPLES = 12;
/** Sampling ends after an answer that leaves more than this share of the uncertainty. */
const LEAST_GAIN = 0.9;
/** How often the clocks are compared again, because one may have been set. */
const CHECK_MILLIS = 60_000;

/** Milliseconds that are added to this device's clock. */
export const correction = signal(Number(readTab(STORAGE_KEY) ?? 0));
/** Whether the service's clock has been compared. */
export const isCompared = signal(false);

let bounds: ClockBounds = UNKNOWN_CLOCK;

/**
 * The time of a key press by the corrected clock, in epoch milliseconds.
 *
 * @param event its time counts, not that of the call, which may be later
 */
export function momentOf(event: Event): number {
  const waited = Math.max(0, performance.now() - event.timeStamp);
  return Math.round(momentNow() - waited);
}

/** The current time by the corrected clock, in epoch milliseconds. */
export function momentNow(): number {
  return Math.round(Date.now() + correction.peek());
}

/** Compares the clocks while a component that times boats is on the page. */
export function useComparedClock(): void {
  useEffect(() => {
    const abort = new AbortController();
    void keepComparing(abort.signal);
    return () => abort.abort();
  }, []);
}

async function keepComparing(until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    await compare(until);
    await pause(CHECK_MILLIS, until);
  }
}

async function compare(until: AbortSignal): Promise<void> {
  let travelMillis = 0;
  for (let count = 0; count < MAX_SAMPLES && !until.aborted; count++) {
    if (count > 0 && uncertainty(bounds) <= GOOD_MILLIS) break;
    await pause(nextSampleDelay(bounds, Date.now(), travelMillis), until);
    const sentAt = Date.now();
    const started = performance.now();
    const date = await serviceSecond(until);
    const tookMillis = performance.now() - started;
    // Ends also without a connection; `keepComparing` tries again later.
    if (Number.isNaN(date)) return;
    travelMillis = tookMillis / 2;
    const before = uncertainty(bounds);
    bounds = narrowed(bounds, { sentAt, receivedAt: sentAt + tookMillis, date });
    // On a slow network further answers would not narrow the bounds.
    if (uncertainty(bounds) > before * LEAST_GAIN) break;
  }
  if (until.aborted) return;
  isCompared.value = true;
  correction.value = correctionOf(bounds, correction.peek());
  writeTab(STORAGE_KEY, String(correction.peek()));
}

/** The `date` header of an answer of the service, in epoch milliseconds; NaN without an answer. */
async function serviceSecond(until: AbortSignal): Promise<number> {
  const answer = await fetch(urlOf('livez'), { cache: 'no-store', signal: until }).catch(
    () => undefined,
  );
  return Date.parse(answer?.headers.get('date') ?? '');
}

function pause(millis: number, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    until.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
