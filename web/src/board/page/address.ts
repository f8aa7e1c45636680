/**
 * Keeps the address of the page and what is open in step, in both directions. Opening and closing replaces the address; showing
 * a crew alone adds a step to the history, which "back" undoes.
 */
import { computed, effect } from '@preact/signals';
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { raceAt } from '../../../../src/domain/event/event-address.ts';
import { raceNameParts } from '../../../../src/domain/races/race-name.ts';
import { isolated } from '../../../../src/domain/text/bidi.ts';
import { urlOf } from '../../shared/page/page.ts';
import { words } from '../../shared/words/board.ts';
import { board, onDocumentChange, races } from '../document/document-on-screen.ts';
import { boardPath, isSameBoard, type Opened, pageAt } from './routing.ts';
import {
  BY,
  lastOpened,
  missing,
  query,
  rankBy,
  revealDay,
  revealRace,
  showCrew,
  shownCrew,
} from './view-state.ts';

/** In the state of the tab's history: whether the step before is of the same board. */
const STEP = 'isStep';

/** What is open; what the board does not have is still in the address, because the reader has asked for it. */
const opened = computed<Opened | undefined>(() => {
  if (shownCrew.value !== undefined) return { crew: shownCrew.value };
  const race = lastOpened.value === undefined ? undefined : races.value.get(lastOpened.value);
  return race ? { race: race.raceNumber } : missing.value;
});

/** For the title of the page: `Race 12 · Women 8+`, the name of a crew, empty where all is shown. */
export const nameOfOpened = computed(() => {
  const crew = board.value?.crews.find(({ id }) => id === shownCrew.value);
  if (crew) return isolated(crew.name);
  const race = races.value.get(lastOpened.value ?? 0);
  return race
    ? [words.value.race(race.number), ...raceNameParts(race).slice(0, 1).map(isolated)].join(' · ')
    : '';
});

const basePath = () => new URL(document.baseURI).pathname;

/** Opens what the address names, now and whenever it changes; from then on, the address follows what is open. */
export function followAddress(eventId: number): () => void {
  openAddress();
  const stopFollowing = effect(() => {
    const path = boardPath(eventId, opened.value);
    if (urlOf(path) !== location.origin + location.pathname) replace(path);
  });
  onDocumentChange(({ before }) => {
    missWhatHasGone(before);
    if (!missing.value) return;
    // What was missing and has come is not opened while the reader searches for something else.
    if (query.value === '') show(missing.value);
    else if (isThere(missing.value)) missing.value = undefined;
  });
  addEventListener('hashchange', openAddress);
  addEventListener('popstate', openAddress);
  navigator.serviceWorker?.addEventListener('message', onMessage);
  return () => {
    stopFollowing();
    removeEventListener('hashchange', openAddress);
    removeEventListener('popstate', openAddress);
    navigator.serviceWorker?.removeEventListener('message', onMessage);
  };
}

/** Shows a crew's races alone, as a step of the history. */
export function stepToCrew(eventId: number, crewId: number): void {
  const state = { ...history.state, [STEP]: true };
  history.pushState(state, '', urlOf(boardPath(eventId, { crew: crewId })) + location.search);
  showCrew(crewId);
}

/** Undoes the step of `stepToCrew`; shows all races where there was none. */
export function leaveCrew(): void {
  if (history.state?.[STEP] === true) history.back();
  else shownCrew.value = undefined;
}

function replace(path: string): void {
  history.replaceState(history.state, '', urlOf(path) + location.search);
}

/** Opens what the path names, or a fragment such as `#race-9`, `#day-2026-06-13` or `#notices`. */
function openAddress(): void {
  const by = new URLSearchParams(location.search).get(BY);
  rankBy.value = by === 'category' ? by : 'overall';
  const [, raceId, day] = /^#(?:race-(\d{1,15})|day-([\d-]+))$/.exec(location.hash) ?? [];
  const page = pageAt(location.pathname, basePath());
  if (raceId) revealRace(Number(raceId));
  else if (day) revealDay(day);
  else if (location.hash === '#notices') scrollTo(0, 0);
  else if (page.kind === 'board') show(page.open);
}

function show(open: Opened | undefined): void {
  shownCrew.value = undefined;
  if (!open) return;
  if ('crew' in open) {
    if (isThere(open)) showCrew(open.crew);
    else missing.value = open;
    return;
  }
  const race = raceNumbered(open.race);
  if (!race) missing.value = open;
  // Going back to a race that is open scrolls nothing: the browser has scrolled there.
  else if (lastOpened.value !== race.id) revealRace(race.id);
}

/** Marks what was open and is no longer in the document as missing. */
function missWhatHasGone(before: Board): void {
  const race = before.races.find(({ id }) => id === lastOpened.value);
  const crewId = shownCrew.value;
  if (race && !races.value.has(race.id)) {
    lastOpened.value = undefined;
    missing.value = { race: race.raceNumber, printed: race.number };
  } else if (crewId !== undefined && !isThere({ crew: crewId })) {
    shownCrew.value = undefined;
    missing.value = { crew: crewId };
  }
}

function isThere(open: Opened): boolean {
  if ('race' in open) return raceNumbered(open.race) !== undefined;
  return board.value?.crews.some(({ id }) => id === open.crew) ?? false;
}

function raceNumbered(number: number | string): BoardRace | undefined {
  return raceAt(String(number), board.value?.races ?? []);
}

/** Shows the target of a notification that was tapped, which the service worker sends. */
function onMessage({ data }: MessageEvent): void {
  if (typeof data?.open !== 'string' || !data.open.startsWith(document.baseURI)) return;
  const url = new URL(data.open);
  if (!isSameBoard(url.pathname, location.pathname, basePath())) location.href = data.open;
  else {
    history.replaceState(history.state, '', data.open);
    lastOpened.value = undefined;
    openAddress();
  }
}
