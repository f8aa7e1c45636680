/**
 * Looks up the present news about a race or a day. A row of the outbox says only that there are some, so they
 * are looked up at the fan-out and again when the messages are sent.
 */
import type { NewsKind, PushMessage } from '../../contract/following.ts';
import { formatInstant } from '../../contract/instant.ts';
import { estimatedStart } from '../../domain/day/delay.ts';
import { endOfVenueDay, venueDay } from '../../domain/day/venue-day.ts';
import { publicStatus } from '../../domain/event/schedule.ts';
import { THE_RACE } from '../../domain/following/head-news.ts';
import { longestKeptMillis, publicState } from '../../domain/following/news.ts';
import { numberShown } from '../../domain/races/race-name.ts';
import type { Queries } from '../../storage/engine/database.ts';
import { findNotice } from '../../storage/event/notices.ts';
import { listRacedRaceIds, listRaces } from '../../storage/event/races.ts';
import { findDelay, findSchedule } from '../../storage/event/schedules.ts';
import type { Addressee } from '../../storage/following/audiences.ts';
import type { Delivery, NotifiedStates } from '../../storage/queue/deliveries.ts';
import type { NewsSubject } from '../../storage/queue/outbox.ts';
import {
  composeDelay,
  composeNotice,
  composePublication,
  composeRetime,
  composeState,
} from '../messages/day-messages.ts';
import { composeResults } from '../messages/message.ts';
import {
  audienceOfRace,
  audienceOfRaces,
  EVERYBODY,
  followedCrews,
  followsRace,
} from './audience.ts';
import {
  type CurrentNews,
  composeOnce,
  type LookUp,
  type Memory,
  NOT_YET,
  newsUntilEndOf,
  newsWithResults,
  raceNow,
} from './current-news.ts';
import { crewDrawn, crewIn, raceOver } from './head-news.ts';
import { reminderOfRace } from './reminder-news.ts';

/**
 * @param now epoch milliseconds
 * @returns `undefined` when there are none, such as in a draft, or they have expired; `NOT_YET` while they have to wait
 */
export async function lookUpNews(
  db: Queries,
  { eventId, kind, subject }: NewsSubject,
  now: number,
  boardUrl: string,
): ReturnType<LookUp> {
  const schedule = await findSchedule(db, eventId);
  const status = schedule && publicStatus(schedule);
  // An event that is only announced has notices; nothing of its draft is published.
  if (!schedule || !status || (status === 'announced' && kind !== 'notice-posted'))
    return undefined;
  // During an update, a newer process may have left a kind that this one does not know.
  const lookUp: LookUp | undefined = LOOK_UPS[kind];
  const current = await lookUp?.(db, schedule, subject, { boardUrl, now });
  if (current === NOT_YET) return current;
  return current && current.expiresAt > now ? current : undefined;
}

/**
 * A delivery that is sent now. In the database `expiresAt` says until when it may be sent; in the result, until
 * when the push service is to keep it.
 */
export function withPushExpiry(delivery: Delivery, now: number): Delivery {
  const { kind, expiresAt } = delivery;
  return { ...delivery, expiresAt: Math.min(expiresAt, now + longestKeptMillis(kind)) };
}

const resultsOf: LookUp = async (db, schedule, subject, { boardUrl, now }) => {
  const race = await raceNow(db, schedule, Number(subject));
  if (!race) return undefined;
  return newsWithResults(db, schedule, { race, now }, (view, later) => {
    const compose = (language: string, followedCrewIds: ReadonlySet<number>) =>
      composeResults(view, schedule, { language, followedCrewIds, boardUrl, later });
    return compose('en', new Set()) && { state: publicState(view.lanes), compose };
  });
};

const delayOf: LookUp = async (db, schedule, day, { boardUrl }) => {
  const { eventId, timezone } = schedule;
  const delay = await findDelay(db, eventId, day);
  const races = await listRaces(db, eventId);
  const raceIds = races
    .filter(
      ({ scheduledAt, state }) => state === 'planned' && venueDay(scheduledAt, timezone) === day,
    )
    .map(({ id }) => id);
  return newsUntilEndOf(day, schedule, {
    audience: await audienceOfRaces(db, eventId, raceIds),
    state: publicState(delay),
    compose: (language) => composeDelay({ venueDay: day, delay }, schedule, { language, boardUrl }),
  });
};

