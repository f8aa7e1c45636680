/** A schedule: its settings, its state, and how it moves on when something in it has changed. */
import type { ScheduleStatus } from '../contract/account.ts';
import type { ResultMode, ResultVisibility } from '../contract/fields.ts';

export interface ScheduleSettings {
  laneScheme: string[] | null;
  defaultResultMode: ResultMode;
  defaultResultVisibility: ResultVisibility;
  /** Whether results are provisional until somebody makes them official. */
  provisionalResults: boolean;
  /** How close two races of a crew may be before the race office is warned. */
  crewGapMinutes: number;
}

/** Of a new schedule, as far as its creator names none; `ScheduleCreate` tells callers of the API. */
export const DEFAULT_SETTINGS: ScheduleSettings = {
  laneScheme: null,
  defaultResultMode: 'timed',
  defaultResultVisibility: 'full',
  provisionalResults: false,
  crewGapMinutes: 40,
};

/** The settings of a schedule, without the rest of it. */
export function settingsOf({
  laneScheme,
  defaultResultMode,
  defaultResultVisibility,
  provisionalResults,
  crewGapMinutes,
}: ScheduleSettings): ScheduleSettings {
  return {
    laneScheme,
    defaultResultMode,
    defaultResultVisibility,
    provisionalResults,
    crewGapMinutes,
  };
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
  /**
   * The last revision that changed all races at once, or removed one. A document of an earlier revision
   * must be built anew, not brought up to date race by race.
   */
  baseRevision: number;
  /** Epoch milliseconds. */
  updatedAt: number;
  /** When `defaultResultVisibility` last changed, in epoch milliseconds; `null`: never. */
  visibilityAt: number | null;
}

/**
 * The schedule after a change that a reader of it can see (decision A10: `updatedAt` moves strictly
 * forward, whatever the clock does).
 *
 * @param now epoch milliseconds
 * @param changed what changes of the schedule itself
 * @param isAllNew whether all races change, or one is removed
 */
export function nextSchedule(
  schedule: Schedule,
  now: number,
  changed: Partial<ScheduleState> = {},
  isAllNew = false,
): Schedule {
  const revision = schedule.revision + 1;
  const updatedAt = Math.max(now, schedule.updatedAt + 1);
  const { defaultResultVisibility = schedule.defaultResultVisibility } = changed;
  const isShownOtherwise = defaultResultVisibility !== schedule.defaultResultVisibility;
  return {
    ...schedule,
    ...changed,
    revision,
    baseRevision: isAllNew ? revision : schedule.baseRevision,
    updatedAt,
    visibilityAt: isShownOtherwise ? updatedAt : schedule.visibilityAt,
  };
}
