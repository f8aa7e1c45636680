/**
 * What the big screen shows at an instant; a head race is shown in lists. It depends on the board, the options and the time
 * alone, so that several screens with the same address change together, whatever their size. Pure.
 */
import type { Board, BoardLane, BoardNotice, BoardRace } from '../../../../src/contract/board.ts';
import { raceNameParts } from '../../../../src/domain/races/race-name.ts';
import type { DecimalMark } from '../../../../src/domain/results/finish-time.ts';
import { hasResults, isAwaited, isOver } from '../../../../src/domain/results/standings.ts';
import {
  type BoardClock,
  type JudgedRace,
  judgeRaces,
  type ShownRace,
  shownRace,
} from '../../shared/race/race-phase.ts';
import { listsOf, placesIn } from '../../shared/race/ranking.ts';
import { type LaneResult, laneResults } from '../../shared/race/results.ts';
import {
  currentOf,
  type Day,
  dayOf,
  dayRowedAt,
  daysOf,
  lastResults,
} from '../../shared/race/running-order.ts';
import { type DisplayOptions, isInRange } from './options.ts';
import { firstThatFit, pagesThatFit } from './sizes.ts';

export type HeadList = { of: 'fastest' | 'lastIn' | 'starting' } | { of: 'category'; name: string };

/** How many rows of a list one screen holds. */
const MAX_LISTED = 10;

/** A row of a race or of a list: the text before the crew, and the crew with its result. */
export interface TurnRow {
  lead: string;
  result: LaneResult;
}

/**
 * The lists in which a head race is shown; one `undefined` for a race that starts all at once. @param now epoch milliseconds
 */
export function listsToShow(
  view: 'now' | 'next' | 'results',
  race: ShownRace,
  now: number,
): (HeadList | undefined)[] {
  if (race.kind === 'lanes') return [undefined];
  return view === 'next' ? [{ of: 'starting' }] : headLists(race, now);
}

/** The rows of a race or of one of its lists; rows of lanes begin with the lane, and once there are results with the place. */
export function turnRows(
  { race, list, isFull }: { race: ShownRace; list?: HeadList | undefined; isFull?: boolean },
  decimalMark: DecimalMark,
  now: number,
): TurnRow[] {
  if (list) {
    const rows = listRows(race, list, decimalMark, now);
    return isFull ? rows : rows.slice(0, MAX_LISTED);
  }
  const isPlaced = hasResults(race.lanes);
  return laneResults(race, decimalMark).map((result) => ({
    lead: isPlaced ? result.place : result.lane.positionLabel,
    result,
  }));
}

/** The lists of a head race that are not empty, else that of the boats that start next. @param now epoch milliseconds */
function headLists(race: ShownRace, now: number): HeadList[] {
  const lists: HeadList[] = [{ of: 'fastest' }];
  const isRunning = race.lanes.some(isAwaited);
  if (isRunning) lists.push({ of: 'lastIn' });
  lists.push(...race.categories.map(({ name }) => ({ of: 'category', name }) as const));
  const filled = lists.filter((list) => listRows(race, list, '.', now).length > 0);
  return filled.length > 0 ? filled : [{ of: 'starting' }];
}

/** @param now epoch milliseconds */
function listRows(
  race: ShownRace,
  list: HeadList,
  decimalMark: DecimalMark,
  now: number,
): TurnRow[] {
  const results = laneResults(race, decimalMark);
  const rows = (shown: readonly LaneResult[], leadOf: (result: LaneResult) => string) =>
    shown.map((result) => ({ lead: leadOf(result), result }));
  switch (list.of) {
    case 'fastest':
      return rows(
        results.filter(({ place }) => place !== ''),
        ({ place }) => place,
      );
    case 'lastIn':
      return rows(
        results
          .filter(({ lane }) => lane.status === 'finished')
          .sort((a, b) => arrivedAt(b.lane) - arrivedAt(a.lane)),
        ({ place }) => place,
      );
    case 'starting':
      return rows(
        results
          .filter(({ lane }) => isAwaited(lane) && Date.parse(lane.startsAt ?? '') > now)
          .sort((a, b) => startsAt(a.lane) - startsAt(b.lane)),
        ({ lane }) => lane.positionLabel,
      );
    case 'category': {
      const own = listsOf(race, decimalMark).find(({ name }) => name === list.name);
      if (!own) return [];
      const places = new Map(placesIn(own).map((place, index) => [own.results[index], place]));
      return rows(
        own.results.filter((result) => places.get(result) !== ''),
        (result) => places.get(result) ?? '',
      );
    }
  }
}

