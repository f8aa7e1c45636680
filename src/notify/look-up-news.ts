/**
 * What the news about a race or a day are at this moment. The outbox row says only that there are some, so
 * this is asked at the fan-out and again when the messages are sent.
 */
import type { NewsKind, PushMessage } from '../contract/board.ts';
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

export interface CurrentNews {
  /** Whose devices are notified (decision L22). */
  audience: Audience;
  /** When it is too late to notify, in epoch milliseconds: the race is no longer near, the day over. */
  expiresAt: number;
  urgency: 'normal' | 'high';
  /** What the public sees of the subject now, as `publicState`. */
  state: string;
  /** @returns `undefined` when there is nothing to see */
  compose(language: string, crewIds: ReadonlySet<number>): PushMessage | undefined;
}

/**
 * @param now epoch milliseconds
 * @returns `undefined` when there are none: the schedule is a draft again, say, or it is too late
 */
export async function lookUpNews(
  db: Queries,
  { eventId, kind, subject }: NewsSubject,
  now: number,
  boardUrl: string,
): Promise<CurrentNews | undefined> {
  const schedule = await findSchedule(db, eventId);
  if (schedule?.status !== 'published') return undefined;
  // During an update, a newer process may have left a kind that this one does not know.
  const lookUp: LookUp | undefined = LOOK_UPS[kind];
  const current = await lookUp?.(db, schedule, subject, boardUrl);
  return current && current.expiresAt > now ? current : undefined;
}

type LookUp = (
  db: Queries,
  schedule: Schedule,
  subject: string,
  boardUrl: string,
) => Promise<CurrentNews | undefined>;

const LOOK_UPS: Record<NewsKind, LookUp> = {
  'results-posted': resultsOf,
  'schedule-delayed': delayOf,
};

/**
 * A delivery that is sent now. In the database `expiresAt` says until when it may be sent; here, until when
 * the push service is to keep it.
 */
export function withPushExpiry(delivery: Delivery, now: number): Delivery {
  const { kind, expiresAt } = delivery;
  return kind === 'results-posted'
    ? { ...delivery, expiresAt: Math.min(expiresAt, now + RESULTS_MILLIS) }
    : delivery;
}

async function resultsOf(
  db: Queries,
  schedule: Schedule,
  subject: string,
  boardUrl: string,
): Promise<CurrentNews | undefined> {
  const { eventId, timezone } = schedule;
  const raceId = Number(subject);
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
): Promise<CurrentNews> {
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

/** Thousands of devices get the same text, and composing it costs a third of encrypting it. */
function composeOnce(compose: CurrentNews['compose']): CurrentNews['compose'] {
  const composed = new Map<string, PushMessage | undefined>();
  return (language, crewIds) => {
    const key = `${language} ${[...crewIds].sort().join(' ')}`;
    if (!composed.has(key)) composed.set(key, compose(language, crewIds));
    return composed.get(key);
  };
}

/** @returns `undefined` when the device no longer follows any of it */
export function messageFor(
  news: CurrentNews,
  { language, follows }: Addressee,
): PushMessage | undefined {
  const matching = follows.filter(({ kind, targetId }) => news.audience.get(kind)?.has(targetId));
  if (matching.length === 0) return undefined;
  const crews = matching.filter(({ kind }) => kind === 'crew');
  return news.compose(language, new Set(crews.map(({ targetId }) => targetId)));
}
