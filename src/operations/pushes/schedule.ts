/** Creates, sets, publishes and un-publishes a schedule (specification, "Schedule status"). */
import type { ScheduleStatus } from '../../contract/account.ts';
import type { EventRows } from '../../domain/event/event-rows.ts';
import {
  DEFAULT_SETTINGS,
  type Schedule,
  type ScheduleSettings,
} from '../../domain/event/schedule.ts';
import { exists } from '../../storage/accounts/accounts.ts';
import { eventNotFound } from '../actor.ts';
import { loadSettings } from '../load-rows.ts';
import type { EventOperation, ScheduleOperation } from '../operation.ts';

interface Stored {
  rows: Pick<EventRows, 'schedule'>;
}

type SentSettings = { [Name in keyof ScheduleSettings]?: ScheduleSettings[Name] | undefined };

/**
 * Idempotent: a schedule that is there already stays as it is. Settings that are left out get defaults. The result says
 * whether there was none.
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
/** For the race office only: the API has no such operation. */
export const unpublishSchedule = changeStatus('unpublish-schedule', 'draft');

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

/** The schedule that such an operation has found or made. */
export function scheduleOf({ schedule }: { schedule: Schedule | undefined }): Schedule {
  if (!schedule) throw new Error('The operation is refused where there is no schedule.');
  return schedule;
}

/** What is left out is not `undefined`. */
function said(settings: SentSettings): Partial<ScheduleSettings> {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as Partial<ScheduleSettings>;
}
