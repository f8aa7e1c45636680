/** Reminders of races: which devices want them, and which were sent. */
import { sql } from 'kysely';
import type { ResultVisibility } from '../../contract/fields.ts';
import type { GivenReminder } from '../../domain/following/reminder-rules.ts';
import { KEEP_REMINDERS_MILLIS } from '../../domain/retention-rules.ts';
import type { Queries, Write } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { findsAny } from '../engine/rows.ts';

/** One reminder of a race, or of an entry of a head race, to all devices that want it `minutes` before. */
export interface Reminder {
  eventId: number;
  raceId: number;
  minutes: number;
  /** The crew of the entry; 0: the reminder is about the race. */
  ofCrew: number;
}

/** An event, with the settings of it that apply to its races. */
export interface RemindedEvent {
  eventId: number;
  timezone: string | null;
  defaultResultVisibility: ResultVisibility;
}

const eventsQuery = prepare<object, RemindedEvent>((db) =>
  db
    .selectFrom('schedules as s')
    .innerJoin('events as e', 'e.id', 's.event_id')
    .where('s.status', '=', 'published')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('follows as f')
          .whereRef('f.event_id', '=', 's.event_id')
          .where('f.remind_minutes', 'is not', null)
          .select(sql.lit(1).as('one')),
      ),
    )
    .select([
      's.event_id as eventId',
      'e.timezone',
      's.default_result_visibility as defaultResultVisibility',
    ]),
);

/** The events with a published schedule for which any device wants reminders. */
export function listRemindedEvents(db: Queries): Promise<RemindedEvent[]> {
  return eventsQuery.run(db, {});
}

const nextMinutesQuery = prepare<{ eventId: number; above: number }, { minutes: number | null }>(
  (db, p) =>
    db
      .selectFrom('follows')
      .where('event_id', '=', p.eventId)
      .where('remind_minutes', '>', p.above)
      .select((eb) => eb.fn.min('remind_minutes').as('minutes')),
);

/** How long before a race the followers of an event want to be reminded: each number once, in ascending order. */
export async function listRemindMinutes(db: Queries, eventId: number): Promise<number[]> {
  const found: number[] = [];
  // The index leads from one number to the next: an event has thousands of followers, but only a few different numbers.
  for (;;) {
    const [row] = await nextMinutesQuery.run(db, { eventId, above: found.at(-1) ?? 0 });
    if (row?.minutes == null) return found;
    found.push(row.minutes);
  }
}

/** Whether any device except this one wants to be reminded this many minutes before the races of an event. */
export function othersWantReminder(
  db: Queries,
  eventId: number,
  minutes: number,
  deviceId: number,
): Promise<boolean> {
  return findsAny(
    db
      .selectFrom('follows')
      .where('event_id', '=', eventId)
      .where('remind_minutes', '=', minutes)
      .where('device_id', '!=', deviceId)
      .select('device_id')
      .limit(1),
  );
}

const remindersQuery = prepare<
  { eventId: number },
  { raceId: number; minutes: number; ofCrew: number; startAt: number; crewIds: string }
>((db, p) =>
  db
    .selectFrom('reminders')
    .where('event_id', '=', p.eventId)
    .select([
      'race_id as raceId',
      'minutes',
      'crew_id as ofCrew',
      'start_at as startAt',
      'crew_ids as crewIds',
    ]),
);

/** The reminders of an event that were sent. @returns a function that finds one of them; `undefined`: it was not sent */
export async function listReminders(
  db: Queries,
  eventId: number,
): Promise<(reminder: Omit<Reminder, 'eventId'>) => GivenReminder | undefined> {
  const rows = await remindersQuery.run(db, { eventId });
  const keyOf = ({ raceId, minutes, ofCrew }: Omit<Reminder, 'eventId'>) =>
    `${raceId} ${minutes} ${ofCrew}`;
  const given = new Map(rows.map((row) => [keyOf(row), row]));
  return (reminder) => {
    const row = given.get(keyOf(reminder));
    return row && { startAt: row.startAt, crewIds: JSON.parse(row.crewIds) };
  };
}

/** The start for which a reminder was sent, in epoch milliseconds; `undefined` if it was not sent. */
export async function findRemindedStart(
  db: Queries,
  { eventId, raceId, minutes, ofCrew }: Reminder,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('reminders')
    .where('event_id', '=', eventId)
    .where('race_id', '=', raceId)
    .where('minutes', '=', minutes)
    .where('crew_id', '=', ofCrew)
    .select('start_at')
    .executeTakeFirst();
  return row?.start_at;
}

/**
 * Notes that a reminder is being sent. If several processes do so at once, only one succeeds.
 *
 * @param before the previous reminder, as it was read; `undefined` if there was none
 * @returns whether this process is the one that succeeded
 */
export async function noteReminder(
  tx: Write,
  { eventId, raceId, minutes, ofCrew }: Reminder,
  given: GivenReminder,
  before: GivenReminder | undefined,
): Promise<boolean> {
  const values = { start_at: given.startAt, crew_ids: JSON.stringify(given.crewIds) };
  const rows = await tx
    .insertInto('reminders')
    .values({ event_id: eventId, race_id: raceId, minutes, crew_id: ofCrew, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'race_id', 'minutes', 'crew_id'])
        .doUpdateSet(values)
        .where('reminders.start_at', '=', before?.startAt ?? null)
        .where('reminders.crew_ids', '=', JSON.stringify(before?.crewIds ?? [])),
    )
    .returning('start_at')
    .execute();
  return rows.length > 0;
}

/** Deletes reminders of starts more than a day ago. @param now epoch milliseconds */
export async function forgetOldReminders(tx: Write, now: number): Promise<void> {
  await tx
    .deleteFrom('reminders')
    .where('start_at', '<', now - KEEP_REMINDERS_MILLIS)
    .execute();
}
