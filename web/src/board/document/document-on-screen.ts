/**
 * The board document on the screen, how current it is, what has just changed in it, and what has changed while the page
 * was open: when delays came and what they were, when results came.
 */
import { batch, computed, signal } from '@preact/signals';
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { isScored } from '../../../../src/domain/results/standings.ts';
import { documentUrl } from '../../shared/page/page.ts';
import { delaysCameAt, type SeenDelays, seeDelays } from '../../shared/race/day-phase.ts';
import {
  type BoardClock,
  type JudgedRace,
  judgeRaces,
  type ShownRace,
  shownRace,
} from '../../shared/race/race-phase.ts';
import {
  changedDelays,
  changedRaces,
  dayRowedAt,
  daysOf,
  reuseRaces,
} from '../../shared/race/running-order.ts';
import { keepScrollPosition } from '../page/scroll-anchoring.ts';
import { cacheDocument, uncacheDocument } from './document-cache.ts';
import type { LiveDocument } from './live-updates.ts';

/**
 * The delays of the regatta that was on the screen last, for a reload. They are in the state of the tab's history, which ends
 * with the tab, because a visit in which nothing is chosen stores nothing on the device.
 */
interface TabState {
  delays?: { eventId: number; seen: SeenDelays };
}

export const seenDelays = signal<SeenDelays>({});
/** When the results of a race came or changed, by its id; epoch milliseconds. */
export const resultsSeenAt = signal<ReadonlyMap<number, number>>(new Map());

/** Notes delays and results that have changed. @param before the document that this one replaces, if any */
function seeDocument(before: Board | undefined, document: Board): void {
  const { eventId } = document;
  const now = Date.now();
  const state: TabState = Object(history.state);
  const stored = state.delays?.eventId === eventId ? state.delays.seen : undefined;
  const seen = seeDelays(before || !stored ? seenDelays.value : stored, document, now);
  seenDelays.value = seen;
  // Only where it differs, because browsers allow few changes of the history.
  if (JSON.stringify(seen) !== JSON.stringify(stored))
    history.replaceState({ ...state, delays: { eventId, seen } } satisfies TabState, '');
  if (before) seeResults(before, document, now);
}

function seeResults(before: Board, document: Board, now: number): void {
  const known = new Map(before.races.map((race) => [race.id, race]));
  const came = document.races.filter((race) => {
    const old = known.get(race.id);
    if (!old || old === race || !isScored(race.lanes)) return false;
    return resultsText(old) !== resultsText(race);
  });
  if (came.length === 0) return;
  resultsSeenAt.value = new Map([
    ...resultsSeenAt.value,
    ...came.map(({ id }): [number, number] => [id, now]),
  ]);
}

function resultsText({ lanes }: Board['races'][number]): string {
  return JSON.stringify(
    lanes.map(({ status, finishTimeMillis, finishPlace, penaltyMillis }) => [
      status,
      finishTimeMillis,
      finishPlace,
      penaltyMillis,
    ]),
  );
}

/** A race as it was last shown, so that a race that has not changed stays the same object. */
interface Shown extends Pick<JudgedRace, 'expectedAt' | 'hasEnded'> {
  race: ShownRace;
}

const shownRaces = new WeakMap<BoardRace, Shown>();
let last: { document: Board; shown: Board } | undefined;

/** @returns the same object as before while nothing that is shown differs */
function shownBoard(document: Board, judged: ReadonlyMap<number, JudgedRace>): Board {
  const races = document.races.map((race) => {
    const verdict = judged.get(race.id);
    return verdict ? shownOnce(race, verdict) : race;
  });
  const isSame =
    last?.document === document && races.every((race, index) => race === last?.shown.races[index]);
  if (!last || !isSame) last = { document, shown: { ...document, races } };
  return last.shown;
}

function shownOnce(race: BoardRace, verdict: JudgedRace): ShownRace {
  const { expectedAt, hasEnded } = verdict;
  const before = shownRaces.get(race);
  if (before?.expectedAt === expectedAt && before.hasEnded === hasEnded) return before.race;
  const shown = shownRace(race, verdict);
  shownRaces.set(race, { expectedAt, hasEnded, race: shown });
  return shown;
}

/** The document as the service sent it. */
const received = signal<Board | undefined>(undefined);
/** The service has answered that there is no such regatta. */
export const notFound = signal(false);
/** The connection is lost, so the document may be outdated. */
export const isStale = signal(false);
/** When the document was last known to be current, epoch milliseconds. */
export const currentAt = signal(Date.now());
/** The clock, epoch milliseconds: moves every ten seconds, on the big screen every second. */
export const now = signal(Date.now());
/** The ids of races that changed in the last seconds. */
export const recentlyChanged = signal<ReadonlySet<number>>(new Set());

