/** Whom news about races concern: those who follow the event, one of the races, a crew in it, or the club of such a crew. */
import type { BoardRace } from '../../contract/board.ts';
import { clubNumber } from '../../domain/following/followers.ts';
import { isEntered } from '../../domain/results/standings.ts';
import type { Queries } from '../../storage/engine/database.ts';
import { listEnteredTeams } from '../../storage/event/lanes.ts';
import { listClubsOfTeams } from '../../storage/event/teams.ts';
import type { Addressee, Audience } from '../../storage/following/audiences.ts';

/** An audience, and what its followers of clubs follow. */
export interface NewsAudience extends Audience {
  /** The crews that the news are about, by the number of their club. */
  crewsOfClub: ReadonlyMap<number, readonly number[]>;
}

/** Everybody who follows the event or anything of it. */
export const EVERYBODY: NewsAudience = { of: 'everybody', crewsOfClub: new Map() };

/**
 * Who follows an event, some of its races, crews that are drawn in them, or clubs of these crews (decision L22).
 *
 * @param about.isOfEvent whether those belong to it who follow the whole event and nothing of this
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
 * Who follows a race, a crew in it, its club, or the whole event. Whoever has withdrawn is not in it: it is none of the
 * follower's races any more (console, "Withdrawn").
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
 * The crews that a device follows among those that the news are about, by themselves or as a club.
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
