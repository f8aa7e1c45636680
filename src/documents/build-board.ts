/** Builds the board of an event: its schedule as the public may see it, or only its page while the event is announced. */
import { isDeepStrictEqual } from 'node:util';
import { mapInSlices } from '../concurrency/long-work.ts';
import type { Board, BoardCrew, BoardNotice, BoardRace } from '../contract/board.ts';
import { formatInstant } from '../contract/instant.ts';
import type { DayDelay } from '../domain/day/delay.ts';
import { boardDays, boardRace } from '../domain/event/board-view.ts';
import type { Schedule } from '../domain/event/schedule.ts';
import { type Notice, noticeView } from '../domain/following/notice-rules.ts';
import { isSame } from '../domain/history/changes.ts';
import {
  type RuledRace,
  ruledRace,
  type Through,
  throughOf,
  withThrough,
} from '../domain/progression/who-is-through.ts';
import { byRunningOrder } from '../domain/races/race.ts';
import { bytesOf, Representation } from '../http/answers/representation.ts';
import type { Queries } from '../storage/engine/database.ts';
import { findBoardEvent, listBoardCrews, type ShownEvent } from '../storage/event/boards.ts';
import { listNotices } from '../storage/event/notices.ts';
import { findSchedule, listDelays } from '../storage/event/schedules.ts';
import {
  buildEstimatedFragments,
  type ChangedRaces,
  documentParts,
  type EstimatedFragment,
  loadChangedRaces,
} from './race-fragments.ts';

export interface BoardDocument extends Omit<ShownEvent, 'hasZone'> {
  /** That of the schedule from which it was built; the next build reads only what has changed since. */
  rowRevision: number;
  /** When the first of its notices ends and it must be built anew; epoch milliseconds, `Infinity` without notices. */
  endsAt: number;
  crews: BoardCrew[];
  /** Newest first. */
  notices: readonly BoardNotice[];
  /** By id. */
  races: Map<number, EstimatedFragment<BoardRace>>;
  /** All races, in running order. */
  inOrder: readonly BoardRace[];
  rules: KnownRules;
  representation: Representation;
}

/** Above this many lanes, a race is taken for a head race. */
const MANY_LANES = 50;

/** What the board of an event is built from. */
interface LoadedBoard extends ShownEvent {
  schedule: Schedule;
  /** By venue day. */
  delays: ReadonlyMap<string, DayDelay>;
  crews: BoardCrew[];
  /** Those that have not ended. */
  notices: Notice[];
  changed: ChangedRaces;
}

/**
 * @param before the document that was built before, if any
 * @param asPublished whether a draft is loaded, too, as if it were published
 * @returns `undefined` when the public may see no board of the event
 */
export async function loadBoard(
  db: Queries,
  eventId: number,
  before: BoardDocument | undefined,
  asPublished = false,
): Promise<LoadedBoard | undefined> {
  const schedule = await findSchedule(db, eventId);
  const shown = await findBoardEvent(db, eventId, asPublished);
  if (!schedule || !shown) return undefined;
  const known = {
    ...shown,
    // An equal look stays the same object, so that what was derived from it can be reused.
    look: isDeepStrictEqual(before?.look, shown.look) ? (before?.look ?? null) : shown.look,
    schedule,
    notices: await listNotices(db, eventId, Date.now()),
  };
  if (shown.event.status === 'announced') return { ...known, ...NO_DRAFT };
  return {
    ...known,
    delays: await listDelays(db, eventId),
    crews: await listBoardCrews(db, eventId),
    changed: await loadChangedRaces(db, schedule, builtUpon(before)),
  };
}

/** Nothing of a draft is read, so that nothing of it can show. */
const NO_DRAFT: Pick<LoadedBoard, 'delays' | 'crews' | 'changed'> = {
  delays: new Map(),
  crews: [],
  changed: { isBuiltUpon: false, races: [], lanes: new Map() },
};

