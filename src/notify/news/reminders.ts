/**
 * Finds the reminders that have come due and writes them into the outbox, as news that no change has made. The writes of
 * timing computers store nothing for reminders: delays, moved races, crews that are drawn late and new followers are found
 * here, by looking again. Also reminds a device that has just begun to follow something, or has just chosen another time,
 * when the other devices were reminded before that.
 */
import {
  crewsDrawnSince,
  type GivenReminder,
  isReminderTrue,
  reminderDueAt,
} from '../../domain/following/reminder-rules.ts';
import type { Database, Queries, Write } from '../../storage/engine/database.ts';
import { partsOf } from '../../storage/engine/rows.ts';
import { findSchedule } from '../../storage/event/schedules.ts';
import {
  findAddressees,
  insertDeliveriesTo,
  listFollowers,
} from '../../storage/following/audiences.ts';
import type { FollowChange, Following } from '../../storage/following/followers.ts';
import {
  listRemindedEvents,
  listRemindMinutes,
  noteReminder,
  othersWantReminder,
  type Reminder,
} from '../../storage/following/reminders.ts';
import { hasDelivery } from '../../storage/queue/deliveries.ts';
import { listWaiting, noteNews } from '../../storage/queue/outbox.ts';
import { audienceOf, followedCrews } from './audience.ts';
import {
  listRacesAhead,
  newsOf,
  type RaceAhead,
  type RacesAhead,
  reminderAudience,
} from './reminder-news.ts';

/** `noteDueReminders` has to be called again within this time. */
const LOOK_AGAIN_MILLIS = 60_000;
/** More in one transaction would hold up the writes of the same event. */
const NOTED_TOGETHER = 100;
const PAGE_DEVICES = 1000;

/** A reminder of a race or entry, when it is due (epoch milliseconds), and the reminder that was sent `before` it. */
interface PlannedReminder extends Reminder {
  dueAt: number;
  race: RaceAhead;
  before: GivenReminder | undefined;
  /** Crews that were drawn after the reminder `before`; unless this is empty, only their followers get the reminder. */
  late: readonly number[];
}

/**
 * Notes each reminder that is due exactly once, whichever process does it.
 *
 * @param now epoch milliseconds
 * @returns when to look again at the latest; `undefined` when nobody wants reminders
 */
export async function noteDueReminders(
  database: Database,
  now: number,
): Promise<number | undefined> {
  const { reads } = database;
  const events = await listRemindedEvents(reads);
  if (events.length === 0) return undefined;
  let next = now + LOOK_AGAIN_MILLIS;
  for (const event of events) {
    const { eventId } = event;
    const allMinutes = await listRemindMinutes(reads, eventId);
    const ahead = await listRacesAhead(reads, event, allMinutes.at(-1) ?? 0, now);
    const planned = planReminders(eventId, ahead, allMinutes, now);
    const due = planned.filter(({ dueAt }) => dueAt <= now);
    for (const part of partsOf(due, NOTED_TOGETHER)) {
      const note = (tx: Write) => noteTogether(tx, eventId, part, now);
      await database.writeEvent(eventId, note, { usesReserve: true });
    }
    for (const { dueAt } of planned) if (dueAt > now) next = Math.min(next, dueAt);
  }
  return next;
}

function planReminders(
  eventId: number,
  { races, given }: RacesAhead,
  allMinutes: readonly number[],
  now: number,
): PlannedReminder[] {
  return races.flatMap((race) =>
    allMinutes.flatMap((minutes) => {
      const before = given(race, minutes);
      const late = before ? crewsDrawnSince(race, before, now) : [];
      const dueAt = late.length > 0 ? now : reminderDueAt(race, minutes, before, now);
      if (dueAt === undefined) return [];
      const { id: raceId, ofCrew } = race;
      return [{ eventId, raceId, ofCrew, minutes, dueAt, race, before, late }];
    }),
  );
}

