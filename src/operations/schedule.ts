/** Creates, sets, publishes and un-publishes a schedule (specification, "Schedule status"). */
import { aSchedule, differing } from '../domain/changes.ts';
import {
  DEFAULT_SETTINGS,
  firstState,
  nextSchedule,
  type Schedule,
  type ScheduleSettings,
} from '../domain/schedule.ts';
import { type EventFacts, findEventFacts, notePublication } from '../storage/events.ts';
import { insertSchedule } from '../storage/schedules.ts';
import { eventNotFound } from './actor.ts';
import { type EventOperation, loadNothing, type ScheduleOperation } from './operation.ts';

/** Idempotent: a schedule that is there already stays as it is. Settings that are left out get defaults. */
export const createSchedule: EventOperation<
  Partial<ScheduleSettings>,
  EventFacts | undefined,
  { schedule: Schedule; isNew: boolean }
> = {
  name: 'create-schedule',
  needs: 'event',
  load: (tx, { eventId }) => findEventFacts(tx, eventId),
  decide: ({ schedule: existing, stored: event, eventId, now }, settings) => {
    if (!event) return eventNotFound();
    if (existing) return { result: { schedule: existing, isNew: false }, changes: [], shows: [] };
    const state = { status: 'draft' as const, ...DEFAULT_SETTINGS, ...settings };
    const named = { eventId, eventName: event.name, timezone: event.timezone };
    const schedule = { ...named, ...state, ...firstState(now) };
    return {
      result: { schedule, isNew: true },
      changes: [{ ...aSchedule, before: null, after: state }],
      shows: [],
      apply: (tx) => insertSchedule(tx, schedule),
    };
  },
};

/** Settings that are left out stay as they are. */
export const changeSettings: ScheduleOperation<Partial<ScheduleSettings>, void, Schedule> = {
  name: 'change-settings',
  needs: 'schedule',
  load: loadNothing,
  decide: ({ schedule, now }, settings) => {
    const { changes } = differing([{ before: schedule, after: settings }], () => aSchedule);
    return {
      result: changes.length > 0 ? nextSchedule(schedule, now, settings, true) : schedule,
      changes,
      shows: 'everything',
      schedule: settings,
    };
  },
};

export const publishSchedule = changeStatus('publish-schedule', 'published');
/** For the race office only: the API has no such operation. */
export const unpublishSchedule = changeStatus('unpublish-schedule', 'draft');

function changeStatus(
  name: 'publish-schedule' | 'unpublish-schedule',
  status: Schedule['status'],
): ScheduleOperation<void, void, Schedule> {
  return {
    name,
    needs: 'schedule',
    load: loadNothing,
    decide: ({ schedule, eventId, now }) => {
      const step = { before: { status: schedule.status }, after: { status } };
      const { changes } = differing([step], () => aSchedule);
      return {
        result: changes.length > 0 ? nextSchedule(schedule, now, { status }) : schedule,
        changes,
        shows: 'marked',
        schedule: { status },
        ...(status === 'published' && { apply: (tx) => notePublication(tx, eventId, now) }),
      };
    },
  };
}
