/**
 * What the overlay shows at a moment (around, "Overlay"): the cards that what was asked for has, and which of them stands.
 * Each step stands for 20 s, and its pages share them; a result that comes is shown at once. Pure.
 */
import type { Board, BoardNotice, BoardRace } from '../../../../src/contract/board.ts';
import { hasRaced, hasResults } from '../../../../src/domain/results/standings.ts';
import { isDayOver } from '../../shared/race/day-phase.ts';
import { isProgrammeItem, type ShownRace } from '../../shared/race/race-phase.ts';
import { newestResult } from '../../shared/race/running-order.ts';
import { rowsOfPage } from '../display/sizes.ts';
import {
  type HeadList,
  listsToShow,
  noticesAt,
  type RaceTurn,
  racesAt,
  turnRows,
} from '../display/turns.ts';
import type { OverlayOptions } from './options.ts';

const STEP_MILLIS = 20_000;
/** Less is too little to read eight crews: a step of many pages takes longer. */
const MIN_PAGE_MILLIS = 5000;
/** A page has so many rows, */
const ROWS = 8;
/** and so many where letters are so large that two columns have no room. */
const LARGE_ROWS = 4;
const LARGE_SCALE = 1.4;
/** Races on the course that are shown in turn. */
const MAX_ON_COURSE = 3;
/** Races after the next one, below its list. */
const MAX_AFTER = 3;
const MAX_NOTICES = 3;

export interface RaceCard {
  kind: 'race';
  turn: RaceTurn;
  /** The positions of its rows, of which some go by time alone: those that start next. */
  positions: number[];
  isWhole: boolean;
  after: BoardRace[];
}

export type Card = RaceCard | { kind: 'notice'; notice: BoardNotice } | { kind: 'clock' };

/** What stands for some seconds. */
interface Step {
  key: string;
  /** Of which results may come. */
  raceId?: number;
  /** Its pages, shown one after the other. */
  cards: Card[];
}

/** A result that this page has seen come. */
export interface Fresh {
  raceId: number;
  /** Epoch milliseconds, by the clock of this page. */
  at: number;
}

interface Moment {
  /** Epoch milliseconds. */
  now: number;
  fresh?: Fresh | undefined;
}

/** Whether letters are so large that rows stand in one column. */
export function isLarge({ scale }: Pick<OverlayOptions, 'scale'>): boolean {
  return scale > LARGE_SCALE;
}

/** All steps, in the order in which they are shown; none where nothing is. */
export function stepsOf(
  board: Pick<Board, 'races' | 'days' | 'notices' | 'timezone'>,
  options: Pick<OverlayOptions, 'show' | 'race' | 'scale'>,
  { now, fresh }: Moment,
): Step[] {
  const { show, race: wanted } = options;
  if (show === 'clock') return [{ key: show, cards: [{ kind: show }] }];
  if (show === 'notice') {
    const told = noticesAt(board.notices, now).slice(0, MAX_NOTICES);
    return told.map((notice) => ({ key: `${show} ${notice.id}`, cards: [{ kind: show, notice }] }));
  }
  const isWanted = ({ raceNumber }: BoardRace) => raceNumber === wanted;
  const at = racesAt(board, isWanted, now);
  const { races, onCourse, next } = at;
  const isOne = board.races.some(isWanted);
  const seenAt = new Map(fresh && [[fresh.raceId, fresh.at]]);
  const newest = (of: readonly ShownRace[]) => newestResult(of, now, seenAt)?.race;
  const stepsFor = (view: RaceTurn['view'], race: ShownRace | undefined) =>
    race
      ? raceSteps(view, race, {
          now,
          rows: isLarge(options) ? LARGE_ROWS : ROWS,
          // Where views take turns, hundreds of boats would keep the others away for minutes.
          isFull: view === 'results' && show !== 'auto',
        })
      : [];
  const running = onCourse.slice(0, MAX_ON_COURSE);
  switch (show) {
    case 'next':
      return stepsFor('next', next[0]);
    case 'now':
      return running.flatMap((race) => stepsFor('now', race));
    case 'results':
      return stepsFor('results', newest(races));
    case 'list': {
      const race = isOne ? races[0] : (next[0] ?? newest(races));
      const after = isOne || isLarge(options) ? [] : next.slice(1, 1 + MAX_AFTER);
      return stepsFor(viewOf(race, onCourse), race).map((step) => whole(step, after));
    }
    case 'auto': {
      // One list of each: the ranking so far of a head race, and no categories.
      const all = [
        ...stepsFor('next', next[0]).slice(0, 1),
        ...running.flatMap((race) => stepsFor('now', race).slice(0, 1)),
        // What is on the course has its results there.
        ...stepsFor('results', newest(races.filter((race) => !onCourse.includes(race)))).slice(
          0,
          1,
        ),
      ];
      if (isOne || isRacing(at)) return all;
      // The last result of the day is shown like any other.
      const isFresh = fresh !== undefined && now - fresh.at < STEP_MILLIS;
      return isFresh ? all.filter((step) => isOf(step, fresh)) : [];
    }
  }
}

