/** The news about reminders of races: how they are named, and what they are once they are looked up. */
import { venueDay } from '../../domain/day/race-day.ts';
import { boardRace } from '../../domain/event/board-view.ts';
import type { Schedule } from '../../domain/event/schedule.ts';
import { isReminderTrue } from '../../domain/following/reminder-rules.ts';
import { hasRaced, isEntered } from '../../domain/results/standings.ts';
import type { Queries } from '../../storage/engine/database.ts';
import { listLanesOfRace } from '../../storage/event/lanes.ts';
import { findRaceBy } from '../../storage/event/races.ts';
import { findDelay } from '../../storage/event/schedules.ts';
import { findRemindedStart, type Reminder } from '../../storage/following/reminders.ts';
import type { NewsSubject } from '../../storage/queue/outbox.ts';
import { composeReminder } from '../messages/reminder-message.ts';
import { audienceOf } from './audience.ts';
import { type CurrentNews, composeOnce, type Where } from './current-news.ts';

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
