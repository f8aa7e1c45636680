/**
 * The common shape of news of all kinds once they have been looked up; and how a race is read as the public sees it now, with
 * the later races that its crews may go on to.
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
  /** When it is too late to notify, in epoch milliseconds: when the race is no longer near, or the day is over. */
  expiresAt: number;
  urgency: 'normal' | 'high';
  /** What the public sees of the subject now, as `publicState`. */
  state: string;
  /** Left out when it does not matter what a device was told before. */
  memory?: Memory;
  /** The ids of races whose results may say the same; a device to which these are being sent gets the news later. */
  afterResultsOf?: readonly number[];
  /** What else a message says of its crews that is remembered, such as draws. */
  alsoNotified?(
    message: PushMessage,
    language: string,
    crewIds: ReadonlySet<number>,
  ): NotifiedStates[];
  /**
   * @param crewIds the crews that the device follows; of news with a `memory` only those of which it has not been told, and
   *   `THE_RACE` when the message is to be about the race, too
   * @returns `undefined` when there is nothing to see
   */
  compose(language: string, crewIds: ReadonlySet<number>): PushMessage | undefined;
}

/** What news say of each crew, compared with what a device was told before, so that no device is told the same twice. */
export interface Memory extends Omit<NotifiedStates, 'states'> {
  /** Whether followers of the race or the event are notified of the race as such. */
  isOfRace: boolean;
  /** What the news say of a crew, or of the race (`THE_RACE`), as it is remembered. */
  stateOf(crewId: number): string;
  /** Whether a device that was told `told` needs no message about `state`. */
  isSame(told: string, state: string): boolean;
}

/** Stands for news that have to wait, such as the end of a race that is still on the course. */
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

/** Composes each message once: thousands of devices get the same text, and composing costs a third of encrypting. */
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
  /** By crew: the ids of the races to whose places the rule of its lane refers. */
  sources: ReadonlyMap<number, readonly number[]>;
}

/** A race as the public sees it, without what later races say of it; `undefined` when there is no such race. */
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

/** News of high urgency that expire when a venue day is over. */
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
 * News with results, for the audience of a race (`audienceOfRace`) while it is near. They also say where its crews were drawn.
 *
 * @param ofView makes the news from the race as it is now, which may have ended by time, with what later races say of it
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

/** A race with what later races say of it, and these later races by id. */
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

/** The draws that a message about a race has mentioned. They are remembered, so that no message of the draw follows. */
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
