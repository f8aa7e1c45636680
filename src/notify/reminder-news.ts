/** The news about reminders of races: how they are named, and what they are once they are looked up. */
import { boardRace } from '../domain/board-view.ts';
import { venueDay } from '../domain/race-day.ts';
import { isReminderTrue } from '../domain/reminder-rules.ts';
import type { Schedule } from '../domain/schedule.ts';
import { hasRaced, isEntered } from '../domain/standings.ts';
import type { Queries } from '../storage/database.ts';
import { listLanesOfRace } from '../storage/lanes.ts';
import type { NewsSubject } from '../storage/outbox.ts';
import { findRaceBy } from '../storage/races.ts';
import { findRemindedStart, type Reminder } from '../storage/reminders.ts';
import { findDelay } from '../storage/schedules.ts';
import { audienceOf } from './audience.ts';
import { type CurrentNews, composeOnce, type Where } from './current-news.ts';
import { composeReminder } from './reminder-message.ts';

/** The news about a reminder. */
export function newsOf({ eventId, raceId, minutes }: Reminder): NewsSubject {
  return { eventId, kind: 'race-soon', subject: `${raceId}/${minutes}` };
}

/** A race that is about to start, to those who follow it, a crew in it or its club; until its start. */
export async function reminderOfRace(
  db: Queries,
  schedule: Schedule,
  subject: string,
  { boardUrl, now }: Where,
): Promise<CurrentNews | undefined> {
  const { eventId, timezone } = schedule;
  const [raceId = 0, remindMinutes = 0] = subject.split('/').map(Number);
  const remindedFor = await findRemindedStart(db, { eventId, raceId, minutes: remindMinutes });
  const race = await findRaceBy(db, eventId, 'id', raceId);
  if (!race || remindedFor === undefined) return undefined;
  const delay = await findDelay(db, eventId, venueDay(race.scheduledAt, timezone));
  const view = boardRace(race, await listLanesOfRace(db, raceId), schedule, delay);
  const startAt = Date.parse(view.estimatedAt);
  const known = { startAt, state: view.state, hasRaced: hasRaced(view.lanes) };
  if (!isReminderTrue(known, remindedFor, now)) return undefined;
  const crewIds = view.lanes.filter(isEntered).flatMap(({ crewId }) => crewId ?? []);
  const about = { raceIds: [raceId], crewIds, isOfEvent: false };
  return {
    audience: { ...(await audienceOf(db, eventId, about)), remindMinutes },
    expiresAt: startAt,
    urgency: 'high',
    state: subject,
    compose: composeOnce((language, followedCrewIds) =>
      composeReminder(view, schedule, { language, followedCrewIds, boardUrl, now }),
    ),
  };
}