/** The page of an event that was only announced has no races to build upon. */
function builtUpon(before: BoardDocument | undefined): BoardDocument | undefined {
  return before?.event.status === 'published' ? before : undefined;
}

/** Builds a board in slices. @param before the document that was built before, if any; it is not changed */
export async function buildBoard(
  loaded: LoadedBoard,
  before: BoardDocument | undefined,
): Promise<BoardDocument> {
  const { schedule, event, isTrial, hasZone, organiser, look, revision, updatedAt } = loaded;
  const { delays, crews, changed } = loaded;
  const { eventId, timezone, rowRevision } = schedule;
  const days = { timezone, delays };
  const races = await buildEstimatedFragments(
    changed,
    builtUpon(before)?.races,
    days,
    (race, lanes, late) => boardRace(race, lanes, schedule, late),
  );
  const rules = rulesNow(changed, builtUpon(before)?.rules);
  const isAsBefore = rules === before?.rules;
  const untold = isAsBefore ? changed.races.map(({ id }) => id) : races.keys();
  await tellThrough(races, untold, rules.through);
  const endsAt = Math.min(...loaded.notices.map(({ until }) => until));
  const notices = loaded.notices.map(noticeView);
  const head: Omit<Board, 'races'> = {
    eventId,
    eventName: event.name,
    status: event.status,
    organiser,
    ...{ startDate: event.startDate, endDate: event.endDate },
    ...{ city: event.city, countryCode: event.countryCode },
    timezone: event.timezone,
    ...(!hasZone && { zoneUnknown: true }),
    ...(isTrial && { trial: true }),
    look,
    revision,
    updatedAt: formatInstant(updatedAt),
    days: boardDays(
      Array.from(races.values(), (part) => part.venueDay),
      delays,
    ),
    crews,
    notices,
  };
  const ordered = [...races.values()].sort(byRunningOrder);
  const { bytes, etag } = await bytesOf(documentParts(head, ordered));
  const isAsItWas = before?.representation.etag === etag;
  const inOrder = ordered.map(({ race }) => race);
  // Phones load a division of hundreds of boats again with each boat that comes in, so it is worth compressing well.
  const effort = inOrder.some(({ lanes }) => lanes.length > MANY_LANES) ? 'usual' : 'low';
  const representation = isAsItWas
    ? before.representation
    : new Representation(etag, bytes, effort);
  const { isIndexed } = loaded;
  const known = { event, isTrial, isIndexed, organiser, look, revision, updatedAt };
  return { ...known, rowRevision, endsAt, crews, notices, races, inOrder, rules, representation };
}

/** The progression rules of races, and what they say of the earlier races that they name. */
interface KnownRules {
  /** The races that have rules, by id, as far as the rules depend on them. */
  ruled: ReadonlyMap<number, RuledRace>;
  through: Through;
}

/** @returns the same object as before where no rule differs */
function rulesNow(
  { isBuiltUpon, races, lanes }: ChangedRaces,
  before: KnownRules | undefined,
): KnownRules {
  const ruled = new Map(isBuiltUpon ? before?.ruled : undefined);
  let known = isBuiltUpon ? before : undefined;
  for (const race of races) {
    const own = ruledRace(race, lanes.get(race.id) ?? []);
    if (isSame(ruled.get(race.id), own)) continue;
    known = undefined;
    if (own) ruled.set(race.id, own);
    else ruled.delete(race.id);
  }
  return known ?? { ruled, through: throughOf(ruled.values()) };
}

/** Adds to races what the rules of later races say of them. @param ids of the races that may lack this */
async function tellThrough(
  races: Map<number, EstimatedFragment<BoardRace>>,
  ids: Iterable<number>,
  through: Through,
): Promise<void> {
  await mapInSlices(ids, (id) => {
    const fragment = races.get(id);
    const race = fragment && withThrough(fragment.race, through);
    if (race && race !== fragment.race)
      races.set(id, { ...fragment, race, json: JSON.stringify(race) });
  });
}
