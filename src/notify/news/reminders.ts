/**
 * Finds the reminders that have come due and leaves them in the outbox, as news that no change has made. Timing
 * computers write nothing for it: delays, moved races, crews that are drawn late and new followers are found here, by
 * looking again.
 */
import {
  crewsDrawnSince,
  type GivenReminder,
  reminderDueAt,
} from '../../domain/following/reminder-rules.ts';
import { partsOf } from '../../storage/engine/bulk.ts';
import type { Database, Write } from '../../storage/engine/database.ts';
import {
  findAddressees,
  insertDeliveriesTo,
  listFollowers,
} from '../../storage/following/audiences.ts';
import {
  listRemindedEvents,
  listRemindMinutes,
  noteReminder,
  type Reminder,
} from '../../storage/following/reminders.ts';
import { listWaiting, noteNews } from '../../storage/queue/outbox.ts';
import { audienceOf, followedCrews } from './audience.ts';
import { listRacesAhead, newsOf, type RaceAhead, type RacesAhead } from './reminder-news.ts';

/** Whoever asks has to ask again within this time. */
const LOOK_AGAIN_MILLIS = 60_000;
/** More in one transaction would hold up the writes of the same event. */
const NOTED_TOGETHER = 100;
const PAGE_DEVICES = 1000;

/** A reminder, when it is to be sent, and of what; epoch milliseconds. */
interface PlannedReminder extends Reminder {
  dueAt: number;
  race: RaceAhead;
  before: GivenReminder | undefined;
  /** Crews that were drawn after the reminder `before`; only their followers get it, unless this is empty. */
  late: readonly number[];
}

/**
 * Notes the reminders that are due, each once, whichever process does it.
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

/** Reminds those who follow crews that were drawn late, unless they have heard of the race already. */
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
