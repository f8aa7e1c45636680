/** A schedule: its settings, its status, and how its revisions move when something in it has changed. */
import type { PublicStatus } from '../../contract/board.ts';
import type { ResultMode, ResultVisibility } from '../../contract/fields.ts';
import { formatInstant } from '../../contract/instant.ts';
import type { ScheduleStatus, ScheduleSummary } from '../../contract/schedule.ts';

export interface ScheduleSettings {
  laneScheme: string[] | null;
  defaultResultMode: ResultMode;
  defaultResultVisibility: ResultVisibility;
  /** Whether results are provisional until somebody makes them official. */
  provisionalResults: boolean;
  /** How close two races of a crew may be before the race office is warned. */
  crewGapMinutes: number;
}

/** The settings of a new schedule, as far as its creator names none; the API documents them in `ScheduleCreate`. */
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
  /** Set once followers have been notified that the schedule is published, so that they are notified only once. */
  followersTold?: true;
}

/** The part of a schedule that a write can change. */
export function scheduleStateOf(schedule: ScheduleState): ScheduleState {
  const { status, followersTold } = schedule;
  return { status, ...settingsOf(schedule), ...(followersTold && { followersTold }) };
}

/** A schedule with its revisions, and what an answer shows of its event. */
export interface Schedule extends ScheduleState {
  eventId: number;
  eventName: string;
  timezone: string | null;
  /** Whether the event is announced. */
  announced: boolean;
  /** Counts the changes that a reader of the schedule could see. */
  revision: number;
  /** Counts the changes that any document could show. A change that `/v1` does not show moves this one and not `revision`. */
  rowRevision: number;
  /**
   * The last `rowRevision` that changed all races at once, or removed one. A document of an earlier `rowRevision` must be
   * built from scratch, not race by race.
   */
  baseRevision: number;
  /** Epoch milliseconds. */
  updatedAt: number;
  /** When `defaultResultVisibility` last changed, in epoch milliseconds; `null`: never. */
  visibilityAt: number | null;
  /** Counts the changes that the public could see (board, "The board's revision is its own"). */
  boardRevision: number;
  /** When a change that the public could see was last made, in epoch milliseconds. */
  boardUpdatedAt: number;
}

/**
 * What the public sees of an event: all of it, only its page without the running order (adopt, "Announced events"), or
 * `undefined`: nothing, as if there were no such event.
 */
export function publicStatus({
  status,
  announced,
}: Pick<Schedule, 'status' | 'announced'>): PublicStatus | undefined {
  if (status === 'published') return 'published';
  return announced ? 'announced' : undefined;
}

/** The revisions and times of a new schedule. @param now epoch milliseconds */
export function firstState(
  now: number,
): Pick<
  Schedule,
  | 'revision'
  | 'rowRevision'
  | 'baseRevision'
  | 'updatedAt'
  | 'visibilityAt'
  | 'boardRevision'
  | 'boardUpdatedAt'
> {
  const counters = { revision: 1, rowRevision: 1, baseRevision: 0, boardRevision: 1 };
  return { ...counters, updatedAt: now, visibilityAt: null, boardUpdatedAt: now };
}

/**
 * The schedule after a change that a reader of it can see (decision A10: `updatedAt` moves strictly
 * forward, whatever the clock does).
 *
 * @param now epoch milliseconds
 * @param changed the new values of what changes in the schedule itself
 * @param isAllNew whether all races change at once, or one is removed
 */
export function nextSchedule(
  schedule: Schedule,
  now: number,
  changed: Partial<ScheduleState> = {},
  isAllNew = false,
): Schedule {
  const rowRevision = schedule.rowRevision + 1;
  const updatedAt = nextMoment(schedule, now);
  const { defaultResultVisibility = schedule.defaultResultVisibility } = changed;
  const isShownOtherwise = defaultResultVisibility !== schedule.defaultResultVisibility;
  return {
    ...schedule,
    ...changed,
    revision: schedule.revision + 1,
    rowRevision,
    baseRevision: isAllNew ? rowRevision : schedule.baseRevision,
    updatedAt,
    visibilityAt: isShownOtherwise ? updatedAt : schedule.visibilityAt,
  };
}

/** The schedule after a change that `/v1` does not show, but other documents may. */
export function nextRows(schedule: Schedule): Schedule {
  return { ...schedule, rowRevision: schedule.rowRevision + 1 };
}

/** The schedule after a change that the public can see. @param was before the write @param is with its other changes */
export function nextOnBoard(was: Schedule, is: Schedule, now: number): Schedule {
  const boardUpdatedAt = nextMoment(was, now);
  return { ...is, boardRevision: was.boardRevision + 1, boardUpdatedAt };
}

/** A moment after every `updatedAt` that the owner or the public has seen; one write has the same moment for both. */
function nextMoment({ updatedAt, boardUpdatedAt }: Schedule, now: number): number {
  return Math.max(now, updatedAt + 1, boardUpdatedAt + 1);
}

/** Settings and state, as answers show them. */
export function summaryOf(schedule: Schedule): ScheduleSummary {
  return {
    eventId: schedule.eventId,
    status: schedule.status,
    laneScheme: schedule.laneScheme,
    defaultResultMode: schedule.defaultResultMode,
    defaultResultVisibility: schedule.defaultResultVisibility,
    updatedAt: formatInstant(schedule.updatedAt),
  };
}
