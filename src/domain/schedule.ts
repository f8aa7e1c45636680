/** A schedule: its settings, its state, and how it moves on when something in it has changed. */
import type { ScheduleStatus } from '../contract/account.ts';
import type { ResultMode, ResultVisibility } from '../contract/fields.ts';

export interface ScheduleSettings {
  laneScheme: string[] | null;
  defaultResultMode: ResultMode;
  defaultResultVisibility: ResultVisibility;
}

/** What of a schedule a write can change, besides its races. */
export interface ScheduleState extends ScheduleSettings {
  status: ScheduleStatus;
}

/** A schedule with what an answer shows of its event. */
export interface Schedule extends ScheduleState {
  eventId: number;
  eventName: string;
  timezone: string | null;
  /** Counts the changes that a reader of the schedule could see. */
  revision: number;
  /** Epoch milliseconds. */
  updatedAt: number;
}

/**
 * The schedule after a change that a reader of it can see (decision A10: `updatedAt` moves strictly
 * forward, whatever the clock does).
 *
 * @param now epoch milliseconds
 */
export function nextSchedule(
  schedule: Schedule,
  now: number,
  changed: Partial<ScheduleState> = {},
): Schedule {
  return {
    ...schedule,
    ...changed,
    revision: schedule.revision + 1,
    updatedAt: Math.max(now, schedule.updatedAt + 1),
  };
}
