/**
 * What pages, tables and calendars are made of: a board document, and nothing that it does not show; as it is at a
 * moment, where that makes a difference.
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

/** The same of a document as it crosses the wire. */
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

/** A race that knows whether it has ended by time. */
export type RaceNow = BoardRace & { hasEnded?: boolean };

interface Races {
  inOrder: readonly RaceNow[];
}

export type BoardNow<Facts extends Races> = Facts & {
  /** Epoch milliseconds. */
  now: number;
  /** Differs where anything may read otherwise; empty where nothing of the document depends on the time. */
  momentKey: string;
};

/** What of a document depends on the time; found once for each. */
interface Times {
  /** The races that end by time, if nothing more comes of them. */
  open: readonly BoardRace[];
  heads: readonly BoardRace[];
}

const known = new WeakMap<readonly RaceNow[], Times>();

/**
 * A board as it is at a moment, for what is made of it and kept: races end by time alone, and those that are on say
 * how many boats are out. What is made at one moment stands for all with the same key.
 *
 * @param document as it was built; it is left as it is
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
