/**
 * The data from which pages, tables and calendars are made: a board document and nothing else, as it is at a given moment
 * where the time makes a difference.
 */
import type { Board, BoardRace } from '../contract/board.ts';
import { MINUTE_MILLIS } from '../contract/time-units.ts';
import type { BoardDocument } from '../documents/build-board.ts';
import { atMoment, coursePhase, endsAt } from '../domain/races/race-phase.ts';
import { hasResults, isOver } from '../domain/results/standings.ts';

export type BoardFacts = Pick<
  BoardDocument,
  | 'event'
  | 'isTrial'
  | 'organiser'
  | 'look'
  | 'revision'
  | 'updatedAt'
  | 'crews'
  | 'notices'
  | 'inOrder'
>;

/** The facts of a board document in its wire format. */
export function factsOf(board: Board): BoardFacts {
  const { eventId: id, eventName: name, startDate, endDate, timezone, city, countryCode } = board;
  const { status, trial, organiser, look, revision, updatedAt, crews, notices, races } = board;
  return {
    event: { id, name, startDate, endDate, timezone, city, countryCode, status },
    isTrial: trial === true,
    ...{ organiser, look, revision, crews, notices },
    updatedAt: Date.parse(updatedAt),
    inOrder: races,
  };
}

/** A race, with a mark where it has ended merely because of the time (`endsAt`). */
export type RaceNow = BoardRace & { hasEnded?: boolean };

interface Races {
  inOrder: readonly RaceNow[];
}

export type BoardNow<Facts extends Races> = Facts & {
  /** Epoch milliseconds. */
  now: number;
  /** Differs between moments at which the board may look different; empty where nothing in it depends on the time. */
  momentKey: string;
};

/** The races of a document that depend on the time; computed once for each document. */
interface Times {
  /** The races with results that are not over: they end by time if no further result comes in. */
  open: readonly BoardRace[];
  heads: readonly BoardRace[];
}

const known = new WeakMap<readonly RaceNow[], Times>();

/**
 * A board as it is at a moment, for renderings that are cached: races can end merely because of the time, and head races on
 * the course show how many boats are out. A rendering made at one moment is right at all moments with the same key.
 *
 * @param document as it was built; it is not changed
 * @param now epoch milliseconds
 */
export function boardNow<Facts extends Races>(document: Facts, now: number): BoardNow<Facts> {
  const { open, heads } = timesOf(document.inOrder);
  const ended = open.filter((race) => endsAt(race) <= now);
  const isHeadOn = heads.some((race) => coursePhase(race, now) === 'onCourse');
  const momentKey = [ended.length > 0 && ended.length, isHeadOn && Math.floor(now / MINUTE_MILLIS)]
    .filter((part) => part !== false)
    .join(' ');
  const inOrder =
    ended.length === 0 ? document.inOrder : document.inOrder.map((race) => atMoment(race, now));
  return { ...document, inOrder, now, momentKey };
}

function timesOf(races: readonly RaceNow[]): Times {
  const found = known.get(races) ?? {
    open: races.filter((race) => hasResults(race.lanes) && !isOver(race)),
    heads: races.filter(({ kind }) => kind === 'head'),
  };
  known.set(races, found);
  return found;
}
