/** The news about reminders of races: how they are named, and what they are once they are looked up. */
import { boardRace } from '../../domain/event/board-view.ts';
import { DEFAULT_ZONE, formatOfZone, venueDay } from '../../domain/day/race-day.ts';
import { isReminderTrue } from '../../domain/following/reminder-rules.ts';
import type { Schedule } from '../../domain/event/schedule.ts';
import { hasRaced, isEntered } from '../../domain/results/standings.ts';
import type { Queries } from '../../storage/engine/database.ts';
import { listLanesOfRace } from '../../storage/event/lanes.ts';
import type { NewsSubject } from '../../storage/queue/outbox.ts';
import { findRaceBy } from '../../storage/event/races.ts';
import { findRemindedStart, type Reminder } from '../../storage/following/reminders.ts';
import { findDelay } from '../../storage/event/schedules.ts';
import { audienceOf } from './audience.ts';
import { composeOnce, type CurrentNews, type Where } from './current-news.ts';
import type { BoardRace, PushMessage } from '../../contract/board.ts';
import { fit, type MessageEvent, raceTitle, raceUrl } from '../messages/message.ts';
import { joinWithin, shortText } from '../messages/short-text.ts';
import { messageWords } from '../../words/words.ts';

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

/** Composes reminders of races that are about to start. */
const MAX_CREWS_CHARACTERS = 120;
const MAX_NAME_CHARACTERS = 32;

/** Time of day, by zone; the same in every language. */
const timeFormat = formatOfZone({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

interface ReminderOptions {
  language: string;
  /** The crews that it is about; without any, it is about the race itself. */
  followedCrewIds: ReadonlySet<number>;
  boardUrl: string;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * `Your race in 20 minutes`, and below it race, crews and time. The minutes are those that are left when it is sent.
 *
 * @param race as the public sees it
 */
export function composeReminder(
  race: BoardRace,
  { eventId, timezone }: MessageEvent & { timezone: string | null },
  { language, followedCrewIds, boardUrl, now }: ReminderOptions,
): PushMessage {
  const words = messageWords(language);
  const startAt = Date.parse(race.estimatedAt);
  const minutes = Math.max(1, Math.round((startAt - now) / 60_000));
  const crews = race.lanes
    .filter(isEntered)
    .flatMap(({ crewId, crewName }) =>
      crewId !== null && followedCrewIds.has(crewId)
        ? [shortText(crewName ?? '', MAX_NAME_CHARACTERS)]
        : [],
    );
  const number = words.race(shortText(race.number, MAX_NAME_CHARACTERS));
  const time = timeFormat(timezone ?? DEFAULT_ZONE).format(startAt);
  const parts = [raceTitle(race, words), joinWithin(crews, ', ', MAX_CREWS_CHARACTERS), time];
  return fit({
    kind: 'race-soon',
    eventId,
    title: crews.length > 0 ? words.soon.own(minutes) : words.soon.other(number, minutes),
    body: parts.filter((part) => part !== '').join(' · '),
    url: raceUrl(boardUrl, eventId, race),
    tag: `soon-${race.id}`,
  });
}
