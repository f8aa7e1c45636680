/**
 * The day of the race office (console, "Day"): the delay of a venue day, races that are re-timed, and notices, posted
 * and taken back.
 */
import type { RetimeWrite } from '../../contract/console/office-writes.ts';
import {
  type DayRequest,
  type DelayRequest,
  delayForStart,
  ON_TIME,
  type WantedDelay,
  withEnd,
} from '../../domain/day/delay.ts';
import {
  delayAfter,
  isWorthNotifying,
  retime as newStarts,
  type RetimedDay,
  type ShownMove,
  shownMoves,
} from '../../domain/day/retime.ts';
import { venueDay } from '../../domain/day/venue-day.ts';
import { type EventRows, withDelay } from '../../domain/event/event-rows.ts';
import { type Notice, type NoticeRequest, newNotice } from '../../domain/following/notice-rules.ts';
import { aDay } from '../../domain/history/changes.ts';
import { type Touched, touchedOfRaces, touchedWhere } from '../../domain/history/conflicts.ts';
import { keyOf } from '../../domain/history/event-state.ts';
import { byRunningOrder, type Race } from '../../domain/races/race.ts';
import { conflict, invalid, Refusal } from '../../domain/refusal.ts';
import { hasBegun } from '../../domain/results/standings.ts';
import {
  noteResult,
  type Repeatable,
  takeIdempotencyKey,
} from '../../storage/accounts/idempotency.ts';
import type { Write } from '../../storage/engine/database.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { findNotice, listNotices } from '../../storage/event/notices.ts';
import { findEntry } from '../../storage/history/history.ts';
import { NOTHING_SEEN, newsOfRetime } from '../news.ts';
import { type EventOperation, type OperationOptions, performTogether } from '../operation.ts';
import { type OfficeRevision, officeOperation } from './office-operation.ts';

/** A race whose planned start changes, or the start that crews see; its planned starts in epoch milliseconds. */
interface Moved {
  id: number;
  raceNumber: number;
  before: number;
  after: number;
}

/** The result is the races that move, in the order before the write. The input has passed `judgeRetime`. */
export const retime = officeOperation<Omit<RetimeWrite, 'seen'>, Moved[]>({
  name: 'retime',
  named: ({ later }, { fromRaceId }) => [
    ...touchedOfRaces(later, [fromRaceId]),
    // These decide which races move, and whether the new times fit.
    ...touchedWhere(later, ({ subject }) => subject === 'race', ['scheduledAt', 'state']),
  ],
  plan: (context, { fromRaceId, notify, ...wish }) => {
    const { rows } = context.stored;
    const found = racesToMove(rows, fromRaceId, context.schedule.timezone);
    if (found instanceof Refusal) return found;
    const { day, races, before } = found;
    if (wish.nextAt !== undefined && races.every((race) => race.state === 'postponed')) {
      return conflict('All races from there on are postponed: crews see no time of them.');
    }
    const starts = newStarts(races, day, wish);
    if (starts instanceof Refusal) return starts;
    const waiting = [...before, ...races].filter((race) => race.state === 'planned');
    const isAwaitedBefore = before.some((race) => race.state === 'planned');
    const delay = delayAfter(day.delay, starts.values(), isAwaitedBefore);
    const shown = shownMoves(waiting, starts, [day.delay, delay]);
    const moved = movedRaces([...before, ...races], starts, shown);
    return {
      after: withDelay(withStarts(rows, moved), day.day, delay),
      touched: [
        ...moved.map(({ id }) => ({ key: keyOf({ subject: 'race', id }) })),
        // The delay of the day, because the new times are counted from the times that crews see.
        { key: keyOf(aDay(day.day)) },
      ],
      news: (notify ?? isWorthNotifying(shown)) ? newsOfRetime(context, shown) : [],
      result: moved,
    };
  },
});

interface FoundRaces {
  day: RetimedDay;
  /** Those of the day from a race on that have not started and are not cancelled, in running order. */
  races: Race[];
  /** Those of the day before that race, by the same conditions. */
  before: Race[];
}

function racesToMove(
  { races, lanes, delays }: EventRows,
  fromRaceId: number,
  timezone: string | null,
): FoundRaces | Refusal {
  const from = races.find(({ id }) => id === fromRaceId);
  if (!from) return invalid([{ field: 'fromRaceId', detail: 'names no race of this event' }]);
  const day = venueDay(from.scheduledAt, timezone);
  const left = races
    .filter(
      (race) =>
        venueDay(race.scheduledAt, timezone) === day &&
        race.state !== 'cancelled' &&
        !hasBegun(race, lanes.get(race.id) ?? []),
    )
    .sort(byRunningOrder);
  const later = left.filter((race) => byRunningOrder(race, from) >= 0);
  if (later.length === 0) {
    return conflict(
      `All races of the day from race ${from.raceNumber} on have started, have results or are cancelled.`,
    );
  }
  return {
    day: { day, timezone, delay: delays.get(day) ?? ON_TIME },
    races: later,
    before: left.slice(0, left.length - later.length),
  };
}

/** @param races of the day, in running order */
function movedRaces(
  races: readonly Race[],
  starts: ReadonlyMap<number, number>,
  shown: readonly ShownMove[],
): Moved[] {
  const isShown = new Set(shown.map(({ id }) => id));
  return races
    .map(({ id, raceNumber, scheduledAt }) => {
      return { id, raceNumber, before: scheduledAt, after: starts.get(id) ?? scheduledAt };
    })
    .filter(({ id, before, after }) => before !== after || isShown.has(id));
}