/** New planned starts of a day's races from one race on, for followers of that or a later one; until the day is over. */
const retimeOf: LookUp = async (db, schedule, subject, { boardUrl }) => {
  const { eventId, timezone } = schedule;
  const races = await listRaces(db, eventId);
  const race = races.find(({ id }) => id === Number(subject));
  if (!race) return undefined;
  const day = venueDay(race.scheduledAt, timezone);
  const delay = await findDelay(db, eventId, day);
  const raced = await listRacedRaceIds(db, eventId);
  const startAt = estimatedStart(race.scheduledAt, delay);
  const fromThere = races.filter(
    ({ id, scheduledAt, state }) =>
      state === 'planned' &&
      !raced.has(id) &&
      venueDay(scheduledAt, timezone) === day &&
      estimatedStart(scheduledAt, delay) >= startAt,
  );
  // A race that has been rowed or called off meanwhile has news of other kinds.
  if (!fromThere.includes(race)) return undefined;
  const raceIds = fromThere.map(({ id }) => id);
  const first = { number: numberShown(race), estimatedAt: formatInstant(startAt) };
  const about = { venueDay: day, laterCount: fromThere.length - 1 };
  return newsUntilEndOf(day, schedule, {
    audience: await audienceOfRaces(db, eventId, raceIds),
    state: publicState(startAt),
    compose: (language) => composeRetime(first, about, schedule, { language, boardUrl }),
  });
};

/** A notice goes to everybody who follows the event or anything of it. */
const noticeOf: LookUp = async (db, schedule, subject, { boardUrl }) => {
  const { eventId } = schedule;
  const notice = await findNotice(db, eventId, Number(subject));
  if (!notice) return undefined;
  const message = composeNotice(notice, schedule, { boardUrl });
  return {
    audience: EVERYBODY,
    expiresAt: notice.until,
    urgency: 'high',
    state: subject,
    compose: () => message,
  };
};

/** That the running order is out, for everybody who follows anything of the event; until the day of its last race is over. */
const publicationOf: LookUp = async (db, schedule, subject, { boardUrl, now }) => {
  const { eventId, timezone } = schedule;
  const races = await listRaces(db, eventId);
  const lastAt = Math.max(now, ...races.map(({ scheduledAt }) => scheduledAt));
  return {
    audience: EVERYBODY,
    expiresAt: endOfVenueDay(venueDay(lastAt, timezone), timezone),
    urgency: 'normal',
    state: subject,
    compose: composeOnce((language) => composePublication(schedule, { language, boardUrl })),
  };
};

/** That a race is cancelled, postponed, or planned after all; until its day is over. */
const stateOf: LookUp = async (db, schedule, subject, { boardUrl }) => {
  const race = await raceNow(db, schedule, Number(subject));
  if (!race) return undefined;
  const { view, day } = race;
  return newsUntilEndOf(day, schedule, {
    audience: await audienceOfRace(db, schedule.eventId, view),
    state: publicState(view.state),
    compose: (language) => composeState(view, schedule, { language, boardUrl }),
  });
};

const LOOK_UPS: Record<NewsKind, LookUp> = {
  'results-posted': resultsOf,
  'crew-in': crewIn,
  'race-over': raceOver,
  'crew-drawn': crewDrawn,
  'schedule-delayed': delayOf,
  'notice-posted': noticeOf,
  'race-state': stateOf,
  'races-retimed': retimeOf,
  'race-soon': reminderOfRace,
  'schedule-published': publicationOf,
};

/** A message, and what is remembered as told to its device. */
interface Said {
  message: PushMessage;
  told: readonly NotifiedStates[];
}

/**
 * @param told what the device was told before, by crew
 * @returns `undefined` when the device no longer follows any subject of the news, or has been told all of them
 */
export function messageFor(
  news: CurrentNews,
  addressee: Addressee,
  told: ReadonlyMap<number, string> | undefined,
): Said | undefined {
  const { audience, memory } = news;
  const followed = followedCrews(audience, addressee);
  if (!followed) return undefined;
  if (memory?.isOfRace && followsRace(audience, addressee)) followed.add(THE_RACE);
  const states = memory && new Map(untold(memory, followed, told));
  if (states?.size === 0) return undefined;
  const { language } = addressee;
  const crewIds = states ? new Set(states.keys()) : followed;
  const message = news.compose(language, crewIds);
  if (!message) return undefined;
  const also = news.alsoNotified?.(message, language, crewIds) ?? [];
  if (!memory || !states) return { message, told: also };
  const { eventId, about, raceId } = memory;
  return { message, told: [{ eventId, about, raceId, states }, ...also] };
}

function* untold(
  { stateOf, isSame }: Memory,
  crewIds: ReadonlySet<number>,
  told: ReadonlyMap<number, string> | undefined,
): Generator<[number, string]> {
  for (const crewId of crewIds) {
    const [before, state] = [told?.get(crewId), stateOf(crewId)];
    if (before === undefined || !isSame(before, state)) yield [crewId, state];
  }
}
