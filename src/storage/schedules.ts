/** Schedules, their settings, and the delays of their days. */
import type { ScheduleStatus } from '../contract/account.ts';
import type { ResultMode, ResultVisibility } from '../contract/fields.ts';
import type { Queries, Write } from './database.ts';
import { prepare } from './prepared.ts';

/** A schedule with what an answer shows of its event. */
export interface Schedule {
  eventId: number;
  eventName: string;
  timezone: string | null;
  status: ScheduleStatus;
  laneScheme: string[] | null;
  defaultResultMode: ResultMode;
  defaultResultVisibility: ResultVisibility;
  revision: number;
  /** Epoch milliseconds. */
  updatedAt: number;
}

export interface ScheduleSettings {
  laneScheme: string[] | null;
  defaultResultMode: ResultMode;
  defaultResultVisibility: ResultVisibility;
}

type ScheduleRow = Omit<Schedule, 'laneScheme'> & { laneScheme: string | null };

const scheduleQuery = prepare<{ eventId: number }, ScheduleRow>((db, p) =>
  db
    .selectFrom('schedules as s')
    .innerJoin('events as e', 'e.id', 's.event_id')
    .where('s.event_id', '=', p.eventId)
    .select([
      's.event_id as eventId',
      'e.name as eventName',
      'e.timezone',
      's.status',
      's.lane_scheme as laneScheme',
      's.default_result_mode as defaultResultMode',
      's.default_result_visibility as defaultResultVisibility',
      's.revision',
      's.updated_at as updatedAt',
    ]),
);

/** The schedule of an event, or `undefined` when it has none. */
export async function findSchedule(db: Queries, eventId: number): Promise<Schedule | undefined> {
  const [row] = await scheduleQuery.run(db, { eventId });
  return row && { ...row, laneScheme: parseList(row.laneScheme) };
}

/** Creates an event's schedule as a draft. */
export async function insertSchedule(
  tx: Write,
  eventId: number,
  settings: ScheduleSettings,
  now: number,
): Promise<void> {
  await tx
    .insertInto('schedules')
    .values({
      event_id: eventId,
      status: 'draft',
      lane_scheme: formatList(settings.laneScheme),
      default_result_mode: settings.defaultResultMode,
      default_result_visibility: settings.defaultResultVisibility,
      revision: 1,
      updated_at: now,
    })
    .execute();
}

const advanceQuery = prepare<
  { eventId: number; revision: number; updatedAt: number; status: ScheduleStatus },
  never
>((db, p) =>
  db
    .updateTable('schedules')
    .set({ revision: p.revision, updated_at: p.updatedAt, status: p.status })
    .where('event_id', '=', p.eventId),
);

/**
 * Moves a schedule to its next revision, because something a reader can see has changed
 * (decision A10: `updatedAt` moves strictly forward, whatever the clock does).
 *
 * @returns the schedule as it is now
 */
export async function advanceSchedule(
  tx: Write,
  schedule: Schedule,
  now: number,
  status: ScheduleStatus = schedule.status,
): Promise<Schedule> {
  const next = {
    ...schedule,
    status,
    revision: schedule.revision + 1,
    updatedAt: Math.max(now, schedule.updatedAt + 1),
  };
  const { eventId, revision, updatedAt } = next;
  await advanceQuery.run(tx, { eventId, revision, updatedAt, status });
  return next;
}

const delayQuery = prepare<{ eventId: number; venueDay: string }, { minutes: number }>((db, p) =>
  db
    .selectFrom('delays')
    .where('event_id', '=', p.eventId)
    .where('venue_day', '=', p.venueDay)
    .select('delay_minutes as minutes'),
);

/** The delay of one venue day in minutes; 0 when the day runs on time. */
export async function findDelay(db: Queries, eventId: number, venueDay: string): Promise<number> {
  const [delay] = await delayQuery.run(db, { eventId, venueDay });
  return delay?.minutes ?? 0;
}

/** Sets the delay of one venue day; zero clears it. */
export async function setDelay(
  tx: Write,
  eventId: number,
  venueDay: string,
  delayMinutes: number,
): Promise<void> {
  await tx
    .deleteFrom('delays')
    .where('event_id', '=', eventId)
    .where('venue_day', '=', venueDay)
    .execute();
  if (delayMinutes === 0) return;
  await tx
    .insertInto('delays')
    .values({ event_id: eventId, venue_day: venueDay, delay_minutes: delayMinutes })
    .execute();
}

/** Lists are stored as JSON text. */
export function parseList(text: string | null): string[] | null {
  return text === null ? null : (JSON.parse(text) as string[]);
}

export function formatList(list: string[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}
