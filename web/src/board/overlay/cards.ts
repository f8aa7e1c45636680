/**
 * What the overlay shows at an instant (around, "Overlay"): the steps of what the address asks for, and which card of them.
 * Each step is shown for 20 s, shared by its pages; a new result is shown at once. Pure.
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
/** The time to read eight crews: a step of many pages takes longer. */
const MIN_PAGE_MILLIS = 5000;
/** How many rows a page has, */
const ROWS = 8;
/** and how many where letters are so large that two columns have no room. */
const LARGE_ROWS = 4;
const LARGE_SCALE = 1.4;
/** Races on the course that are shown in turn. */
const MAX_ON_COURSE = 3;
/** Races after the next one that are listed below its rows. */
const MAX_AFTER = 3;
const MAX_NOTICES = 3;

export interface RaceCard {
  kind: 'race';
  turn: RaceTurn;
  /** The lane positions of its rows: they are kept here because time alone may change them, as for boats that start next. */
  positions: number[];
  isWhole: boolean;
  after: BoardRace[];
}

export type Card = RaceCard | { kind: 'notice'; notice: BoardNotice } | { kind: 'clock' };

/** What is shown for 20 s or more: the cards of a race or of one of its lists, a notice, or the clock. */
interface Step {
  key: string;
  /** The race whose new results show this step at once. */
  raceId?: number;
  /** The pages of the step, shown one after the other. */
  cards: Card[];
}

/** A result that came while this page was open. */
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

/** All steps, in the order in which they are shown; empty where there is nothing to show. */
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
          // Where views take turns, hundreds of boats would take minutes from the other views.
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
      // The first list of each only: of a head race the ranking so far, and no categories.
      const all = [
        ...stepsFor('next', next[0]).slice(0, 1),
        ...running.flatMap((race) => stepsFor('now', race).slice(0, 1)),
        // A race on the course shows its results in its own step.
        ...stepsFor('results', newest(races.filter((race) => !onCourse.includes(race)))).slice(
          0,
          1,
        ),
      ];
      if (isOne || isRacing(at)) return all;
      // Racing is over, but the last result of the day is shown like any other.
      const isFresh = fresh !== undefined && now - fresh.at < STEP_MILLIS;
      return isFresh ? all.filter((step) => isOf(step, fresh)) : [];
    }
  }
}

/** Whether the first race of the day has begun and the day is not over. */
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

/** A step for each list of a head race; one step for a race that starts all at once. Category lists count as results. */
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
      // Any decimal mark will do, because only the positions are read.
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

/** The step with cards that take the whole height; those of the next race also list the races after it. */
function whole(step: Step, coming: BoardRace[]): Step {
  const cards = step.cards.map((card): Card => {
    if (card.kind !== 'race') return card;
    return { ...card, isWhole: true, after: card.turn.view === 'next' ? coming : [] };
  });
  return { ...step, cards };
}

/** The step that is shown. */
export interface Position {
  key: string;
  index: number;
  /** Epoch milliseconds. */
  since: number;
}

/**
 * The step to show now: the one before until its time is over, then the one after it; `undefined` where there are none. A new
 * result goes first, and is shown as long as any step.
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
  // Where the step before is gone, its index counts as that of the step shown last.
  const last = index >= 0 ? index : (before?.index ?? -1);
  return stands((last + 1) % steps.length, now);
}

/** Which card of the current step to show: its cards share its time equally. `undefined` where there is no such step. */
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

/** Identifies a card: a card that changes under the same key is updated in place. */
export function cardKey(card: Card): string {
  if (card.kind === 'clock') return card.kind;
  if (card.kind === 'notice') return `${card.kind} ${card.notice.id}`;
  const { view, race, list, page } = card.turn;
  const name = list?.of === 'category' ? list.name : list?.of;
  return JSON.stringify([view, race.id, name, page]);
}

/** The id of the race whose results came with a document, of several the latest; `undefined` without any. */
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
