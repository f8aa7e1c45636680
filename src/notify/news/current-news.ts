/**
 * What the news of all kinds are once they have been looked up; and a race as the public sees it now, with the later ones that
 * its crews may go on to.
 */
import type { BoardRace } from '../../contract/board.ts';
import type { PushMessage } from '../../contract/following.ts';
import type { DayDelay } from '../../domain/day/delay.ts';
import { endOfVenueDay, venueDay } from '../../domain/day/venue-day.ts';
import { boardRace } from '../../domain/event/board-view.ts';
import type { Schedule } from '../../domain/event/schedule.ts';
import { drawnState } from '../../domain/following/head-news.ts';
import { nearUntil } from '../../domain/following/news.ts';
import { throughOf, withThrough } from '../../domain/progression/who-is-through.ts';
import { atMoment } from '../../domain/races/race-phase.ts';
import type { Queries } from '../../storage/engine/database.ts';
import { listLanesOfRace, listRuledRaces } from '../../storage/event/lanes.ts';
import { findRaceBy } from '../../storage/event/races.ts';
import { findDelay } from '../../storage/event/schedules.ts';
import type { NotifiedStates } from '../../storage/queue/deliveries.ts';
import { drawnIn, type LaterRaces } from '../messages/message.ts';
import { audienceOfRace, type NewsAudience } from './audience.ts';

export interface CurrentNews {
  /** Whose devices are notified (decision L22). */
  audience: NewsAudience;
  /** When it is too late to notify, in epoch milliseconds: the race is no longer near, the day over. */
  expiresAt: number;
  urgency: 'normal' | 'high';
  /** What the public sees of the subject now, as `publicState`. */
  state: string;
  /** Left out where it does not matter what a device was told before. */
  memory?: Memory;
  /** The ids of races whose results may say the same: to a device that is being told of these it is not told. */
  afterResultsOf?: readonly number[];
  /** What else a message says that is remembered, of the crews that it tells of. */
  alsoNotified?(
    message: PushMessage,
    language: string,
    crewIds: ReadonlySet<number>,
  ): NotifiedStates[];
  /**
   * @param crewIds the crews that the device follows; of news with a memory only those of which it has not been told, and
   *   `THE_RACE` where it is to be told of the race
   * @returns `undefined` when there is nothing to see
   */
  compose(language: string, crewIds: ReadonlySet<number>): PushMessage | undefined;
}

/** What news tell of crews, and what devices that were told it before need not hear again. */
export interface Memory extends Omit<NotifiedStates, 'states'> {
  /** Whether those who follow the race or the event are told of the race. */
  isOfRace: boolean;
  /** What is told of a crew, or of the race (`THE_RACE`). */
  stateOf(crewId: number): string;
  /** Whether who was told the one need not hear the other. */
  isSame(told: string, state: string): boolean;
}

/** News that are still to wait, such as the end of a race that goes on. */
export const NOT_YET = 'not yet';

/** Looks up the news of one kind; `undefined` when there are none any more. */
export type LookUp = (
  db: Queries,
  schedule: Schedule,
  subject: string,
  where: Where,
) => Promise<CurrentNews | typeof NOT_YET | undefined>;

/** The address of the start page, and the time in epoch milliseconds. */
interface Where {
  boardUrl: string;
  now: number;
}

/** Thousands of devices get the same text, and composing it costs a third of encrypting it. */
export function composeOnce(compose: CurrentNews['compose']): CurrentNews['compose'] {
  const composed = new Map<string, PushMessage | undefined>();
  return (language, crewIds) => {
    const key = `${language} ${[...crewIds].sort().join(' ')}`;
    if (!composed.has(key)) composed.set(key, compose(language, crewIds));
    return composed.get(key);
  };
}

export interface RaceNow {
  view: BoardRace;
  /** The day for which the race is planned, YYYY-MM-DD. */
  day: string;
  delay: DayDelay;
  /** The ids of the races whose places the rules of its lanes name, by crew. */
  sources: ReadonlyMap<number, readonly number[]>;
}

/** A race as the public sees it; what later ones say of it is not told. */
export async function raceNow(
  db: Queries,
  schedule: Schedule,
  raceId: number,
): Promise<RaceNow | undefined> {
  const { eventId, timezone } = schedule;
  const race = await findRaceBy(db, eventId, 'id', raceId);
  if (!race) return undefined;
  const day = venueDay(race.scheduledAt, timezone);
  const delay = await findDelay(db, eventId, day);
  const lanes = await listLanesOfRace(db, raceId);
  const sources = lanes.flatMap(({ team, from }) =>
    team && from ? [[team.id, from.races] as const] : [],
  );
  return { view: boardRace(race, lanes, schedule, delay), day, delay, sources: new Map(sources) };
}

/** News that are told until a venue day is over. */
export function newsUntilEndOf(
  day: string,
  { timezone }: Schedule,
  news: Pick<CurrentNews, 'audience' | 'state' | 'compose'>,
): CurrentNews {
  return {
    ...news,
    expiresAt: endOfVenueDay(day, timezone),
    urgency: 'high',
    compose: composeOnce(news.compose),
  };
}

/**
 * News with results, to all whom the race concerns while it is near. They also say where its crews were drawn.
 *
 * @param ofView what the news are, from the race as it is now, also ended by time, with what later ones say of it
 */
export async function newsWithResults(
  db: Queries,
  schedule: Schedule,
  { race, now }: { race: RaceNow; now: number },
  ofView: (
    view: BoardRace,
    later: LaterRaces,
  ) => Pick<CurrentNews, 'state' | 'memory' | 'compose'> | undefined,
): Promise<CurrentNews | undefined> {
  const { view, later: races } = await withLaterRaces(db, schedule, race.view);
  const later = { races, timezone: schedule.timezone, now };
  const news = ofView(atMoment(view, now), later);
  return (
    news && {
      ...news,
      audience: await audienceOfRace(db, schedule.eventId, view),
      expiresAt: nearUntil(Date.parse(view.scheduledAt), race.delay),
      urgency: 'normal',
      compose: composeOnce(news.compose),
      alsoNotified: notifiedDraws(schedule, view, later),
    }
  );
}

/** A race with what later ones say of it, and these by id. */
async function withLaterRaces(
  db: Queries,
  schedule: Schedule,
  race: BoardRace,
): Promise<{ view: BoardRace; later: LaterRaces['races'] }> {
  const view = withThrough(race, throughOf(await listRuledRaces(db, schedule.eventId)));
  const later = new Map<number, BoardRace>();
  for (const { raceId } of view.rules) {
    const target = later.has(raceId) ? undefined : await raceNow(db, schedule, raceId);
    if (target) later.set(raceId, target.view);
  }
  return { view, later };
}

/** What a message about a race has also said: where crews were drawn, so that the message of the draw is left out. */
function notifiedDraws(
  { eventId }: Pick<Schedule, 'eventId'>,
  race: BoardRace,
  later: LaterRaces,
): (message: PushMessage, language: string, crewIds: ReadonlySet<number>) => NotifiedStates[] {
  return ({ body }, language, crewIds) =>
    race.lanes.flatMap((lane) => {
      const { crewId, next } = lane;
      if (crewId === null || !crewIds.has(crewId) || !next) return [];
      const drawn = drawnIn(race, lane, later, language);
      // With many crews the text may have been cut.
      if (drawn === '' || !body.includes(drawn)) return [];
      const states = new Map([[crewId, drawnState(next)]]);
      return [{ eventId, about: 'draw' as const, raceId: next.raceId, states }];
    });
}