/** Between the first race of the day and the last one. */
function isRacing({ days, judged, moment }: ReturnType<typeof racesAt>): boolean {
  const day = days.find(({ day: each }) => each === moment.today);
  if (!day) return false;
  const hasBegun = day.races.some((race) => {
    const { isOnCourse, expectedAt } = judged.get(race.id) ?? {};
    const isDue = race.state === 'planned' && expectedAt !== undefined && expectedAt <= moment.now;
    return isOnCourse || hasRaced(race.lanes) || (isDue && !isProgrammeItem(race));
  });
  return hasBegun && !isDayOver(day, judged, moment);
}

function viewOf(race: ShownRace | undefined, onCourse: readonly ShownRace[]): RaceTurn['view'] {
  if (!race) return 'next';
  if (onCourse.includes(race)) return 'now';
  return hasResults(race.lanes) ? 'results' : 'next';
}

/** A step for each list: of a race that starts all at once, one. The category lists are results. */
function raceSteps(
  view: RaceTurn['view'],
  race: ShownRace,
  { now, rows, isFull }: { now: number; rows: number; isFull: boolean },
): Step[] {
  const isShown = (list: HeadList | undefined) =>
    list?.of !== (view === 'results' ? 'lastIn' : 'category');
  return listsToShow(view, race, now)
    .filter(isShown)
    .map((list) => {
      // The mark of decimals does not matter to their number.
      const positions = turnRows({ race, list, isFull }, '.', now).map(
        ({ result }) => result.lane.position,
      );
      const { length } = positions;
      const pages = Math.max(1, Math.ceil(length / rows));
      const cards = Array.from({ length: pages }, (_, page): Card => {
        const turn = { view, race, page, pages, isFull, ...(list && { list }) };
        const own = positions.slice(...rowsOfPage(length, page, pages));
        return { kind: 'race', turn, positions: own, isWhole: false, after: [] };
      });
      const name = list?.of === 'category' ? list.name : list?.of;
      return { key: [view, race.id, name ?? ''].join(' ').trimEnd(), raceId: race.id, cards };
    });
}

/** A step whose cards take the whole height; with what comes after the next race. */
function whole(step: Step, coming: BoardRace[]): Step {
  const cards = step.cards.map((card): Card => {
    if (card.kind !== 'race') return card;
    return { ...card, isWhole: true, after: card.turn.view === 'next' ? coming : [] };
  });
  return { ...step, cards };
}

/** Which step stands. */
export interface Position {
  key: string;
  index: number;
  /** Epoch milliseconds. */
  since: number;
}

/**
 * The step that stands next: the same for as long as it has, then the one after it. A result that has come goes first, for as
 * long as any.
 */
export function move(
  before: Position | undefined,
  steps: readonly Step[],
  { now, fresh }: Moment,
): Position | undefined {
  const stands = (index: number, since: number) => {
    const step = steps[index];
    return step && { key: step.key, index, since };
  };
  const isNew = fresh && fresh.at > (before?.since ?? 0) && now - fresh.at < STEP_MILLIS;
  const jump = isNew ? steps.findIndex((step) => isOf(step, fresh)) : -1;
  if (fresh && jump >= 0) return stands(jump, fresh.at);
  const index = steps.findIndex(({ key }) => key === before?.key);
  const step = steps[index];
  if (before && step) {
    const age = now - before.since;
    // A clock that is put back would hold a step for ever.
    if (age >= 0 && age < lengthOf(step)) return stands(index, before.since);
  }
  // Of one that is gone, whatever has moved up to its place stood after it.
  const last = index >= 0 ? index : (before?.index ?? -1);
  return stands((last + 1) % steps.length, now);
}

/** The card of a step that stands. */
export function cardOf(
  steps: readonly Step[],
  { index, since }: Position,
  now: number,
): Card | undefined {
  const step = steps[index];
  if (!step) return undefined;
  const { cards } = step;
  const page = Math.floor((now - since) / (lengthOf(step) / cards.length));
  return cards[Math.min(Math.max(page, 0), cards.length - 1)];
}

/** Tells cards apart: one that changes under its key does so in place. */
export function cardKey(card: Card): string {
  if (card.kind === 'clock') return card.kind;
  if (card.kind === 'notice') return `${card.kind} ${card.notice.id}`;
  const { view, race, list, page } = card.turn;
  const name = list?.of === 'category' ? list.name : list?.of;
  return JSON.stringify([view, race.id, name, page]);
}

/** The race whose results came with a document; of several the last one. */
export function newResultOf(before: Pick<Board, 'races'>, after: Pick<Board, 'races'>) {
  const known = new Map(before.races.map(({ id, resultsAt }) => [id, resultsAt]));
  return after.races
    .filter(({ id, resultsAt }) => resultsAt !== null && resultsAt !== known.get(id))
    .sort((a, b) => Date.parse(b.resultsAt ?? '') - Date.parse(a.resultsAt ?? ''))[0]?.id;
}

function isOf({ key, raceId }: Step, { raceId: wanted }: Fresh): boolean {
  return raceId === wanted && !key.startsWith('next');
}

function lengthOf({ cards }: Step): number {
  return Math.max(STEP_MILLIS, cards.length * MIN_PAGE_MILLIS);
}
