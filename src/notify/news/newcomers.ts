/**
 * Reminds a device of what it has just begun to follow, or for a time that it has just chosen, where the moment has
 * passed and others were reminded then.
 */
import {
  type GivenReminder,
  isReminderTrue,
  reminderDueAt,
} from '../../domain/following/reminder-rules.ts';
import type { Queries, Write } from '../../storage/engine/database.ts';
import { findSchedule } from '../../storage/event/schedules.ts';
import { insertDeliveriesTo } from '../../storage/following/audiences.ts';
import type { FollowChange, Following } from '../../storage/following/followers.ts';
import { doOthersWant, noteReminder, type Reminder } from '../../storage/following/reminders.ts';
import { hasDelivery } from '../../storage/queue/deliveries.ts';
import { listWaiting } from '../../storage/queue/outbox.ts';
import { audienceOf } from './audience.ts';
import {
  concernedBy,
  listRacesAhead,
  newsOf,
  type RaceAhead,
  type RacesAhead,
} from './reminder-news.ts';

/** A device that follows something new, or has chosen another time, and what it may have missed. */
interface Newcomer extends FollowChange, RacesAhead {
  eventId: number;
  minutes: number;
  /** The subjects of reminders whose fan-out is still to take place. */
  waiting: ReadonlySet<string>;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Reminds a device of each race of which it would have been reminded by now. What it has heard is not said again, also
 * not because it wants to hear earlier from now on. What is said, and whether it still holds, is looked up when the
 * message is sent.
 *
 * @param now epoch milliseconds
 */
export async function remindNewcomer(
  tx: Write,
  { eventId, remindMinutes: minutes }: Pick<Following, 'eventId' | 'remindMinutes'>,
  change: FollowChange,
  now: number,
): Promise<void> {
  const { added, minutesBefore } = change;
  if (minutes == null || (added.length === 0 && minutesBefore === minutes)) return;
  const schedule = await findSchedule(tx, eventId);
  if (!schedule) return;
  const longest = Math.max(minutes, minutesBefore ?? 0);
  const ahead = await listRacesAhead(tx, schedule, longest, now);
  const waiting = await listWaiting(tx, eventId, 'race-soon');
  const newcomer: Newcomer = { ...change, ...ahead, eventId, minutes, waiting, now };
  for (const race of ahead.races) await remindOf(tx, newcomer, race);
}

async function remindOf(tx: Write, newcomer: Newcomer, race: RaceAhead): Promise<void> {
  const { deviceId, eventId, added, kept, minutes, minutesBefore, now } = newcomer;
  const given = givenToAll(newcomer, race, minutes);
  const earlier = minutesBefore === null ? undefined : givenToAll(newcomer, race, minutesBefore);
  if (!given && !earlier) return;
  const concerns = await concernsOf(tx, eventId, race);
  const heard = earlier && concerns(kept) && !(await isDropped(tx, newcomer, race)) && earlier;
  if (heard && !given) return keepQuiet(tx, newcomer, race, heard);
  if (heard || !concerns([...added, ...kept])) return;
  const news = newsOf(reminderOf(newcomer, race, minutes));
  await insertDeliveriesTo(tx, [deviceId], news, { dueAt: now, expiresAt: race.startAt });
}

/** The reminder that holds and was given to all who wanted it at this time. */
function givenToAll(
  { eventId, given, waiting, now }: Newcomer,
  race: RaceAhead,
  minutes: number,
): GivenReminder | undefined {
  const reminder = given(race, minutes);
  if (!reminder || !isReminderTrue(race, reminder.startAt, now)) return undefined;
  const { subject } = newsOf(reminderOf({ eventId }, race, minutes));
  return waiting.has(subject) ? undefined : reminder;
}

function reminderOf(
  { eventId }: Pick<Newcomer, 'eventId'>,
  { id: raceId, ofCrew }: RaceAhead,
  minutes: number,
): Reminder {
  return { eventId, raceId, ofCrew, minutes };
}

/** Whether a reminder for the time before is not sent any more, because the device does not want it for that time. */
async function isDropped(
  tx: Write,
  { deviceId, eventId, minutes, minutesBefore }: Newcomer,
  race: RaceAhead,
): Promise<boolean> {
  if (minutesBefore === null || minutesBefore === minutes) return false;
  return hasDelivery(tx, deviceId, newsOf(reminderOf({ eventId }, race, minutesBefore)));
}

/** Notes the reminder as sent that would be sent at once to all who want it at this time, if only the device does. */
async function keepQuiet(
  tx: Write,
  { deviceId, eventId, given, minutes, now }: Newcomer,
  race: RaceAhead,
  heard: GivenReminder,
): Promise<void> {
  const before = given(race, minutes);
  const dueAt = reminderDueAt(race, minutes, before, now);
  if (dueAt === undefined || dueAt > now) return;
  if (await doOthersWant(tx, eventId, minutes, deviceId)) return;
  await noteReminder(tx, reminderOf({ eventId }, race, minutes), heard, before);
}

/** Whether any of what is followed is the race, a crew in it or its club. */
async function concernsOf(db: Queries, eventId: number, race: RaceAhead) {
  const { of: targets } = await audienceOf(db, eventId, concernedBy(race));
  return (followed: FollowChange['added']) =>
    targets !== 'everybody' &&
    followed.some(({ kind, target_id }) => targets.get(kind)?.has(target_id));
}
