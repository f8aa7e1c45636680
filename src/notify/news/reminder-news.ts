/** The news about reminders of races: how they are named, and what they are once they are looked up. */
import type { BoardLane, BoardRace } from '../../contract/board.ts';
import { venueDay } from '../../domain/day/race-day.ts';
import { boardRace } from '../../domain/event/board-view.ts';
import type { Schedule } from '../../domain/event/schedule.ts';
import { isReminderTrue } from '../../domain/following/reminder-rules.ts';
import { hasRaced, isEntered, isScored } from '../../domain/results/standings.ts';
import type { Queries } from '../../storage/engine/database.ts';
import { listLanesOfRace } from '../../storage/event/lanes.ts';
import { findRaceBy } from '../../storage/event/races.ts';
import { findDelay } from '../../storage/event/schedules.ts';
import { findRemindedStart, type Reminder } from '../../storage/following/reminders.ts';
import type { NewsSubject } from '../../storage/queue/outbox.ts';
import { composeReminder } from '../messages/reminder-message.ts';
import { audienceOf } from './audience.ts';
import { type CurrentNews, composeOnce, type Where } from './current-news.ts';
import { concernedBy } from './races-ahead.ts';

/** The news about a reminder. */
export function newsOf({ eventId, raceId, minutes, ofCrew }: Reminder): NewsSubject {
  const ofRace = `${raceId}/${minutes}`;
  return { eventId, kind: 'race-soon', subject: ofCrew === 0 ? ofRace : `${ofRace}/${ofCrew}` };
}

/**
 * A race that is about to start, to those who follow it, a crew in it or its club; until its start. Of a head race, those who
 * follow crews are reminded of each entry by its own start.
 */
export async function reminderOfRace(
  db: Queries,
  schedule: Schedule,
  subject: string,
  { boardUrl, now }: Where,
): Promise<CurrentNews | undefined> {
  const { eventId, timezone } = schedule;
  const [raceId = 0, minutes = 0, ofCrew = 0] = subject.split('/').map(Number);
  const remindedFor = await findRemindedStart(db, { eventId, raceId, minutes, ofCrew });
  const race = await findRaceBy(db, eventId, 'id', raceId);
  if (!race || remindedFor === undefined) return undefined;
  const delay = await findDelay(db, eventId, venueDay(race.scheduledAt, timezone));
  const view = boardRace(race, await listLanesOfRace(db, raceId), schedule, delay);
  const entries = view.kind === 'head' || ofCrew === 0 ? view.lanes.filter(isEntered) : [];
  const entry = entries.find(({ crewId }) => crewId === ofCrew);
  if (ofCrew !== 0 && !entry) return undefined;
  const startAt = Date.parse(entry?.startsAt ?? view.estimatedAt);
  const known = { startAt, state: view.state, hasStarted: hasStarted(view, entry) };
  if (!isReminderTrue(known, remindedFor, now)) return undefined;
  const ofRace = view.kind === 'head' ? [] : entries;
  const crewIds = (entry ? [entry] : ofRace).flatMap(({ crewId }) => crewId ?? []);
  const about = concernedBy({ id: raceId, ofCrew, crewIds });
  return {
    audience: { ...(await audienceOf(db, eventId, about)), remindMinutes: minutes },
    expiresAt: startAt,
    urgency: 'high',
    state: subject,
    compose: composeOnce((language, followedCrewIds) =>
      composeReminder(view, schedule, { language, followedCrewIds, boardUrl, now }, entry),
    ),
  };
}

/** Whether nobody is to be reminded any more of a race, or of an entry of a head race. */
function hasStarted(
  { closed, startedAt, lanes }: BoardRace,
  entry: BoardLane | undefined,
): boolean {
  if (entry) return closed || isScored([entry]) || entry.startedAt !== null;
  return closed || startedAt !== null || hasRaced(lanes);
}
