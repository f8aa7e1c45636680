/** A race as the public sees it now, and the later ones that its crews may go on to. */
import type { BoardRace } from '../../contract/board.ts';
import type { PushMessage } from '../../contract/following.ts';
import { type DayDelay, venueDay } from '../../domain/day/race-day.ts';
import { boardRace } from '../../domain/event/board-view.ts';
import type { Schedule } from '../../domain/event/schedule.ts';
import { drawnState } from '../../domain/following/head-news.ts';
import { throughOf, withThrough } from '../../domain/progression/who-is-through.ts';
import type { Queries } from '../../storage/engine/database.ts';
import { listLanesOfRace, listRuledRaces } from '../../storage/event/lanes.ts';
import { findRaceBy } from '../../storage/event/races.ts';
import { findDelay } from '../../storage/event/schedules.ts';
import type { Told } from '../../storage/following/told.ts';
import { drawnIn, type LaterRaces } from '../messages/through.ts';

export interface RaceNow {
  view: BoardRace;
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
  const delay = await findDelay(db, eventId, venueDay(race.scheduledAt, timezone));
  const lanes = await listLanesOfRace(db, raceId);
  const sources = lanes.flatMap(({ team, from }) =>
    team && from ? [[team.id, from.races] as const] : [],
  );
  return { view: boardRace(race, lanes, schedule, delay), delay, sources: new Map(sources) };
}

/** A race with what later ones say of it, and these by id. */
export async function withLaterRaces(
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
export function drawsTold(
  { eventId }: Pick<Schedule, 'eventId'>,
  race: BoardRace,
  later: LaterRaces,
): (message: PushMessage, language: string, crewIds: ReadonlySet<number>) => Told[] {
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
