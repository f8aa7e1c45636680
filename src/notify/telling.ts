/**
 * What there is to tell about a race or a day, as things stand now. A row of the queue says only that
 * there are news, so this is asked when they are passed on to devices, and again when they are sent.
 */
import type { PushMessage } from '../contract/board.ts';
import { boardRace } from '../domain/board-view.ts';
import { nearUntil, publicState } from '../domain/news.ts';
import { endOfVenueDay, venueDay } from '../domain/race-day.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { Queries } from '../storage/database.ts';
import type { Addressee, Audience, Delivery } from '../storage/deliveries.ts';
import { listLanesOfRace, listTeamsOfRaces } from '../storage/lanes.ts';
import type { NewsSubject } from '../storage/outbox.ts';
import { findRaceBy, listRaces } from '../storage/races.ts';
import { findDelay, findSchedule } from '../storage/schedules.ts';
import { composeDelay, composeResults } from './message.ts';

/** How long a push service keeps results for a device that is away. */
const RESULTS_MILLIS = 4 * 3_600_000;

export interface Telling {
  /** Whose devices hear of it (decision L22). */
  audience: Audience;
  /** When it is too late to tell, in epoch milliseconds: the race is no longer near, the day over. */
  expiresAt: number;
  urgency: 'normal' | 'high';
  /** What the public sees of it now. */
  state: string;
  /** The message for a device that follows some crews; nothing when there is nothing to see. */
  compose(language: string, crewIds: ReadonlySet<number>): PushMessage | undefined;
}

/**
 * Looks up what there is to tell.
 *
 * @param now epoch milliseconds
 * @returns `undefined` when there is nothing: the schedule has become a draft, say, or it is too late
 */
export async function lookUpTelling(
  db: Queries,
  news: NewsSubject,
  now: number,
  boardUrl: string,
): Promise<Telling | undefined> {
  const schedule = await findSchedule(db, news.eventId);
  if (schedule?.status !== 'published') return undefined;
  const telling =
    news.kind === 'results-posted'
      ? await resultsOf(db, schedule, Number(news.subject), boardUrl)
      : await delayOf(db, schedule, news.subject, boardUrl);
  return telling && telling.expiresAt > now ? telling : undefined;
}

/**
 * A delivery as it is sent now: until when the push service is to keep it, instead of when it is too
 * late to send it.
 */
export function sentAt(delivery: Delivery, now: number): Delivery {
  const { kind, expiresAt } = delivery;
  return kind === 'results-posted'
    ? { ...delivery, expiresAt: Math.min(expiresAt, now + RESULTS_MILLIS) }
    : delivery;
}

async function resultsOf(
  db: Queries,
  schedule: Schedule,
  raceId: number,
  boardUrl: string,
): Promise<Telling | undefined> {
  const { eventId, timezone } = schedule;
  const race = await findRaceBy(db, eventId, 'id', raceId);
  if (!race) return undefined;
  const view = boardRace(race, await listLanesOfRace(db, raceId), schedule, 0);
  const compose = composeOnce((language, followedCrewIds) =>
    composeResults(view, schedule, { language, followedCrewIds, boardUrl }),
  );
  if (!compose('en', new Set())) return undefined;
  const delayMinutes = await findDelay(db, eventId, venueDay(race.scheduledAt, timezone));
  return {
    audience: new Map([
      ['event', new Set([eventId])],
      ['race', new Set([raceId])],
      ['crew', new Set(view.lanes.flatMap(({ crewId }) => crewId ?? []))],
    ]),
    expiresAt: nearUntil(race.scheduledAt, delayMinutes),
    urgency: 'normal',
    state: publicState(view.lanes),
    compose,
  };
}

async function delayOf(
  db: Queries,
  schedule: Schedule,
  day: string,
  boardUrl: string,
): Promise<Telling> {
  const { eventId, timezone } = schedule;
  const delayMinutes = await findDelay(db, eventId, day);
  const races = await listRaces(db, eventId);
  const raceIds = races
    .filter(({ scheduledAt }) => venueDay(scheduledAt, timezone) === day)
    .map(({ id }) => id);
  return {
    audience: new Map([
      ['event', new Set([eventId])],
      ['race', new Set(raceIds)],
      ['crew', new Set(await listTeamsOfRaces(db, eventId, raceIds))],
    ]),
    expiresAt: endOfVenueDay(day, timezone),
    urgency: 'high',
    state: publicState(delayMinutes),
    compose: composeOnce((language) =>
      composeDelay({ venueDay: day, delayMinutes }, schedule, { language, boardUrl }),
    ),
  };
}

/** Thousands of devices hear the same, and composing it costs a third of what encrypting it does. */
function composeOnce(compose: Telling['compose']): Telling['compose'] {
  const composed = new Map<string, PushMessage | undefined>();
  return (language, crewIds) => {
    const key = `${language} ${[...crewIds].sort().join(' ')}`;
    if (!composed.has(key)) composed.set(key, compose(language, crewIds));
    return composed.get(key);
  };
}

/**
 * The message for a device, in its language and with its own crews first.
 *
 * @returns nothing when the device follows none of it any more
 */
export function messageFor(
  telling: Telling,
  { language, follows }: Addressee,
): PushMessage | undefined {
  const heard = follows.filter(({ kind, targetId }) => telling.audience.get(kind)?.has(targetId));
  if (heard.length === 0) return undefined;
  const crews = heard.filter(({ kind }) => kind === 'crew');
  return telling.compose(language, new Set(crews.map(({ targetId }) => targetId)));
}
