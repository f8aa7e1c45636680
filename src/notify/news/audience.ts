/** Whom news about races concern: followers of the event, of one of the races, of a crew in it, or of that crew's club. */
import type { BoardRace } from '../../contract/board.ts';
import { clubNumber } from '../../domain/following/followers.ts';
import { isEntered } from '../../domain/results/standings.ts';
import type { Queries } from '../../storage/engine/database.ts';
import { listEnteredTeams } from '../../storage/event/lanes.ts';
import { listClubsOfTeams } from '../../storage/event/teams.ts';
import type { Addressee, Audience } from '../../storage/following/audiences.ts';

/** An audience, and the crews that its followers of clubs follow. */
export interface NewsAudience extends Audience {
  /** The crews that the news are about, by the number of their club. */
  crewsOfClub: ReadonlyMap<number, readonly number[]>;
}

/** Everybody who follows the event or anything of it. */
export const EVERYBODY: NewsAudience = { of: 'everybody', crewsOfClub: new Map() };

/**
 * Who follows an event, some of its races, crews that are drawn in them, or clubs of these crews (decision L22).
 *
 * @param about.isOfEvent whether followers of the whole event belong to it, too; `true` unless given
 */
export async function audienceOf(
  db: Queries,
  eventId: number,
  about: { raceIds: readonly number[]; crewIds: readonly number[]; isOfEvent?: boolean },
): Promise<NewsAudience> {
  const { raceIds, crewIds, isOfEvent = true } = about;
  const crewsOfClub = new Map<number, number[]>();
  for (const [crewId, club] of await listClubsOfTeams(db, eventId, crewIds)) {
    const number = clubNumber(club);
    crewsOfClub.set(number, [...(crewsOfClub.get(number) ?? []), crewId]);
  }
  return {
    of: new Map([
      ['event', new Set(isOfEvent ? [eventId] : [])],
      ['race', new Set(raceIds)],
      ['crew', new Set(crewIds)],
      ['club', new Set(crewsOfClub.keys())],
    ]),
    crewsOfClub,
  };
}

/**
 * Who follows a race, a crew in it, its club, or the whole event. Crews that have withdrawn do not count: for their followers
 * this is no longer one of their races (console, "Withdrawn").
 */
export function audienceOfRace(
  db: Queries,
  eventId: number,
  { id, lanes }: BoardRace,
): Promise<NewsAudience> {
  const crewIds = lanes.filter(isEntered).flatMap(({ crewId }) => crewId ?? []);
  return audienceOf(db, eventId, { raceIds: [id], crewIds });
}

/** Who follows any of some races, a crew that has not withdrawn from them, its club, or the whole event. */
export async function audienceOfRaces(
  db: Queries,
  eventId: number,
  raceIds: readonly number[],
): Promise<NewsAudience> {
  const crewIds = await listEnteredTeams(db, eventId, raceIds);
  return audienceOf(db, eventId, { raceIds, crewIds });
}

/** Whether a device follows the event, or one of the races that the news are about. */
export function followsRace({ of: targets }: NewsAudience, { follows }: Addressee): boolean {
  if (targets === 'everybody') return true;
  return follows.some(
    ({ kind, targetId }) =>
      (kind === 'event' || kind === 'race') && targets.get(kind)?.has(targetId),
  );
}

/**
 * The crews of the news that a device follows, directly or through their club.
 *
 * @returns `undefined` when the device does not belong to the audience, or not any more
 */
export function followedCrews(
  { of: targets, remindMinutes, crewsOfClub }: NewsAudience,
  { follows, remindMinutes: wanted }: Addressee,
): Set<number> | undefined {
  if (remindMinutes !== undefined && remindMinutes !== wanted) return undefined;
  const matching =
    targets === 'everybody'
      ? follows
      : follows.filter(({ kind, targetId }) => targets.get(kind)?.has(targetId));
  if (matching.length === 0) return undefined;
  return new Set(
    matching.flatMap(({ kind, targetId }) => {
      if (kind === 'club') return crewsOfClub.get(targetId) ?? [];
      return kind === 'crew' ? [targetId] : [];
    }),
  );
}
