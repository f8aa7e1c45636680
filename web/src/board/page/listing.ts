/**
 * How the running order is listed: which races of today are earlier ones, and which days are over. The listing stays as it is
 * while somebody reads, so that nothing disappears; it is made anew when the page comes back, and on request.
 */
import { computed, effect, signal } from '@preact/signals';
import { afterPaint } from '../../shared/page/page.ts';
import { earlierCount, isDayOver } from '../../shared/race/day-phase.ts';
import { days, raceDay } from '../document/derived-state.ts';
import { board, judged, moment } from '../document/document-on-screen.ts';
import { keepInPlace } from './scroll-anchoring.ts';

interface Listing {
  /** The ids of today's races that are grouped as earlier ones. */
  earlier: ReadonlySet<number>;
  /** The days that are over; their races are listed latest first, because people look for their results. */
  over: ReadonlySet<string>;
}

/** A page that was hidden for this long is listed anew. */
const AWAY_MILLIS = 60_000;
/** How many earlier races are drawn at once, so that a slow phone answers a tap at once. */
const ROWS_AT_ONCE = 8;
/** Nearer to the top than this, nobody is reading the list. */
const TOP_PIXELS = 40;

const fixed = signal<Listing | undefined>(undefined);
export const listing = computed(() => fixed.value ?? currentListing());
/** How many of the earlier races are drawn, counted from the last one; 0 while they are closed. */
export const earlierDrawn = signal(0);

function currentListing(): Listing {
  const ofToday = raceDay.value?.races ?? [];
  const count = earlierCount(ofToday, judged.value, moment.value.now);
  const over = days.value.filter((day) => isDayOver(day, judged.value, moment.value));
  return {
    earlier: new Set(ofToday.slice(0, count).map(({ id }) => id)),
    over: new Set(over.map(({ day }) => day)),
  };
}

/** Lists the running order as it is now. */
export function listAnew(): void {
  fixed.value = currentListing();
  earlierDrawn.value = 0;
}

/**
 * Fixes the listing as soon as there is a document, and anew when the page becomes visible again.
 *
 * @param isInUse whether the reader has opened something or searches
 */
export function startListing(isInUse: () => boolean): () => void {
  const stop = effect(() => {
    if (board.value && fixed.peek() === undefined) fixed.value = currentListing();
  });
  let hiddenAt = 0;
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else if (Date.now() - hiddenAt >= AWAY_MILLIS && scrollY < TOP_PIXELS && !isInUse()) listAnew();
  };
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

/** Shows all earlier races at once, for one that is to be scrolled to. */
export function openEarlier(): void {
  earlierDrawn.value = Number.POSITIVE_INFINITY;
}

/** Shows the earlier races or hides them. @param row stays where it is, so that they open upwards */
export function toggleEarlier(row: Element | null): void {
  if (earlierDrawn.value === 0) drawMore(row);
  else {
    if (row) keepInPlace(row);
    earlierDrawn.value = 0;
  }
}

/** Draws some more rows above those that are drawn, then the next ones once these are on the screen. */
function drawMore(row: Element | null): void {
  if (row) keepInPlace(row);
  earlierDrawn.value += ROWS_AT_ONCE;
  if (earlierDrawn.value >= listing.value.earlier.size) return;
  afterPaint(() => {
    if (earlierDrawn.value > 0) drawMore(row);
  });
}