const receivedDays = computed(() => (received.value ? daysOf(received.value) : []));
/** The venue day that is rowed, YYYY-MM-DD. */
export const today = computed(() => dayRowedAt(received.value, now.value));
const delayCameAt = computed(() => delaysCameAt(seenDelays.value));
export const moment = computed<BoardClock>(() => ({
  now: now.value,
  today: today.value,
  delayCameAt: delayCameAt.value,
}));
/** The verdict on each race now, by its id. */
export const judged = computed(() => judgeRaces(receivedDays.value, moment.value));
/** The document as it is shown: each race has the start that can be expected. */
export const board = computed(() => received.value && shownBoard(received.value, judged.value));

/** The races by id. */
export const races = computed(() => new Map(board.value?.races.map((race) => [race.id, race])));

interface DocumentChange {
  /** The document that was replaced, as the service sent it. */
  before: Board;
  races: ReturnType<typeof changedRaces>;
  delays: ReturnType<typeof changedDelays>;
  /** The notices that are new. */
  notices: Board['notices'];
}

const listeners = new Set<(change: DocumentChange) => void>();

/** Calls the listener whenever a newer document replaces an older one. */
export function onDocumentChange(listener: (change: DocumentChange) => void): void {
  listeners.add(listener);
}

const HIGHLIGHT_MILLIS = 6000;
const CACHE_DELAY_MILLIS = 1000;
const CACHE_AGAIN_MILLIS = 60_000;
const STALE_AFTER_MILLIS = 10_000;

let highlightTimer: ReturnType<typeof setTimeout> | undefined;
let staleTimer: ReturnType<typeof setTimeout> | undefined;
let cachedAt = 0;
let wasCurrent = false;

/** Shows a document; where it replaces an earlier one, what is being read does not move. */
export function showDocument(document: Board): void {
  const before = received.value;
  notFound.value = false;
  if (before) keepScrollPosition();
  batch(() => {
    const old = before?.races ?? [];
    received.value = { ...document, races: reuseRaces(old, document.races) };
    seeDocument(before, received.value);
  });
  if (!before) return;
  cachedAt = 0;
  const change = {
    before,
    races: changedRaces(before, document).map((race) => races.value.get(race.id) ?? race),
    delays: changedDelays(before, document),
    notices: document.notices.filter(({ id }) => !before.notices.some((old) => old.id === id)),
  };
  if (change.races.length > 0) highlight(change.races.map((race) => race.id));
  for (const listener of listeners) listener(change);
}

function highlight(raceIds: number[]): void {
  recentlyChanged.value = new Set(raceIds);
  clearTimeout(highlightTimer);
  highlightTimer = setTimeout(() => {
    recentlyChanged.value = new Set();
  }, HIGHLIGHT_MILLIS);
}

/** Marks the document as current: the service has just said so, or the stream shows it. */
export function markCurrent(): void {
  clearTimeout(staleTimer);
  staleTimer = undefined;
  wasCurrent = true;
  currentAt.value = Date.now();
  setStale(false);
  const { value } = received;
  if (!value || currentAt.value - cachedAt < CACHE_AGAIN_MILLIS) return;
  cachedAt = currentAt.value;
  // Later, not while the page is being drawn for the first time.
  const save = () => void cacheDocument(documentUrl(value.eventId), value, currentAt.value);
  setTimeout(save, CACHE_DELAY_MILLIS);
}

/** The connection is lost. The page shows that after a while, or at once when the document is from an earlier visit. */
export function markDisconnected(atOnce = !wasCurrent): void {
  if (atOnce) {
    clearTimeout(staleTimer);
    setStale(true);
  } else staleTimer ??= setTimeout(() => setStale(true), STALE_AFTER_MILLIS);
}

/** The service has answered that there is no such regatta. */
function markNotFound(eventId: number): void {
  notFound.value = true;
  void uncacheDocument(documentUrl(eventId));
}

function setStale(stale: boolean): void {
  if (isStale.value === stale) return;
  keepScrollPosition();
  isStale.value = stale;
}

/** The document of board, big screen, announcer's and print page, for `startLiveUpdates`. */
export const liveBoard: LiveDocument = {
  board: received,
  notFound,
  show: showDocument,
  markCurrent,
  markDisconnected,
  markNotFound,
};
