/**
 * Creates, sets, publishes and un-publishes a schedule (specification, "Schedule status"), and sets the delay of one of its
 * venue days (specification, "PUT delay"; decision A7).
 */
import type { DelayWrite, ScheduleStatus } from '../../contract/schedule.ts';
import { type DayDelay, type DelayedDay, ON_TIME } from '../../domain/day/delay.ts';
import { venueDay } from '../../domain/day/venue-day.ts';
import { type EventRows, withDelay } from '../../domain/event/event-rows.ts';
import {
  DEFAULT_SETTINGS,
  type Schedule,
  type ScheduleSettings,
} from '../../domain/event/schedule.ts';
import { isPublicationNews } from '../../domain/following/news.ts';
import type { Race } from '../../domain/races/race.ts';
import { exists } from '../../storage/accounts/accounts.ts';
import { listRacedRaceIds, listRaces, listScoredRaceIds } from '../../storage/event/races.ts';
import { listDelays } from '../../storage/event/schedules.ts';
import { countFollowersOf } from '../../storage/following/follower-counts.ts';
import { eventNotFound } from '../actor.ts';
import { loadSettings } from '../load-rows.ts';
import { NOTHING_SEEN, newsOfDelay } from '../news.ts';
import type { EventOperation, ScheduleOperation } from '../operation.ts';

interface Stored {
  rows: Pick<EventRows, 'schedule'>;
}

type SentSettings = { [Name in keyof ScheduleSettings]?: ScheduleSettings[Name] | undefined };

/**
 * Creates the schedule of an event. Idempotent: an existing schedule stays as it is. Settings that are left out get
 * defaults. The result says whether the schedule is new.
 */
export const createSchedule: EventOperation<
  SentSettings,
  Stored & { isThere: boolean },
  { isNew: boolean }
> = {
  name: 'create-schedule',
  needs: 'event',
  load: async (tx, { eventId }) => {
    const [isThere, rows] = await Promise.all([
      exists(tx, 'events', eventId),
      loadSettings(tx, eventId),
    ]);
    return { isThere, rows };
  },
  plan: ({ stored: { isThere, rows } }, settings) => {
    if (!isThere) return eventNotFound();
    if (rows.schedule) return { after: rows, result: { isNew: false } };
    const schedule = { status: 'draft' as const, ...DEFAULT_SETTINGS, ...said(settings) };
    return { after: { schedule }, result: { isNew: true } };
  },
};

/** Settings that are left out stay as they are. */
export const changeSettings: ScheduleOperation<SentSettings, Stored, void> = {
  name: 'change-settings',
  needs: 'schedule',
  load: async (tx, { eventId }) => ({ rows: await loadSettings(tx, eventId) }),
  plan: ({ stored: { rows } }, settings) => changed(rows, said(settings)),
};

export const publishSchedule = changeStatus('publish-schedule', 'published');
/** For the race office and the command line only: the API has no such operation. */
export const unpublishSchedule = changeStatus('unpublish-schedule', 'draft');

interface Publication extends Stored {
  /** How many devices follow something of the event. */
  followers: number;
  races: readonly Race[];
  /** By venue day. */
  delays: ReadonlyMap<string, DayDelay>;
}

/**
 * Publishes, and notifies followers if that is wished: once for all, and not when all races are past (adopt, "Announced
 * events"). A publication while nobody follows does not count. The result is how many devices are notified.
 */
export const publishAndNotify: ScheduleOperation<{ notify: boolean }, Publication, number> = {
  name: publishSchedule.name,
  needs: 'schedule',
  load: async (tx, { eventId }, { notify }) => {
    const rows = await loadSettings(tx, eventId);
    if (!notify) return { rows, followers: 0, races: [], delays: new Map() };
    const [followers, races, delays] = await Promise.all([
      countFollowersOf(tx, eventId),
      listRaces(tx, eventId),
      listDelays(tx, eventId),
    ]);
    return { rows, followers, races, delays };
  },
  plan: ({ eventId, now, schedule, stored }, { notify }) => {
    const { rows, followers } = stored;
    const { after } = changed(rows, { status: 'published' });
    const isTold = notify && followers > 0 && isPublicationNews(schedule, stored, now);
    if (!isTold) return { after, result: 0 };
    return {
      after: { schedule: after.schedule && { ...after.schedule, followersTold: true } },
      result: followers,
      news: [
        {
          kind: 'schedule-published',
          subject: String(eventId),
          stateBefore: NOTHING_SEEN,
          isAtOnce: true,
        },
      ],
    };
  },
};

function changeStatus(
  name: 'publish-schedule' | 'unpublish-schedule',
  status: ScheduleStatus,
): ScheduleOperation<void, Stored, void> {
  return {
    name,
    needs: 'schedule',
    load: async (tx, { eventId }) => ({ rows: await loadSettings(tx, eventId) }),
    plan: ({ stored: { rows } }) => changed(rows, { status }),
  };
}

function changed({ schedule }: Stored['rows'], state: object) {
  return { after: { schedule: schedule && { ...schedule, ...state } }, result: undefined };
}

/** The schedule that one of these operations has found or created. */
export function scheduleOf({ schedule }: { schedule: Schedule | undefined }): Schedule {
  if (!schedule) throw new Error('The operation is refused where there is no schedule.');
  return schedule;
}

/** The settings that were sent, without those that are `undefined`. */
function said(settings: SentSettings): Partial<ScheduleSettings> {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as Partial<ScheduleSettings>;
}

interface DelayedRows {
  rows: Pick<EventRows, 'delays' | 'races'>;
  /** The ids of the races that are scored, for the answer (decision A7). */
  scored: ReadonlySet<number>;
  /** The ids of those that have been on the course, whose followers are not notified of a delay. */
  raced: ReadonlySet<number>;
}

export const setDelay: ScheduleOperation<DelayWrite, DelayedRows, DelayedDay> = {
  name: 'set-delay',
  needs: 'schedule',
  load: async (tx, { eventId }) => {
    const [delays, races, scored, raced] = await Promise.all([
      listDelays(tx, eventId),
      listRaces(tx, eventId),
      listScoredRaceIds(tx, eventId),
      listRacedRaceIds(tx, eventId),
    ]);
    return { rows: { delays, races }, scored, raced };
  },
  plan: (context, { venueDay: day, delayMinutes }) => {
    const { stored, schedule, eventId } = context;
    const races = stored.rows.races.filter(
      ({ scheduledAt }) => venueDay(scheduledAt, schedule.timezone) === day,
    );
    const unscored = races.filter(({ id }) => !stored.scored.has(id));
    const toCome = races.filter(({ id }) => !stored.raced.has(id));
    const before = stored.rows.delays.get(day) ?? ON_TIME;
    // The API knows no end of a delay: what it sets holds for the whole day (console, "Delay that ends").
    const after = { delayMinutes, until: null };
    return {
      after: withDelay(stored.rows, day, after),
      result: { eventId, venueDay: day, delayMinutes, unscored },
      news: newsOfDelay(context, { day, before, after, toCome }),
    };
  },
};