/** When a boat came in, epoch milliseconds: by the clock at the finish, else its start plus its time, else 0. */
function arrivedAt(lane: BoardLane): number {
  if (lane.finishedAt !== null) return Date.parse(lane.finishedAt);
  const start = lane.startedAt ?? lane.startsAt;
  return start === null ? 0 : Date.parse(start) + (lane.finishTimeMillis ?? 0);
}

function startsAt({ startsAt: at }: BoardLane): number {
  return Date.parse(at ?? '');
}

/** Rows on a page: at 20 m, letters need about a tenth of the height of the screen. */
const MAX_ROWS = 8;
/** Rows on a page of a list of a head race: more, because a list is read from the top. */
const MAX_LIST_ROWS = 10;
/** How many races have their results shown in turn, */
const MAX_RESULTS = 4;
/** and how many turns they may take together, so that what is on comes round again; the last race has all it needs. */
const MAX_RESULT_TURNS = 6;
const MAX_NOTICES = 3;
/** A text about as long as a rule that says which crew comes into a lane. */
const RULE_TEXT = '1. Vorlauf 1 (Zeit)';

/** A race, and which page of its lanes is shown. */
interface RacePage {
  race: BoardRace;
  /** The page, counted from 0. */
  page: number;
  pages: number;
  /** Which list of a head race. */
  list?: HeadList;
  /** Whether it is the whole list, not only what one screen holds. */
  isFull?: boolean;
}

export type RaceTurn = { view: 'now' | 'next' | 'results' } & RacePage;

export type Turn =
  | RaceTurn
  | { view: 'coming'; races: BoardRace[]; afterNext: boolean }
  | { view: 'notices'; notice: BoardNotice }
  | { view: 'announced' }
  | { view: 'nothing' };

/**
 * All turns in their order, at least one: the next race, where none of the chosen views has anything to show. What this page
 * has seen change does not count, because a screen that was switched on later has not seen it.
 *
 * @param board as the service sent it
 * @param now epoch milliseconds
 */
export function turnsOf(
  board: Pick<Board, 'status' | 'races' | 'days' | 'notices' | 'timezone'>,
  { views, range }: Pick<DisplayOptions, 'views' | 'range'>,
  now: number,
): Turn[] {
  const { races, onCourse, next } = racesAt(board, (race) => isInRange(race, range), now);
  const told = noticesAt(board.notices, now);
  const notice = told[0]?.text;
  // A head race that is on shows its results in the view `now`.
  const isTold = (race: ShownRace) =>
    race.kind === 'lanes' || isOver(race) || !views.includes('now');
  const turns: Record<DisplayOptions['views'][number], () => Turn[]> = {
    now: () => onCourse.flatMap((race) => pagesOf('now', race, { notice, now })),
    next: () => nextTurns({ races, next, timezone: board.timezone, now, notice }),
    results: () => resultTurns(races.filter(isTold), { notice, now }),
    notices: () => told.slice(0, MAX_NOTICES).map((one) => ({ view: 'notices', notice: one })),
  };
  // An event that is only announced shows facts about itself and its notices.
  if (board.status === 'announced') return [{ view: 'announced' }, ...turns.notices()];
  const chosen = views.flatMap((view) => turns[view]());
  if (chosen.length > 0) return chosen;
  const first = next[0];
  return first ? pagesOf('next', first, { notice, now }) : [{ view: 'nothing' }];
}

/** The index of the turn at an instant: devices with the same clock show the same one. @param now epoch milliseconds */
export function turnAt(turns: readonly Turn[], now: number, seconds: number): number {
  return Math.floor(now / (seconds * 1000)) % turns.length;
}

/** Whether the column with clock, code and event name is shown: in every other turn, so that the others have all the room. */
export function hasRailAt(now: number, seconds: number): boolean {
  return Math.floor(now / (seconds * 1000)) % 2 === 1;
}

/** The races of a board at a moment. */
interface RacesAt {
  /** The races to show, in running order. */
  races: ShownRace[];
  /** The last started first. */
  onCourse: ShownRace[];
  /** The next one first. */
  next: ShownRace[];
  /** All days with all of their races, and the verdict on each race. */
  days: Day[];
  judged: ReadonlyMap<number, JudgedRace>;
  moment: BoardClock;
}