async function noteTogether(
  tx: Write,
  eventId: number,
  due: readonly PlannedReminder[],
  now: number,
): Promise<void> {
  const waiting = await listWaiting(tx, eventId, 'race-soon');
  for (const reminder of due) {
    const { race, before, late } = reminder;
    const given =
      before && late.length > 0
        ? { ...before, crewIds: [...before.crewIds, ...late].sort((a, b) => a - b) }
        : { startAt: race.startAt, crewIds: race.crewIds };
    if (!(await noteReminder(tx, reminder, given, before))) continue;
    const news = newsOf(reminder);
    if (!before || late.length === 0) {
      await noteNews(tx, {
        ...{ ...news, stateBefore: '' },
        ...{ dueAt: now, latestAt: now, settlesAnew: false },
      });
    } else if (!waiting.has(news.subject)) {
      await remindLate(tx, { ...reminder, before }, now);
    }
  }
}

/** Reminds followers of crews that were drawn late, unless they have been reminded of the race already. */
async function remindLate(
  tx: Write,
  { before, late, race, ...reminder }: PlannedReminder & { before: GivenReminder },
  now: number,
): Promise<void> {
  const { eventId, raceId, minutes: remindMinutes } = reminder;
  const audience = async (raceIds: number[], crewIds: readonly number[]) => ({
    ...(await audienceOf(tx, eventId, { raceIds, crewIds, isOfEvent: false })),
    remindMinutes,
  });
  const ofLate = await audience([], late);
  const hadHeard = await audience([raceId], before.crewIds);
  const times = { dueAt: now, expiresAt: race.startAt };
  for (let after = 0; ; ) {
    const ids = await listFollowers(tx, eventId, ofLate, { after, limit: PAGE_DEVICES });
    const last = ids.at(-1);
    if (last === undefined) return;
    const addressees = await findAddressees(tx, eventId, ids);
    const unaware = [...addressees.values()].filter((each) => !followedCrews(hadHeard, each));
    await insertDeliveriesTo(
      tx,
      unaware.map(({ id }) => id),
      newsOf(reminder),
      times,
    );
    after = last;
  }
}

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
 * Reminds a device of each race of which it would have been reminded by now. No reminder is repeated, not even when the
 * device has chosen an earlier time. The text, and whether the reminder still holds, are looked up when the message is
 * sent.
 *
 * @param now epoch milliseconds
 */
export async function remindNewFollower(
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
  const given = sentReminder(newcomer, race, minutes);
  const earlier = minutesBefore === null ? undefined : sentReminder(newcomer, race, minutesBefore);
  if (!given && !earlier) return;
  const concerns = await concernsOf(tx, eventId, race);
  const heard = earlier && concerns(kept) && !(await isDropped(tx, newcomer, race)) && earlier;
  if (heard && !given) return markReminded(tx, newcomer, race, heard);
  if (heard || !concerns([...added, ...kept])) return;
  const news = newsOf(reminderOf(newcomer, race, minutes));
  await insertDeliveriesTo(tx, [deviceId], news, { dueAt: now, expiresAt: race.startAt });
}

/** The reminder at this time, if it still holds and its fan-out has taken place; else `undefined`. */
function sentReminder(
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

/** Whether a delivery for the device's former time is still queued; it is dropped, because the device chose another time. */
async function isDropped(
  tx: Write,
  { deviceId, eventId, minutes, minutesBefore }: Newcomer,
  race: RaceAhead,
): Promise<boolean> {
  if (minutesBefore === null || minutesBefore === minutes) return false;
  return hasDelivery(tx, deviceId, newsOf(reminderOf({ eventId }, race, minutesBefore)));
}

/** Notes a reminder that is due now as sent, because the device has had it (`heard`), unless other devices want it, too. */
async function markReminded(
  tx: Write,
  { deviceId, eventId, given, minutes, now }: Newcomer,
  race: RaceAhead,
  heard: GivenReminder,
): Promise<void> {
  const before = given(race, minutes);
  const dueAt = reminderDueAt(race, minutes, before, now);
  if (dueAt === undefined || dueAt > now) return;
  if (await othersWantReminder(tx, eventId, minutes, deviceId)) return;
  await noteReminder(tx, reminderOf({ eventId }, race, minutes), heard, before);
}

/** Returns a check whether some follows include the race, a crew in it or its club. */
async function concernsOf(db: Queries, eventId: number, race: RaceAhead) {
  const { of: targets } = await audienceOf(db, eventId, reminderAudience(race));
  return (followed: FollowChange['added']) =>
    targets !== 'everybody' &&
    followed.some(({ kind, target_id }) => targets.get(kind)?.has(target_id));
}