function withStarts(rows: EventRows, moved: readonly Moved[]): EventRows {
  const starts = new Map(moved.map(({ id, after }) => [id, after]));
  const races = rows.races.map((race) => {
    const scheduledAt = starts.get(race.id);
    return scheduledAt === undefined ? race : { ...race, scheduledAt };
  });
  return { ...rows, races };
}

/** The result is the day and its new delay. The input has passed `judgeDelay`. */
export const setOfficeDelay = officeOperation<DelayRequest, WantedDelay>({
  name: 'set-delay',
  named: ({ later }, { raceId }) => (raceId === undefined ? [] : touchedOfRaces(later, [raceId])),
  plan: ({ schedule: { timezone }, stored: { rows } }, input) => {
    const wanted = wantedDelay(rows, timezone, input);
    if (wanted instanceof Refusal) return wanted;
    const { day, ...delay } = wanted;
    return { after: withDelay(rows, day, delay), touched: touchedBy(input), result: wanted };
  },
});

function wantedDelay(
  { races, lanes, delays }: EventRows,
  timezone: string | null,
  { venueDay: day, delayMinutes, raceId, startsAt, until }: DelayRequest,
): WantedDelay | Refusal {
  const ended = (wish: DayRequest, race?: Race) =>
    withEnd(wish, { sent: until, stored: delays.get(wish.day) ?? ON_TIME }, race, timezone);
  if (day !== undefined && delayMinutes !== undefined) return ended({ day, delayMinutes });
  const race = races.find(({ id }) => id === raceId);
  if (!race) return invalid([{ field: 'raceId', detail: 'names no race of this event' }]);
  const wish = delayForStart(race, lanes.get(race.id) ?? [], startsAt ?? '', timezone);
  return wish instanceof Refusal ? wish : ended(wish, race);
}

/** The planned start of the race that is meant, because the delay is computed from the start that the page showed. */
function touchedBy({ raceId }: DelayRequest): Touched[] {
  if (raceId === undefined) return [];
  return [{ key: keyOf({ subject: 'race', id: raceId }), properties: ['scheduledAt'] }];
}

interface Stored {
  /** The notices on the board, or only the one that is to be withdrawn. */
  rows: { notices: readonly Notice[] };
}

export const postNotice: EventOperation<NoticeRequest, Stored & { id: number }, Notice> = {
  name: 'post-notice',
  needs: 'event',
  load: async (tx, { eventId, now }) => {
    const [notices, ids] = await Promise.all([
      listNotices(tx, eventId, now),
      reserveIds(tx, 'notices', 1),
    ]);
    return { rows: { notices }, id: ids[0] as number };
  },
  plan: ({ now, schedule, stored: { rows, id } }, wish) => {
    const { notices } = rows;
    const made = newNotice(wish, { now, schedule, standing: notices.length });
    if (made instanceof Refusal) return made;
    const notice = { id, ...made };
    return {
      after: { notices: [notice, ...notices] },
      result: notice,
      news: [
        { kind: 'notice-posted', subject: String(id), stateBefore: NOTHING_SEEN, isAtOnce: true },
      ],
    };
  },
};

interface Posting {
  /** Who posts it. */
  userId: number;
  wish: NoticeRequest;
  /** Left out when a repeat of the request may post another notice. */
  repeatable: Repeatable | undefined;
}

type Posted = OfficeRevision & { notice: Notice };

/** Posts a notice, once for each `Idempotency-Key`: a repeat gets the answer of the first request. */
export function postNoticeOnce(
  context: Parameters<typeof performTogether>[0],
  terms: OperationOptions,
  { userId, wish, repeatable }: Posting,
): Promise<Posted | Refusal> {
  return performTogether(context, terms, async (performNext, tx) => {
    // The permission is checked here, because a repeat performs no operation that would check it.
    const objection = await terms.actor.objection(tx, terms.eventId);
    if (objection) return objection;
    const before = repeatable && (await takeIdempotencyKey(tx, userId, repeatable, Date.now()));
    if (before instanceof Refusal) return before;
    if (before !== undefined) return postedWith(tx, before);
    const posted = await performNext(postNotice, wish);
    if (posted instanceof Refusal) return posted;
    const { result: notice } = posted;
    const entry = await posted.entry();
    if (!entry) throw new Error('A notice that is posted is an entry of the history.');
    const { id: entryId, number: revision } = entry;
    if (repeatable) await noteResult(tx, userId, repeatable.key, entryId);
    return { revision, entryId, notice };
  });
}

/** The notice that was posted before, even if it has been withdrawn. @param entryId of the history */
async function postedWith(tx: Write, entryId: number): Promise<Posted | Refusal> {
  const entry = await findEntry(tx, entryId);
  const [change] = entry?.changes ?? [];
  if (!entry || !change?.after) {
    return new Refusal('not_found', 'There is no such notice any more.');
  }
  const notice = { ...change.after, id: change.id } as Notice;
  return { revision: entry.number, entryId, notice };
}

/** Withdraws a notice; messages about it that have not been sent are dropped. The result is its id. */
export const withdrawNotice: EventOperation<{ noticeId: number }, Stored, number> = {
  name: 'withdraw-notice',
  needs: 'event',
  load: async (tx, { eventId }, { noticeId }) => {
    const notice = await findNotice(tx, eventId, noticeId);
    return { rows: { notices: notice ? [notice] : [] } };
  },
  plan: ({ stored: { rows } }, { noticeId }) => {
    if (rows.notices.length === 0) return new Refusal('not_found', 'There is no such notice.');
    return { after: { notices: [] }, result: noticeId };
  },
};