/** Judges all races. @param isChosen the races to show; all, where it chooses none @param now epoch milliseconds */
export function racesAt(
  board: Pick<Board, 'races' | 'days' | 'timezone'>,
  isChosen: (race: BoardRace) => boolean,
  now: number,
): RacesAt {
  const moment = { now, today: dayRowedAt(board, now) };
  const days = daysOf(board);
  const judged = judgeRaces(days, moment);
  const chosen = board.races.filter(isChosen);
  const races = (chosen.length > 0 ? chosen : board.races).map((race) => {
    const verdict = judged.get(race.id);
    return verdict ? shownRace(race, verdict) : race;
  });
  const { onCourse, next } = currentOf(daysOf({ ...board, races }), judged, moment);
  return { races, onCourse, next, days, judged, moment };
}

/** Identifies a turn: the key is the same for the same race, page or notice. */
export function turnKey(turn: Turn): string {
  switch (turn.view) {
    case 'coming':
      return `coming ${turn.afterNext} ${turn.races.map(({ id }) => id).join(' ')}`;
    case 'notices':
      return `notices ${turn.notice.id}`;
    case 'announced':
    case 'nothing':
      return turn.view;
    default:
      return [turn.view, turn.race.id, listKey(turn), `${turn.page}/${turn.pages}`]
        .filter((part) => part !== '')
        .join(' ');
  }
}

function listKey({ list }: RacePage): string {
  if (!list) return '';
  return list.of === 'category' ? `category ${list.name}` : list.of;
}

/** What a turn of a race depends on beside the race: the notice below it, and the time. */
interface Moment {
  notice: string | undefined;
  /** Epoch milliseconds. */
  now: number;
}

function pagesOf(view: RaceTurn['view'], race: ShownRace, moment: Moment): Turn[] {
  const { notice, now } = moment;
  return listsToShow(view, race, now).flatMap((list) => {
    // Any decimal mark will do, because only the names are read.
    const rows = turnRows({ race, list }, '.', now);
    const names = rows.map(({ result }) => result.lane.crewName ?? RULE_TEXT);
    const pages = pagesThatFit(names, list ? MAX_LIST_ROWS : MAX_ROWS, { of: 'lanes', notice });
    return Array.from({ length: pages }, (_, page) => ({
      ...{ view, race, page, pages },
      ...(list && { list }),
    }));
  });
}

interface NextTurns {
  races: readonly BoardRace[];
  next: readonly BoardRace[];
  timezone: string | null;
  now: number;
  notice: string | undefined;
}

/** The next race, and then the programme of its day, with what is cancelled or postponed. */
function nextTurns({ races, next, timezone, now, notice }: NextTurns): Turn[] {
  const [first, ...later] = next;
  const isToCome = ({ state, scheduledAt }: BoardRace) =>
    state !== 'planned' && Date.parse(scheduledAt) > now;
  const off = races.filter(isToCome);
  const start = (race: BoardRace) => Date.parse(race.estimatedAt);
  const all = [...later, ...off].sort((a, b) => start(a) - start(b));
  const day = first ?? all[0];
  const ofDay = all.filter((race) => day && dayOf(race, timezone) === dayOf(day, timezone));
  const names = ofDay.map((race) => raceNameParts(race).join(' '));
  const coming = ofDay.slice(0, firstThatFit(names, MAX_ROWS - 1, { of: 'races', notice }));
  return [
    ...(first ? pagesOf('next', first, { notice, now }) : []),
    ...(coming.length > 0
      ? [{ view: 'coming', races: coming, afterNext: first !== undefined } as const]
      : []),
  ];
}

function resultTurns(races: readonly ShownRace[], moment: Moment): Turn[] {
  const turns: Turn[] = [];
  for (const race of lastResults(races).slice(0, MAX_RESULTS)) {
    const pages = pagesOf('results', race, moment);
    if (turns.length > 0 && turns.length + pages.length > MAX_RESULT_TURNS) break;
    turns.push(...pages);
  }
  return turns;
}

/** The notices whose time is not over, in the given order: newest first. @param now epoch milliseconds */
export function noticesAt(notices: readonly BoardNotice[], now: number): BoardNotice[] {
  return notices.filter(({ until }) => Date.parse(until) > now);
}
